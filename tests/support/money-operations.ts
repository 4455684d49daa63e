// Random operations on the entries and the cash of one branch, for tests/money-equality.test.ts.
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { TestClient, TestResponse } from "#tests/support/app.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { type PaymentsApp, pressProviderAction, waitUntil } from "#tests/support/payments-app.ts";
import { createSeededRandom, pickOne } from "#tests/support/seeded-random.ts";

interface Person {
  user: CreatedUser;
  client: TestClient;
}

/** A branch with its own random numbers, so that branches can run beside each other and stay repeatable. */
export interface MoneySite {
  app: PaymentsApp;
  branch: CreatedBranch;
  manager: Person;
  gates: readonly Person[];
  plates: readonly string[];
  /** Of vehicles with passes, which do not come in. */
  passPlates: readonly string[];
  vehicleTypes: readonly number[];
  random: (below: number) => number;
}

const people = { phone_no: "9840012345" };
const reason = "Test";

/** Odd amounts, so that an error of rounding shows. */
function createGateTariff({ scooter, index }: { scooter: number; index: number }) {
  const rates = (step: number, amount: number) =>
    createRates({
      lines: [{ kind: "each", to: null, step, amount }],
      lost_slip: { amount: 30_005, waive_with_proof: true },
    });
  return {
    ...createTariff({ rates: [rates(30, 1_035 + index * 233), { ...rates(60, 517), vehicle_type: scooter }] }),
    extras: [
      { id: "charging", label: "Charging", kind: "amount", amount: 1_999, when: "pressed" },
      { id: "event", label: "Event", kind: "multiplier", percent: 117, when: "pressed" },
    ],
    bill: { kind: "covers", minimum_bill: 100, free_until_minutes: null, at_most: 2_013 },
    passes: [{ vehicle_type: null, per: "day", amount: 1_307 + index }],
  };
}

