// reading.md §6: codes of login and verification have six digits, are bound to their requester, counted per number and
// address, and throttled rather than blocked for everyone.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const factories = createFactories(sql);
const open = createSealer(testConfig.secret);
const branch = await factories.valetBranch();
const driver = await asUser(await factories.user("staff", { branch }));
const [{ slug: company }] = (await sql`select slug from "Companies" where id = ${branch.company}`) as unknown as [
  { slug: string },
];

beforeEach(async () => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  await sql`delete from otp_challenges`;
  await sql`delete from throttle`;
});
const secondsLater = (seconds: number): void => {
  clock.now = new Date(clock.now!.getTime() + seconds * 1_000);
};

let count = 0;
const freshPhone = (): string => `98333${String((count += 1)).padStart(5, "0")}`;

async function post(url: string, payload: object, remoteAddress = "198.51.100.7") {
  const response = await app.inject({ method: "POST", url, payload, remoteAddress });
  const parsed = response.body ? JSON.parse(response.body) : {};
  const error = parsed.errors?.[0];
  return {
    status: response.statusCode,
    data: parsed.data,
    code: error?.extensions.code as string | undefined,
    said: response.body.replaceAll(/"values":"[^"]+"/g, '"values":""'),
  };
}
const sendCode = (phone: string, address?: string) =>
  post("/actions/customers/send-code", { phone, page: "commercial" }, address);
const tryCode = ({ values, otp }: { values: string; otp: string }, address?: string) =>
  post("/actions/customers/log-in-with-code", { values, otp }, address);
const readCode = (phone: string) => findCodeSentTo({ sql, sealer: open, to: phone });
const getWrongCode = (right: string): string => (right === "999999" ? "100000" : String(Number(right) + 1));
const listSmsTo = async (phone: string) =>
  (await sql`select 1 from "Outbox" where channel = 'sms' and template = 'otp' and recipient = ${phone}`).length;

test("a code has six digits", async () => {
  const phone = freshPhone();
  await sendCode(phone);
  assert.match(await readCode(phone), /^[1-9]\d{5}$/);
});

test("whatever others have sent within the hour, a legitimate number from another address gets its code", async () => {
  await sql`
    insert into otp_challenges (channel, recipient, purpose, code_hash, ip, created_at, expires_at)
    select 'sms', '97' || lpad(n::text, 8, '0'), 'login', 'x', '203.0.113.' || n % 39, ${clock.now}, ${clock.now}
    from generate_series(1, 2000) n`;
  const response = await sendCode(freshPhone());
  assert.equal(response.status, 200, response.said);
});

test("during a flood an address gets a few codes and is then slightly delayed; others are not", async () => {
  await sql`
    insert into otp_challenges (channel, recipient, purpose, code_hash, ip, created_at, expires_at)
    select 'sms', '97' || lpad(n::text, 8, '0'), 'login', 'x', '203.0.113.' || n % 39, ${clock.now}, ${clock.now}
    from generate_series(1, 2000) n`;
  const flood = async (address: string) => {
    const responses = [];
    for (let round = 0; round < 12; round += 1) responses.push((await sendCode(freshPhone(), address)).code);
    return responses.filter((code) => code === undefined).length;
  };
  assert.equal(await flood("203.0.113.1"), 6);
  secondsLater(61);
  assert.equal((await sendCode(freshPhone(), "203.0.113.1")).status, 200, "throttled, not blocked");
  assert.equal(await flood("198.51.100.9"), 6);
});

test("an address has sixty codes an hour, then one a minute or slower; an IPv6 network is one address", async () => {
  for (let round = 0; round < 60; round += 1)
    assert.equal((await sendCode(freshPhone(), `2001:db8:1:1::${round}`)).status, 200);
  assert.equal((await sendCode(freshPhone(), "2001:db8:1:1:ffff::1")).code, "REQUESTS_EXCEEDED");
  assert.equal((await sendCode(freshPhone(), "2001:db8:1:2::1")).status, 200);
  secondsLater(61);
  assert.equal((await sendCode(freshPhone(), "2001:db8:1:1::1")).status, 200);
});

test("an address has thirty guesses and is then delayed; the right code from another address is not", async () => {
  const phones = Array.from({ length: 20 }, freshPhone);
  const sent = [];
  for (const phone of phones) sent.push({ phone, values: (await sendCode(phone)).data.values as string });
  const owner = freshPhone();
  const { values } = (await sendCode(owner, "198.51.100.20")).data;
  const guesses = await Promise.all(
    sent.flatMap(({ values: of }) =>
      ["111111", "222222", "333333", "444444", "555555"].map((otp) => tryCode({ values: of, otp })),
    ),
  );
  const heard = guesses.filter(({ code }) => code !== "REQUESTS_EXCEEDED").length;
  assert.equal(heard, 30, `${heard} of 100 guesses were checked`);
  assert.equal((await tryCode({ values, otp: await readCode(owner) }, "198.51.100.20")).status, 200);
  // Control: without giving back right attempts, a shared address would be delayed.
  const shared = [];
  for (let round = 0; round < 35; round += 1) {
    const phone = freshPhone();
    const { data } = await sendCode(phone, "198.51.100.30");
    shared.push((await tryCode({ values: data.values, otp: await readCode(phone) }, "198.51.100.30")).status);
  }
  assert.deepEqual([...new Set(shared)], [200], "right codes of one address do not count");
});

