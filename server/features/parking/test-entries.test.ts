// §4: test entries of a branch under review: no money, no messages, numbers of their own, deleted when it is published.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { allocationSteps } from "#server/features/allocations.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { loadSession } from "#server/items/access/session.ts";
import { createItem } from "#server/items/write/write.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedBranch } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const anonymous = await asUser();
let verifier: Awaited<ReturnType<typeof asUser>>;
before(async () => {
  verifier = await asUser(await make.user("verifier"));
});

async function createVendor(config: Row = {}) {
  const company = await make.company();
  const site = await make.branch({ company: company.id, status: "draft", rate: "20.00", config });
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
const checkIn = (token: string, more: object = {}) =>
  send(token, "POST", "/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345", ...more });
const publish = ({ company, id }: CreatedBranch) =>
  verifier.post("/items/Onboarding_Reviews", { company, branch: id, decision: "published", remarks: [] });

async function countRows({ id }: CreatedBranch) {
  const [row] = await sql<{ entries: number; visitors: number; history: number; payments: number }[]>`
    select (select count(*)::integer from "Parking_Information" where branch = ${id}) as entries,
      (select count(*)::integer from "Parking_Main_Information" where branch = ${id}) as visitors,
      (select count(*)::integer from "Parking_History" h left join "Parking_Information" p on p.id = h.parking_information
        where p.id is null or p.branch = ${id}) as history,
      (select count(*)::integer from payments where branch = ${id}) as payments`;
  return { ...row };
}

test("a test enters and leaves without money, and vanishes when the branch is published", async () => {
  const { site, admin, token } = await createVendor({ payment_type: "pre-pay" });
  const entered = await checkIn(token);
  assert.equal(entered.status, 200, entered.code);
  assert.deepEqual(
    [entered.data.receipt_no, entered.data.is_test, entered.data.parking_status_id],
    ["TEST-1", true, 1],
  );
  const url = `/actions/parking/${entered.data.id}`;
  for (const action of ["take-cash", "take-payment", "void", "record-exit", "correct", "write-off"])
    assert.equal((await send(token, "POST", `${url}/${action}`, {})).code, "FORBIDDEN", action);
  const start = `/actions/payments/parking/${entered.data.id}/start`;
  assert.equal((await send(token, "POST", start, {})).code, "FORBIDDEN");
  const row = `/items/Parking_Information/${entered.data.id}`;
  assert.equal((await send(token, "PATCH", row, { payment_mode: "cash" })).code, "FORBIDDEN");
  const left = await send(token, "POST", `${url}/check-out`, {});
  assert.equal(left.status, 200, left.code);
  assert.equal((await checkIn(token)).data.receipt_no, "TEST-2");
  assert.equal((await sql`select 1 from users where contact_number = '9840012345'`).length, 0, "no customer");
  assert.equal((await sql`select 1 from "Outbox" where branch = ${site.id}`).length, 0, "no message");

  assert.equal((await publish(site)).status, 200);
  assert.deepEqual(await countRows(site), { entries: 0, visitors: 0, history: 0, payments: 0 });
  const real = await checkIn(token, { payment_type: "pre-pay" });
  assert.equal(real.status, 200, real.code);
  assert.match(real.data.receipt_no, /^\d{8}-1$/);
  assert.equal(real.data.is_test, false);
  const paid = await (await asUser(admin)).post(`/actions/parking/${real.data.id}/take-cash`, {});
  assert.equal(paid.data.payment_status, "paid");
});

test("only short visits of the own branch are tried", async () => {
  const { site, token } = await createVendor();
  const pass = { branch: site.id, vehicle_no: make.plate(), phone_no: "9840012345", parking_type: "long_time" };
  assert.equal((await send(token, "POST", "/items/Parking_Main_Information", pass)).code, "FORBIDDEN");
  assert.equal((await send(token, "POST", "/actions/passes", { vehicle_no: make.plate() })).code, "FORBIDDEN");
  const other = await make.branch();
  const elsewhere = await checkIn(token, { branch: other.id });
  assert.notEqual(elsewhere.status, 200);
  assert.equal((await countRows(other)).visitors, 0);
});

