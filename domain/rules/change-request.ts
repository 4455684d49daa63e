// §3 Branch.change_request, §2 configuration: what was verified changes only after a verifier has looked. Prose: docs/rules/change-requests.md.
import { Refusal } from "#domain/collection.ts";
import type { Fields, Json, Row, RuleArgs } from "#domain/collection.ts";
import { fieldError, isGiven } from "#domain/fields.ts";
import { idOf } from "#domain/rules/charge.ts";
import type { StateTable } from "#domain/states/state-table.ts";
import { fieldsOfSubmission, type SubmissionKind } from "#domain/submission.ts";

/** What a verifier has looked at, and nobody of the vendor changes alone. */
export const verifiedFields = {
  company: ["name", "registered_name", "company_type", "pan", "cin_number"],
  branch: ["name", "gstin", "address", "city", "state", "area", "pincode", "latitude", "longitude"],
} as const;

export type ChangeRequestStatus = "draft" | "published" | "rejected" | "archived";

/** Waiting until it is applied, refused, or taken back by who asked. */
export const changeRequestStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Waiting", colour: "amber", to: ["published", "rejected", "archived"] },
    published: { name: "Applied", colour: "green", to: [] },
    rejected: { name: "Refused", colour: "red", to: [] },
    archived: { name: "Taken back", colour: "grey", to: [] },
  },
  alreadyMoved: "REVIEW_ALREADY_DONE",
  noMove: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;

/** The value as it is stored; a field may be emptied where it may be empty. */
function storedValue({ fields, name, value }: { fields: Fields; name: string; value: unknown }): Json {
  if (!isGiven(value)) return null;
  const field = fields[name]!;
  if (typeof value === "string" && field.kind === "text")
    return field.normalise ? field.normalise(value) : value.trim();
  return field.kind === "one" ? Number(value) : (value as Json);
}

/** FAILED_VALIDATION with the first field that does not hold, NO_CHANGES where all stands so already. */
function soundChanges({ sent, subject, kind }: { sent: unknown; subject: Row; kind: SubmissionKind }): Row | Refusal {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return new Refusal("FAILED_VALIDATION", "changes", { type: "changes" });
  const fields = fieldsOfSubmission[kind];
  const known: readonly string[] = verifiedFields[kind];
  const changes: { [field: string]: Json } = {};
  for (const [name, value] of Object.entries(sent)) {
    if (!known.includes(name)) return new Refusal("FAILED_VALIDATION", "changes", { about: name });
    if (fieldError({ name, field: fields[name]!, value }) !== undefined)
      return new Refusal("FAILED_VALIDATION", name, { about: name });
    const stored = storedValue({ fields, name, value });
    const stands = idOf(subject[name]) ?? subject[name] ?? null;
    if (stored !== stands) changes[name] = stored;
  }
  if (Object.keys(changes).length === 0) return new Refusal("NO_CHANGES");
  const was = Object.fromEntries(
    Object.keys(changes).map((name) => [name, (idOf(subject[name]) ?? subject[name] ?? null) as Json]),
  );
  return { changes, was };
}

/**
 * What is asked is of the vendor's own and holds by itself; NO_MATCH_FOUND for a branch of another company. A refusal says
 * why (REMARK_REQUIRED), and only who asked takes a request back (FORBIDDEN).
 */
export function changeRequestIsSound({ before, after, changes, related, who }: RuleArgs): Row | Refusal | undefined {
  const { company, branch } = related;
  if (!before) {
    if (branch && idOf(branch["company"]) !== idOf(after["company"])) return new Refusal("NO_MATCH_FOUND", "branch");
    const subject = branch ?? company;
    if (!subject) return new Refusal("NO_MATCH_FOUND", "company");
    return soundChanges({ sent: after["changes"], subject, kind: branch ? "branch" : "company" });
  }
  if (!("status" in changes)) return undefined;
  const isVerifier = who.role === "verifier" || who.role === "platform";
  if (isVerifier === (changes["status"] === "archived")) return new Refusal("FORBIDDEN", "status");
  const isUnsaid = changes["status"] === "rejected" && !String(after["answer"] ?? "").trim();
  return isUnsaid ? new Refusal("REMARK_REQUIRED", "answer") : undefined;
}

/** A request stands by what it is about while it waits; applied, its values are set there. */
export function subjectOfRequest({ before, after, changes }: RuleArgs): { to: string; set: Row }[] {
  const to = idOf(after["branch"]) === null ? "company" : "branch";
  if (!before) return [{ to, set: { change_request: after["id"] } }];
  if (!("status" in changes)) return [];
  const asked = changes["status"] === "published" ? (after["changes"] as Row) : {};
  return [{ to, set: { ...asked, change_request: null } }];
}
