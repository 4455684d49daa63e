// §4: a random run over check-in, cash, UPI and card, parts, reversals, refunds, debts, write-offs, discounts and exits keeps
// cash + online + other channels + debts + write-offs − refunds = charges, to the paisa, per entry, shift, day and branch. OPERATIONS and
// SEED select how many operations and which.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createSeededRandom, pickOne } from "#tests/support/seeded-random.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import type { TestClient, TestResponse } from "#tests/support/app.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";

const operations = Number(process.env["OPERATIONS"] ?? 500);
const seed = Number(process.env["SEED"] ?? 20_261_123);
const {
  asUser,
  sql,
  factories: make,
  branch: createBranch,
} = await startPaymentsApp({
  config: { requestsPerPerson: 0 },
});
const random = createSeededRandom(seed);
/** Errors of operations that do not apply to the drawn entry; any other is a failure. */
const expectedErrors = new Set([
  "ALREADY_PAID",
  "AMOUNT_TOO_HIGH",
  "AMOUNT_BELOW_MINIMUM",
  "DEBT_WRITTEN_OFF",
  "EXIT_TIME_INVALID",
  "NOTHING_OWED",
  "NOT_SETTLED",
  "NO_NEXT_STATUS",
  "PAYMENT_CORRECTED",
  "REFUND_TOO_HIGH",
  "REVERSAL_NOT_ALLOWED",
  "SHIFT_ALREADY_CLOSED",
  "STATUS_ALREADY_UPDATED",
  "VEHICLE_IN_PROGRESS",
]);

interface Site {
  branch: CreatedBranch;
  managerUser: CreatedUser;
  gates: { user: CreatedUser; client: TestClient }[];
  manager: TestClient;
  plates: string[];
}
const sites: Site[] = [];
const counts: { [outcome: string]: number } = {};

before(async () => {
  for (let index = 0; index < 2; index += 1) {
    const branch = await createBranch({ rate: `${10 + index * 7}.35` });
    const gates = [];
    for (let person = 0; person < 2; person += 1) {
      const user = await make.user("staff", { branch });
      gates.push({ user, client: await asUser(user) });
    }
    await sql`update "Branch" set payment_channels = '["upi", "card_terminal"]' where id = ${branch.id}`;
    const managerUser = await make.user("manager", { branch, in_out_flag: false });
    const manager = await asUser(managerUser);
    await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true });
    const plates = Array.from({ length: 8 }, () => make.plate());
    sites.push({ branch, managerUser, gates, manager, plates });
  }
});

const kinds = [
  "check-in",
  "check-in",
  "time",
  "time",
  "cash",
  "cash",
  "cash-out",
  "part",
  "part",
  "discount",
  "extra",
  "exit",
  "channel",
  "channel",
  "later",
  "later-exit",
  "missed-exit",
  "collect",
  "write-off",
  "reverse",
  "reverse",
  "refund",
  "refund",
  "online",
  "count",
] as const;

