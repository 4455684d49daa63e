// §4: test tickets of a branch under review: no messages, offers or money, numbers of their own, deleted when it is published.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { allocationSteps } from "#server/features/allocations.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { loadSession } from "#server/items/access/session.ts";
import { createItem } from "#server/items/write/write.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createServices } from "#server/context.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedBranch } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const services = createServices({ sql, config: testConfig, clock: () => new Date() });
const make = createFactories(sql);
const anonymous = await asUser();
const phone = "9840012345";
let verifier: Awaited<ReturnType<typeof asUser>>;
before(async () => {
  verifier = await asUser(await make.user("verifier"));
});

async function createVendor(config: Row = {}) {
  const company = await make.company();
  const site = await make.valetBranch({ company: company.id, status: "draft", slots: 5, config });
  const admin = await make.user("admin", { branch: site });
  const refused = await anonymous.post("/auth/login", { email: admin.email, password: testPassword });
  const { set_up } = refused.errors[0]!.extensions;
  const { data } = await anonymous.post("/actions/onboarding/set-up", { set_up, mode: "json" });
  return { site, admin, token: String(data.access_token) };
}

async function send(token: string, method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const parsed = response.body ? JSON.parse(response.body) : {};
  return { status: response.statusCode, code: parsed.errors?.[0]?.extensions.code, data: parsed.data };
}
const receive = (token: string, more: object = {}) =>
  send(token, "POST", "/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: phone,
    ...more,
  });
const publish = ({ company, id }: CreatedBranch) =>
  verifier.post("/items/Onboarding_Reviews", { company, branch: id, decision: "published", remarks: [] });

async function countTickets({ id }: CreatedBranch): Promise<number> {
  return (await sql`select 1 from "Valet_and_Parking_Information" where branch = ${id}`).length;
}

/** From reception to the gate. */
async function bring(token: string, id: number): Promise<void> {
  for (const action of ["park", "request-pickup", "accept-pickup", "at-the-gate"]) {
    const { status, code } = await send(token, "POST", `/actions/valet/${id}/${action}`, {});
    assert.equal(status, 200, `${action}: ${code}`);
  }
}

test("a test car is received, parked, brought and handed over, and vanishes when the branch is published", async () => {
  const { site, token } = await createVendor({
    key_tag_prefix: "K",
    key_tag_count: 9,
    is_collect_valet_charge: true,
    valet_charge: "50.00",
  });
  const received = await receive(token, { key_tag: "K1", payment_type: "pre-pay" });
  assert.equal(received.status, 200, received.code);
  const { id, otp, receipt_no, token_no, is_test, link } = received.data;
  assert.deepEqual([receipt_no, token_no, is_test, link], ["TEST-1", "TEST-1", true, undefined]);
  const url = `/actions/valet/${id}`;
  for (const action of [
    "take-cash",
    "take-payment",
    "void",
    "correct",
    "new-code",
    "resend-message",
    "reassign",
    "pass-offer",
  ])
    assert.equal((await send(token, "POST", `${url}/${action}`, {})).code, "FORBIDDEN", action);
  const row = `/items/Valet_and_Parking_Information/${id}`;
  for (const changes of [{ Customer_Phone_Number: "9840054321" }, { valet_tip: 50 }, { payment_mode: "cash" }])
    assert.equal((await send(token, "PATCH", row, changes)).code, "FORBIDDEN", JSON.stringify(changes));

  await bring(token, id);
  await offerPickups({ services });
  const scanned = await send(token, "POST", "/actions/valet/scan", { text: received.data.qr });
  assert.deepEqual(scanned.data, { ticket: id, is_proof: true });
  assert.equal(
    (await send(token, "POST", `${url}/hand-over`, { otp: otp === "1111" ? "2222" : "1111" })).code,
    "OTP_INVALID",
  );
  const left = await send(token, "POST", `${url}/hand-over`, { otp });
  assert.equal(left.status, 200, left.code);
  assert.equal(left.data.handover_mode, "otp");

  const second = await receive(token, { key_tag: "K1" });
  assert.equal(second.data.token_no, "TEST-2");
  await bring(token, second.data.id);
  const unproven = await send(token, "POST", `/actions/valet/${second.data.id}/hand-over`, {});
  assert.equal(unproven.data.handover_mode, "note", unproven.code);
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 0, "no customer");
  assert.equal((await sql`select 1 from "Outbox" where branch = ${site.id}`).length, 0, "no message");
  assert.equal((await sql`select 1 from payments where branch = ${site.id}`).length, 0, "no money");

  const open = await receive(token, { key_tag: "K1" });
  assert.equal(open.status, 200, open.code);
  assert.equal((await publish(site)).status, 200);
  assert.equal(await countTickets(site), 0);
  const history = await sql`
    select 1 from "Valet_and_Parking_History" h left join "Valet_and_Parking_Information" v on v.id = h.valet_and_parking_information where v.id is null`;
  assert.equal(history.length, 0);
  const real = await receive(token, { key_tag: "K1" });
  assert.equal(real.status, 200, real.code);
  assert.match(real.data.receipt_no, /^\d{8}-1$/);
  assert.deepEqual([real.data.is_test, real.data.token_no.includes("TEST")], [false, false]);
  const sent = await sql`select 1 from "Outbox" where branch = ${site.id} and event like 'valet-ticket%'`;
  assert.equal(sent.length, 1, "the customer gets the code");
});

