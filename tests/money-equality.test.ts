// §4: a random run over everything that moves money at a branch keeps cash + online + other channels + debts + write-offs − refunds =
// charges, to the paisa, per entry, shift, day and branch, also after accounts have settled what was booked on account. OPERATIONS and SEED select how many operations and which.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  createMoneySite,
  type MoneyOperation,
  moneyOperations,
  type MoneySite,
  performMoneyOperation,
} from "#tests/support/money-operations.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const operations = Number(process.env["OPERATIONS"] ?? 5_000);
const seed = Number(process.env["SEED"] ?? 20_261_123);
/** Run beside each other, so that waiting for the provider at one does not hold up the others. */
const siteCount = 4;
const app = await startPaymentsApp({ config: { requestsPerPerson: 0 } });
const { sql } = app;
const sites: MoneySite[] = [];
const counts: { [name in MoneyOperation]?: { [outcome: string]: number } } = {};
const days = new Set<string>();
const addDay = (at: Date): unknown => days.add(at.toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }));

before(async () => {
  // A missed exit is recorded at a time up to some minutes ago.
  addDay(new Date(Date.now() - 10 * 60_000));
  const [car, scooter] = [
    await app.factories.row("Vehicle_Type", { name: "Test car" }),
    await app.factories.row("Vehicle_Type", { name: "Test scooter" }),
  ];
  for (let index = 0; index < siteCount; index += 1)
    sites.push(await createMoneySite({ app, index, seed, vehicleTypes: [car.id, scooter.id] }));
});

interface EntrySums {
  id: number;
  branch: number;
  total: number;
  paid: number;
  debt: number;
  writtenOff: number;
  refunded: number;
  cash: number;
  online: number;
  channels: number;
  /** Refunds that staff paid out, of which in cash, and those of the provider. */
  refunds: number;
  cashRefunds: number;
  onlineRefunds: number;
  isVoided: boolean;
  hasLeft: boolean;
  isTypeCorrected: boolean;
}

/** All amounts in paise. */
function readEntrySums(): Promise<EntrySums[]> {
  return sql<EntrySums[]>`
    select e.id, e.branch, (coalesce(e.total_amount, 0) * 100)::int as total, (coalesce(e.extended_amount, 0) * 100)::int as debt,
      (coalesce(e.written_off_amount, 0) * 100)::int as "writtenOff", (coalesce(e.paid_amount, 0) * 100)::int as paid,
      (coalesce(e.refunded_amount, 0) * 100)::int as refunded, e.voided_at is not null as "isVoided", e.out_time is not null as "hasLeft",
      exists (select 1 from "Parking_History" h where h.parking_information = e.id and h.changes -> 'correction' -> 1 ? 'vehicle_type') as "isTypeCorrected",
      (coalesce(sum(p.amount) filter (where p.mode = 'cash' and p.kind <> 'refund'), 0) * 100)::int as cash,
      (coalesce(sum(p.amount) filter (where p.channel = 'online'), 0) * 100)::int as online,
      (coalesce(sum(p.amount) filter (where p.channel not in ('cash', 'online') and p.kind <> 'refund'), 0) * 100)::int as channels,
      (coalesce(-sum(p.amount) filter (where p.kind = 'refund'), 0) * 100)::int as refunds,
      (coalesce(-sum(p.amount) filter (where p.kind = 'refund' and p.mode = 'cash'), 0) * 100)::int as "cashRefunds",
      (select coalesce(sum(r.amount), 0) * 100 from payment_refunds r join payment_attempts a on a.id = r.attempt
        where a.parking_information = e.id and r.kind = 'manager' and r.state = 'done')::int as "onlineRefunds"
    from "Parking_Information" e left join payments p on p.parking_information = e.id group by e.id order by e.id`;
}

interface PassSums {
  id: number;
  branch: number;
  paid: number;
  refunded: number;
  cash: number;
  online: number;
  cashRefunds: number;
  onlineRefunds: number;
  /** What was used of attempts, and periods from one time on that were paid twice and not reversed. */
  applied: number;
  repeated: number;
}