test("publishing keeps the entries of an earlier time", async () => {
  const { site, admin, token } = await createVendor();
  await sql`update "Branch" set status = 'published' where id = ${site.id}`;
  const real = await (
    await asUser(admin)
  ).post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  await sql`update "Branch" set status = 'draft' where id = ${site.id}`;
  assert.equal((await checkIn(token)).status, 200);
  const url = `/actions/parking/${real.data.id}/check-out`;
  assert.equal((await send(token, "POST", url, {})).code, "FORBIDDEN");
  assert.equal((await publish(site)).status, 200);
  const left = await sql`select id from "Parking_Information" where branch = ${site.id}`;
  assert.deepEqual(
    [...left].map(({ id }) => id),
    [real.data.id],
  );
});

test("a company that is still under review has no tests at a published branch", async () => {
  const { site, token } = await createVendor();
  await sql`update "Companies" set status = 'draft' where id = ${site.company}`;
  assert.equal((await checkIn(token)).status, 200);
  assert.equal((await publish(site)).status, 200);
  assert.equal((await checkIn(token)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await countRows(site)).entries, 0);
});

test("a test at the moment of publishing is deleted or refused", async () => {
  const { site, token } = await createVendor();
  /** Publishes in a transaction that is open while the tests are checked in. */
  const results = await sql.begin(async (tx) => {
    await tx`update "Branch" set status = 'published' where id = ${site.id}`;
    const pending = Promise.all([checkIn(token), checkIn(token)]);
    // Both wait for the row: without the lock they would be written now.
    for (;;) {
      const waiting = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`;
      if (waiting.length === 2) return { pending };
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  for (const { code } of await results.pending) assert.equal(code, "STATUS_ALREADY_UPDATED");
  assert.equal((await countRows(site)).entries, 0);
});

/**
 * Checks in a test through the write path; `during` runs where the number is allocated, after the status was read. The
 * lock is part of the allocation.
 */
async function checkInDuring({
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
    const visitor = { branch: site.id, vehicle_no: make.plate(), phone_no: "9840012345" };
    const payload = { parking_main_info: visitor };
    await createItem({ ctx, collection: ParkingInformation, payload, bypassAccess: true });
  });
}

test("a check-in without the lock leaves a test behind, with it none", async () => {
  const unlocked = await createVendor();
  await checkInDuring({
    ...unlocked,
    isLocked: false,
    during: async () => assert.equal((await publish(unlocked.site)).status, 200),
  });
  assert.equal((await countRows(unlocked.site)).entries, 1);

  const locked = await createVendor();
  let publishing: ReturnType<typeof publish> | undefined;
  await checkInDuring({
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
  assert.equal((await countRows(locked.site)).entries, 0);
});

test("many tests and the publication at once leave none behind", async () => {
  const { site, token } = await createVendor();
  const [published, ...tests] = await Promise.all([publish(site), ...Array.from({ length: 8 }, () => checkIn(token))]);
  assert.equal(published.status, 200);
  // FORBIDDEN: written, and deleted by the publication before it was read back for the response.
  for (const { status, code = "", data } of tests)
    assert.ok(
      status === 200 || ["STATUS_ALREADY_UPDATED", "FORBIDDEN"].includes(code),
      `${status} ${code} ${JSON.stringify(data)}`,
    );
  const left = await sql`select 1 from "Parking_Information" where branch = ${site.id} and is_test`;
  assert.equal(left.length, 0);
});

test("at most 50 tests", async () => {
  const { site, token } = await createVendor();
  await sql`insert into counters (branch, name, day, value) values (${site.id}, 'test', '2000-01-01', 50)`;
  assert.equal((await checkIn(token)).code, "REQUESTS_EXCEEDED");
});
