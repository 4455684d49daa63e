// §1: a suspended company: who can log in, what the gate still does, who is emailed, and how it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedUser } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const sealer = createSealer(testConfig.secret);
const verifier = await asUser(await make.user("verifier"));
const anonymous = await asUser();

const change = (company: number, action: "suspend" | "resume", reason: unknown = "Documents expired") =>
  verifier.post(`/actions/platform/companies/${company}/${action}`, { reason });
const logIn = ({ email }: CreatedUser) =>
  anonymous.post("/auth/login", { email, password: testPassword, page: "partner" });
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });

test("a suspension closes every branch at once and emails the admins; resuming opens them", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const sister = await make.branch({ company: branch.company });
  const admin = await make.user("admin", { branch });
  const staff = await make.user("staff", { branch: sister });
  const gate = await asUser(staff);
  assert.equal((await gate.get("/items/Slot_Blocks")).status, 200);
  const suspended = await change(branch.company, "suspend");
  assert.equal(suspended.status, 204, suspended.text);

  assert.equal((await gate.get("/items/Slot_Blocks")).code, "COMPANY_SUSPENDED");
  for (const user of [admin, staff])
    assert.deepEqual([(await logIn(user)).status, (await logIn(user)).code], [403, "COMPANY_SUSPENDED"]);
  const mail = await findMailTo({ sql, sealer, to: admin.email });
  assert.deepEqual([mail.template, mail.values["reason"]], ["company-suspended", "Documents expired"]);
  // Customers do not find it.
  const customer = await asUser(await make.user("customer"));
  const find = async () => (await customer.get(`/items/Branch?filter[company][_eq]=${branch.company}`)).data.length;
  assert.equal(await find(), 0);
  const { data: details } = await verifier.get(`/actions/platform/companies/${branch.company}`);
  assert.equal(details.company.suspension_reason, "Documents expired");
  // A branch that is added meanwhile.
  await make.branch({ company: branch.company });
  assert.equal(await find(), 0);

  assert.equal((await change(branch.company, "resume", "New documents")).status, 204);
  assert.equal((await logIn(staff)).status, 200);
  assert.equal((await findMailTo({ sql, sealer, to: admin.email })).template, "company-resumed");
  assert.equal(await find(), 3);
  assert.equal((await gate.post("/actions/parking/check-in", vehicle())).status, 200);
});

test("vehicles inside are let out and pay; none comes in, and the access ends an hour after the last one", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const user = await make.user("staff", { branch });
  const gate = await asUser(user);
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  await change(branch.company, "suspend");
  assert.equal((await gate.post("/actions/parking/check-in", vehicle())).code, "COMPANY_SUSPENDED");
  const again = await asUser(user);
  const paid = await again.post(`/actions/parking/${data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual([paid.data.parking_status_id, paid.data.paid_amount], [2, "20.00"]);
  const approver = await make.user("approver", { branch });
  assert.equal((await logIn(approver)).code, "COMPANY_SUSPENDED");
  await sql`update "Parking_Information" set out_time = now() - interval '61 minutes' where id = ${data.id}`;
  assert.equal((await gate.get(`/items/Parking_Information/${data.id}`)).code, "COMPANY_SUSPENDED");
});

test("a valet branch takes in no car either", async () => {
  const branch = await make.valetBranch();
  const gate = await asUser(await make.user("staff", { branch }));
  const car = () => ({ Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" });
  assert.equal((await gate.post("/actions/valet/create-ticket", car())).status, 200);
  await change(branch.company, "suspend");
  assert.equal((await gate.post("/actions/valet/create-ticket", car())).code, "COMPANY_SUSPENDED");
});

test("a reason is required, and of two verifiers one suspends", async () => {
  const { id } = await make.company();
  for (const reason of ["", "  ", null, 7])
    assert.equal((await change(id, "suspend", reason)).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await change(id, "resume")).code, "STATUS_ALREADY_UPDATED");
  const both = await Promise.all([change(id, "suspend"), change(id, "suspend")]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [204, 409],
  );
  assert.equal(both.find(({ status }) => status === 409)!.code, "STATUS_ALREADY_UPDATED");
  assert.equal((await change((await make.company({ status: "draft" })).id, "suspend")).code, "NO_NEXT_STATUS");
  assert.equal((await change(99_999_999, "suspend")).code, "NO_MATCH_FOUND");
  const admin = await asUser(await make.user("admin", { branch: await make.branch({ company: id }) }));
  assert.ok(
    ["FORBIDDEN", "COMPANY_SUSPENDED"].includes(
      (await admin.post(`/actions/platform/companies/${id}/resume`, { reason: "x" })).code!,
    ),
  );
});

test("suspensions and resumptions at once: each that counts is emailed once, and company and branches agree", async () => {
  const { id } = await make.company();
  const admin = await make.user("admin", { branch: await make.branch({ company: id }) });
  let changes = 0;
  let suspensions = 0;
  for (let round = 1; round <= 4; round += 1) {
    const actions = ["suspend", "resume", "suspend", "resume"] as const;
    const responses = await Promise.all(actions.map((action) => change(id, action)));
    for (const [index, { status, code }] of responses.entries()) {
      if (status !== 204) assert.equal(code, "STATUS_ALREADY_UPDATED");
      else suspensions += actions[index] === "suspend" ? 1 : -1;
      changes += status === 204 ? 1 : 0;
    }
    assert.ok(suspensions === 0 || suspensions === 1, "suspended and resumed in turn");
    const [row] = await sql`select c.suspended_at is not null as company, bool_and(b.is_suspended) as branches
      from "Companies" c join "Branch" b on b.company = c.id where c.id = ${id} group by c.id`;
    assert.deepEqual({ ...row }, { company: suspensions === 1, branches: suspensions === 1 });
    assert.equal((await sql`select 1 from "Outbox" where recipient = ${admin.email}`).length, changes);
  }
});

test("control: without the lock, two verifiers who have both read the company both suspend it and send mails", async () => {
  await sql`create table bare_suspensions (suspended_at timestamptz, mails int not null)`;
  await sql`insert into bare_suspensions values (null, 0)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const suspendOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx`select suspended_at from bare_suspensions`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (row!["suspended_at"] === null) await tx`update bare_suspensions set suspended_at = now(), mails = mails + 1`;
    });
  await Promise.all([suspendOnce(), suspendOnce()]);
  const [row] = await sql`select mails from bare_suspensions`;
  assert.equal(row!["mails"], 2);
});