/** All amounts in paise. */
function readPassSums(): Promise<PassSums[]> {
  return sql<PassSums[]>`
    select m.id, m.branch, (coalesce(m.paid_amount, 0) * 100)::int as paid, (coalesce(m.refunded_amount, 0) * 100)::int as refunded,
      (coalesce(sum(p.amount) filter (where p.mode = 'cash' and p.kind <> 'refund'), 0) * 100)::int as cash,
      (coalesce(sum(p.amount) filter (where p.channel = 'online'), 0) * 100)::int as online,
      (coalesce(-sum(p.amount) filter (where p.kind = 'refund'), 0) * 100)::int as "cashRefunds",
      (select coalesce(sum(r.amount), 0) * 100 from payment_refunds r join payment_attempts a on a.id = r.attempt
        where a.pass = m.id and r.kind = 'manager' and r.state = 'done')::int as "onlineRefunds",
      (select coalesce(sum(a.applied_amount), 0) * 100 from payment_attempts a where a.pass = m.id)::int as applied,
      (select count(*)::int from payments a join payments b on b.pass = a.pass and b.id > a.id and b.valid_from = a.valid_from
        where a.pass = m.id and not exists (select 1 from payments c where c.corrects in (a.id, b.id))) as repeated
    from "Parking_Main_Information" m left join payments p on p.pass = m.id
    where m.parking_type = 'long_time' group by m.id order by m.id`;
}

interface AccountSums {
  branch: number;
  /** Booked on account, less reversals. */
  booked: number;
  /** Returned to accounts. */
  refunded: number;
  /** Received from accounts, less reversals; of which in cash. */
  settled: number;
  settledCash: number;
  /** Received through all channels but on account, for entries and from accounts. */
  received: number;
}

/** Per branch, all amounts in paise. */
async function readAccountSums(branch: number): Promise<AccountSums> {
  const [row] = await sql<AccountSums[]>`
    select ${branch}::int as branch,
      (coalesce(sum(amount) filter (where channel = 'on_account' and kind <> 'refund'), 0) * 100)::int as booked,
      (coalesce(-sum(amount) filter (where channel = 'on_account' and kind = 'refund'), 0) * 100)::int as refunded,
      (coalesce(sum(amount) filter (where account is not null), 0) * 100)::int as settled,
      (coalesce(sum(amount) filter (where account is not null and mode = 'cash'), 0) * 100)::int as "settledCash",
      (coalesce(sum(amount) filter (where channel <> 'on_account' and kind <> 'refund'), 0) * 100)::int as received
    from payments where branch = ${branch}`;
  return row!;
}

async function runSite(site: MoneySite, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const { name, outcome } = await performMoneyOperation(site).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      throw new Error(`seed ${seed}, branch ${sites.indexOf(site)}, operation ${done}, ${text}`, { cause: error });
    });
    const outcomes = (counts[name] ??= {});
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
}

/** Parts, so that a slow machine is seen to go on. */
const partCount = 5;
for (let part = 1; part < partCount; part += 1)
  test(`part ${part} of ${partCount} of ${operations} random operations (seed ${seed})`, async () => {
    await Promise.all(sites.map((site) => runSite(site, operations / siteCount / partCount)));
  });

test(`money stays equal over ${operations} random operations (seed ${seed})`, async () => {
  await Promise.all(sites.map((site) => runSite(site, operations / siteCount / partCount)));
  const succeeded = Object.values(counts).reduce((sum, outcomes) => sum + (outcomes["ok"] ?? 0), 0);
  assert.ok(succeeded > operations / 4, JSON.stringify(counts));
  // The provider decides about refunds later.
  await waitUntil(
    async () => (await sql`select 1 from payment_refunds where state <> 'done' limit 1`).length,
    (open) => open === 0,
    60_000,
  );
  addDay(new Date());
});

test("every operation has taken effect", () => {
  const names = Object.keys(moneyOperations).filter((name) => name !== "time");
  const missing = Object.entries({ ...counts }).filter(([name, outcomes]) => name !== "time" && !outcomes["ok"]);
  // Fewer operations, on request, do not reach each of them.
  if (operations < 2_000) return;
  assert.deepEqual(missing, [], `seed ${seed}`);
  assert.deepEqual(
    names.filter((name) => !(name in counts)),
    [],
  );
});

test("per entry: cash + online + debt + write-off − refunds = charge − refunds, and the ledger agrees", async () => {
  for (const sums of await readEntrySums()) {
    const where = `seed ${seed}, entry ${JSON.stringify(sums)}`;
    const { total, paid, debt, writtenOff } = sums;
    assert.equal(sums.cash + sums.online + sums.channels, paid, where);
    assert.equal(sums.refunds + sums.onlineRefunds, sums.refunded, where);
    assert.ok(sums.refunded <= paid, where);
    if (sums.isVoided) assert.deepEqual([total, debt, writtenOff, sums.refunded], [0, 0, 0, paid], where);
    // A correction to a cheaper vehicle type leaves more than the charge, which is refunded on request.
    else if (sums.isTypeCorrected && paid + writtenOff > total) assert.equal(debt, 0, where);
    // The charge of a vehicle inside is that of its last change.
    else if (sums.hasLeft || total > 0) assert.equal(paid + debt + writtenOff, total, where);
  }
});

