// §4: accounts: what was charged on account is settled once, in the shift and on the day in which the money is received.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gateUser: CreatedUser;
let gate: TestClient;
let manager: TestClient;

before(async () => {
  branch = await make.branch({ rate: "20.00", payment_channels: ["card_terminal", "on_account"] });
  gateUser = await make.user("staff", { branch });
  gate = await asUser(gateUser);
  manager = await asUser(await make.user("manager", { branch }));
});

/** Books ₹40 of a visit on account and returns the id of the payment. */
async function book(account: string): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const { request } = (await manager.get(`/actions/payments/parking/${data.id}`)).data;
  const body = { channel: "on_account", reference: account, request };
  const booked = await manager.post(`/actions/parking/${data.id}/take-payment`, body);
  assert.equal(booked.status, 200, booked.text);
  const [row] = await sql<{ id: number }[]>`select id from payments where parking_information = ${data.id}`;
  return row!.id;
}

const settle = (body: object, by = gate) => by.post("/actions/debts/accounts/settle", { channel: "cash", ...body });
const readAccounts = async (by = gate) => (await by.get("/actions/debts/accounts")).data;
async function findAccount(name: string) {
  const { accounts } = await readAccounts();
  return accounts.find(({ account }: { account: string }) => account === name);
}
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
const readTotals = async () => (await manager.get(`/actions/cash/day?day=${today()}`)).data.totals;
const readExpected = async (): Promise<number> => {
  const [row] = await sql<{ paise: number }[]>`
    select (coalesce(sum(amount), 0) * 100)::int as paise from payments p join cash_shifts s on s.id = p.shift
    where s.collector = ${gateUser.id} and s.closed_at is null and p.mode = 'cash'`;
  return row!.paise;
};

test("an account owes what was charged to it, whatever the capitals, since its oldest charge that is not settled", async () => {
  const first = await book("Acme Ltd");
  const second = await book("ACME LTD");
  await book("Other Ltd");
  await sql`update payments set received_at = now() - interval '9 days' where id = ${first}`;
  await sql`update payments set received_at = now() - interval '2 days' where id = ${second}`;
  const ageDays = async () =>
    Math.round((Date.now() - new Date((await findAccount("ACME LTD")).since).getTime()) / 86_400_000);
  const { accounts, total } = await readAccounts();
  assert.deepEqual(
    accounts.map(({ account, entries, owed, settled }: { [field: string]: unknown }) => [
      account,
      entries,
      owed,
      settled,
    ]),
    [
      ["ACME LTD", 2, 8_000, 0],
      ["Other Ltd", 1, 4_000, 0],
    ],
  );
  assert.equal(total, 12_000);
  assert.equal(await ageDays(), 9);
  const before = { day: await readTotals(), expected: await readExpected() };
  const part = await settle({ account: "acme ltd", amount: "50.00", expected: 8_000 });
  assert.equal(part.status, 200, part.text);
  // The older charge is settled, and the age is that of the newer one.
  assert.equal(await ageDays(), 2);
  assert.deepEqual([(await findAccount("ACME LTD")).owed, (await findAccount("ACME LTD")).settled], [3_000, 5_000]);
  const day = await readTotals();
  assert.deepEqual(
    [
      day.cash - before.day.cash,
      day.accounts_settled - before.day.accounts_settled,
      day.on_account - before.day.on_account,
    ],
    [5_000, 5_000, 0],
  );
  assert.equal((await readExpected()) - before.expected, 5_000);
  assert.equal((await settle({ account: "ACME LTD", amount: "30.00", expected: 3_000 })).status, 200);
  assert.equal(await findAccount("ACME LTD"), undefined);
});

