import assert from "node:assert/strict";
import { test } from "node:test";
import { getSetUpState, getSkippedSteps, setUpSteps, type SetUpFacts } from "#domain/branches/set-up.ts";

const nothing: SetUpFacts = {
  areTariffsDecided: [false],
  hasSlots: false,
  hasStaff: false,
  hasOnlinePayment: false,
  hasVehicle: false,
  hasPrint: false,
  hasHours: false,
  hasPictures: false,
  skipped: [],
};
const listLeft = (facts: Partial<SetUpFacts>) =>
  getSetUpState({ ...nothing, ...facts }).steps.flatMap(({ step, state }) => (state === "left" ? [step] : []));

test("each step is done by its own fact alone", () => {
  const rows: [Partial<SetUpFacts>, string | undefined][] = [
    [{}, undefined],
    [{ areTariffsDecided: [true] }, "tariff"],
    [{ areTariffsDecided: [true, true] }, "tariff"],
    [{ areTariffsDecided: [true, false] }, undefined],
    [{ areTariffsDecided: [] }, undefined],
    [{ hasSlots: true }, "slots"],
    [{ hasStaff: true }, "staff"],
    [{ hasOnlinePayment: true }, "payment"],
    [{ hasVehicle: true }, "first_car"],
    [{ hasPrint: true }, "printer"],
    [{ hasHours: true }, "hours"],
    [{ hasPictures: true }, "pictures"],
    [{ skipped: ["slots"] }, "slots"],
  ];
  for (const [facts, done] of rows)
    assert.deepEqual(
      listLeft(facts),
      setUpSteps.filter((step) => step !== done),
      JSON.stringify(facts),
    );
});

test("it is complete when every step is done or not needed", () => {
  const rest = setUpSteps.filter((step) => step !== "staff");
  assert.equal(getSetUpState({ ...nothing, skipped: rest }).isComplete, false);
  assert.equal(getSetUpState({ ...nothing, skipped: rest, hasStaff: true }).isComplete, true);
  const [first] = getSetUpState({ ...nothing, areTariffsDecided: [true], skipped: ["tariff"] }).steps;
  assert.equal(first!.state, "done", "done goes before not needed");
});

test("stored steps that no longer exist are ignored", () => {
  assert.deepEqual(getSkippedSteps(["pictures", "fax", "slots"]), ["slots", "pictures"]);
  for (const stored of [null, undefined, "slots", { slots: true }]) assert.deepEqual(getSkippedSteps(stored), []);
});

test("steps that need a vehicle are left out where none can be tried", () => {
  const { steps } = getSetUpState({ ...nothing, canTryVehicles: false });
  assert.deepEqual(
    steps.map(({ step }) => step),
    setUpSteps.filter((step) => step !== "first_car" && step !== "printer"),
  );
  const isComplete = (canTryVehicles: boolean) =>
    getSetUpState({ ...nothing, skipped: ["tariff", "slots", "staff", "payment", "hours", "pictures"], canTryVehicles })
      .isComplete;
  assert.deepEqual([isComplete(false), isComplete(true)], [true, false]);
});
