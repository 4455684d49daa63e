// §4: what each move of a valet ticket asks for and sets. Prose and tables: docs/rules/valet-pickup.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { minutesBetween } from "#domain/rules/charge.ts";
import { amountsOf, isSettled, owedBy } from "#domain/rules/payment.ts";
import { assignedToOther, isManaging, isOutside, personOf } from "#domain/rules/valet-staff.ts";
import { valetSequence } from "#domain/states/valet.ts";

type Move = (args: RuleArgs) => Row | Refusal;

function notSettled({ entry, now }: { entry: Row; now: Date }): Refusal | undefined {
  if (isSettled({ entry, now })) return undefined;
  return new Refusal("NOT_SETTLED", undefined, { owed: owedBy({ entry, now }).extended });
}

/** 1 → 2: by who took the key. A car nobody was given belongs to the staff who parks it. */
function parks({ after, who, related, now }: RuleArgs): Row | Refusal {
  const assigned = personOf(after["Assigned_Staff"]);
  if (assigned !== null && assigned !== who.id && !isManaging(who)) return assignedToOther(related["Assigned_Staff"]);
  if (assigned === null && isManaging(who)) return new Refusal("NO_STAFF_ASSIGN", "Assigned_Staff");
  if (after["payment_type"] === "pre-pay") {
    const refusal = notSettled({ entry: after, now });
    if (refusal) return refusal;
  }
  return assigned === null ? { Assigned_Staff: who.id } : {};
}

/**
 * 2 → 3: the customer from the status page, staff for them, or the server at the time it was wanted for.
 * STAFF_NOT_AVAILABLE where the branch said so; a car that was wanted before is asked for all the same.
 */
function requestsPickup({ before, who, related, now }: RuleArgs): Row | Refusal {
  const isNew = before?.["pickup_wanted_at"] === null || before?.["pickup_wanted_at"] === undefined;
  if (isNew && isOutside(who) && related["branch"]?.["is_staff_available"] === false)
    return new Refusal("STAFF_NOT_AVAILABLE");
  const isPlanned = before?.["pickup_due_at"] !== null && before?.["pickup_due_at"] !== undefined;
  return {
    pickup_requested_at: now,
    pickup_request_assigned: null,
    ...(isPlanned ? { pickup_due_at: null } : {}),
  };
}

/** 3 → 4: claimed by who accepts, or given by a manager; one that was given already is only its own driver's to accept. */
function accepts({ before, changes, who, related, now }: RuleArgs): Row | Refusal {
  const held = personOf(before?.["pickup_request_assigned"]);
  if (held !== null && held !== who.id && !isManaging(who)) return assignedToOther(related["pickup_request_assigned"]);
  const given = personOf(changes["pickup_request_assigned"]) ?? held;
  return { pickup_request_assigned: given ?? who.id, started_time: now };
}

/** 4 → 5: by who drives it, or a manager. */
function arrives({ after, who, related, now }: RuleArgs): Row | Refusal {
  const driver = personOf(after["pickup_request_assigned"]);
  if (driver === null) return new Refusal("NO_STAFF_ASSIGN");
  if (driver !== who.id && !isManaging(who)) return assignedToOther(related["pickup_request_assigned"]);
  return { at_gate_at: now };
}

/**
 * How a handover was proved: the server says that the code or the ticket's QR was right, in this very write; else a manager
 * gives a note. HANDOVER_OTP_REQUIRED, HANDOVER_NOTE_REQUIRED.
 */
function proof({ changes, after, who }: RuleArgs): Row | Refusal {
  if (changes["handover_mode"] === "otp" || changes["handover_mode"] === "qr") return {};
  if (!isManaging(who)) return new Refusal("HANDOVER_OTP_REQUIRED", "otp");
  const note = after["handover_note"];
  if (typeof note !== "string" || note.trim() === "") return new Refusal("HANDOVER_NOTE_REQUIRED", "handover_note");
  return { handover_mode: "note" };
}

/** ACTIVE_CHAT_PRESENTS, with the name of who is still talking to the customer. */
function chatIsOver({ related }: RuleArgs): Refusal | undefined {
  const holder = related["chat"]?.["holder"] as Row | null | undefined;
  return holder ? new Refusal("ACTIVE_CHAT_PRESENTS", undefined, { name: holder["first_name"] as string }) : undefined;
}

/** 5 → 6: proved, settled or to be paid later, no chat left open. `duration` is whole minutes, a begun one counted. */
function handsOver(args: RuleArgs): Row | Refusal {
  const { after, now } = args;
  const proved = proof(args);
  if (proved instanceof Refusal) return proved;
  const talking = chatIsOver(args);
  if (talking) return talking;
  const entry = { ...after, out_time: now };
  const refusal = notSettled({ entry, now });
  if (refusal) return refusal;
  const from = (after["in_time"] ?? now) as Date;
  return {
    ...proved,
    ...amountsOf(owedBy({ entry, now })),
    out_time: now,
    started_time: null,
    duration: minutesBetween({ from, to: now }),
  };
}

const byTarget: { readonly [sequence: number]: Move } = {
  [valetSequence.parked]: parks,
  [valetSequence.pickupRequested]: requestsPickup,
  [valetSequence.onTheWay]: accepts,
  [valetSequence.atTheGate]: arrives,
  [valetSequence.checkedOut]: handsOver,
};

/** Which moves there are is the state table's. From outside only the pickup is asked for: FORBIDDEN for any other move. */
export function valetMoves(args: RuleArgs): Row | Refusal | undefined {
  const { before, after, who } = args;
  const to = after["status_id"] as number;
  if (!before || before["status_id"] === to) return undefined;
  if (isOutside(who) && to !== valetSequence.pickupRequested) return new Refusal("FORBIDDEN", "status_id");
  return byTarget[to]?.(args);
}