test("a settlement is refused without a debt, above it, or through a channel without its reference", async () => {
  await book("Beta Ltd");
  const refused: [string, object][] = [
    ["NOTHING_OWED", { account: "Nobody Ltd", amount: "1.00" }],
    ["AMOUNT_TOO_HIGH", { account: "Beta Ltd", amount: "40.01" }],
    ["AMOUNT_TOO_LOW", { account: "Beta Ltd", amount: "0.00" }],
    ["AMOUNT_MISMATCH", { account: "Beta Ltd", amount: "40.00", expected: 3_999 }],
    ["FAILED_VALIDATION", { account: " ", amount: "40.00" }],
    ["FAILED_VALIDATION", { account: "Beta Ltd", amount: "40.00", channel: "card_terminal" }],
    ["PAYMENT_NOT_OFFERED", { account: "Beta Ltd", amount: "40.00", channel: "upi", reference: "4K7Z" }],
    ["INVALID_PAYLOAD", { account: "Beta Ltd", amount: "40.00", channel: "on_account" }],
  ];
  for (const [code, body] of refused) assert.equal((await settle(body)).code, code, JSON.stringify(body));
  const away = await asUser(await make.user("staff", { branch, in_out_flag: false }));
  assert.equal((await settle({ account: "Beta Ltd", amount: "40.00" }, away)).code, "USER_ATTENDANCE_OFF");
  const elsewhere = await asUser(await make.user("staff", { branch: await make.branch({ company: branch.company }) }));
  assert.equal((await settle({ account: "Beta Ltd", amount: "40.00" }, elsewhere)).code, "NOTHING_OWED");
  assert.deepEqual((await readAccounts(elsewhere)).accounts, []);
  assert.equal((await findAccount("Beta Ltd")).owed, 4_000);
  const byCard = { account: "Beta Ltd", amount: "40.00", channel: "card_terminal", reference: "rrn1234" };
  assert.equal((await settle({ ...byCard, reference: "r" })).code, "FAILED_VALIDATION");
  assert.equal((await settle(byCard)).status, 200);
  const [row] = await sql`select mode, channel, reference, account, amount::int as amount from payments
    where branch = ${branch.id} and kind = 'settlement' and channel = 'card_terminal'`;
  assert.deepEqual(
    { ...row },
    { mode: "online", channel: "card_terminal", reference: "RRN1234", account: "Beta Ltd", amount: 40 },
  );
});

test("a charge that was reversed is not owed any more", async () => {
  const payment = await book("Gamma Ltd");
  await book("Gamma Ltd");
  const reversed = await manager.post(`/actions/cash/payments/${payment}/reverse`, { reason: "Other account" });
  assert.equal(reversed.status, 200, reversed.text);
  assert.equal((await findAccount("Gamma Ltd")).owed, 4_000);
});

const reverse = (id: number, by = gate, why: string | undefined = "Typed 40 for 4") =>
  by.post(`/actions/cash/payments/${id}/reverse`, { reason: why });

test("a mistyped settlement is reversed by its collector in the open shift: the account owes it again", async () => {
  await book("Zeta Ltd");
  const before = { totals: await readTotals(), expected: await readExpected() };
  const { data } = await settle({ account: "Zeta Ltd", amount: "40.00", expected: 4_000 });
  assert.equal(await findAccount("Zeta Ltd"), undefined);
  assert.equal((await reverse(data.id, gate, " ")).code, "CHANGE_REASON_REQUIRED");
  const other = await asUser(await make.user("staff", { branch }));
  // Another guard does not see the payment, a manager sees it.
  assert.equal((await reverse(data.id, other)).code, "FORBIDDEN");
  assert.equal((await reverse(data.id, manager)).code, "REVERSAL_NOT_ALLOWED");
  assert.equal(
    (await manager.post(`/actions/cash/payments/${data.id}/refund`, { amount: "1.00", reason: "Returned" })).code,
    "REFUND_TOO_HIGH",
  );
  await sql`update users set in_out_flag = false where id = ${gateUser.id}`;
  assert.equal((await reverse(data.id)).code, "USER_ATTENDANCE_OFF");
  await sql`update users set in_out_flag = true where id = ${gateUser.id}`;
  const responses = await Promise.all([reverse(data.id), reverse(data.id), reverse(data.id)]);
  const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
  assert.deepEqual(codes, ["200", "PAYMENT_CORRECTED", "PAYMENT_CORRECTED"]);
  assert.deepEqual([(await findAccount("Zeta Ltd")).owed, (await findAccount("Zeta Ltd")).settled], [4_000, 0]);
  const after = await readTotals();
  assert.deepEqual([after.cash - before.totals.cash, after.accounts_settled - before.totals.accounts_settled], [0, 0]);
  assert.equal(await readExpected(), before.expected);
  const { remarkable } = (await manager.get(`/actions/cash/day?day=${today()}`)).data;
  const row = remarkable.find(({ name }: { name: string | null }) => name === "Zeta Ltd");
  assert.deepEqual([row.why, row.id, row.size, row.note], ["reversed", null, 4_000, "Typed 40 for 4"]);
  // It is settled again, and counted with the shift.
  const again = await settle({ account: "zeta ltd", amount: "4.00", expected: 4_000 });
  assert.equal(again.status, 200, again.text);
  const [shift] = await sql<{ id: number }[]>`
    select id from cash_shifts where collector = ${gateUser.id} and closed_at is null`;
  const counted = ((await readExpected()) / 100).toFixed(2);
  assert.equal((await gate.patch(`/items/cash_shifts/${shift!.id}`, { counted })).status, 200);
  assert.equal((await reverse(again.data.id)).code, "SHIFT_ALREADY_CLOSED");
  assert.equal((await findAccount("Zeta Ltd")).owed, 3_600);
});

