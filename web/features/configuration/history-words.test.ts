import assert from "node:assert/strict";
import { test } from "node:test";
import { hoursInWords, setUpWords } from "#web/features/configuration/history-words.ts";
import type { SetUpChange } from "#web/features/configuration/history-words.ts";

const typeName = (id: unknown) => (id === 2 ? "Car" : "every other vehicle");
const lasting = (minutes: number) => `${minutes} min`;
const charge = {
  vehicle_type: 2,
  parking_time_type: "minutes",
  time_value_for_minutes: 30,
  charge_amount_for_minutes: "20.00",
  min_charge_of_minutes: null,
};
const block = { zone_or_block: "Roof", total_slots: 8 };

const rows: [Pick<SetUpChange, "collection" | "action" | "row" | "changes">, string[]][] = [
  [
    {
      collection: "Time_Charges",
      action: "update",
      row: charge,
      changes: { charge_amount_for_minutes: ["20.00", "50.00"] },
    },
    ["Price for Car: price ₹20.00 → ₹50.00"],
  ],
  [
    { collection: "Time_Charges", action: "create", row: charge, changes: {} },
    ["Price for Car added: ₹20.00 for each 30 min"],
  ],
  [
    { collection: "Slot_Blocks", action: "update", row: block, changes: { total_slots: [5, 8] } },
    ["Block Roof: slots 5 → 8"],
  ],
  [{ collection: "Slot_Blocks", action: "delete", row: block, changes: {} }, ["Block Roof removed"]],
  [
    {
      collection: "Parking_Configuration",
      action: "update",
      row: {},
      changes: { payment_type: ["post-pay", "pre-pay"] },
    },
    ["Paid on leaving → before coming in"],
  ],
  [
    { collection: "Branch", action: "update", row: {}, changes: { allow_person_entries: [false, true] } },
    ["Persons come in, too off → on"],
  ],
];

test("a change of the set-up is told in plain words", () => {
  for (const [change, words] of rows)
    assert.deepEqual(setUpWords({ change: { id: 1, at: "", by: null, ...change }, typeName, lasting }), words);
});

test("hours stand together where they are alike", () => {
  const day = [{ from: "09:00", until: "21:00" }];
  const week = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  assert.equal(hoursInWords(week), "Mon to Fri 09:00–21:00, Sat, Sun closed");
  assert.equal(hoursInWords(null), "day and night");
  assert.equal(hoursInWords({ ...week, sun: day }), "Mon to Fri 09:00–21:00, Sat closed, Sun 09:00–21:00");
});
