// Reference of the actions for onboarding, people and configuration.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { DocumentedCall } from "#server/features/reference/documented-call.ts";

type CallSummary = readonly [method: DocumentedCall["method"], path: string, summary: string];

/** Lists these actions with path, summary and audience only; bodies and responses are not described. */
function describeCalls({
  tag,
  isVisibleTo,
  calls,
}: {
  tag: string;
  isVisibleTo?: (actor: Actor) => boolean;
  calls: readonly CallSummary[];
}): DocumentedCall[] {
  return calls.map(([method, path, summary]) => ({
    method,
    path,
    summary,
    tag: `Actions: ${tag}`,
    isPlain: true,
    ...(isVisibleTo ? { isVisibleTo } : {}),
  }));
}

/** The platform sees these calls too, although they are about the caller's own branch. */
const isManager = (actor: Actor): boolean => can(actor, "branch.configure") || can(actor, "platform.administer");

const onboarding = describeCalls({
  tag: "onboarding",
  isVisibleTo: (actor) => can(actor, "registration.submit"),
  calls: [
    ["GET", "/actions/onboarding/agreement", "Current vendor agreement"],
    ["POST", "/actions/onboarding/check-name", "Check whether a company or branch name is available"],
    ["POST", "/actions/onboarding/register", "Register a company with its first branch, or a further branch"],
    ["POST", "/actions/onboarding/correct", "Correct and resubmit a rejected registration"],
  ],
});
const newVendor = describeCalls({
  tag: "onboarding",
  calls: [
    ["POST", "/actions/onboarding/send-codes", "Send codes to the phone and email of a new vendor"],
    ["POST", "/actions/onboarding/send-code-again", "Resend one of the codes"],
    ["POST", "/actions/onboarding/check-code", "Verify a phone number or email with its code"],
    ["POST", "/actions/onboarding/create-account", "Create the admin account with both proofs"],
    ["POST", "/actions/onboarding/state", "Status of a registration"],
  ],
});
const links = describeCalls({
  tag: "account",
  calls: [["POST", "/actions/invitations/read", "Read an invitation by its link"]],
});
const integrations = describeCalls({
  tag: "integrations",
  isVisibleTo: (actor) => can(actor, "integration.manage"),
  calls: [
    ["POST", "/actions/integrations", "Create an integration token; it is shown once"],
    ["POST", "/actions/integrations/:id/revoke", "Revoke an integration token"],
    ["POST", "/actions/outbox/:id/resend", "Resend an email or SMS"],
    ["GET", "/actions/outbox/usage", "Emails and SMS a `branch` has sent today, and its limits"],
  ],
});
const people = describeCalls({
  tag: "people",
  isVisibleTo: isManager,
  calls: [
    ["POST", "/actions/people", "Create a user and send an invitation"],
    ["POST", "/actions/people/:id/invite", "Resend the invitation, to a corrected `email` if provided"],
    ["GET", "/actions/people/attendance", "Attendance of a day"],
    ["POST", "/actions/people/import/preview", "Preview an import of staff or employees with its errors"],
    ["POST", "/actions/people/import", "Import staff or employees atomically; streams the progress as NDJSON"],
  ],
});

const configurationCalls = describeCalls({
  tag: "configuration",
  isVisibleTo: isManager,
  calls: [
    ["GET", "/actions/configuration/history", "Change history of the parking settings, branch or company (`of`)"],
    ["POST", "/actions/configuration/services", "Enable and disable services of the branch"],
  ],
});

export const accountActions: readonly DocumentedCall[] = [
  links,
  onboarding,
  newVendor,
  integrations,
  people,
  configurationCalls,
].flat();
