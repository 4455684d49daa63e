// §2 ratings: who may rate which visit and until when, the vendor's answer, and what becomes of a report. See
// docs/rules/ratings.md.
import { can } from "#domain/access/capabilities.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { hasContactDetails } from "#domain/ratings/rating-words.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { valetSequence } from "#domain/valet/states.ts";

const dayMs = 24 * 60 * 60_000;

/** What tells whether a visit has ended. */
export type FinishedEntry = Pick<RowOf<"Parking_Information">, "parking_status_id" | "voided_at" | "is_test">;
export type FinishedTicket = Pick<RowOf<"Valet_and_Parking_Information">, "status_id" | "voided_at" | "is_test">;

/** A void or test entry was no visit, nor was such a ticket. */
export function isEntryFinished({
  parking_status_id: status,
  voided_at: voidedAt,
  is_test: isTest,
}: FinishedEntry): boolean {
  return status === parkingSequence.out && voidedAt === null && !isTest;
}

export function isTicketFinished({ status_id: status, voided_at: voidedAt, is_test: isTest }: FinishedTicket): boolean {
  return status === valetSequence.checkedOut && voidedAt === null && !isTest;
}

/** Until when the author may change a rating. */
export function getRatingDeadline({ date_created: createdAt }: Pick<RowOf<"Ratings">, "date_created">): Date {
  return new Date(createdAt.getTime() + ratingLimits.changeDays * dayMs);
}

type Args = RuleArgsOf<"Ratings", "parking_information" | "valet_and_parking_information">;
type Decision = Partial<RowOf<"Ratings">> | RuleViolation | undefined;

/** Of the person who holds the link of the visit, who has no session. */
const authorFields = ["stars", "words", "shown_name"] as const;

/**
 * RATING_NOT_ALLOWED for an unfinished visit, and for a change after the last day; FORBIDDEN for what belongs to the author,
 * the branch or the platform's desk.
 */
export function validateRating(args: Args): Decision {
  const { before, changes } = args;
  if ((changes.words ?? "") !== "" && hasContactDetails(String(changes.words)))
    return new RuleViolation(
      "FAILED_VALIDATION",
      "words",
      { type: "words" },
      "*Leave out phone numbers, email addresses, links and vehicle numbers",
    );
  return before ? validateChange({ ...args, before }) : validateNew(args);
}

function validateNew({ after, related, actor }: Args): Decision {
  if (actor.id !== null) return new RuleViolation("FORBIDDEN");
  const { parking_information: entry, valet_and_parking_information: ticket } = related;
  const visit = entry ?? ticket;
  if (!visit || (entry && ticket)) return new RuleViolation("RATING_NOT_ALLOWED");
  const isFinished = entry ? isEntryFinished(entry) : ticket !== null && isTicketFinished(ticket);
  const isElsewhere = after.branch !== null && after.branch !== visit.branch;
  if (!isFinished || isElsewhere) return new RuleViolation("RATING_NOT_ALLOWED");
  return { company: visit.company, branch: visit.branch };
}

function validateChange({ before, after, changes, actor, now }: Args & { before: RowOf<"Ratings"> }): Decision {
  const isByAuthor = authorFields.some((name) => name in changes);
  if (isByAuthor && actor.id !== null) return new RuleViolation("FORBIDDEN");
  if (isByAuthor && now > getRatingDeadline(before)) return new RuleViolation("RATING_NOT_ALLOWED");
  const isAnswered = "answer" in changes;
  if (isAnswered && !can(actor, "rating.answer")) return new RuleViolation("FORBIDDEN", "answer");
  const answered = isAnswered ? { answered_at: after.answer ? now : null } : {};
  if (changes.state !== undefined && changes.state !== before.state) {
    const decided = decideState({ before, after, changes, actor, now });
    return decided instanceof RuleViolation ? decided : { ...answered, ...decided };
  }
  if ("decision_reason" in changes && !can(actor, "rating.moderate"))
    return new RuleViolation("FORBIDDEN", "decision_reason");
  // What was decided is not what is written now.
  return isByAuthor && before.state === "kept" ? { ...answered, state: "shown" } : answered;
}

function decideState({
  after,
  changes,
  actor,
  now,
}: Pick<Args, "after" | "changes" | "actor" | "now"> & { before: RowOf<"Ratings"> }): Decision {
  switch (after.state) {
    case "reported":
      return changes.report_reason
        ? {
            reported_at: now,
            reported_by: actor.id === null ? "reader" : "branch",
            decision_reason: null,
            decided_at: null,
          }
        : new RuleViolation("FAILED_VALIDATION", "report_reason", { type: "required" }, "*Choose a reason");
    case "kept":
    case "hidden":
      if (!can(actor, "rating.moderate")) return new RuleViolation("FORBIDDEN", "state");
      return changes.decision_reason?.trim()
        ? { decided_at: now }
        : new RuleViolation("FAILED_VALIDATION", "decision_reason", { type: "required" }, "*Enter a reason");
    case "shown":
    case null:
      return new RuleViolation("FORBIDDEN", "state");
  }
}
