// Payments over every fault at once, with kill -9 of the server in the middle: at the end both books agree to the paisa.
// PAYMENTS and SEED say how many and with which luck; `npm run soak` runs 2,000.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { payToken } from "#server/services/pay-link.ts";
import type { SimulatedPayment } from "#simulators/pay/book.ts";
import { announce } from "#simulators/pay/callbacks.ts";
import { startPaySimulator } from "#simulators/pay/start.ts";
import { testConfig } from "#tests/support/app.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { factories } from "#tests/support/make.ts";
import { freePort, paidThrough, press } from "#tests/support/pay.ts";
import { startServerProcess } from "#tests/support/server-process.ts";

const count = Number(process.env["PAYMENTS"] ?? 200);
const seed = Number(process.env["SEED"] ?? 20_261_121);
const atATime = 20;
/** So many payers have begun when the server is killed. */
const killAfter = count * 0.4;
/** An hour of the schedule in 6 seconds. */
const speed = 600;
/** Longest wait for the books to agree once nothing goes wrong any more, in ms: the schedule's hour, and some. */
const settleWithin = 30_000 + count * 20;

const { sql, url } = await freshDatabase({ max: 4 });
const make = factories(sql);
const simulator = await startPaySimulator({ seed });
const port = await freePort();
const address = `http://localhost:${port}`;
const env = {
  DATABASE_URL: url,
  DATA_DIR: ".cache/test-data",
  PORT: String(port),
  HOST: "localhost",
  SECRET: testConfig.secret,
  CREDENTIALS_KEY: testConfig.credentialsKey,
  PUBLIC_URL: address,
  PAY_SIMULATOR_URL: simulator.url,
  PAY_CHECK_SPEED: String(speed),
  SIMULATORS: "off",
};
let server = await startServerProcess(env);
after(async () => {
  await server.kill();
  await simulator.stop();
});