test("of settlements at the same time, one counts", async () => {
  await book("Delta Ltd");
  const responses = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      settle({ account: "Delta Ltd", amount: "40.00", expected: 4_000 }, index % 2 ? gate : manager),
    ),
  );
  const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
  assert.deepEqual(codes, ["200", "AMOUNT_MISMATCH", "AMOUNT_MISMATCH", "AMOUNT_MISMATCH"]);
});

test("control: without the lock, an account is settled twice", async () => {
  await book("Epsilon Ltd");
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const settleOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ owed: number }[]>`select sum(amount)::int as owed from payments
        where branch = ${branch.id} and (reference = 'Epsilon Ltd' or account = 'Epsilon Ltd')`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (row!.owed === 40)
        await tx`insert into payments (branch, company, kind, mode, channel, account, amount, received_at)
          values (${branch.id}, ${branch.company}, 'settlement', 'cash', 'cash', 'Epsilon Ltd', 40, now())`;
    });
  await Promise.all([settleOnce(), settleOnce()]);
  const [row] = await sql`select count(*)::int as count from payments where account = 'Epsilon Ltd'`;
  assert.equal(row!["count"], 2);
});

test("a bank transfer is recorded with its reference by who may book on account, apart from the cash", async () => {
  const account = "Transfer Ltd";
  await book(account);
  const transfer = (by: TestClient, reference?: string) =>
    settle({ account, amount: "40.00", channel: "bank_transfer", reference, expected: 4_000 }, by);
  assert.equal((await transfer(gate, "UTR123456")).code, "FORBIDDEN");
  for (const reference of [undefined, "", "12345", "UTR_123456"]) {
    const refused = await transfer(manager, reference);
    assert.deepEqual(
      [refused.code, refused.errors?.[0]?.extensions["field"]],
      ["FAILED_VALIDATION", "reference"],
      String(reference),
    );
  }
  const before = await readTotals();
  const settled = await transfer(manager, " utr123456 ");
  assert.equal(settled.status, 200, settled.text);
  const [row] = await sql<{ mode: string; channel: string; reference: string }[]>`
    select mode, channel, reference from payments where id = ${settled.data.id}`;
  assert.deepEqual({ ...row }, { mode: "online", channel: "bank_transfer", reference: "UTR123456" });
  const day = await readTotals();
  assert.deepEqual(
    [
      day.bank_transfer - before.bank_transfer,
      day.accounts_settled - before.accounts_settled,
      day.cash - before.cash,
      day.online - before.online,
    ],
    [4_000, 4_000, 0, 0],
  );
  assert.equal(await findAccount(account), undefined);
});

test("each print of the receipt of a settlement but the first is a duplicate, and a reversed one is not printed", async () => {
  await book("Printed Ltd");
  const { data } = await settle({ account: "Printed Ltd", amount: "40.00", expected: 4_000 });
  const print = () => gate.post(`/actions/cash/payments/${data.id}/print-receipt`);
  const counts = (await Promise.all(Array.from({ length: 5 }, print))).map((reply) => reply.data.receipt_prints);
  assert.deepEqual(
    counts.toSorted((first, second) => first - second),
    [1, 2, 3, 4, 5],
  );
  // The control: counts read before the writes, without the lock of the row, would all be the same.
  const reads = await Promise.all([1, 2].map(() => sql`select receipt_prints from payments where id = ${data.id}`));
  assert.deepEqual(reads[0], reads[1]);
  assert.equal(
    (await gate.post(`/actions/cash/payments/${data.id}/reverse`, { reason: "Another account" })).status,
    200,
  );
  assert.equal((await print()).code, "NO_NEXT_STATUS");
  const booked = await book("Printed Ltd");
  assert.equal((await gate.post(`/actions/cash/payments/${booked}/print-receipt`)).code, "FORBIDDEN");
});
