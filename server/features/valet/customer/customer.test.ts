import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { before, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const sealer = createSealer(testConfig.secret);
const make = createFactories(sql);
let branch: CreatedBranch;
let company: string;
let ravi: CreatedUser;

before(async () => {
  branch = await make.valetBranch({ rate: "20.00", charge: "50.00" });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  company = row!.slug;
});

async function createTicketAt(sequence: number, phone = "9840012345") {
  const driver = await asUser(ravi);
  const created = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: phone,
  });
  assert.equal(created.status, 200, created.text);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1)) {
    const moved = await driver.post(`/actions/valet/${created.data.id}/${verb}`, {});
    assert.equal(moved.status, 200, `${verb}: ${moved.text}`);
  }
  return { ...created.data, ...(await readCustomerTicket({ sql, id: created.data.id })) };
}

/** Logs in with the code sent to the ticket's phone, or with `otp`. */
async function logIn({ text, phone = "9840012345", otp }: { text: string; phone?: string; otp?: string }) {
  const caller = await asUser();
  await sql`update otp_challenges set ip = null`;
  const sent = await caller.post("/actions/valet/customer/send-code", { company, branch: branch.slug, text });
  assert.equal(sent.status, 200, sent.text);
  const code = otp ?? (await findCodeSentTo({ sql, sealer: sealer, to: phone }));
  return caller.post("/actions/valet/customer/log-in", { values: sent.data.values, otp: code });
}

async function asHolder(method: "GET" | "POST", { action, token }: { action: string; token: string }) {
  const response = await app.inject({
    method,
    url: `/actions/valet/customer/${action}`,
    headers: { "x-ticket": token },
  });
  const { data, errors } = response.json();
  return { status: response.statusCode, data, code: errors?.[0].extensions.code, text: response.body };
}

test("no code is sent for a branch that does not exist or has no valet", async () => {
  const caller = await asUser();
  const send = async (slug: string) =>
    (await caller.post("/actions/valet/customer/send-code", { company, branch: slug, text: "9840012345" })).code;
  assert.equal(await send("nowhere"), "INVALID_COMPANY_OR_BRANCH");
  const parking = await make.branch({ company: branch.company });
  assert.equal(await send(parking.slug), "SERVICE_NOT_ENABLED");
  const readPage = async (slug: string) =>
    (await app.inject({ url: `/${company}/${slug}/valet-parking/customer/login`, headers: { accept: "text/html" } }))
      .body;
  for (const slug of ["nowhere", parking.slug]) assert.match(await readPage(slug), /<meta name="[^"]+" content="" \/>/);
  assert.doesNotMatch(await readPage(branch.slug), /<meta name="[^"]+" content="" \/>/);
});

test("logs in by phone or vehicle number and a code, shows the status, requests the pickup and names the driver", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const ticket = await createTicketAt(2);
  const byPhone = await logIn({ text: "+91 98400 12345" });
  const byPlate = await logIn({ text: ticket.Vehicle_Number });
  assert.equal(byPhone.status, 200, byPhone.text);
  assert.equal(byPlate.data.token, byPhone.data.token);
  const { token } = byPhone.data;
  assert.ok(ticket.link.endsWith(`/${branch.slug}/valet-parking/customer/status?t=${token}`));

  clock.now = new Date("2026-11-21T12:31:00Z");
  const before = await asHolder("GET", { action: "status", token });
  assert.equal(before.status, 200, before.text);
  assert.equal(before.data.status.sequence, 2);
  assert.equal(before.data.owed.total, 9000);
  assert.equal(before.data.badge, "Pending");
  assert.equal(before.data.estimate, null, "no estimate without data");
  assert.ok(!before.text.includes("9840012345"));
  assert.equal(before.data.otp, ticket.otp, "the holder of the link sees the code");

  const requested = await asHolder("POST", { action: "request-pickup", token });
  assert.equal(requested.data.status.sequence, 3);
  const repeated = await asHolder("POST", { action: "request-pickup", token });
  assert.equal(repeated.code, "STATUS_ALREADY_UPDATED");
  await (await asUser(ravi)).post(`/actions/valet/${ticket.id}/accept-pickup`);
  const onTheWay = await asHolder("GET", { action: "status", token });
  assert.deepEqual([onTheWay.data.status.sequence, onTheWay.data.driver], [4, "Ravi"]);
  clock.now = null;
});

test("rejects forged tokens and tickets closed more than a day ago", async () => {
  const ticket = await createTicketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number })).data;
  const [, signature] = token.split(".");
  for (const forged of ["", "1", `${ticket.id + 1}.${signature}`, `${ticket.id}.${"a".repeat(32)}`])
    assert.equal((await asHolder("GET", { action: "status", token: forged })).code, "INVALID_TOKEN");
  assert.equal((await asHolder("GET", { action: "status", token })).status, 200, "the control");
  await sql`update "Valet_and_Parking_Information" set out_time = now() - interval '25 hours' where id = ${ticket.id}`;
  assert.equal((await asHolder("GET", { action: "status", token })).code, "INVALID_TOKEN");
});

test("does not disclose tickets to strangers; five wrong codes invalidate the code but not the handover", async () => {
  const ticket = await createTicketAt(5, "9840055555");
  assert.equal((await logIn({ text: "9000000000", otp: "123456" })).code, "OTP_INVALID");
  const caller = await asUser();
  const search = { company, branch: branch.slug, text: "9840055555" };
  const { values } = (await caller.post("/actions/valet/customer/send-code", search)).data;
  const otp = await findCodeSentTo({ sql, sealer: sealer, to: "9840055555" });
  const wrong = otp === "100000" ? "100001" : "100000";
  const attempt = (typed: string) => caller.post("/actions/valet/customer/log-in", { values, otp: typed });
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => attempt(wrong)));
  assert.equal(responses.filter(({ code }) => code === "OTP_TOO_MANY_TRIES").length, 1);
  assert.equal((await attempt(otp)).code, "OTP_TOO_MANY_TRIES");
  const driver = await asUser(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).status, 200);
});

