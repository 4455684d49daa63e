// npm run bench:charges: what it costs to compute the charge of one entry, and to show the charges of 200 running
// entries for a minute, anew every second. Prints its measures and writes nothing.
import { readFileSync } from "node:fs";
import { formatWireAmount } from "#domain/money.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import { createBalanceCache } from "#domain/tariffs/running-balance.ts";
import { entryTariffSchema, type EntryTariff } from "#domain/tariffs/tariff.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";
import { getMedian } from "#tools/bench/quantiles.ts";

const thresholds = { chargeMicroseconds: 20, listMilliseconds: 5 };
const listLength = 200;
const start = Date.parse("2026-11-18T04:30:00Z");

/** The tariffs of docs/rules/tariffs.md, by name. */
function readTariffs(): [string, EntryTariff][] {
  const text = readFileSync("docs/rules/tariffs.md", "utf8");
  return [...text.matchAll(/^### (.+)\n+```json\n(.+)\n```/gm)].map(([, name, json]) => {
    const { bill, rounding, extras, multiplier, ...rates } = JSON.parse(json!);
    const terms = Object.entries({ bill, rounding, extras, multiplier }).filter(([, term]) => term !== undefined);
    const tariff = { version: 1, rates: { vehicle_type: null, ...rates }, ...Object.fromEntries(terms) };
    return [name!, entryTariffSchema.parse(tariff)];
  });
}

/** Median of the rounds, in microseconds for each call. */
function measure({ rounds, calls, work }: { rounds: number; calls: number; work: (call: number) => void }): number {
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now();
    for (let call = 0; call < calls; call += 1) work(call);
    return ((performance.now() - from) * 1_000) / calls;
  });
  return getMedian(times);
}

/** Stays of up to three days. */
const getStayMs = (index: number): number => (index * 977_731) % 259_200_000;

function measureCharge(tariff: EntryTariff): number {
  const entry = { tariff, in_time: new Date(start), payment_status: "not_paid" as const };
  return measure({
    rounds: 41,
    calls: 500,
    work: (call) => computeBalance({ entry, now: new Date(start + getStayMs(call)) }),
  });
}

/** Rows as browsers receive them. */
function createWireRows(tariffs: readonly EntryTariff[]): object[] {
  return Array.from({ length: listLength }, (_, index) => ({
    ...Object.fromEntries(Object.keys(ParkingInformation.fields).map((name) => [name, null])),
    id: index,
    tariff: tariffs[index % tariffs.length],
    in_time: new Date(start - getStayMs(index)).toISOString(),
    date_created: new Date(start).toISOString(),
    payment_status: "not_paid",
    paid_amount: formatWireAmount(0),
  }));
}

/** Milliseconds for the list: for the first time, and the median and worst second of the minute that follows. */
function measureList(tariffs: readonly EntryTariff[]): { first: number; median: number; worst: number } {
  const rows = createWireRows(tariffs);
  const find = createBalanceCache((wire: object) => decodeRow({ fields: ParkingInformation.fields, wire }));
  const seconds = Array.from({ length: 61 }, (_, second) => {
    const now = new Date(start + second * 1_000);
    const from = performance.now();
    for (const row of rows) find({ row, now });
    return performance.now() - from;
  });
  const [first = 0, ...later] = seconds;
  return { first, median: getMedian(later), worst: Math.max(...later) };
}

const tariffs = readTariffs();
const charges = tariffs.map(([name, tariff]) => ({ name, microseconds: measureCharge(tariff) }));
for (const { name, microseconds } of charges)
  console.log(`${name.padEnd(44)} ${microseconds.toFixed(2).padStart(7)} µs`);
const slowest = Math.max(...charges.map(({ microseconds }) => microseconds));
const lists = Array.from({ length: 21 }, () => measureList(tariffs.map(([, tariff]) => tariff)));
const [first, median, worst] = (["first", "median", "worst"] as const).map((name) =>
  getMedian(lists.map((list) => list[name])),
) as [number, number, number];
console.log(`
Charge of one entry, slowest tariff: ${slowest.toFixed(2)} µs (at most ${thresholds.chargeMicroseconds})
${listLength} running entries: ${first.toFixed(2)} ms at first, then ${median.toFixed(2)} ms each second, ${worst.toFixed(2)} ms in the worst (at most ${thresholds.listMilliseconds})
Without the known balances each second would cost as much as the first: ${(first / Math.max(median, 0.001)).toFixed(0)} times the median`);
if (slowest > thresholds.chargeMicroseconds) console.log("Threshold not met: charge of one entry");
if (worst > thresholds.listMilliseconds) console.log("Threshold not met: list of running entries");