async function perform(site: Site): Promise<TestResponse | undefined> {
  const kind = pickOne(random, kinds);
  const gate = pickOne(random, site.gates).client;
  const plate = pickOne(random, site.plates);
  const entries = await sql<{ id: number; out: boolean }[]>`
    select id, out_time is not null as out from "Parking_Information" where branch = ${site.branch.id} order by id desc limit 12`;
  const amount = ((1 + random(3_000)) / 100).toFixed(2);
  if (kind === "check-in" || entries.length === 0)
    return gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  const { id } = pickOne(random, entries);
  const entryPath = `/items/Parking_Information/${id}`;
  switch (kind) {
    case "time":
      await sql`update "Parking_Information" set in_time = in_time - ${1 + random(45)} * interval '1 minute' where id = ${id} and out_time is null`;
      return undefined;
    case "cash":
      return gate.post(`/actions/parking/${id}/take-cash`, { is_extra: random(2) === 0 });
    case "cash-out": {
      const debts = await sql<{ id: number }[]>`
        select id from "Parking_Information" where branch = ${site.branch.id} and out_time is not null and extended_amount > 0 limit 2`;
      const body = { auto_checkout: true, debts: debts.map((debt) => ({ kind: "P", id: debt.id })) };
      return gate.post(`/actions/parking/${id}/take-cash`, body);
    }
    case "part":
      return gate.post(`/actions/parking/${id}/take-cash`, { part: amount });
    case "channel": {
      const { request } = (await gate.get(`/actions/payments/parking/${id}`)).data;
      const body = { channel: pickOne(random, ["upi", "card_terminal"]), reference: "4K7Z", request };
      return gate.post(`/actions/parking/${id}/take-payment`, random(2) === 0 ? body : { ...body, part: amount });
    }
    case "discount":
      return gate.patch(entryPath, { deduction_charge: amount, deduction_note: "Test" });
    case "extra":
      return gate.patch(entryPath, { additional_charge: amount, addition_note: "Test" });
    case "exit":
      return gate.post(`/actions/parking/${id}/check-out`);
    case "later":
      return site.manager.patch(entryPath, { payment_type: "pay-later", pay_later_reason: "Test" });
    case "later-exit":
      await site.manager.patch(entryPath, { payment_type: "pay-later", pay_later_reason: "Test" });
      return gate.post(`/actions/parking/${id}/check-out`);
    case "missed-exit": {
      const out_time = new Date(Date.now() - random(60) * 60_000).toISOString();
      return site.manager.post(`/actions/parking/${id}/record-exit`, { out_time, reason: "Test" });
    }
    case "collect":
      return gate.post("/actions/debts/collect", { debts: [{ kind: "P", id }] });
    case "write-off":
      return site.manager.post(`/actions/parking/${id}/write-off`, { reason: "Test" });
    case "count": {
      const [shift] = await sql`
        select s.id, s.collector from cash_shifts s where s.branch = ${site.branch.id} and closed_at is null and collector <> ${site.managerUser.id} limit 1`;
      const collector = site.gates.find(({ user }) => user.id === shift?.["collector"]);
      return shift && collector?.client.patch(`/items/cash_shifts/${shift["id"]}`, { counted: amount });
    }
    case "online":
      return payOnline({ id, gate, amount });
    default: {
      const payments = await sql<{ id: number; collector: string }[]>`
        select id, collected_by as collector from payments where parking_information = ${id} and channel <> 'online'`;
      if (payments.length === 0) return undefined;
      const payment = pickOne(random, payments);
      const path = `/actions/cash/payments/${payment.id}/${kind}`;
      const collector = site.gates.find(({ user }) => user.id === payment.collector)?.client ?? site.manager;
      return kind === "refund"
        ? site.manager.post(path, { amount, reason: "Test" })
        : collector.post(path, { reason: "Test" });
    }
  }
}

/** Pays a part at the provider and waits for its effect. */
async function payOnline({
  id,
  gate,
  amount,
}: {
  id: number;
  gate: TestClient;
  amount: string;
}): Promise<TestResponse> {
  const started = await gate.post(`/actions/payments/parking/${id}/start`, { part: amount });
  if (started.status !== 200) return started;
  await pressProviderAction(started.data.url, "succeed");
  await waitUntil(
    async () => (await sql`select state from payment_attempts where id = ${started.data.id}`)[0]!["state"],
    (state) => state === "success",
    20_000,
  );
  return started;
}

