// Payments under every fault at once, with kill -9 of the server in between: in the end both ledgers agree to the
// paisa. PAYMENTS and SEED select how many and which; `npm run soak` runs 2,000.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { SimulatedPayment } from "#simulators/pay/payment-store.ts";
import { sendCallbackWithFaults } from "#simulators/pay/callbacks.ts";
import { startPaySimulator } from "#simulators/pay/start-pay-simulator.ts";
import { testKeys } from "#tests/support/app.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";
import { findFreePort, providerSettings, pressProviderAction } from "#tests/support/payments-app.ts";
import { startServerProcess } from "#tests/support/server-process.ts";

const count = Number(process.env["PAYMENTS"] ?? 200);
const seed = Number(process.env["SEED"] ?? 20_261_121);
const concurrency = 20;
/** The number of payers that have started when the server is killed. */
const paymentsBeforeKill = count * 0.4;
/** An hour of the schedule in 6 seconds. */
const speed = 600;
/**
 * Maximum wait, in ms, for the ledgers to agree once faults have stopped. On a slow machine the payers take more than a
 * day of the schedule; a payment that is pending for a day is checked once a day.
 */
const settleTimeoutMs = 15_000 + Math.max(86_400_000 / speed, count * 20);

const { sql, url } = await createTestDatabase({ max: 4 });
const factories = createFactories(sql);
const simulator = await startPaySimulator({ seed });
const port = await findFreePort();
const address = `http://localhost:${port}`;
const env = {
  DATABASE_URL: url,
  DATA_DIR: ".cache/test-data",
  PORT: String(port),
  HOST: "localhost",
  ...testKeys,
  PUBLIC_URL: address,
  PAY_SIMULATOR_URL: simulator.url,
  PAY_CHECK_SPEED: String(speed),
};
let server = await startServerProcess(env);
after(async () => {
  await server.kill();
  await simulator.stop();
});