test("opens all open tickets of a phone number, and only its own for a vehicle number", async () => {
  const phone = "9840066666";
  const [first, second] = [await createTicketAt(2, phone), await createTicketAt(2, phone)];
  const getTicketIds = ({ data }: { data: { tickets: { token: string }[] } }) =>
    data.tickets.map(({ token }) => Number(token.split(".")[0]));
  assert.deepEqual(getTicketIds(await logIn({ text: phone, phone })), [second.id, first.id]);
  assert.deepEqual(getTicketIds(await logIn({ text: first.Vehicle_Number, phone })), [first.id]);
});

test("estimates from this branch's finished pickups and counts the queue", async () => {
  await sql`update "Valet_and_Parking_Information" set at_gate_at = null`;
  const minutes = [3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 12];
  for (const [index, durationMinutes] of minutes.entries()) {
    const { id } = await createTicketAt(5);
    const scheduledFor = new Date(Date.UTC(2026, 9, 1 + index));
    await sql`update "Valet_and_Parking_Information" set pickup_requested_at = ${scheduledFor}, status_id = 6,
      at_gate_at = ${new Date(scheduledFor.getTime() + durationMinutes * 60_000)}, out_time = ${scheduledFor} where id = ${id}`;
  }
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), at_gate_at = null where status_id in (3, 4, 5)`;
  const ticket = await createTicketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number })).data;
  // The cached pickups expire after ten seconds.
  clock.now = new Date(Date.now() + 10_000);
  const before = await asHolder("GET", { action: "status", token });
  assert.deepEqual([before.data.ahead, before.data.estimate], [0, { low: 3, median: 6, high: 9 }]);
  clock.now = null;
  await createTicketAt(3);
  await createTicketAt(4);
  const shown = await asHolder("GET", { action: "status", token });
  await asHolder("POST", { action: "request-pickup", token });
  const [asked] = await sql<{ told: number | null }[]>`
    select told_wait_minutes as told from "Valet_and_Parking_Information" where id = ${ticket.id}`;
  assert.equal(asked!.told, shown.data.estimate.high, "reports compare the wait with what the page showed");
  await createTicketAt(3);
  const after = await asHolder("GET", { action: "status", token });
  assert.equal(after.data.ahead, 2);
});

test("schedules and cancels a pickup and records a tip; rejects invalid values", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const ticket = await createTicketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number })).data;
  const post = async (action: string, body: object) => {
    const response = await app.inject({
      method: "POST",
      url: `/actions/valet/customer/${action}`,
      headers: { "x-ticket": token, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    return response.json() as { data?: { [field: string]: unknown }; errors?: { extensions: { code: string } }[] };
  };
  const scheduledFor = "2026-11-21T14:00:00.000Z";
  assert.equal((await post("want", { at: scheduledFor })).data?.["pickup_wanted_at"], scheduledFor);
  const [row] = await sql<{ due: Date }[]>`
    select pickup_due_at as due from "Valet_and_Parking_Information" where id = ${ticket.id}`;
  const { high } = (await asHolder("GET", { action: "status", token })).data.estimate;
  assert.equal(
    row!.due.toISOString(),
    new Date(Date.parse(scheduledFor) - high * 60_000).toISOString(),
    "earlier by the branch's high estimate",
  );
  assert.equal((await post("want", { at: "2026-11-21T11:00:00Z" })).errors?.[0]?.extensions.code, "PICKUP_TIME");
  assert.equal((await post("want", { at: "soon" })).errors?.[0]?.extensions.code, "FAILED_VALIDATION");
  assert.equal((await post("want", { at: null })).data?.["pickup_wanted_at"], null);
  assert.equal((await post("tip", { tip: "30.00" })).data?.["valet_tip"], 3000);
  assert.equal((await post("tip", { tip: "-1" })).errors?.[0]?.extensions.code, "FAILED_VALIDATION");
  const slip = await (await asUser(ravi)).get(`/actions/valet/${ticket.id}/slip`);
  assert.equal(slip.data.valet_tip, "30.00");
  clock.now = null;
});

test("streams the changes of the customer's own ticket and no others", async () => {
  const [ownTicket, otherTicket] = [await createTicketAt(2), await createTicketAt(2)];
  const { token } = (await logIn({ text: ownTicket.Vehicle_Number })).data;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/actions/valet/customer/live?t=${encodeURIComponent(token)}`);
  const [stream] = (await once(request, "response")) as [NodeJS.ReadableStream];
  stream.setEncoding("utf8");
  let received = "";
  const waitForText = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const append = (text: string) => {
        received += text;
        if (pattern.test(received)) resolve();
      };
      if (pattern.test(received)) resolve();
      else stream.on("data", append);
    });
  await waitForText(/event: ready/);
  const driver = await asUser(ravi);
  await driver.post(`/actions/valet/${otherTicket.id}/request-pickup`);
  await driver.post(`/actions/valet/${ownTicket.id}/request-pickup`);
  await waitForText(/data: \{\}\n\n$/);
  await waitForText(/id: \d+/);
  request.destroy();
  const events = received.match(/^id: (\d+)$/gm)!;
  const changedItems = await sql<{ item: string }[]>`
    select distinct item from activity where id = any(${events.map((event) => Number(event.slice(4)))})`;
  assert.deepEqual([...changedItems], [{ item: String(ownTicket.id) }]);
});