export async function createMoneySite({
  app,
  index,
  seed,
  vehicleTypes,
}: {
  app: PaymentsApp;
  index: number;
  seed: number;
  vehicleTypes: readonly [car: number, scooter: number];
}): Promise<MoneySite> {
  const { asUser, factories: make, sql } = app;
  const branch = await app.branch({ rate: undefined, config: { is_payment_type_chosen: true } });
  await sql`update "Branch" set payment_channels = '["upi", "card_terminal", "on_account"]' where id = ${branch.id}`;
  const tariff = createGateTariff({ scooter: vehicleTypes[1], index });
  await make.row("Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  const toPerson = async (user: CreatedUser): Promise<Person> => ({ user, client: await asUser(user) });
  const gates = [
    await toPerson(await make.user("staff", { branch })),
    await toPerson(await make.user("staff", { branch })),
  ];
  const manager = await toPerson(await make.user("manager", { branch, in_out_flag: false }));
  await manager.client.patch(`/users/${manager.user.id}`, { in_out_flag: true });
  const plates = Array.from({ length: 8 }, () => make.plate());
  const passPlates = Array.from({ length: 4 }, () => make.plate());
  return { app, branch, manager, gates, plates, passPlates, vehicleTypes, random: createSeededRandom(seed + index) };
}

interface RecentEntry {
  id: number;
  status: number;
}

/** What was drawn for one operation. */
interface Turn {
  site: MoneySite;
  gate: TestClient;
  manager: TestClient;
  /** One of the newest entries of the branch. */
  entry: RecentEntry;
  entries: readonly RecentEntry[];
  plate: string;
  /** Rupees. */
  amount: string;
  isOdd: boolean;
}

/** Undefined if there is nothing to do, such as no payment to refund. */
type Operation = (turn: Turn) => Promise<TestResponse | undefined>;

const itemPath = (id: number): string => `/items/Parking_Information/${id}`;
const actionPath = (id: number, action: string): string => `/actions/parking/${id}/${action}`;

/** The newest entry in one of these states, or the drawn one. */
function findEntry({ entries, entry }: Turn, ...statuses: number[]): number {
  return (entries.find(({ status }) => statuses.includes(status)) ?? entry).id;
}

const changeEntry =
  (getValues: (turn: Turn) => object, by: "gate" | "manager" = "gate"): Operation =>
  (turn) =>
    turn[by].patch(itemPath(findEntry(turn, parkingSequence.in)), getValues(turn));

async function takeThroughChannel(turn: Turn, channel: string, client: TestClient): Promise<TestResponse> {
  const { id } = turn.entry;
  const { request } = (await client.get(`/actions/payments/parking/${id}`)).data;
  const body = { channel, reference: channel === "on_account" ? "Acme Ltd" : "4K7Z", request };
  return client.post(actionPath(id, "take-payment"), turn.isOdd ? body : { ...body, part: turn.amount });
}

/** Pays at the provider and waits for its effect; `meanwhile` happens between the request and the payment. */
const payOnline = async (turn: Turn, body: object, meanwhile?: () => Promise<unknown>): Promise<TestResponse> =>
  payAtProvider({
    turn,
    started: await turn.gate.post(`/actions/payments/parking/${turn.entry.id}/start`, body),
    meanwhile,
  });

async function payAtProvider({
  turn,
  started,
  meanwhile,
}: {
  turn: Turn;
  started: TestResponse;
  meanwhile?: (() => Promise<unknown>) | undefined;
}): Promise<TestResponse> {
  const { sql } = turn.site.app;
  if (started.status !== 200) return started;
  await meanwhile?.();
  await pressProviderAction(started.data.url, "succeed");
  await waitUntil(
    async () => (await sql`select state from payment_attempts where id = ${started.data.id}`)[0]!["state"],
    (state) => state === "success",
    30_000,
  );
  return started;
}

interface StaffPayment {
  id: number;
  collector: string;
  /** Rupees that were not refunded or reversed. */
  left: string;
}

function readStaffPayments({ site, entry }: Turn, id = entry.id): Promise<StaffPayment[]> {
  return site.app.sql<StaffPayment[]>`
    select p.id, p.collected_by as collector, (p.amount + coalesce((select sum(c.amount) from payments c where c.corrects = p.id), 0))::text as left
    from payments p where p.parking_information = ${id} and p.channel <> 'online' and p.kind = 'payment' order by p.id`;
}

const getClient = ({ site, manager }: Turn, user: string): TestClient =>
  site.gates.find((gate) => gate.user.id === user)?.client ?? manager;

/** Returns what staff received, and voids the entry. */
async function returnAndVoid(turn: Turn): Promise<TestResponse | undefined> {
  const id = findEntry(turn, parkingSequence.in, parkingSequence.pending);
  for (const { id: payment, left } of await readStaffPayments(turn, id)) {
    if (Number(left) <= 0) continue;
    const refund = await turn.manager.post(`/actions/cash/payments/${payment}/refund`, { amount: left, reason });
    if (refund.status >= 300) return refund;
  }
  return turn.manager.post(actionPath(id, "void"), { reason });
}

async function findOpenShift({ site }: Turn): Promise<{ id: number; collector: string } | undefined> {
  const [shift] = await site.app.sql<{ id: number; collector: string }[]>`
    select id, collector from cash_shifts where branch = ${site.branch.id} and closed_at is null and collector <> ${site.manager.user.id}
    order by id limit 1`;
  return shift;
}

async function decideHandover(turn: Turn): Promise<TestResponse | undefined> {
  const [offer] = await turn.site.app.sql<{ id: number; giver: string; receiver: string }[]>`
    select id, giver, receiver from cash_handovers where branch = ${turn.site.branch.id} and state = 'offered' order by id limit 1`;
  if (!offer) return undefined;
  const state = pickOne(turn.site.random, ["confirmed", "confirmed", "declined", "withdrawn"]);
  const client = getClient(turn, state === "withdrawn" ? offer.giver : offer.receiver);
  return client.post(`/actions/cash/handovers/${offer.id}/decide`, { state });
}

/** One of the newest passes of the branch; one that ended is drawn as well. */
async function findPass({ site }: Turn): Promise<number | undefined> {
  const passes = await site.app.sql<{ id: number }[]>`
    select id from "Parking_Main_Information" where branch = ${site.branch.id} and parking_type = 'long_time' order by id desc limit 4`;
  return passes.length === 0 ? undefined : pickOne(site.random, passes).id;
}

async function changePass(
  turn: Turn,
  change: (id: number) => Promise<TestResponse>,
): Promise<TestResponse | undefined> {
  const id = await findPass(turn);
  return id === undefined ? undefined : change(id);
}

const takePassCash = ({ gate }: Turn, id: number) => gate.post(`/actions/passes/${id}/take-payment`, {});

/** By the link of the holder. */
async function payPassOnline(turn: Turn, id: number, meanwhile?: () => Promise<unknown>): Promise<TestResponse> {
  const page = await turn.gate.get(`/actions/payments/pass/${id}`);
  if (page.status !== 200) return page;
  return payAtProvider({
    turn,
    started: await turn.gate.post(`/actions/payments/link/${page.data.token}/start`, {}),
    meanwhile,
  });
}

let bills = 0;

export const moneyOperations = {
  "check-in": ({ site, gate, plate }) =>
    gate.post("/actions/parking/check-in", {
      ...people,
      vehicle_no: plate,
      vehicle_type: pickOne(site.random, site.vehicleTypes),
    }),
  "pre-paid check-in": ({ gate, plate }) =>
    gate.post("/actions/parking/check-in", { ...people, vehicle_no: plate, payment_type: "pre-pay" }),
  time: async ({ site, entry }) => {
    const minutes = 1 + site.random(45);
    await site.app
      .sql`update "Parking_Information" set in_time = in_time - ${minutes} * interval '1 minute' where id = ${entry.id} and out_time is null`;
    return undefined;
  },
  cash: ({ gate, entry, isOdd }) => gate.post(actionPath(entry.id, "take-cash"), { is_extra: isOdd }),
  "cash with debts and check-out": async (turn) => {
    const { site, gate } = turn;
    const debts = await site.app.sql<{ id: number }[]>`
      select id from "Parking_Information" where branch = ${site.branch.id} and out_time is not null and extended_amount > 0 limit 2`;
    return gate.post(actionPath(findEntry(turn, parkingSequence.in), "take-cash"), {
      auto_checkout: true,
      debts: debts.map(({ id }) => ({ kind: "P", id })),
    });
  },
  "partial cash": ({ gate, entry, amount }) => gate.post(actionPath(entry.id, "take-cash"), { part: amount }),
  "UPI to the branch": (turn) => takeThroughChannel(turn, "upi", turn.gate),
  "card terminal": (turn) => takeThroughChannel(turn, "card_terminal", turn.gate),
  "on account": (turn) => takeThroughChannel(turn, "on_account", turn.manager),
  "online payment": (turn) => payOnline(turn, { part: turn.amount }),
  "online payment after cash": (turn) =>
    payOnline(turn, {}, () => turn.gate.post(actionPath(turn.entry.id, "take-cash"), { is_extra: turn.isOdd })),
  // Of a vehicle that left more than some minutes ago only a manager changes the charge.
  discount: changeEntry(({ amount }) => ({ deduction_charge: amount, deduction_note: reason }), "manager"),
  "extra charge": changeEntry(({ amount }) => ({ additional_charge: amount, addition_note: reason }), "manager"),
  "charge set by hand": changeEntry(
    ({ amount, isOdd }) =>
      isOdd ? { charge_override: amount, charge_override_reason: reason } : { charge_override: null },
    "manager",
  ),
  "lost slip": changeEntry(({ isOdd }) => ({ is_slip_lost: isOdd, lost_slip_proof: null })),
  extras: changeEntry(({ site }) => ({
    tariff_extras: pickOne(site.random, [["charging"], ["event"], ["charging", "event"], null]),
  })),
  "shop bill": changeEntry(({ amount }) => {
    bills += 1;
    return { bill_shop: "Shoe House", bill_number: `B-${bills}`, bill_amount: amount };
  }),
  "check-out": ({ gate, entry }) => gate.post(actionPath(entry.id, "check-out")),
  "pay later": (turn) =>
    turn.manager.patch(itemPath(turn.entry.id), { payment_type: "pay-later", pay_later_reason: reason }),
  "pay later and check-out": async (turn) => {
    const id = findEntry(turn, parkingSequence.in);
    await turn.manager.patch(itemPath(id), { payment_type: "pay-later", pay_later_reason: reason });
    return turn.gate.post(actionPath(id, "check-out"));
  },
  "missed exit": (turn) => {
    const out_time = new Date(Date.now() - turn.site.random(5) * 60_000).toISOString();
    return turn.manager.post(actionPath(findEntry(turn, parkingSequence.in), "record-exit"), { out_time, reason });
  },
  "collect debt": ({ gate, entry }) => gate.post("/actions/debts/collect", { debts: [{ kind: "P", id: entry.id }] }),
  "write-off": ({ manager, entry }) => manager.post(actionPath(entry.id, "write-off"), { reason }),
  reversal: async (turn) => {
    const payments = await readStaffPayments(turn);
    if (payments.length === 0) return undefined;
    const { id, collector } = pickOne(turn.site.random, payments);
    return getClient(turn, collector).post(`/actions/cash/payments/${id}/reverse`, { reason });
  },
  refund: async (turn) => {
    const payments = await readStaffPayments(turn);
    if (payments.length === 0) return undefined;
    const { id } = pickOne(turn.site.random, payments);
    return turn.manager.post(`/actions/cash/payments/${id}/refund`, { amount: turn.amount, reason });
  },
  "online refund": async ({ site, manager, amount, isOdd }) => {
    const attempts = await site.app.sql<{ id: number; applied: string }[]>`
      select id, applied_amount::text as applied from payment_attempts
      where branch = ${site.branch.id} and state = 'success' and applied_amount > 0 order by id desc limit 5`;
    if (attempts.length === 0) return undefined;
    const { id, applied } = pickOne(site.random, attempts);
    return manager.post(`/actions/payments/attempts/${id}/refund`, { amount: isOdd ? applied : amount, reason });
  },
  void: (turn) =>
    turn[turn.isOdd ? "gate" : "manager"].post(actionPath(findEntry(turn, parkingSequence.in), "void"), { reason }),
  "return and void": returnAndVoid,
  cancel: (turn) =>
    turn.manager.post(actionPath(findEntry(turn, parkingSequence.pending), "void"), { reason: "Turned away" }),
  correction: (turn) => {
    const { site, isOdd, plate } = turn;
    const values = isOdd ? { vehicle_no: plate } : { vehicle_type: pickOne(site.random, site.vehicleTypes) };
    return turn.manager.post(actionPath(findEntry(turn, parkingSequence.in), "correct"), { ...values, reason });
  },
  "opening float": async (turn) => {
    const shift = await findOpenShift(turn);
    const client = shift && getClient(turn, shift.collector);
    return client?.patch(`/items/cash_shifts/${shift!.id}`, { opening_float: turn.amount });
  },
  "cash handover": ({ site: { gates, random }, amount }) => {
    const giver = random(2);
    const receiver = gates[1 - giver]!.user.id;
    return gates[giver]!.client.post("/actions/cash/hand-over", { receiver, amount });
  },
  "handover decision": decideHandover,
  "shift close": async (turn) => {
    const shift = await findOpenShift(turn);
    if (!shift) return undefined;
    const path = `/items/cash_shifts/${shift.id}`;
    return turn.isOdd
      ? getClient(turn, shift.collector).patch(path, { counted: turn.amount })
      : turn.manager.patch(path, { counted: turn.amount, note: reason });
  },
  "account settlement": async ({ site, gate, amount, isOdd }) => {
    const { accounts } = (await gate.get("/actions/debts/accounts")).data;
    const [account] = accounts;
    if (!account) return undefined;
    const channel = pickOne(site.random, ["cash", "cash", "upi", "card_terminal"]);
    return gate.post("/actions/debts/accounts/settle", {
      account: account.account,
      amount: isOdd ? (account.owed / 100).toFixed(2) : amount,
      channel,
      ...(channel === "cash" ? {} : { reference: "4K7Z" }),
      expected: account.owed,
    });
  },
  pass: ({ gate, site }) =>
    gate.post("/actions/passes", {
      ...people,
      vehicle_no: pickOne(site.random, site.passPlates),
      time_type: "days",
      duration: 1 + site.random(9),
    }),
  "pass renewal": (turn) =>
    changePass(turn, (id) =>
      turn.gate.post(`/actions/passes/${id}/renew`, { time_type: "days", duration: 1 + turn.site.random(9) }),
    ),
  "pass in cash": (turn) => changePass(turn, (id) => takePassCash(turn, id)),
  "pass online": (turn) =>
    changePass(turn, (id) => payPassOnline(turn, id, turn.isOdd ? () => takePassCash(turn, id) : undefined)),
  "pass reversal": async (turn) => {
    const payments = await turn.site.app.sql<{ id: number; pass: number; collector: string }[]>`
      select id, pass, collected_by as collector from payments
      where branch = ${turn.site.branch.id} and pass is not null and kind = 'payment' and channel <> 'online' order by id desc limit 3`;
    if (payments.length === 0) return undefined;
    const { id, pass, collector } = pickOne(turn.site.random, payments);
    return getClient(turn, collector).post(`/actions/passes/${pass}/reverse-payment`, { payment: id, reason });
  },
  "pass end": (turn) => changePass(turn, (id) => turn.manager.post(`/actions/passes/${id}/end`, { reason })),
  "settlement reversal": async (turn) => {
    const settlements = await turn.site.app.sql<{ id: number; collector: string }[]>`
      select id, collected_by as collector from payments where branch = ${turn.site.branch.id} and kind = 'settlement'
      order by id desc limit 3`;
    if (settlements.length === 0) return undefined;
    const { id, collector } = pickOne(turn.site.random, settlements);
    return getClient(turn, collector).post(`/actions/cash/payments/${id}/reverse`, { reason });
  },
} satisfies { readonly [name: string]: Operation };

export type MoneyOperation = keyof typeof moneyOperations;

/** How often an operation is drawn; once by default. */
const weights: { readonly [name in MoneyOperation]?: number } = {
  "check-in": 4,
  "pre-paid check-in": 2,
  time: 3,
  cash: 3,
  "cash with debts and check-out": 2,
  "partial cash": 3,
  reversal: 2,
  refund: 2,
  "return and void": 2,
  "account settlement": 2,
  "settlement reversal": 2,
};

/** Errors of operations that do not apply to the drawn entry; any other is a failure. */
const expectedErrors: ReadonlySet<string> = new Set([
  "ALREADY_PAID",
  "AMOUNT_BELOW_MINIMUM",
  "AMOUNT_TOO_HIGH",
  "AMOUNT_TOO_LOW",
  "CASH_HANDOVER_DECIDED",
  "CASH_HANDOVER_PENDING",
  "CASH_HANDOVER_TOO_HIGH",
  "CORRECTION_OF_CLOSED_TYPE",
  "DEBT_WRITTEN_OFF",
  "EXIT_TIME_INVALID",
  "INVITE_NOT_VALID_NOW",
  "NOTHING_OWED",
  "NOT_SETTLED",
  "NO_CHANGES",
  "NO_NEXT_STATUS",
  "PAYMENT_CORRECTED",
  "REFUND_TOO_HIGH",
  "REQUESTS_EXCEEDED",
  "REVERSAL_NOT_ALLOWED",
  "SHIFT_ALREADY_CLOSED",
  "SHIFT_NOT_OPEN",
  "SHIFT_REQUIRED",
  "STATUS_ALREADY_UPDATED",
  // An extra, of an entry that a correction priced by the terms from before the tariff version.
  "TARIFF_TERM_NOT_OFFERED",
  "VEHICLE_IN_PROGRESS",
  "VEHICLE_PASS_EXIST",
  "VOID_CASH_RECEIVED",
  "VOID_NOT_ALLOWED",
]);

const names = Object.keys(moneyOperations).filter((name): name is MoneyOperation => name in moneyOperations);
const drawn = names.flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name));

export interface MoneyOutcome {
  name: MoneyOperation;
  /** 'ok', 'none', or the expected error. */
  outcome: string;
}

/** Performs one operation. Throws for an unexpected error. */
export async function performMoneyOperation(site: MoneySite): Promise<MoneyOutcome> {
  const { app, branch, random } = site;
  const entries = await app.sql<RecentEntry[]>`
    select id, parking_status_id as status from "Parking_Information" where branch = ${branch.id} order by id desc limit 12`;
  const name = entries.length === 0 ? "check-in" : pickOne(random, drawn);
  const operation: Operation = moneyOperations[name];
  const response = await operation({
    site,
    gate: pickOne(random, site.gates).client,
    manager: site.manager.client,
    entry: entries.length === 0 ? { id: 0, status: 0 } : pickOne(random, entries),
    entries,
    plate: pickOne(random, site.plates),
    amount: ((1 + random(3_000)) / 100).toFixed(2),
    isOdd: random(2) === 1,
  });
  if (response === undefined) return { name, outcome: "none" };
  if (response.status < 300) return { name, outcome: "ok" };
  const { code } = response;
  if (code === undefined || !expectedErrors.has(code)) throw new Error(`${name}: ${response.text}`);
  return { name, outcome: code };
}
