import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOpeningHours, describeConfigurationChange } from "#web/features/branches/history-labels.ts";
import type { ConfigurationChange } from "#domain/branches/actions.ts";

const getTypeName = (id: unknown) => (id === 2 ? "Car" : "all other vehicles");
const formatMinutes = (minutes: number) => `${minutes} min`;
const charge = {
  vehicle_type: 2,
  parking_time_type: "minutes",
  time_value_for_minutes: 30,
  charge_amount_for_minutes: "20.00",
  min_charge_of_minutes: null,
};
const block = { zone_or_block: "Roof", total_slots: 8 };

const rows: [Pick<ConfigurationChange, "collection" | "action" | "row" | "changes">, string[]][] = [
  [
    {
      collection: "Time_Charges",
      action: "update",
      row: charge,
      changes: { charge_amount_for_minutes: ["20.00", "50.00"] },
    },
    ["Tariff for Car: rate ₹20 → ₹50"],
  ],
  [
    { collection: "Time_Charges", action: "create", row: charge, changes: {} },
    ["Tariff for Car added: ₹20 per 30 min"],
  ],
  [
    {
      collection: "Time_Charges",
      action: "create",
      row: { ...charge, min_charge_of_minutes: "40.00" },
      changes: {},
    },
    ["Tariff for Car added: ₹20 per 30 min, at least ₹40"],
  ],
  [
    { collection: "Slot_Blocks", action: "update", row: block, changes: { total_slots: [5, 8] } },
    ["Roof: slots 5 → 8"],
  ],
  [{ collection: "Slot_Blocks", action: "delete", row: block, changes: {} }, ["Roof removed"]],
  [
    {
      collection: "Parking_Configuration",
      action: "update",
      row: {},
      changes: { payment_type: ["post-pay", "pre-pay"] },
    },
    ["Collect payment at exit → at entry"],
  ],
  [
    { collection: "Branch", action: "update", row: {}, changes: { allow_person_entries: [false, true] } },
    ["Allow walk-in visitors off → on"],
  ],
  [{ collection: "Companies", action: "update", row: {}, changes: { company_logo: [null, "9d0a"] } }, ["Logo changed"]],
];

test("describes settings changes in plain language", () => {
  for (const [change, expected] of rows)
    assert.deepEqual(
      describeConfigurationChange({
        change: { id: 1, at: "", by: null, areOldValuesKnown: true, ...change },
        getTypeName,
        formatMinutes,
      }),
      expected,
    );
});

test("names no old value if the row was not recorded before", () => {
  const change = { id: 1, at: "", by: null, collection: "Slot_Blocks", action: "update", row: block } as const;
  const unrecorded = {
    ...change,
    changes: { total_slots: [null, 8] },
    areOldValuesKnown: false,
  } satisfies ConfigurationChange;
  assert.deepEqual(describeConfigurationChange({ change: unrecorded, getTypeName, formatMinutes }), [
    "Roof: slots changed to 8",
  ]);
});

test("groups consecutive days with the same opening hours", () => {
  const day = [{ from: "09:00", until: "21:00" }];
  const week = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  assert.equal(formatOpeningHours(week), "Mon to Fri 09:00–21:00, Sat, Sun closed");
  assert.equal(formatOpeningHours(null), "24 hours");
  assert.equal(formatOpeningHours({ ...week, sun: day }), "Mon to Fri 09:00–21:00, Sat closed, Sun 09:00–21:00");
});
