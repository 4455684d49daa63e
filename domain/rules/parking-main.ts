// §3 §5 Parking_Main_Information: what a standing record needs to be one: a vehicle or a person, and a pass with both its ends.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import { decidesPass, mayDecide, needsApproval } from "#domain/rules/approval.ts";
import { idOf } from "#domain/rules/charge.ts";
import { actorIsOnDuty } from "#domain/rules/on-duty.ts";
import { branchRefusal } from "#domain/rules/parking-entry.ts";
import { isNotHereYet } from "#domain/rules/same-visitor.ts";
import { parkingSequence } from "#domain/states/parking.ts";

function missing(field: string): Refusal {
  return new Refusal("FAILED_VALIDATION", field, { type: "required" });
}

/** It is its branch's, and waits at status 3 until a visit begins. */
function standsInBranch({ before, after, changes, related }: RuleArgs): Row | Refusal | undefined {
  if (before) {
    const isMoved = "branch" in changes && idOf(changes["branch"]) !== idOf(before["branch"]);
    return isMoved ? new Refusal("FORBIDDEN", "branch") : undefined;
  }
  const branch = related["branch"];
  if (!branch) return new Refusal("INVALID_FOREIGN_KEY", "branch");
  const refusal = branchRefusal(branch);
  if (refusal) return new Refusal(refusal);
  if (after["is_person"] === true && branch["allow_person_entries"] !== true)
    return new Refusal("SERVICE_NOT_ENABLED", "is_person");
  const status = (after["parking_status_id"] ?? parkingSequence.pending) as number;
  return {
    company: idOf(branch["company"]),
    parking_status_id: status,
    status_id: status,
    is_waiting_for_approve:
      after["is_waiting_for_approve"] === true || needsApproval({ branch, config: branch["parking_config"] }),
  };
}

/** What is said of who comes, whether at the gate, with a pass or with an invite. */
export const visitorFields = [
  "vehicle_no",
  "phone_no",
  "name",
  "email",
  "vehicle_type",
  "is_person",
  "entry_reason",
  "branch",
] as const;
/** How long a pass holds; its `duration` is told beside. */
export const passWindowFields = ["time_type", "pass_start_time", "pass_end_time"] as const;

/** A person has a name; a vehicle has a number, and a type where the branch asks for it. */
function isComplete({ before, after, related }: RuleArgs): Refusal | undefined {
  if (after["is_person"] === true) return after["name"] ? undefined : missing("name");
  if (!after["vehicle_no"]) return missing("vehicle_no");
  const isTypeAsked = !before && related["branch"]?.["allow_vehicle_type_required"] === true;
  return isTypeAsked && idOf(after["vehicle_type"]) === null
    ? new Refusal("VEHICLE_TYPE_REQUIRED", "vehicle_type")
    : undefined;
}

/** Where entries are approved, a pass is made longer only by who could approve it. */
function mayRenew({ before, after, changes, who, related }: RuleArgs): Refusal | undefined {
  const branch = related["branch"];
  if (!before || !branch || !("pass_end_time" in changes)) return undefined;
  const isAsking = needsApproval({ branch, config: branch["parking_config"] });
  const may = mayDecide({ who, branch: after["branch"], company: after["company"] });
  return isAsking && !may ? new Refusal("FORBIDDEN", "pass_end_time") : undefined;
}

function passHasBothEnds({ after }: RuleArgs): Refusal | undefined {
  const start = (after["pass_start_time"] ?? null) as Date | null;
  const end = (after["pass_end_time"] ?? null) as Date | null;
  if (start && end && end <= start) return new Refusal("FAILED_VALIDATION", "pass_end_time", { type: "gt" });
  if (after["parking_type"] !== "long_time") return undefined;
  if (!start) return missing("pass_start_time");
  return end ? undefined : missing("pass_end_time");
}

export const parkingMainRules: readonly WriteRule[] = [
  actorIsOnDuty,
  standsInBranch,
  isComplete,
  passHasBothEnds,
  mayRenew,
  isNotHereYet,
  decidesPass,
];
