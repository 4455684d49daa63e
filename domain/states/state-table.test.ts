import assert from "node:assert/strict";
import { test } from "node:test";
import { onboardingStates, onboardingStatuses } from "#domain/states/onboarding.ts";
import { parkingStates, parkingStatuses, personStates, standingStatesOf, statesOf } from "#domain/states/parking.ts";
import { paymentStates, paymentStatuses, refusePayment } from "#domain/states/payment.ts";
import type { PaymentStatus } from "#domain/states/payment.ts";
import { refuseMove, refuseStart } from "#domain/states/state-table.ts";
import type { StateTable } from "#domain/states/state-table.ts";
import { valetStates, valetStatuses } from "#domain/states/valet.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const tables: { name: string; table: StateTable; ends: string[] }[] = [
  { name: "parking", table: parkingStates, ends: ["2", "4"] },
  { name: "persons", table: personStates, ends: ["2", "4"] },
  { name: "standing records", table: standingStatesOf({ is_person: false }), ends: [] },
  { name: "valet", table: valetStates, ends: ["6"] },
  { name: "payment", table: paymentStates, ends: ["paid"] },
  { name: "onboarding", table: onboardingStates, ends: [] },
];

function reachable(table: StateTable): Set<string> {
  const seen = new Set<string>();
  const open = [...table.initial];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(String(state))) continue;
    seen.add(String(state));
    open.push(...(table.states[state]?.to ?? []));
  }
  return seen;
}

for (const { name, table, ends } of tables) {
  test(`${name}: every state is reachable and only the last has no next`, () => {
    const states = Object.keys(table.states);
    assert.deepEqual([...reachable(table)].toSorted(), states.toSorted());
    assert.deepEqual(
      states.filter((state) => table.states[state]?.to.length === 0),
      ends,
    );
  });

  test(`${name}: exactly the moves of the table are allowed`, () => {
    const states = Object.keys(table.states).map((key) => (Number.isNaN(Number(key)) ? key : Number(key)));
    for (const from of states)
      for (const to of states) {
        const refusal = refuseMove(table, from, to);
        if (from === to) assert.equal(refusal, table.alreadyMoved);
        else assert.equal(refusal, table.states[from]?.to.includes(to) ? undefined : table.noMove);
      }
  });
}

function checkMoves({ file, table }: { file: string; table: StateTable }) {
  for (const { from, to, "refused with": code } of markdownTable({ file, heading: "Moves" })) {
    const refusal = from === "none" ? refuseStart(table, Number(to)) : refuseMove(table, Number(from), Number(to));
    assert.equal(refusal ?? "", code, `${from} → ${to}`);
  }
}

test("the parking states and moves are those of docs/rules/parking-states.md", () => {
  const file = "docs/rules/parking-states.md";
  const shown = parkingStatuses.map(({ sequence, name, colour }) => ({ sequence: String(sequence), name, colour }));
  assert.deepEqual(markdownTable({ file, heading: "States" }), shown);
  checkMoves({ file, table: parkingStates });
  assert.equal(refuseMove(personStates, 2, 2), "PERSON_STATUS_ALREADY_UPDATED");
});

test("the valet states and moves are those of docs/rules/valet-states.md", () => {
  const file = "docs/rules/valet-states.md";
  const rows = markdownTable({ file, heading: "States" });
  assert.deepEqual(
    rows.map(({ sequence, name, colour, next }) => [sequence, name, colour, next]),
    valetStatuses.map((row) => [String(row.sequence), row.name, row.colour, String(row.next_status ?? "none")]),
  );
  checkMoves({ file, table: valetStates });
});

test("a person's entry and standing record answer in a person's words", () => {
  assert.equal(refuseMove(statesOf({ is_person: true }), 2, 2), "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal(refuseMove(statesOf({ is_person: false }), 2, 2), "STATUS_ALREADY_UPDATED");
  assert.equal(refuseMove(standingStatesOf({ is_person: true }), 1, 1), "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal(refuseMove(standingStatesOf({}), 2, 1), undefined);
});

test("every payment and onboarding status is in its table", () => {
  assert.deepEqual([...paymentStatuses].toSorted(), Object.keys(paymentStates.states).toSorted());
  assert.deepEqual([...onboardingStatuses].toSorted(), Object.keys(onboardingStates.states).toSorted());
});

test("what is paid stays paid; a failure may leave or set back what is not", () => {
  const cases: [PaymentStatus, PaymentStatus, string | undefined][] = [
    ["not_paid", "paid", undefined],
    ["not_paid", "not_paid", undefined],
    ["not_paid", "partially_paid", undefined],
    ["partially_paid", "partially_paid", undefined],
    ["partially_paid", "not_paid", undefined],
    ["partially_paid", "paid", undefined],
    ["paid", "paid", "ALREADY_PAID"],
    ["paid", "not_paid", "ALREADY_PAID"],
    ["paid", "partially_paid", "ALREADY_PAID"],
  ];
  for (const [from, to, code] of cases) assert.equal(refusePayment({ from, to }), code, `${from} → ${to}`);
});
