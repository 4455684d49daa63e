import assert from "node:assert/strict";
import { test } from "node:test";
import { computeShare, type FeeChange, getFeesOn, settlePeriods } from "#domain/reports/settlement/settlement.ts";

const notSet = { platform_charges: null, service_charges: null };
const fees = (platform_charges: number | null, service_charges: number | null = null) => ({
  platform_charges,
  service_charges,
});
const changes: FeeChange[] = [
  { start_day: "2026-12-01", previous: notSet, ...fees(250) },
  { start_day: "2026-12-16", previous: fees(250), ...fees(300, 50) },
];

test("fees of a day are those in force on it", () => {
  const terms = { changes, current: fees(300, 50) };
  assert.deepEqual(getFeesOn({ day: "2026-11-30", ...terms }), notSet);
  assert.deepEqual(getFeesOn({ day: "2026-12-01", ...terms }), fees(250));
  assert.deepEqual(getFeesOn({ day: "2026-12-15", ...terms }), fees(250));
  assert.deepEqual(getFeesOn({ day: "2027-05-01", ...terms }), fees(300, 50));
  assert.deepEqual(getFeesOn({ day: "2026-12-15", changes: [], current: fees(100) }), fees(100));
});

test("a share is rounded to a paisa, with GST on top", () => {
  const cases: [net: number, platform: number | null, service: number | null, gst: number, due: number][] = [
    [100_000, 2_500, 500, 540, 3_540],
    [333, 8, 2, 2, 12],
    [0, 0, 0, 0, 0],
    [-100_000, -2_500, -500, -540, -3_540],
  ];
  for (const [net, platform_fee, service_fee, gst, due] of cases)
    assert.deepEqual(computeShare({ net, fees: fees(250, 50) }), { platform_fee, service_fee, gst, due }, String(net));
  assert.deepEqual(computeShare({ net: 100, fees: notSet }), {
    platform_fee: null,
    service_fee: null,
    gst: 0,
    due: 0,
  });
});

test("a month has one period for each change of the fees", () => {
  const days = ["2026-11-30", "2026-12-01", "2026-12-15", "2026-12-16", "2027-01-01"].map((day, index) => ({
    day,
    received: 10_000 * (index + 1),
    refunded: 1_000,
  }));
  const periods = settlePeriods({ days, changes, current: fees(300, 50) });
  assert.deepEqual(
    periods.map(({ month, from, net, platform_fee, service_fee }) => [month, from, net, platform_fee, service_fee]),
    [
      ["2026-11", "2026-11-30", 9_000, null, null],
      ["2026-12", "2026-12-01", 48_000, 1_200, null],
      ["2026-12", "2026-12-16", 39_000, 1_170, 195],
      ["2027-01", "2027-01-01", 49_000, 1_470, 245],
    ],
  );
});
