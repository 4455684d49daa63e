// §6: an admin grants and revokes capabilities of a branch's roles; the change takes effect with the next request.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let [admin, manager, staff, sisterStaff]: TestClient[] = [];

before(async () => {
  branch = await make.branch({
    is_valet_and_parking: true,
    valet_and_parking_config: (await make.row("Valet_and_Parking_Configuration", {})).id,
  });
  const sister = await make.branch({ company: branch.company });
  const createClient = async (role: "admin" | "manager" | "staff", at = branch) =>
    asUser(await make.user(role, { branch: at, first_name: role }));
  [admin, manager] = [await createClient("admin"), await createClient("manager")];
  [staff, sisterStaff] = [await createClient("staff"), await createClient("staff", sister)];
});

beforeEach(async () => {
  assert.equal((await setExceptions(null)).status, 200);
});

const setExceptions = (value: unknown, client = admin!) =>
  client.patch(`/items/Branch/${branch.id}`, { capability_exceptions: value });
const readCashStatus = async (client: TestClient) => (await client.get("/actions/cash/day?day=2026-01-05")).status;

test("a granted capability works from the next request on, at this branch only", async () => {
  assert.equal(await readCashStatus(staff!), 403);
  assert.equal((await setExceptions({ staff: { "report.read": true } })).status, 200);
  assert.deepEqual([await readCashStatus(staff!), await readCashStatus(sisterStaff!)], [200, 403]);
  assert.equal((await setExceptions(null)).status, 200);
  assert.equal(await readCashStatus(staff!), 403);
});

test("a revoked capability stops with the next request; admins keep theirs", async () => {
  assert.equal(await readCashStatus(manager!), 200);
  assert.equal((await setExceptions({ manager: { "report.read": false } })).status, 200);
  assert.deepEqual([await readCashStatus(manager!), await readCashStatus(admin!)], [403, 200]);
});

test("/permissions and /policies contain the rights with the exceptions of the branch", async () => {
  type PermissionRow = { id: number; collection: string; action: string };
  const list = async (client: TestClient) => (await client.get("/permissions?limit=-1")).data as PermissionRow[];
  const before = await list(staff!);
  assert.equal((await setExceptions({ staff: { "gate.operate": false } })).status, 200);
  const after = await list(staff!);
  assert.deepEqual(
    before.filter(({ id }) => !after.some((row) => row.id === id)).map((row) => `${row.action} ${row.collection}`),
    [
      "create Parking_Main_Information",
      "update Parking_Main_Information",
      "create Parking_Information",
      "update Parking_Information",
      "create Parking_Vehicle_Images",
      "create Valet_and_Parking_Information",
      "create valet_parking_vehicle_images",
    ],
  );
  // Drivers still update tickets, but fewer fields.
  const changed = after.filter((row) => JSON.stringify(row) !== JSON.stringify(before.find(({ id }) => id === row.id)));
  assert.deepEqual(
    changed.map((row) => `${row.action} ${row.collection}`),
    ["update Valet_and_Parking_Information"],
  );
  const { data: policies } = await staff!.get("/policies");
  assert.deepEqual(
    policies[0].permissions,
    after.map(({ id }) => id),
  );
  assert.deepEqual(await list(sisterStaff!), before);
});

test("refunds follow the exceptions at once", async () => {
  const set = { branch: branch.id, company: branch.company, merchant_id: "M1", amount: 4_000, state: "initiated" };
  const attempt = await make.row("payment_attempts", {}, set);
  // Rejected by the rule on the reason if refunds are allowed.
  const refund = async (client: TestClient) =>
    (await client.post(`/actions/payments/attempts/${attempt.id}/refund`, { amount: "1.00", reason: "" })).code;
  assert.deepEqual([await refund(manager!), await refund(staff!)], ["REASON_REQUIRED", "FORBIDDEN"]);
  await setExceptions({ manager: { "payment.refund": false }, staff: { "payment.refund": true } });
  assert.deepEqual([await refund(manager!), await refund(staff!)], ["FORBIDDEN", "REASON_REQUIRED"]);
});