test("a waiting test car is offered to nobody", async () => {
  const { site, token } = await createVendor();
  await make.user("staff", { branch: site });
  const { data } = await receive(token);
  for (const action of ["park", "request-pickup"]) await send(token, "POST", `/actions/valet/${data.id}/${action}`, {});
  await offerPickups({ services });
  await offerPickups({ services, branch: site.id });
  const [ticket] = await sql<{ offered: string | null; called: Date | null }[]>`
    select offered_to as offered, manager_called_at as called from "Valet_and_Parking_Information" where id = ${data.id}`;
  assert.deepEqual({ ...ticket }, { offered: null, called: null });
});

test("a test is not the customer's who has the phone number", async () => {
  const { token } = await createVendor();
  const customer = await make.user("customer", { contact_number: "9840077777" });
  const { data } = await receive(token, { Customer_Phone_Number: "9840077777" });
  const session = await asUser(customer);
  const seen = await session.get(`/items/Valet_and_Parking_Information?filter[id][_eq]=${data.id}`);
  assert.deepEqual(seen.data, []);
});

test("tickets of an earlier time are not touched by a test session and outlive the publishing", async () => {
  const { site, admin, token } = await createVendor();
  await sql`update "Branch" set status = 'published' where id = ${site.id}`;
  const session = await asUser(admin);
  const real = await session.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: phone,
  });
  await sql`update "Branch" set status = 'draft' where id = ${site.id}`;
  assert.equal((await receive(token)).status, 200);
  assert.equal((await send(token, "POST", `/actions/valet/${real.data.id}/park`, {})).code, "FORBIDDEN");
  assert.equal((await publish(site)).status, 200);
  const left = await sql`select id from "Valet_and_Parking_Information" where branch = ${site.id}`;
  assert.deepEqual(
    [...left].map(({ id }) => id),
    [real.data.id],
  );
});

/** Creates a test through the write path; `during` runs where the number is allocated, after the status was read. */
async function receiveDuring({
  site,
  admin,
  isLocked,
  during,
}: {
  site: CreatedBranch;
  admin: { id: string };
  isLocked: boolean;
  during: () => Promise<void>;
}) {
  await sql.begin(async (tx) => {
    const { actor } = (await loadSession({ sql: tx, userId: admin.id }))!;
    const receipt: typeof allocationSteps.receipt = async (args) => {
      const values = isLocked ? await allocationSteps.receipt(args) : { receipt_no: "TEST-1" };
      await during();
      return values;
    };
    const ctx = { ...make.context(tx), actor, allocations: { ...allocationSteps, receipt } };
    const payload = { branch: site.id, Vehicle_Number: make.plate(), Customer_Phone_Number: phone };
    await createItem({ ctx, collection: ValetAndParkingInformation, payload, bypassAccess: true });
  });
}

test("a ticket without the lock leaves a test behind, with it none", async () => {
  const unlocked = await createVendor();
  await receiveDuring({
    ...unlocked,
    isLocked: false,
    during: async () => assert.equal((await publish(unlocked.site)).status, 200),
  });
  assert.equal(await countTickets(unlocked.site), 1);

  const locked = await createVendor();
  let publishing: ReturnType<typeof publish> | undefined;
  await receiveDuring({
    ...locked,
    isLocked: true,
    during: async () => {
      publishing = publish(locked.site);
      await eventually(async () => {
        const waiting = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        assert.ok(waiting.length > 0);
      });
    },
  });
  assert.equal((await publishing!).status, 200);
  assert.equal(await countTickets(locked.site), 0);
});

test("many tests and the publication at once leave none behind", async () => {
  const { site, token } = await createVendor();
  const [published, ...tests] = await Promise.all([publish(site), ...Array.from({ length: 8 }, () => receive(token))]);
  assert.equal(published.status, 200);
  for (const { status, code, data } of tests)
    assert.ok(status === 200 || code === "STATUS_ALREADY_UPDATED", `${status} ${code} ${JSON.stringify(data)}`);
  const left = await sql`select 1 from "Valet_and_Parking_Information" where branch = ${site.id} and is_test`;
  assert.equal(left.length, 0);
});