/** The run's random source, separate from the provider's. */
let state = seed ^ 0x9e3779b9;
function nextRandom(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function createBranches(): Promise<number[]> {
  const created: number[] = [];
  for (const gateway of ["phonepe-v1", "phonepe-v2", "phonepe-v1", "phonepe-v2"] as const) {
    const { id } = await factories.branch({ rate: "20.00" });
    await factories.row("payment_settings", { branch: id, environment: "simulator", ...providerSettings[gateway] });
    created.push(id);
  }
  return created;
}

/** A vehicle that has been inside for up to five hours, and its pay link. */
async function createEntry(branch: number): Promise<string> {
  const visitorRecord = await factories.row("Parking_Main_Information", {
    branch,
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  const { id } = await factories.row("Parking_Information", { parking_main_info: visitorRecord.id });
  await sql`update "Parking_Information" set in_time = now() - ${Math.ceil(nextRandom() * 300)} * interval '1 minute' where id = ${id}`;
  return testTokens.issue({ kind: tokenKinds.payLink, payload: { kind: "P", id } });
}

/** Retries until there is a response: a server that is down comes back. */
async function sendRequest(path: string, body: object = {}): Promise<{ url?: string } | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      const response = await fetch(`${address}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      const { data } = (await response.json()) as { data?: { url?: string } };
      return data;
    } catch {
      await wait(250);
    }
  }
  return undefined;
}

const actions = ["succeed", "succeed", "succeed", "decline", "pending", "time-out"] as const;

/** One payer: some try twice, some come back, some close the browser. */
async function simulatePayer(branch: number): Promise<void> {
  const token = await createEntry(branch);
  const part = nextRandom() < 0.15 ? { part: "10.00" } : {};
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await sendRequest(`/actions/payments/link/${token}/start`, part);
    if (!started?.url) continue;
    const action = actions[Math.floor(nextRandom() * actions.length)]!;
    await pressProviderAction(started.url, action);
    if (nextRandom() < 0.5) await sendRequest(`/actions/payments/link/${token}/check`);
    if (nextRandom() < 0.1) await payConcurrently(token);
    if (action === "succeed" && nextRandom() < 0.9) return;
  }
}

/** As if staff had collected cash while the payer was on the provider's page. */
async function payConcurrently(token: string): Promise<void> {
  const id = Number(/\d+/.exec(token)![0]);
  await sql`
    update "Parking_Information" set payment_status = 'paid', payment_mode = 'cash',
      total_amount = coalesce(paid_amount, 0) + 20, paid_amount = coalesce(paid_amount, 0) + 20,
      out_time = now(), parking_status_id = 2, tariff = null, charge_amount_for_minutes = 0, additional_charge = coalesce(paid_amount, 0) + 20
    where id = ${id} and payment_status <> 'paid'`;
}

const faultRates = {
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

/** Payments left pending, and half of those abandoned: the bank approves or rejects them later. */
async function decidePendingPayments(): Promise<void> {
  for (const payment of simulator.book.payments.values()) {
    if (payment.state === "PENDING" || (payment.state === "OPEN" && nextRandom() < 0.3)) {
      const isPaid = nextRandom() < 0.7;
      Object.assign(
        payment,
        isPaid ? { state: "COMPLETED", code: "PAYMENT_SUCCESS" } : { state: "FAILED", code: "PAYMENT_ERROR" },
      );
      await sendCallbackWithFaults({ book: simulator.book, payment, faults: simulator.faults });
    }
  }
}

const countCaptured = (): SimulatedPayment[] =>
  [...simulator.book.payments.values()].filter(({ state: now }) => now === "COMPLETED");

interface PaymentTotals {
  undecided: number;
  refundsOpen: number;
  received: number;
  refunded: number;
}

async function readOwnTotals(): Promise<PaymentTotals> {
  const ids = countCaptured().map(({ id }) => id);
  const [row] = await sql<PaymentTotals[]>`select
    (select count(*)::int from unnest(${ids}::text[]) told(id) where not exists
      (select 1 from payment_attempts a where a.merchant_transaction_id = told.id and a.state = 'success')) as undecided,
    (select count(*)::int from payment_refunds where state <> 'done') as "refundsOpen",
    (select (coalesce(sum(amount), 0) * 100)::bigint from payments where mode = 'online') as received,
    (select (coalesce(sum(amount), 0) * 100)::bigint from payment_refunds where state = 'done') as refunded`;
  return row!;
}

/** Unsettled attempts with everything the provider reported about them, and their jobs. */
async function countUnsettled(): Promise<string> {
  const ids = countCaptured().map(({ id }) => id);
  const attempts = await sql`
    select told.id, a.state, a.date_created, a.decided_at,
      (select json_agg(json_build_array(received_at, source, verdict) order by id) from payment_answers where attempt = a.id) as answers,
      (select json_agg(json_build_array(run_at, attempts, last_error, locked_at))
        from graphile_worker._private_jobs where key = 'payment-check:' || a.id) as jobs
    from unnest(${ids}::text[]) told(id) left join payment_attempts a on a.merchant_transaction_id = told.id
    where a.state is distinct from 'success'`;
  const refunds = await sql`select * from payment_refunds where state <> 'done'`;
  return JSON.stringify({ now: new Date(), attempts, refunds }, null, 2);
}

test(`${count} payments under every fault, seed ${seed}`, { timeout: 600_000 }, async (t) => {
  console.log(`PAYMENTS=${count} SEED=${seed}`);
  const startedAt = Date.now();
  const lap = (label: string): void => console.log(`${label} after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  const positions = await createBranches();
  simulator.faults.set(faultRates);
  const progress = { begun: 0 };
  const worker = async (): Promise<void> => {
    while (progress.begun < count) {
      progress.begun += 1;
      await simulatePayer(positions[progress.begun % positions.length]!);
    }
  };
  const workers = Array.from({ length: concurrency }, worker);
  // Each step is a test of its own: the runner aborts a file that reports nothing for minutes.
  await t.test("the server is killed while payers pay", async () => {
    while (progress.begun < paymentsBeforeKill) await wait(20);
    lap("killed");
    await server.kill();
    server = await startServerProcess(env);
  });
  await t.test("every payer pays or stops", async () => {
    await Promise.all(workers);
    lap("every payer has paid or stopped");
    await decidePendingPayments();
  });
  simulator.faults.set({});
  await t.test("the ledgers settle", async () => {
    const end = Date.now() + settleTimeoutMs;
    while (Date.now() < end) {
      const { undecided, refundsOpen } = await readOwnTotals();
      if (undecided === 0 && refundsOpen === 0) break;
      await wait(250);
    }
    lap("the ledgers agree");
  });
  const books = await readOwnTotals();
  assert.deepEqual(
    [books.undecided, books.refundsOpen],
    [0, 0],
    `unsettled payments and refunds: ${await countUnsettled()}`,
  );
  const sums = {
    taken: countCaptured().reduce((sum, { amount }) => sum + amount, 0),
    paidBack: [...simulator.book.refunds.values()].reduce((sum, { amount }) => sum + amount, 0),
  };
  console.log({
    payments: simulator.book.payments.size,
    paid: countCaptured().length,
    refunds: simulator.book.refunds.size,
    ...sums,
    received: books.received,
  });
  assert.equal(books.refunded, sums.paidBack);
  assert.equal(books.received, sums.taken - sums.paidBack);
  const capturedIds = new Set(countCaptured().map(({ id }) => id));
  const recorded = await sql<
    { id: string }[]
  >`select merchant_transaction_id as id from payment_attempts where state = 'success'`;
  for (const { id } of recorded) assert.ok(capturedIds.has(id), `${id} was never captured by the provider`);
  const [wrong] = await sql`select
    (select count(*)::int from payment_attempts a where state = 'success' and amount <> applied_amount +
      (select coalesce(sum(amount), 0) from payment_refunds r where r.attempt = a.id)) as torn,
    (select count(*)::int from (select merchant_transaction_id from payments where mode = 'online' group by 1 having count(*) > 1) twice) as twice,
    (select count(*)::int from "Parking_Information" p where payment_mode = 'online' and paid_amount <>
      (select coalesce(sum(amount), 0) from payments where parking_information = p.id)) as apart,
    (select count(*)::int from "Parking_Information" p where paid_amount > total_amount) as over`;
  assert.deepEqual({ ...wrong }, { torn: 0, twice: 0, apart: 0, over: 0 });
  assert.ok(
    countCaptured().length > count / 3 && simulator.book.refunds.size > 0,
    "the run should have payments and refunds",
  );
  for (const secret of ["simulated-secret", "simulated0001", "simulated2026"])
    assert.ok(!server.output().includes(secret), "a key was logged");
});
