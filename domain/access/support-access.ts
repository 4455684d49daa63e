// §1: what a user of the platform reads at a branch that is opened as support: what its admin reads, without secrets, and
// nothing is written. What is not listed here is denied. See docs/rules/support-access.md.
import { listCapabilities } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { Actor, CapabilityExceptions, Role } from "#domain/access/roles.ts";
import type { Collection, Filter } from "#domain/schema/collection.ts";

/** Whose rows are read, with the company and branch of the access as its scope. */
export const supportRole = "admin" satisfies Role;

/** Those that open rows or reports. Some also allow writes to an admin, which are refused to support whatever they are. */
const supportCapabilities: ReadonlySet<Capability> = new Set<Capability>([
  "account.use",
  "reference.read",
  "workplace.read",
  "configuration.read",
  "entry.read",
  "valet.read",
  "booking.read",
  "payment.read",
  "ledger.read",
  "report.read",
  "person.read",
  "file.read",
  "change-request.read",
  "history.read",
  "security.read",
  "gate.scan",
  "people.manage",
  "branch.configure",
  "company.configure",
  "payment.configure",
  "payment.refund",
  "cash.close",
  "valet.manage",
  "message.manage",
  "offer.manage",
  "rating.answer",
  "registration.submit",
]);

/** Revokes the other capabilities of the role. */
export function getSupportExceptions(): CapabilityExceptions {
  const denied = listCapabilities(supportRole).filter((capability) => !supportCapabilities.has(capability));
  return Object.fromEntries(denied.map((capability) => [capability, false]));
}

/**
 * Keys, identity documents, and what repeats their values: not read as support. Fields of the kind `secret` (passwords,
 * one-time codes, PINs, log-in cards, keys) are hidden in every collection.
 */
const hiddenCollections: ReadonlySet<string> = new Set([
  "Integration_Tokens",
  "Print_Jobs",
  "Webhook_Endpoints",
  "Webhook_Events",
  "Webhook_Deliveries",
  "Onboarding_Documents",
  "Company_Branch_Registration_Cache",
  "revisions",
]);
const hiddenFields: { readonly [collection: string]: readonly string[] } = {
  payment_settings: ["merchant_id", "client_id", "webhook_user"],
  payment_attempts: ["pay_url"],
  Outbox: ["values"],
};

export const isHiddenFromSupport = (collection: string): boolean => hiddenCollections.has(collection);

/** Names of the fields of a collection that support does not read. */
export function listFieldsHiddenFromSupport({ name, fields }: Pick<Collection, "name" | "fields">): string[] {
  const secrets = Object.keys(fields).filter((field) => fields[field]!.kind === "secret");
  return [...secrets, ...(hiddenFields[name] ?? [])];
}

/**
 * Limits rows further: no identity documents and exports, and none of the supporter's own uploads elsewhere, which the
 * rules of an admin include.
 */
export function getSupportRows({ collection, actor }: { collection: string; actor: Actor }): Filter | undefined {
  if (collection !== "files") return undefined;
  return {
    branch: { company: { _eq: actor.company } },
    purpose: { _nin: ["onboarding_document", "export", "unassigned"] },
  };
}

/** Rows are checked by collection, with every interface. */
const rowRoute =
  /^\/(?:items\/:collection|users|files|folders|activity|presets|roles|settings|assets|collections|fields|relations|permissions|policies)(?:\/[:\w]+)*$/;
const readRoutes: ReadonlySet<string> = new Set([
  "/server/info",
  "/server/ping",
  "/server/health",
  "/server/specs/oas",
  "/live",
  "/websocket",
  "/actions/cash/day",
  "/actions/approvals/answer-times",
  "/actions/outbox/usage",
  "/actions/people/attendance",
  "/actions/payments/parking/:id",
  "/actions/payments/valet/:id",
  "/actions/payments/pass/:id",
  "/actions/payments/unclear",
  "/actions/valet/tips",
  "/actions/valet/:id/chat",
]);
/** Reads by other means: mutations are refused by collection. */
const sentRoutes: ReadonlySet<string> = new Set(["/graphql", "/graphql/system", "/live/ticket"]);

/** Also once the access has ended: what it was, and back to the platform. */
const endingRoutes: ReadonlySet<string> = new Set(["/actions/support-access/current", "/actions/support-access/leave"]);

export const isRouteAfterSupport = (route: string): boolean => endingRoutes.has(route);

/** Whether a session that reads as support may send a request to a declared route. */
export function isRouteOfSupport({ method, route }: { method: string; route: string }): boolean {
  if (isRouteAfterSupport(route) || sentRoutes.has(route)) return true;
  const isReading = ["GET", "HEAD", "SEARCH"].includes(method);
  return isReading && (rowRoute.test(route) || readRoutes.has(route));
}

/** The actor of a session that reads as support; `isOpen` is false once the access has ended, which leaves no rights. */
export function createSupportActor({
  user,
  company,
  branch,
  isOpen,
}: {
  user: Actor;
  company: number;
  branch: number;
  isOpen: boolean;
}): Actor {
  return {
    id: user.id,
    role: isOpen ? supportRole : "public",
    name: user.name,
    phone: null,
    company: isOpen ? company : null,
    branch: isOpen ? branch : null,
    isActive: isOpen,
    isPresent: isOpen,
    exceptions: getSupportExceptions(),
    isSupport: true,
  };
}
