import assert from "node:assert/strict";
import { test } from "node:test";
import { onboardingStates, onboardingStatuses } from "#domain/onboarding/states.ts";
import {
  parkingStates,
  parkingStatuses,
  personEntryStates,
  getVisitorRecordStates,
  getEntryStates,
} from "#domain/parking/states.ts";
import { paymentStates, paymentStatuses, checkPaymentTransition } from "#domain/payments/states.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";
import { checkTransition, checkInitialState } from "#domain/schema/state-table.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import { valetStates, valetStatuses } from "#domain/valet/states.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const tables: { name: string; table: StateTable; ends: string[] }[] = [
  { name: "parking", table: parkingStates, ends: ["2", "4"] },
  { name: "persons", table: personEntryStates, ends: ["2", "4"] },
  { name: "visitor records", table: getVisitorRecordStates({ is_person: false }), ends: [] },
  { name: "valet", table: valetStates, ends: ["6"] },
  { name: "payment", table: paymentStates, ends: ["paid"] },
  { name: "onboarding", table: onboardingStates, ends: [] },
];

function reachable(table: StateTable): Set<string> {
  const visited = new Set<string>();
  const pendingStates = [...table.initial];
  for (let state = pendingStates.pop(); state !== undefined; state = pendingStates.pop()) {
    if (visited.has(String(state))) continue;
    visited.add(String(state));
    pendingStates.push(...(table.states[state]?.transitions ?? []));
  }
  return visited;
}

for (const { name, table, ends: finalStates } of tables) {
  test(`${name}: every state is reachable and only final states have no transitions`, () => {
    const states = Object.keys(table.states);
    assert.deepEqual([...reachable(table)].toSorted(), states.toSorted());
    assert.deepEqual(
      states.filter((state) => table.states[state]?.transitions.length === 0),
      finalStates,
    );
  });

  test(`${name}: allows exactly the transitions of the table`, () => {
    const states = Object.keys(table.states).map((key) => (Number.isNaN(Number(key)) ? key : Number(key)));
    for (const from of states)
      for (const to of states) {
        const errorCode = checkTransition(table, from, to);
        if (from === to) assert.equal(errorCode, table.alreadyInStateError);
        else
          assert.equal(
            errorCode,
            table.states[from]?.transitions.includes(to) ? undefined : table.invalidTransitionError,
          );
      }
  });
}

function assertTransitions({ file, table }: { file: string; table: StateTable }) {
  for (const { from, to, "refused with": code } of readMarkdownTable({ file, heading: "Moves" })) {
    const errorCode =
      from === "none" ? checkInitialState(table, Number(to)) : checkTransition(table, Number(from), Number(to));
    assert.equal(errorCode ?? "", code, `${from} → ${to}`);
  }
}

test("parking states and transitions match docs/rules/parking-states.md", () => {
  const file = "docs/rules/parking-states.md";
  const expectedStates = parkingStatuses.map(({ sequence, name, colour }) => ({
    sequence: String(sequence),
    name,
    colour,
  }));
  assert.deepEqual(readMarkdownTable({ file, heading: "States" }), expectedStates);
  assertTransitions({ file, table: parkingStates });
  assert.equal(checkTransition(personEntryStates, 2, 2), "PERSON_STATUS_ALREADY_UPDATED");
});

test("valet states and transitions match docs/rules/valet-states.md", () => {
  const file = "docs/rules/valet-states.md";
  const rows = readMarkdownTable({ file, heading: "States" });
  assert.deepEqual(
    rows.map(({ sequence, name, colour, next }) => [sequence, name, colour, next]),
    valetStatuses.map((row) => [String(row.sequence), row.name, row.colour, String(row.next_status ?? "none")]),
  );
  assertTransitions({ file, table: valetStates });
});

test("entries and visitor records of persons use the error codes of persons", () => {
  assert.equal(checkTransition(getEntryStates({ is_person: true }), 2, 2), "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal(checkTransition(getEntryStates({ is_person: false }), 2, 2), "STATUS_ALREADY_UPDATED");
  assert.equal(checkTransition(getVisitorRecordStates({ is_person: true }), 1, 1), "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal(checkTransition(getVisitorRecordStates({}), 2, 1), undefined);
});

test("every payment and onboarding status is in its state table", () => {
  assert.deepEqual([...paymentStatuses].toSorted(), Object.keys(paymentStates.states).toSorted());
  assert.deepEqual([...onboardingStatuses].toSorted(), Object.keys(onboardingStates.states).toSorted());
});

test("paid is final; a failed payment may keep or reset an unpaid status", () => {
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
  for (const [from, to, code] of cases) assert.equal(checkPaymentTransition({ from, to }), code, `${from} → ${to}`);
});
