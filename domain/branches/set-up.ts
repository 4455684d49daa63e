// What a new branch still has to set up, derived from its data. See docs/rules/onboarding.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/** In the order of the checklist. */
export const setUpSteps = ["tariff", "slots", "staff", "payment", "first_car", "printer", "hours", "pictures"] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** What the branch has; a step counts as left until the data shows it. */
export interface SetUpFacts {
  /** Enabled services that take vehicles, and whether each has a tariff or is free of charge. */
  areTariffsDecided: readonly boolean[];
  hasSlots: boolean;
  /** Somebody works there besides the admin. */
  hasStaff: boolean;
  /** Payments besides cash: through a provider, or by a channel of the branch. */
  hasOnlinePayment: boolean;
  /** A vehicle has been checked in, or its ticket created. */
  hasVehicle: boolean;
  /** A slip or receipt was printed. */
  hasPrint: boolean;
  hasHours: boolean;
  hasPictures: boolean;
  /** Steps that the branch does not need. Data cannot tell "cash only" from "not set up yet". */
  skipped: readonly string[];
  /** Default true. While the branch is under review, whether one of its services takes test vehicles. */
  canTryVehicles?: boolean;
}

/** Steps that need a vehicle. */
const vehicleSteps: readonly SetUpStep[] = ["first_car", "printer"];

export interface SetUpState {
  /** False if the steps that need a vehicle are left out until the branch is published. */
  canTryVehicles: boolean;
  steps: { step: SetUpStep; state: "done" | "skipped" | "left" }[];
  /** Nothing is left. */
  isComplete: boolean;
}

export function getSetUpState({ skipped, canTryVehicles = true, ...facts }: SetUpFacts): SetUpState {
  const isDone: { readonly [step in SetUpStep]: boolean } = {
    tariff: facts.areTariffsDecided.length > 0 && facts.areTariffsDecided.every(Boolean),
    slots: facts.hasSlots,
    staff: facts.hasStaff,
    payment: facts.hasOnlinePayment,
    first_car: facts.hasVehicle,
    printer: facts.hasPrint,
    hours: facts.hasHours,
    pictures: facts.hasPictures,
  };
  const possible = setUpSteps.filter((step) => canTryVehicles || !vehicleSteps.includes(step));
  const steps = possible.map((step) => ({
    step,
    state: isDone[step] ? ("done" as const) : skipped.includes(step) ? ("skipped" as const) : ("left" as const),
  }));
  return { canTryVehicles, steps, isComplete: steps.every(({ state }) => state !== "left") };
}

/** Reads `Branch.set_up_skipped`. */
export function getSkippedSteps(stored: unknown): readonly SetUpStep[] {
  return Array.isArray(stored) ? setUpSteps.filter((step) => stored.includes(step)) : [];
}

/** FAILED_VALIDATION unless the value lists steps, each once. */
export function validateSkippedSteps({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const skipped = changes.set_up_skipped;
  if (skipped === undefined || skipped === null) return undefined;
  const isValid = Array.isArray(skipped) && getSkippedSteps(skipped).length === skipped.length;
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "set_up_skipped", { type: "invalid" });
}