test("rules of the write path follow the exceptions", async () => {
  const ticket = await make.row("Valet_and_Parking_Information", {
    branch: branch.id,
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const other = await make.user("staff", { branch });
  const assign = (to: string) =>
    staff!.patch(`/items/Valet_and_Parking_Information/${ticket.id}`, { Assigned_Staff: to });
  assert.equal((await assign(other.id)).code, "FORBIDDEN");
  await setExceptions({ staff: { "valet.manage": true } });
  assert.equal((await assign(other.id)).status, 200);
});

test("staff from whom the gate is revoked read entries, change none, and still move vehicles without taking payments", async () => {
  const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });
  const { data: entry } = await staff!.post("/actions/parking/check-in", vehicle());
  const { data: ticket } = await staff!.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.equal((await setExceptions({ staff: { "gate.operate": false } })).status, 200);
  const entryPath = `/items/Parking_Information/${entry.id}`;
  const charge = { additional_charge: "5.00", addition_note: "Lost slip" };
  const rejected = [
    await staff!.post("/actions/parking/check-in", vehicle()),
    await staff!.post(`/actions/parking/${entry.id}/check-out`),
    await staff!.patch(entryPath, charge),
    await staff!.post(`/actions/valet/${ticket.id}/take-cash`, {}),
    await staff!.patch(`/items/Valet_and_Parking_Information/${ticket.id}`, { additional_charge: "5.00" }),
  ];
  assert.deepEqual(
    rejected.map(({ code }) => code),
    rejected.map(() => "FORBIDDEN"),
  );
  assert.equal((await staff!.get(entryPath)).status, 200);
  const parked = await staff!.post(`/actions/valet/${ticket.id}/park`, {});
  assert.equal(parked.data.status_id.sequence, 2, parked.text);
  await setExceptions(null);
  assert.equal((await staff!.patch(entryPath, charge)).status, 200);
});

test("managers from whom the gate is revoked decide requests only", async () => {
  const { data: entry } = await manager!.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  await setExceptions({ manager: { "gate.operate": false } });
  for (const change of [{ parking_status_id: 2 }, { additional_charge: "5.00", addition_note: "Lost slip" }])
    assert.equal((await manager!.patch(`/items/Parking_Information/${entry.id}`, change)).code, "FORBIDDEN");
});

test("managers from whom settings are revoked change none of the branch", async () => {
  const block = { branch: branch.id, service: "is_parking", zone_or_block: "A", slot_prefix: "A", total_slots: 5 };
  const write = async () => [
    (await manager!.patch(`/items/Branch/${branch.id}`, { valet_number: "9840011111" })).status,
    (await manager!.post("/items/Slot_Blocks", block)).status,
    (await manager!.get("/actions/configuration/history?of=branch")).status,
  ];
  await setExceptions({ manager: { "branch.configure": false } });
  assert.deepEqual(await write(), [403, 403, 403]);
  assert.equal((await manager!.get("/items/Slot_Blocks")).status, 200);
  await setExceptions(null);
  assert.deepEqual(await write(), [200, 200, 200]);
});

test("managers from whom people are revoked change only their own attendance", async () => {
  const person = await make.user("manager", { branch });
  const client = await asUser(person);
  const colleague = await make.user("staff", { branch });
  const suspend = () => client.patch(`/users/${colleague.id}`, { status: "suspended" });
  await setExceptions({ manager: { "people.manage": false } });
  const invitation = { email: "new@example.com", role: roles.staff.id };
  assert.deepEqual(
    [(await suspend()).code, (await client.post("/users/invite", invitation)).code],
    ["FORBIDDEN", "FORBIDDEN"],
  );
  assert.equal((await client.get("/actions/people/attendance?day=2026-01-05")).status, 403);
  assert.equal((await client.patch(`/users/${person.id}`, { in_out_flag: false })).status, 200);
  assert.equal((await client.patch(`/users/${person.id}`, { designation: "Head" })).code, "FORBIDDEN");
  await setExceptions(null);
  assert.equal((await suspend()).status, 200);
});

test("rejects roles and capabilities that cannot be adjusted, and writes by other users", async () => {
  for (const value of [
    { staff: { "people.manage": true } },
    { staff: { "branch.configure": true } },
    { staff: { "platform.administer": true } },
    { admin: { "report.read": false } },
    { approver: { "report.read": true } },
    { staff: { "report.read": "yes" } },
    "staff",
  ])
    assert.equal((await setExceptions(value)).code, "FAILED_VALIDATION", JSON.stringify(value));
  for (const client of [manager!, staff!])
    assert.equal((await setExceptions({ staff: { "report.read": true } }, client)).code, "FORBIDDEN");
  const foreignAdmin = await asUser(await make.user("admin", { branch: await make.branch() }));
  assert.equal((await setExceptions({ staff: { "report.read": true } }, foreignAdmin)).code, "FORBIDDEN");
  assert.equal(await readCashStatus(staff!), 403);
});

test("a stored exception that cannot be adjusted has no effect", async () => {
  const stored = { staff: { "people.manage": true }, approver: { "report.read": true } };
  await sql`update "Branch" set capability_exceptions = ${sql.json(stored)} where id = ${branch.id}`;
  const approver = await asUser(await make.user("approver", { branch }));
  assert.equal((await staff!.get("/actions/people/attendance?day=2026-01-05")).status, 403);
  assert.equal(await readCashStatus(approver), 403);
});

test("the history of the branch names the change and its author", async () => {
  await setExceptions({ staff: { "report.read": true } });
  const { data } = await admin!.get("/actions/configuration/history?of=branch");
  assert.equal(data[0].by, "admin");
  assert.deepEqual(data[0].changes, { capability_exceptions: [null, { staff: { "report.read": true } }] });
});