test("per pass: cash + online = paid, what was returned is in the ledger or at the provider, and no period is paid twice", async () => {
  const passes = await readPassSums();
  for (const sums of passes) {
    const where = `seed ${seed}, pass ${JSON.stringify(sums)}`;
    assert.equal(sums.cash + sums.online, sums.paid, where);
    assert.equal(sums.applied, sums.online, where);
    assert.equal(sums.cashRefunds + sums.onlineRefunds, sums.refunded, where);
    assert.ok(sums.refunded <= sums.paid, where);
    assert.equal(sums.repeated, 0, where);
  }
});

test("per branch and day: the reports give the sums of the entries", async () => {
  const entries = await readEntrySums();
  const passes = await readPassSums();
  const late = await sql<{ branch: number; paise: number }[]>`
    select branch, (sum(amount) * 100)::int as paise from payment_refunds where kind = 'late' group by branch`;
  for (const site of sites) {
    const own = entries.filter(({ branch }) => branch === site.branch.id);
    const sum = (get: (entry: EntrySums) => number) => own.reduce((total, entry) => total + get(entry), 0);
    const ownPasses = passes.filter(({ branch }) => branch === site.branch.id);
    const sumPasses = (get: (pass: PassSums) => number) => ownPasses.reduce((total, pass) => total + get(pass), 0);
    const reports = await Promise.all(
      [...days].map(async (day) => (await site.manager.client.get(`/actions/cash/day?day=${day}`)).data),
    );
    const totals = (name: string): number => reports.reduce((total, report) => total + report.totals[name], 0);
    const shifts: { taken: number }[] = reports.flatMap((report) => report.shifts);
    const account = await readAccountSums(site.branch.id);
    const returned = late.find(({ branch }) => branch === site.branch.id)?.paise ?? 0;
    assert.deepEqual(
      {
        cash: totals("cash"),
        online: totals("online"),
        channels: totals("upi") + totals("card_terminal") + totals("on_account"),
        refunded: totals("refunded"),
        writtenOff: totals("written_off"),
        settled: totals("accounts_settled"),
        drawers: shifts.reduce((total, { taken }) => total + taken, 0),
      },
      {
        cash: sum(({ cash }) => cash) + sumPasses(({ cash }) => cash) + account.settledCash,
        online: sum(({ online }) => online) + sumPasses(({ online }) => online),
        channels: sum(({ channels }) => channels) + account.settled - account.settledCash,
        refunded: sum(({ refunded }) => refunded) + sumPasses(({ refunded }) => refunded) + returned,
        writtenOff: sum(({ writtenOff }) => writtenOff),
        settled: account.settled,
        drawers:
          sum(({ cash, cashRefunds }) => cash - cashRefunds) +
          sumPasses(({ cash, cashRefunds }) => cash - cashRefunds) +
          account.settledCash,
      },
      `seed ${seed}`,
    );
    const debts = (await site.manager.client.get("/actions/debts")).data;
    assert.equal(
      debts.total,
      sum(({ hasLeft, debt }) => (hasLeft ? debt : 0)),
      `seed ${seed}`,
    );
  }
});

interface SheetRow {
  values: { section: string; line: string; amount: number };
  link?: { report: string; filters: { [filter: string]: string } };
}

test("per branch and day: the day sheet balances, and agrees with daily cash, shifts, debts and accounts", async () => {
  const entries = await readEntrySums();
  const opened = new Set<string>();
  for (const site of sites) {
    const { client } = site.manager;
    const previous = { vehicles: 0, accounts: 0 };
    for (const day of [...days].toSorted()) {
      const sheet: SheetRow[] = (await client.get(`/actions/reports/day-sheet?from=${day}`)).data.rows;
      const get = (section: string, line: string): number =>
        sheet.find(({ values }) => values.section === section && values.line === line)!.values.amount;
      for (const { values, link } of sheet) {
        if (!link) continue;
        const register = new URLSearchParams({ from: day, to: day, ...link.filters }).toString();
        const { data } = await client.get(`/actions/reports/${link.report}?${register}`);
        assert.equal(Math.abs(data.totals.amount), Math.abs(values.amount), `seed ${seed}, ${day}: ${values.line}`);
        assert.ok(data.row_count > 0, values.line);
        opened.add(values.line);
      }
      const { totals, shifts } = (await client.get(`/actions/cash/day?day=${day}`)).data;
      const where = `seed ${seed}, ${day}`;
      assert.equal(get("Owed by vehicles", "Opening balance"), previous.vehicles, where);
      assert.equal(get("Owed by accounts", "Opening balance"), previous.accounts, where);
      assert.deepEqual(
        ["Cash", "Online", "UPI", "Card", "On account", "Written off", "Settled by accounts"].map((line) => [
          line,
          Math.abs(get("Owed by vehicles", line)),
        ]),
        [
          ["Cash", totals.cash],
          ["Online", totals.online],
          ["UPI", totals.upi],
          ["Card", totals.card_terminal],
          ["On account", totals.on_account],
          ["Written off", totals.written_off],
          ["Settled by accounts", totals.accounts_settled],
        ],
        where,
      );
      const drawers = shifts.reduce((sum: number, { taken }: { taken: number }) => sum + taken, 0);
      assert.equal(get("Cash by shift", "Cash of all shifts"), drawers, where);
      assert.equal(drawers, totals.cash + get("Money received", "Refunded in cash"), where);
      previous.vehicles = get("Owed by vehicles", "Closing balance");
      previous.accounts = get("Owed by accounts", "Closing balance");
    }
    const own = entries.filter(({ branch, isVoided }) => branch === site.branch.id && !isVoided);
    const advances = own.reduce((sum, { hasLeft, paid }) => sum + (hasLeft ? 0 : paid), 0);
    const debts = (await client.get("/actions/debts")).data.total;
    assert.equal(previous.vehicles, debts - advances, `seed ${seed}`);
    const account = await readAccountSums(site.branch.id);
    assert.equal(previous.accounts, account.booked - account.refunded - account.settled, `seed ${seed}`);
  }
  for (const line of ["Parking charges", "Discounts", "Cash"]) assert.ok(opened.has(line), [...opened].join(", "));
});