/** The run's own luck, apart from the provider's. */
let state = seed ^ 0x9e3779b9;
function luck(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function branches(): Promise<number[]> {
  const made: number[] = [];
  for (const gateway of ["phonepe-v1", "phonepe-v2", "phonepe-v1", "phonepe-v2"] as const) {
    const { id } = await make.branch({ rate: "20.00" });
    await make.row("payment_settings", { branch: id, environment: "simulator", ...paidThrough[gateway] });
    made.push(id);
  }
  return made;
}

/** A car that has been in for up to five hours, and its link. */
async function car(branch: number): Promise<string> {
  const main = await make.row("Parking_Main_Information", { branch, vehicle_no: make.plate(), phone_no: "9840012345" });
  const { id } = await make.row("Parking_Information", { parking_main_info: main.id });
  await sql`update "Parking_Information" set in_time = now() - ${Math.ceil(luck() * 300)} * interval '1 minute' where id = ${id}`;
  return payToken({ kind: "P", id, secret: testConfig.secret });
}

/** Asks until there is an answer: a server that is down comes back. */
async function ask(path: string, body: object = {}): Promise<{ url?: string } | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      const answer = await fetch(`${address}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      const { data } = (await answer.json()) as { data?: { url?: string } };
      return data;
    } catch {
      await wait(250);
    }
  }
  return undefined;
}

const actions = ["succeed", "succeed", "succeed", "decline", "pending", "time-out"] as const;

/** One payer: some try twice, some come back, some close the browser. */
async function payer(branch: number): Promise<void> {
  const token = await car(branch);
  const part = luck() < 0.15 ? { part: "10.00" } : {};
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await ask(`/actions/payments/link/${token}/start`, part);
    if (!started?.url) continue;
    const action = actions[Math.floor(luck() * actions.length)]!;
    await press(started.url, action);
    if (luck() < 0.5) await ask(`/actions/payments/link/${token}/check`);
    if (luck() < 0.1) await payMeanwhile(token);
    if (action === "succeed" && luck() < 0.9) return;
  }
}

/** As if staff had taken it in cash while the payer was on the provider's page. */
async function payMeanwhile(token: string): Promise<void> {
  const id = Number(/\d+/.exec(token)![0]);
  await sql`
    update "Parking_Information" set payment_status = 'paid', payment_mode = 'cash',
      total_amount = coalesce(paid_amount, 0) + 20, paid_amount = coalesce(paid_amount, 0) + 20,
      out_time = now(), parking_status_id = 2, charge_amount_for_minutes = 0, additional_charge = coalesce(paid_amount, 0) + 20
    where id = ${id} and payment_status <> 'paid'`;
}

const everyFault = {
  "error-500-before": 0.05,
  "error-500-after": 0.05,
  "reset-before": 0.04,
  "reset-after": 0.04,
  slow: 0.05,
  malformed: 0.05,
  "duplicate-callback": 0.3,
  "early-callback": 0.1,
  "late-callback": 0.1,
  "lost-callback": 0.25,
  "forged-callback": 0.15,
  "wrong-amount": 0.1,
};

/** Whoever left it pending, and half of those who left: the bank says yes, or no, later. */
async function decideTheRest(): Promise<void> {
  for (const payment of simulator.book.payments.values()) {
    if (payment.state === "PENDING" || (payment.state === "OPEN" && luck() < 0.3)) {
      const isPaid = luck() < 0.7;
      Object.assign(
        payment,
        isPaid ? { state: "COMPLETED", code: "PAYMENT_SUCCESS" } : { state: "FAILED", code: "PAYMENT_ERROR" },
      );
      await announce({ book: simulator.book, payment, faults: simulator.faults });
    }
  }
}

const taken = (): SimulatedPayment[] =>
  [...simulator.book.payments.values()].filter(({ state: now }) => now === "COMPLETED");

interface Books {
  undecided: number;
  refundsOpen: number;
  received: number;
  refunded: number;
}

async function ours(): Promise<Books> {
  const ids = taken().map(({ id }) => id);
  const [row] = await sql<Books[]>`select
    (select count(*)::int from unnest(${ids}::text[]) told(id) where not exists
      (select 1 from payment_attempts a where a.merchant_transaction_id = told.id and a.state = 'success')) as undecided,
    (select count(*)::int from payment_refunds where state <> 'done') as "refundsOpen",
    (select (coalesce(sum(amount), 0) * 100)::bigint from payments where mode = 'online') as received,
    (select (coalesce(sum(amount), 0) * 100)::bigint from payment_refunds where state = 'done') as refunded`;
  return row!;
}

test(`${count} payments over every fault, seed ${seed}`, { timeout: 600_000 }, async () => {
  console.log(`PAYMENTS=${count} SEED=${seed}`);
  const startedAt = Date.now();
  const lap = (what: string): void => console.log(`${what} after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  const places = await branches();
  simulator.faults.set(everyFault);
  const progress = { begun: 0 };
  const worker = async (): Promise<void> => {
    while (progress.begun < count) {
      progress.begun += 1;
      await payer(places[progress.begun % places.length]!);
    }
  };
  const workers = Array.from({ length: atATime }, worker);
  while (progress.begun < killAfter) await wait(20);
  lap("killed");
  await server.kill();
  server = await startServerProcess(env);
  await Promise.all(workers);
  lap("all have paid or given up");
  await decideTheRest();
  simulator.faults.set({});
  const end = Date.now() + settleWithin;
  while (Date.now() < end) {
    const { undecided, refundsOpen } = await ours();
    if (undecided === 0 && refundsOpen === 0) break;
    await wait(250);
  }
  lap("the books agree");
  const books = await ours();
  assert.deepEqual(
    [books.undecided, books.refundsOpen],
    [0, 0],
    "every payment taken is known here, every refund is through",
  );
  const sums = {
    taken: taken().reduce((sum, { amount }) => sum + amount, 0),
    paidBack: [...simulator.book.refunds.values()].reduce((sum, { amount }) => sum + amount, 0),
  };
  console.log({
    payments: simulator.book.payments.size,
    paid: taken().length,
    refunds: simulator.book.refunds.size,
    ...sums,
    received: books.received,
  });
  assert.equal(books.refunded, sums.paidBack);
  assert.equal(books.received, sums.taken - sums.paidBack);
  const paid = new Set(taken().map(({ id }) => id));
  const told = await sql<
    { id: string }[]
  >`select merchant_transaction_id as id from payment_attempts where state = 'success'`;
  for (const { id } of told) assert.ok(paid.has(id), `${id} was never taken by the provider`);
  const [wrong] = await sql`select
    (select count(*)::int from payment_attempts a where state = 'success' and amount <> applied_amount +
      (select coalesce(sum(amount), 0) from payment_refunds r where r.attempt = a.id)) as torn,
    (select count(*)::int from (select merchant_transaction_id from payments where mode = 'online' group by 1 having count(*) > 1) twice) as twice,
    (select count(*)::int from "Parking_Information" p where payment_mode = 'online' and paid_amount <>
      (select coalesce(sum(amount), 0) from payments where parking_information = p.id)) as apart,
    (select count(*)::int from "Parking_Information" p where paid_amount > total_amount) as over`;
  assert.deepEqual({ ...wrong }, { torn: 0, twice: 0, apart: 0, over: 0 });
  assert.ok(
    taken().length > count / 3 && simulator.book.refunds.size > 0,
    "the run was meant to take money and to pay some back",
  );
  for (const secret of ["simulated-secret", "simulated0001", "simulated2026"])
    assert.ok(!server.printed().includes(secret), "a key was logged");
});