/** All amounts in paise. */
async function readEntrySums() {
  return sql<
    {
      [
        sum in
          | "id"
          | "branch"
          | "total"
          | "cash"
          | "online"
          | "channels"
          | "refunds"
          | "debt"
          | "writtenOff"
          | "paid"
          | "refunded"
      ]: number;
    }[]
  >`
    select e.id, e.branch, (coalesce(e.total_amount, 0) * 100)::int as total, (coalesce(e.extended_amount, 0) * 100)::int as debt,
      (coalesce(e.written_off_amount, 0) * 100)::int as "writtenOff", (coalesce(e.paid_amount, 0) * 100)::int as paid,
      (coalesce(e.refunded_amount, 0) * 100)::int as refunded,
      (coalesce(sum(p.amount) filter (where p.mode = 'cash' and p.kind <> 'refund'), 0) * 100)::int as cash,
      (coalesce(sum(p.amount) filter (where p.channel = 'online'), 0) * 100)::int as online,
      (coalesce(sum(p.amount) filter (where p.channel not in ('cash', 'online') and p.kind <> 'refund'), 0) * 100)::int as channels,
      (coalesce(-sum(p.amount) filter (where p.kind = 'refund'), 0) * 100)::int as refunds
    from "Parking_Information" e left join payments p on p.parking_information = e.id group by e.id order by e.id`;
}

test(`money stays equal over ${operations} random operations (seed ${seed})`, async () => {
  for (let done = 0; done < operations; done += 1) {
    const response = await perform(pickOne(random, sites));
    const outcome = response === undefined ? "none" : response.status < 300 ? "ok" : (response.code ?? response.text);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    assert.ok(
      ["ok", "none"].includes(outcome) || expectedErrors.has(outcome),
      `seed ${seed}, operation ${done}: ${response?.text}`,
    );
  }
  assert.ok((counts["ok"] ?? 0) > operations / 4, JSON.stringify(counts));
});

test("per entry: cash + online + debt + write-off − refunds = charge − refunds, and the ledger agrees", async () => {
  const left = new Set(
    (await sql<{ id: number }[]>`select id from "Parking_Information" where out_time is not null`).map(({ id }) => id),
  );
  for (const sums of await readEntrySums()) {
    const where = `seed ${seed}, entry ${JSON.stringify(sums)}`;
    assert.equal(sums.cash + sums.online + sums.channels, sums.paid, where);
    assert.equal(sums.refunds, sums.refunded, where);
    assert.ok(sums.refunds <= sums.cash + sums.channels, where);
    // The charge of a vehicle inside is that of its last change.
    if (left.has(sums.id) || sums.total > 0)
      assert.equal(sums.cash + sums.online + sums.channels + sums.debt + sums.writtenOff, sums.total, where);
  }
});

test("per branch and day: the reports give the sums of the entries", async () => {
  const entries = await readEntrySums();
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  for (const site of sites) {
    const own = entries.filter(({ branch }) => branch === site.branch.id);
    const sum = (name: "cash" | "online" | "channels" | "refunds" | "writtenOff") =>
      own.reduce((total, entry) => total + entry[name], 0);
    const { totals } = (await site.manager.get(`/actions/cash/day?day=${day}`)).data;
    assert.deepEqual(
      [totals.cash, totals.online, totals.upi + totals.card_terminal, totals.refunded, totals.written_off],
      [sum("cash"), sum("online"), sum("channels"), sum("refunds"), sum("writtenOff")],
      `seed ${seed}`,
    );
    const debts = (await site.manager.get("/actions/debts")).data;
    const [owed] = await sql<{ paise: number }[]>`select (coalesce(sum(extended_amount), 0) * 100)::int as paise
      from "Parking_Information" where branch = ${site.branch.id} and out_time is not null`;
    assert.equal(debts.total, owed!.paise, `seed ${seed}`);
  }
});

test("per shift: every rupee of cash is in one shift, and a counted shift expected exactly its rows", async () => {
  const [sums] = await sql<{ [sum: string]: number }[]>`select
    (select count(*)::int from payments where channel <> 'online' and kind = 'payment' and shift is null) as "withoutShift",
    (select count(*)::int from payments p join cash_shifts s on s.id = p.shift where p.branch <> s.branch) as foreign,
    (select count(*)::int from cash_shifts s where closed_at is not null and expected <>
      (select coalesce(sum(amount), 0) from payments p where p.shift = s.id and p.channel = 'cash')) as wrong`;
  assert.deepEqual({ ...sums }, { withoutShift: 0, foreign: 0, wrong: 0 }, `seed ${seed}`);
});