test("per branch: revenue by anything is the ledger's, and equal in every group", async () => {
  const [from, to] = [[...days].toSorted()[0], [...days].toSorted().at(-1)];
  for (const site of sites) {
    const account = await readAccountSums(site.branch.id);
    const [ledger] = await sql<{ received: number; refunded: number }[]>`
      select ((select coalesce(sum(amount), 0) from payments where branch = ${site.branch.id} and kind <> 'refund')
          - ${account.settled / 100}::numeric)::numeric * 100 as received,
        ((select coalesce(sum(r.amount), 0) from payment_refunds r where r.branch = ${site.branch.id} and r.kind = 'manager')
          - (select coalesce(sum(amount), 0) from payments where branch = ${site.branch.id} and kind = 'refund')) * 100 as refunded`;
    for (const group of [
      "day",
      "month",
      "channel",
      "vehicle_type",
      "service",
      "shift",
      "person",
      "tariff",
      "offer",
      "branch",
    ]) {
      const path = `/actions/reports/revenue?from=${from}&to=${to}&group=${group}`;
      const { rows, totals } = (await site.manager.client.get(path)).data;
      const { received, refunded, settled } = totals;
      assert.deepEqual(
        { received, refunded, settled },
        { ...ledger, settled: account.settled },
        `seed ${seed}, ${group}`,
      );
      const net = rows.reduce((sum: number, { values }: { values: { net: number } }) => sum + values.net, 0);
      assert.equal(net, received - refunded, group);
    }
  }
});

test("per branch: what was received and what accounts owe is what entries paid", async () => {
  const paidRows = [...(await readEntrySums()), ...(await readPassSums())];
  for (const site of sites) {
    const account = await readAccountSums(site.branch.id);
    const { total: owed } = (await site.manager.client.get("/actions/debts/accounts")).data;
    // A booking that is returned after its settlement leaves more than the account owed.
    const balance = account.booked - account.refunded - account.settled;
    assert.equal(owed, Math.max(0, balance), `seed ${seed}`);
    const paid = paidRows
      .filter(({ branch }) => branch === site.branch.id)
      .reduce((total, entry) => total + entry.paid, 0);
    assert.equal(account.received + account.refunded + (owed || balance), paid, `seed ${seed}`);
  }
});

test("per shift: every rupee that staff took is in one shift, and a counted shift expected exactly its cash", async () => {
  const [sums] = await sql<{ [sum: string]: number }[]>`select
    (select count(*)::int from payments where channel <> 'online' and kind in ('payment', 'settlement') and shift is null) as "withoutShift",
    (select count(*)::int from payments p join cash_shifts s on s.id = p.shift where p.branch <> s.branch) as foreign,
    (select count(*)::int from cash_shifts s where closed_at is not null and expected <> coalesce(opening_float, 0)
      + (select coalesce(sum(amount), 0) from payments p where p.shift = s.id and p.channel = 'cash')
      + (select coalesce(sum(amount), 0) from cash_handovers h where h.to_shift = s.id and h.state = 'confirmed')
      - (select coalesce(sum(amount), 0) from cash_handovers h where h.from_shift = s.id and h.state = 'confirmed')) as wrong,
    (select count(*)::int from cash_handovers where state = 'confirmed' and (to_shift is null or to_shift = from_shift)) as lost`;
  assert.deepEqual({ ...sums }, { withoutShift: 0, foreign: 0, wrong: 0, lost: 0 }, `seed ${seed}`);
});
