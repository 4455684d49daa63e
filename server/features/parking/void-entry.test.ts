// Void of an entry made by mistake, and cancellation of one whose vehicle turned away.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { createServices } from "#server/context.ts";
import { testConfig, type TestClient } from "#tests/support/app.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, branch: createBranch, payOnline } = await startPaymentsApp();
const reason = "Entered twice";

interface Gate {
  branch: CreatedBranch;
  staff: TestClient;
  manager: TestClient;
}

async function createGate(fields: object = {}): Promise<Gate> {
  const branch = await createBranch({ slots: 2, ...fields });
  const [staff, manager] = await Promise.all(
    (["staff", "manager"] as const).map(async (role) => asUser(await make.user(role, { branch, first_name: role }))),
  );
  return { branch, staff: staff!, manager: manager! };
}

const vehicle = (vehicle_no = make.plate()) => ({ vehicle_no, phone_no: "9840012345" });
const readEntry = async (id: number): Promise<Row> =>
  (await sql<Row[]>`select * from "Parking_Information" where id = ${id}`)[0]!;
const setInTime = (id: number, minutes: number) =>
  sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${id}`;

test("a void frees slot and plate, keeps the number, and is in the history with who and why", async () => {
  const { branch, staff, manager } = await createGate();
  const body = vehicle();
  const first = await staff.post("/actions/parking/check-in", body);
  assert.equal((await staff.post(`/actions/parking/${first.data.id}/void`)).code, "CHANGE_REASON_REQUIRED");
  const voided = await staff.post(`/actions/parking/${first.data.id}/void`, { reason });
  assert.equal(voided.status, 200, voided.text);
  assert.deepEqual(
    [voided.data.parking_status_id, voided.data.total_amount, voided.data.change_reason],
    [4, "0.00", reason],
  );
  const again = await staff.post("/actions/parking/check-in", body);
  assert.equal(again.status, 200, again.text);
  assert.equal(again.data.slot_no, first.data.slot_no);
  assert.notEqual(again.data.receipt_no, first.data.receipt_no);
  const { data: history } = await manager.get(
    `/items/Parking_History?filter[parking_information][_eq]=${first.data.id}&sort=-id&limit=1&fields=changes,user_created.first_name`,
  );
  assert.deepEqual(history[0].changes.parking_status_id, [1, 4]);
  assert.deepEqual(history[0].changes.change_reason, [null, reason]);
  assert.equal(history[0].user_created.first_name, "staff");
  const { data: list } = await manager.get(
    `/items/Parking_Information?filter[voided_at][_nnull]=true&fields=id,voided_by.first_name&filter[branch][_eq]=${branch.id}`,
  );
  assert.deepEqual(list, [{ id: first.data.id, voided_by: { first_name: "staff" } }]);
  assert.equal((await staff.post(`/actions/parking/${first.data.id}/void`, { reason })).code, "STATUS_ALREADY_UPDATED");
});

test("staff void their own within 5 minutes, a manager later; other doors never void", async () => {
  const { branch, staff, manager } = await createGate();
  const { data } = await staff.post("/actions/parking/check-in", vehicle());
  const other = await asUser(await make.user("staff", { branch }));
  const path = `/actions/parking/${data.id}/void`;
  assert.equal((await other.post(path, { reason })).code, "VOID_NOT_ALLOWED");
  await setInTime(data.id, 6);
  assert.equal((await staff.post(path, { reason })).code, "VOID_NOT_ALLOWED");
  assert.equal(
    (await manager.patch(`/items/Parking_Information/${data.id}`, { parking_status_id: 4 })).code,
    "NO_NEXT_STATUS",
  );
  const forged = { parking_status_id: 4, voided_at: new Date().toISOString(), change_reason: reason };
  assert.equal((await manager.patch(`/items/Parking_Information/${data.id}`, forged)).code, "FORBIDDEN");
  assert.equal((await manager.post(path, { reason })).status, 200);
});

test("an entry paid in cash is not voided, by nobody", async () => {
  const { staff, manager } = await createGate();
  const { data } = await staff.post("/actions/parking/check-in", vehicle());
  await staff.post(`/actions/parking/${data.id}/take-cash`, {});
  assert.equal((await staff.post(`/actions/parking/${data.id}/void`, { reason })).code, "VOID_NOT_ALLOWED");
  const refused = await manager.post(`/actions/parking/${data.id}/void`, { reason });
  assert.deepEqual([refused.status, refused.code], [409, "VOID_CASH_RECEIVED"]);
});

test("a void by a manager refunds what was paid online, once and within the limit", async () => {
  const { branch, staff, manager } = await createGate();
  const { data } = await staff.post("/actions/parking/check-in", vehicle());
  await payOnline({ client: staff, id: data.id });
  await sql`update payment_settings set manager_refund_limit = 10 where branch = ${branch.id}`;
  const path = `/actions/parking/${data.id}/void`;
  // The guard is told whom to ask.
  assert.equal((await staff.post(path, { reason })).code, "VOID_NOT_ALLOWED");
  assert.equal((await manager.post(path, { reason })).code, "REFUND_OVER_LIMIT");
  await sql`update payment_settings set manager_refund_limit = 100 where branch = ${branch.id}`;
  const responses = await Promise.all([manager.post(path, { reason }), manager.post(path, { reason })]);
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  const row = await waitUntil(
    () => readEntry(data.id),
    ({ refunded_amount: refunded }) => refunded === 20,
  );
  assert.deepEqual([row["parking_status_id"], row["total_amount"], row["paid_amount"]], [4, 0, 20]);
});

test("a payment that succeeds after the void is refunded in full", async () => {
  const { staff } = await createGate();
  const { data } = await staff.post("/actions/parking/check-in", vehicle());
  const { data: attempt } = await staff.post(`/actions/payments/parking/${data.id}/start`, {});
  assert.equal((await staff.post(`/actions/parking/${data.id}/void`, { reason })).status, 200);
  await pressProviderAction(attempt.url, "succeed");
  const refunds = await waitUntil(
    () => sql<Row[]>`select kind, state, amount from payment_refunds where attempt = ${attempt.id}`,
    (rows) => rows[0]?.["state"] === "done",
  );
  assert.deepEqual({ ...refunds[0] }, { kind: "late", state: "done", amount: 20 });
  assert.equal((await readEntry(data.id))["paid_amount"], 0);
});

test("a pre-pay vehicle that turns away is cancelled: unpaid by staff, paid online by a manager with a refund", async () => {
  const { branch, staff, manager } = await createGate({ config: { payment_type: "pre-pay" } });
  const unpaid = await staff.post("/actions/parking/check-in", vehicle());
  const cancelled = await staff.post(`/actions/parking/${unpaid.data.id}/void`, { reason: "Turned away" });
  assert.deepEqual([cancelled.data.parking_status_id, cancelled.data.in_time], [4, null], cancelled.text);
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const invited = await manager.post("/actions/invites", { ...vehicle(), invite_end_date: end });
  await payOnline({ client: manager, id: invited.data.id });
  assert.equal(
    (await manager.patch(`/items/Parking_Information/${invited.data.id}`, { parking_status_id: 4 })).code,
    "VOID_ONLINE_RECEIVED",
  );
  assert.equal((await manager.post(`/actions/parking/${invited.data.id}/void`, { reason })).status, 200);
  await waitUntil(
    () => readEntry(invited.data.id),
    (row) => row["refunded_amount"] === 20,
  );
  assert.equal(branch.id, (await readEntry(invited.data.id))["branch"]);
});

interface RequestGate extends Gate {
  approver: TestClient;
}

/** Entries of the branch need an approval and are paid before entry. */
async function createRequestGate(): Promise<RequestGate> {
  const config = { payment_type: "pre-pay", security: "advanced_security" };
  const gate = await createGate({ entity_type: "government", config });
  return { ...gate, approver: await asUser(await make.user("approver", { branch: gate.branch })) };
}

test("a rejection of a request that was paid online returns all of it, whoever rejects", async () => {
  const { branch, staff, manager, approver } = await createRequestGate();
  // A limit of refunds does not stop a rejection: the payer is not let in.
  await sql`update payment_settings set manager_refund_limit = 10 where branch = ${branch.id}`;
  for (const decider of [approver, manager]) {
    const { data } = await staff.post("/actions/parking/check-in", vehicle());
    await payOnline({ client: staff, id: data.id });
    assert.equal((await readEntry(data.id))["parking_status_id"], 3, "it waits for the approval, paid or not");
    const path = `/actions/approvals/${data.id}/reject`;
    // Who may not decide returns nothing.
    assert.equal((await staff.post(path, { reason })).code, "FORBIDDEN");
    assert.equal((await sql`select id from payment_refunds where branch = ${branch.id} and state <> 'done'`).length, 0);
    const responses = await Promise.all([decider.post(path, { reason }), decider.post(path, { reason })]);
    const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
    assert.deepEqual(codes, ["200", "STATUS_ALREADY_UPDATED"]);
    const row = await waitUntil(
      () => readEntry(data.id),
      ({ refunded_amount: refunded }) => refunded === 20,
    );
    assert.deepEqual([row["parking_status_id"], row["paid_amount"], row["decision_reason"]], [4, 20, reason]);
    const refunds = await sql<Row[]>`
      select r.amount, r.reason, r.state from payment_refunds r join payment_attempts a on a.id = r.attempt
      where a.parking_information = ${data.id}`;
    assert.deepEqual(
      [...refunds].map((refund) => ({ ...refund })),
      [{ amount: 20, reason, state: "done" }],
    );
  }
});

test("a rejection or cancellation of an entry that holds cash is refused until the cash is returned", async () => {
  const { staff, manager, approver } = await createRequestGate();
  const { data } = await staff.post("/actions/parking/check-in", vehicle());
  const cash = await manager.post(`/actions/parking/${data.id}/take-cash`, {});
  assert.deepEqual([cash.status, cash.data.parking_status_id], [200, 3], cash.text);
  for (const client of [approver, manager])
    assert.equal((await client.post(`/actions/approvals/${data.id}/reject`, { reason })).code, "VOID_CASH_RECEIVED");
  assert.equal((await manager.post(`/actions/parking/${data.id}/void`, { reason })).code, "VOID_CASH_RECEIVED");
  assert.equal((await readEntry(data.id))["parking_status_id"], 3);
  const [payment] = await sql<{ id: number }[]>`select id from payments where parking_information = ${data.id}`;
  const refunded = await manager.post(`/actions/cash/payments/${payment!.id}/refund`, { amount: "20.00", reason });
  assert.equal(refunded.status, 200, refunded.text);
  assert.equal((await approver.post(`/actions/approvals/${data.id}/reject`, { reason })).status, 200);
  const [sum] = await sql<{ amount: number }[]>`
    select sum(amount)::int as amount from payments where parking_information = ${data.id}`;
  assert.deepEqual([sum!.amount, (await readEntry(data.id))["parking_status_id"]], [0, 4]);
});

test("a member of the visited unit rejects by the link: online money is returned, cash is not kept", async () => {
  const { branch, staff, manager } = await createRequestGate();
  const unit = await make.row("Branch_Units", { branch: branch.id, name: "A-204" });
  const member = await make.row("Unit_Members", { unit: unit.id, name: "Meena", phone: "9840055501", sort: 1 });
  const visitor = await asUser();
  const reject = (entry: number) => {
    const link = testTokens.issue({ kind: tokenKinds.visitLink, payload: { entry, member: member.id } });
    return visitor.post("/actions/visits/answer", { decision: "reject", reason }, { "x-visit": link });
  };
  const arrive = async (): Promise<number> =>
    (await staff.post("/actions/parking/check-in", { ...vehicle(), unit: unit.id })).data.id;
  const online = await arrive();
  await payOnline({ client: staff, id: online });
  assert.equal((await reject(online)).data.state, "rejected");
  await waitUntil(
    () => readEntry(online),
    ({ refunded_amount: refunded }) => refunded === 20,
  );
  const cash = await arrive();
  assert.equal((await manager.post(`/actions/parking/${cash}/take-cash`, {})).status, 200);
  assert.equal((await reject(cash)).code, "VOID_CASH_RECEIVED");
  assert.equal((await readEntry(cash))["parking_status_id"], 3);
});

test("an invite that expires unused returns what was paid ahead", async () => {
  const { manager } = await createGate({ config: { payment_type: "pre-pay" } });
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { data } = await manager.post("/actions/invites", { ...vehicle(), invite_end_date: end });
  await payOnline({ client: manager, id: data.id });
  await sql`update "Parking_Information" set invite_end_date = now() - interval '1 minute' where id = ${data.id}`;
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  await expireInvites({ services, now: new Date() });
  const row = await waitUntil(
    () => readEntry(data.id),
    ({ refunded_amount: refunded }) => refunded === 20,
  );
  assert.equal(row["parking_status_id"], 4);
});

test("an invite that expires unused with cash on it stays open until the cash is returned", async () => {
  const { staff, manager } = await createGate({ config: { payment_type: "pre-pay" } });
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { data } = await manager.post("/actions/invites", { ...vehicle(), invite_end_date: end });
  const part = await staff.post(`/actions/parking/${data.id}/take-cash`, { part: "15.00" });
  assert.deepEqual([part.status, part.data.parking_status_id], [200, 3], part.text);
  await sql`update "Parking_Information" set invite_end_date = now() - interval '1 minute' where id = ${data.id}`;
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  assert.equal(await expireInvites({ services, now: new Date() }), 0);
  assert.equal((await readEntry(data.id))["parking_status_id"], 3);
  const [payment] = await sql<{ id: number }[]>`select id from payments where parking_information = ${data.id}`;
  assert.equal((await staff.post(`/actions/cash/payments/${payment!.id}/reverse`, { reason })).status, 200);
  assert.equal(await expireInvites({ services, now: new Date() }), 1);
  assert.equal((await readEntry(data.id))["parking_status_id"], 4);
});

test("a pass stays valid when one of its entries is voided", async () => {
  const { staff } = await createGate();
  const body = vehicle();
  await staff.post("/actions/passes", { ...body, time_type: "days", duration: 3 });
  const first = await staff.post("/actions/parking/check-in", body);
  assert.equal(first.status, 200, first.text);
  assert.equal((await staff.post(`/actions/parking/${first.data.id}/void`, { reason })).status, 200);
  const second = await staff.post("/actions/parking/check-in", body);
  assert.equal(second.status, 200, second.text);
  assert.equal(second.data.parking_main_info.id, first.data.parking_main_info.id);
  assert.equal(second.data.total_amount ?? "0.00", "0.00");
});
