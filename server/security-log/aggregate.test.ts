import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import { SecurityEventAggregator } from "#server/security-log/aggregate.ts";
import { createProductEntry, type SecurityEntry } from "#server/security-log/entry.ts";

const at = new Date("2026-11-21T06:00:00Z");
const base: SecurityEntry = {
  ...createProductEntry({ kind: "log_in_failed", at, detail: {} }),
  ip: "203.0.113.7",
};

function aggregate(entries: readonly SecurityEntry[]): { rows: number; total: number } {
  const aggregator = new SecurityEventAggregator("a-secret");
  for (const entry of entries) aggregator.add(entry);
  const buckets = aggregator.drain();
  return { rows: buckets.length, total: buckets.reduce((sum, { count }) => sum + count, 0) };
}
const createEntries = (length: number, toChange: (index: number) => Partial<SecurityEntry>): SecurityEntry[] =>
  Array.from({ length }, (_, index) => ({ ...base, ...toChange(index) }));

test("counts equal events of an hour in one row", () => {
  assert.deepEqual(aggregate(createEntries(100, () => ({}))), { rows: 1, total: 100 });
  assert.deepEqual(aggregate([base, { ...base, at: new Date(at.getTime() + 3_600_000) }]), { rows: 2, total: 2 });
});

test("limits the distinct events of one address and counts all of them", () => {
  const length = limits.securityEventsPerAddress * 4;
  const rows = limits.securityEventsPerAddress + 1;
  assert.deepEqual(aggregate(createEntries(length, (index) => ({ typed: `a${index}@example.com` }))), {
    rows,
    total: length,
  });
});

test("limits distinct events whichever field differs", () => {
  const length = limits.securityEventsPerAddress * 4;
  const rows = limits.securityEventsPerAddress + 1;
  for (const toChange of [
    (index: number) => ({ tokenStart: `chv_${index}` }),
    (index: number) => ({ subject: `Branch ${index}` }),
    (index: number) => ({ account: `account-${index}` }),
    (index: number) => ({ detail: { route: `/${index}` } }),
    (index: number) => ({ item: { collection: "Branch", id: String(index) } }),
  ])
    assert.deepEqual(aggregate(createEntries(length, toChange)), { rows, total: length });
});

test("treats the addresses of one IPv6 network as one", () => {
  const length = limits.securityEventsPerAddress * 4;
  const rows = limits.securityEventsPerAddress + 1;
  assert.deepEqual(aggregate(createEntries(length, (index) => ({ ip: `2001:db8::${index.toString(16)}` }))), {
    rows,
    total: length,
  });
});

test("limits the distinct events of a kind across addresses, independently of other kinds", () => {
  const length = limits.securityEventsPerKind * 3;
  const flood = createEntries(length, (index) => ({ ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }));
  const rows = limits.securityEventsPerKind + 1;
  assert.deepEqual(aggregate(flood), { rows, total: length });
  assert.deepEqual(aggregate([...flood, { ...base, kind: "access_refused" }]), { rows: rows + 1, total: length + 1 });
});

test("adds restored events to those counted meanwhile", () => {
  const aggregator = new SecurityEventAggregator("a-secret");
  for (const entry of [base, base]) aggregator.add(entry);
  const buckets = aggregator.drain();
  aggregator.add(base);
  aggregator.restore(buckets);
  assert.deepEqual(
    aggregator.drain().map(({ count }) => count),
    [3],
  );
});