test("a code is valid only with its requester's values; another request neither ends nor delays it", async () => {
  const phone = freshPhone();
  const own = (await sendCode(phone)).data.values;
  const code = await readCode(phone);
  const outsider = await sendCode(phone, "203.0.113.50");
  assert.equal(outsider.status, 200, "another address is another requester");
  assert.equal((await tryCode({ values: outsider.data.values, otp: code }, "203.0.113.50")).code, "OTP_INVALID");
  for (let round = 0; round < 5; round += 1)
    await tryCode({ values: outsider.data.values, otp: getWrongCode(await readCode(phone)) }, "203.0.113.50");
  assert.equal((await tryCode({ values: own, otp: code })).status, 200);
});

test("after sending again, the requester's newest code is valid and the previous one is not", async () => {
  const phone = freshPhone();
  const { values } = (await sendCode(phone)).data;
  const first = await readCode(phone);
  secondsLater(31);
  assert.equal((await post("/actions/customers/send-code-again", { values })).status, 200);
  const second = await readCode(phone);
  if (first !== second) assert.equal((await tryCode({ values, otp: first })).code, "OTP_INVALID");
  assert.equal((await tryCode({ values, otp: second })).status, 200);
});

test("many addresses get a few codes for one number, then one in minutes; known addresses are not delayed", async () => {
  const phone = freshPhone();
  const user = await factories.user("customer", { contact_number: phone, public_customer: true });
  await sql`insert into sessions (token_hash, family, "user", auth_version, ip, created_at, expires_at)
    values ('\\x00', gen_random_uuid(), ${user.id}, 1, '198.51.100.77', ${clock.now}, ${clock.now})`;
  const responses = [];
  for (let round = 0; round < 30; round += 1) {
    responses.push((await sendCode(phone, `203.0.113.${round}`)).code);
    secondsLater(31);
  }
  const sent = responses.filter((code) => code === undefined).length;
  assert.ok(sent >= 10 && sent <= 14, `${sent} codes in a quarter of an hour`);
  assert.equal((await sendCode(phone, "203.0.113.99")).code, "REQUESTS_EXCEEDED");
  const own = await sendCode(phone, "198.51.100.77");
  assert.equal(own.status, 200, own.said);
  assert.equal((await tryCode({ values: own.data.values, otp: await readCode(phone) }, "198.51.100.77")).status, 200);
});

test("wrong codes are counted per number and day, over all addresses and codes", async () => {
  const phone = freshPhone();
  let checkCount = 0;
  for (let round = 0; round < 40; round += 1) {
    const address = `203.0.113.${round}`;
    const sent = await sendCode(phone, address);
    if (sent.status !== 200) {
      secondsLater(300);
      continue;
    }
    for (const otp of ["111111", "222222", "333333", "444444", "555555"])
      if ((await tryCode({ values: sent.data.values, otp }, address)).code !== "REQUESTS_EXCEEDED") checkCount += 1;
  }
  // Three hours: 25 at once, then at most one in five minutes.
  assert.ok(checkCount >= 25 && checkCount <= 70, `${checkCount} guesses at one number`);
});

test("a ticket's handover code does not open its page, and the page's code does not hand the vehicle over", async () => {
  const phone = freshPhone();
  const plate = factories.plate();
  const ticket = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: plate,
    Customer_Phone_Number: phone,
  });
  const { otp } = await readCustomerTicket({ sql, id: ticket.data.id });
  assert.match(otp, /^[1-9]\d{3}$/);
  const direct = { company, branch: branch.slug, text: plate, otp };
  assert.notEqual((await post("/actions/valet/customer/log-in", direct)).status, 200);
  const sent = await post("/actions/valet/customer/send-code", { company, branch: branch.slug, text: plate });
  assert.equal(sent.status, 200, sent.said);
  const { values } = sent.data;
  assert.equal((await post("/actions/valet/customer/log-in", { values, otp })).code, "OTP_INVALID");
  const code = await readCode(phone);
  assert.match(code, /^[1-9]\d{5}$/);
  const page = await post("/actions/valet/customer/log-in", { values, otp: code });
  assert.equal(page.status, 200, page.said);
  assert.equal(
    (await app.inject({ url: "/actions/valet/customer/status", headers: { "x-ticket": page.data.token } })).statusCode,
    200,
  );
  assert.equal(
    (await driver.post(`/actions/valet/${ticket.data.id}/hand-over`, { otp: code })).code !== undefined,
    true,
  );
});

test("a known and an unknown plate get the same responses in every step", async () => {
  const phone = freshPhone();
  const here = factories.plate();
  await driver.post("/actions/valet/create-ticket", { Vehicle_Number: here, Customer_Phone_Number: phone });
  const position = { company, branch: branch.slug };
  const steps = async (text: string) => {
    const responses = [];
    const send = (address?: string) => post("/actions/valet/customer/send-code", { ...position, text }, address);
    const first = await send();
    responses.push(first.said, (await send()).said);
    const { values } = first.data;
    for (let round = 0; round < 7; round += 1)
      responses.push((await post("/actions/valet/customer/log-in", { values, otp: "100000" })).said);
    for (let round = 0; round < 12; round += 1) responses.push((await send(`203.0.113.${round}`)).said);
    return { said: responses, length: values.length };
  };
  const [found, missing, unknown] = [await steps(here), await steps(factories.plate()), await steps(freshPhone())];
  assert.deepEqual(found, missing);
  assert.deepEqual(found.said, unknown.said);
  assert.ok((await listSmsTo(phone)) > 0, "control: one of them was sent its code");
});
