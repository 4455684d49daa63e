// Classifies written rows for the security log: accounts, tokens, payment settings, role permissions, and changes of
// vendor data by the platform.
import { listCapabilityChanges } from "#domain/access/capability-exceptions.ts";
import type { Json, Row } from "#domain/schema/collection.ts";
import { type Role, findRole, isCustomer, isPlatform, type Actor } from "#domain/access/roles.ts";
import type { SecurityEventKind } from "#domain/security/events.ts";

export interface WrittenRow {
  collection: string;
  action: "create" | "update" | "delete";
  /** Null for a new row. */
  before: Row | null;
  /** The current row, or the last state of a deleted one. */
  after: Row;
  changes: Row;
  actor: Actor;
  /** Route of the request that caused the change, if there is one. */
  route: string | null;
}

export interface SecurityChange {
  kind: SecurityEventKind;
  /** The changed account, if the change is about one. */
  account: string | null;
  company: number | null;
  branch: number | null;
  subject: string | null;
  detail: { [name: string]: Json };
}

/** Returns the security events of a write; nearly always none. */
export function classifyChange(written: WrittenRow): SecurityChange[] {
  const events = byCollection[written.collection]?.(written) ?? [];
  const isOwnKind = written.collection === "Support_Access";
  if (!isOwnKind && isPlatform(written.actor) && getCompanyId(written) !== null)
    events.push(classifyPlatformChange(written));
  return events;
}

const byCollection: { [collection: string]: (written: WrittenRow) => SecurityChange[] } = {
  users: classifyAccountChange,
  Integration_Tokens: classifyTokenChange,
  Shared_Devices: classifyDeviceChange,
  Support_Access: classifySupportChange,
  payment_settings: (written) => [
    toSecurityChange(written, "payment_settings_changed", { fields: getChangedNames(written) }),
  ],
  Branch: (written) => [...classifyPermissionChange(written), ...classifyAccountOfBranch(written)],
};

const toNumberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
const toTextOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function getCompanyId({ collection, after }: WrittenRow): number | null {
  return toNumberOrNull(collection === "Companies" ? after["id"] : (after["company"] ?? after["default_company"]));
}
function getBranchId({ collection, after }: WrittenRow): number | null {
  return toNumberOrNull(collection === "Branch" ? after["id"] : (after["branch"] ?? after["default_branch"]));
}

function toSecurityChange(
  written: WrittenRow,
  kind: SecurityEventKind,
  detail: SecurityChange["detail"] = {},
  subject: string | null = null,
): SecurityChange {
  const account = written.collection === "users" ? toTextOrNull(written.after["id"]) : null;
  return { kind, account, company: getCompanyId(written), branch: getBranchId(written), subject, detail };
}

/** Names of changed fields, without values, which can be secret keys. */
function getChangedNames({ changes }: WrittenRow): string[] {
  return Object.keys(changes).filter((name) => !/^(date|user)_(created|updated)$/.test(name));
}

function classifyAccountChange(written: WrittenRow): SecurityChange[] {
  const { before, after, changes, action, actor, route } = written;
  // Users of integration tokens are created and removed with the token, which has its own events.
  if (after["integration"] !== null && after["integration"] !== undefined) return [];
  const role = findRole(toTextOrNull(after["role"]));
  if (action === "create") return isCustomer({ role }) ? [] : [toSecurityChange(written, "account_added", { role })];
  if (action === "delete")
    return [toSecurityChange(written, "status_changed", { from: toTextOrNull(before?.["status"]), to: null })];
  const isChanged = (name: string): boolean => name in changes && changes[name] !== before?.[name];
  const isByOther = actor.id !== null && actor.id !== after["id"];
  const events: SecurityChange[] = [];
  // An admin who switches to another branch of the own company gets no new permissions.
  if (isChanged("role") || (isByOther && (isChanged("default_company") || isChanged("default_branch"))))
    events.push(toSecurityChange(written, "role_changed", getOrganisationChange({ before, role, after })));
  if (isChanged("status"))
    events.push(
      toSecurityChange(written, "status_changed", {
        from: toTextOrNull(before?.["status"]),
        to: toTextOrNull(after["status"]),
      }),
    );
  if (isChanged("email")) events.push(toSecurityChange(written, "email_changed"));
  // Customers log in by phone number; a verification by the login itself is not a change by the user.
  const isPhoneProvedByOwner =
    actor.id === after["id"] && isChanged("phone_verified_at") && after["phone_verified_at"] !== null;
  if (isCustomer({ role }) && (isChanged("contact_number") || isPhoneProvedByOwner))
    events.push(toSecurityChange(written, "phone_changed"));
  // The first password of an account is not a change.
  if (isChanged("password") && before?.["password"])
    events.push(toSecurityChange(written, route === "/auth/password/reset" ? "password_reset" : "password_changed"));
  // The first PIN of an account is not a change.
  if (isChanged("pin_number") && before?.["pin_number"]) events.push(toSecurityChange(written, "pin_changed"));
  if ("log_in_card" in changes)
    events.push(toSecurityChange(written, changes["log_in_card"] === null ? "card_revoked" : "card_issued"));
  if (isChanged("tfa_secret"))
    events.push(
      toSecurityChange(written, getSecondFactorEvent({ isEnabled: changes["tfa_secret"] !== null, isByOther })),
    );
  return events;
}

/** Returns changed values only. */
function getOrganisationChange({
  before,
  role,
  after,
}: {
  before: Row | null;
  role: Role;
  after: Row;
}): SecurityChange["detail"] {
  const detail: SecurityChange["detail"] = {};
  const from = findRole(toTextOrNull(before?.["role"]));
  if (from !== role) Object.assign(detail, { from, to: role });
  for (const name of ["default_company", "default_branch"])
    if (before?.[name] !== after[name]) detail[name] = [toNumberOrNull(before?.[name]), toNumberOrNull(after[name])];
  return detail;
}

function getSecondFactorEvent({ isEnabled, isByOther }: { isEnabled: boolean; isByOther: boolean }): SecurityEventKind {
  if (isEnabled) return "second_factor_enabled";
  return isByOther ? "second_factor_reset" : "second_factor_disabled";
}

function classifyTokenChange(written: WrittenRow): SecurityChange[] {
  const { action, after, changes } = written;
  const detail = { name: toTextOrNull(after["name"]), role: findRole(toTextOrNull(after["role"])) };
  const subject = toTextOrNull(after["token_start"]);
  if (action === "create") return [toSecurityChange(written, "token_created", detail, subject)];
  return changes["revoked_at"] ? [toSecurityChange(written, "token_revoked", detail, subject)] : [];
}

function classifyDeviceChange(written: WrittenRow): SecurityChange[] {
  const { action, after, changes } = written;
  const subject = toTextOrNull(after["name"]);
  if (action === "create") return [toSecurityChange(written, "device_enrolled", {}, subject)];
  return changes["revoked_at"] ? [toSecurityChange(written, "device_revoked", {}, subject)] : [];
}

const supportKinds: { readonly [status: string]: SecurityEventKind } = {
  requested: "support_requested",
  open: "support_opened",
  declined: "support_declined",
  withdrawn: "support_declined",
  ended: "support_ended",
};

function classifySupportChange(written: WrittenRow): SecurityChange[] {
  const { action, after, changes } = written;
  const kind = supportKinds[String(action === "create" ? after["status"] : changes["status"])];
  if (!kind) return [];
  const detail = { access: toNumberOrNull(after["id"]), consent: after["asks_consent"] === true };
  return [toSecurityChange(written, kind, detail, toTextOrNull(after["supporter_name"]))];
}

/** Names what a branch's roles gained and lost, such as "staff report.read". */
function classifyPermissionChange(written: WrittenRow): SecurityChange[] {
  const field = "capability_exceptions";
  if (!(field in written.changes)) return [];
  const changes = listCapabilityChanges({ before: written.before?.[field], after: written.after[field] });
  if (changes.length === 0) return [];
  const listChanges = (kind: boolean): string[] =>
    changes.filter(({ isGranted }) => isGranted === kind).map(({ role, capability }) => `${role} ${capability}`);
  const [granted, revoked] = [listChanges(true), listChanges(false)];
  const detail = { ...(granted.length > 0 ? { granted } : {}), ...(revoked.length > 0 ? { revoked } : {}) };
  return [toSecurityChange(written, "permissions_changed", detail)];
}

/** Whoever changes the UPI account redirects the money of customers who scan its code. */
function classifyAccountOfBranch(written: WrittenRow): SecurityChange[] {
  const { before, after, changes } = written;
  const fields = ["upi_vpa", "upi_payee_name", "payment_channels"].filter(
    (name) => name in changes && JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return fields.length === 0 ? [] : [toSecurityChange(written, "payment_settings_changed", { fields })];
}

function classifyPlatformChange(written: WrittenRow): SecurityChange {
  const { collection, action, after, actor } = written;
  const detail = { collection, action, fields: getChangedNames(written).slice(0, 40), by: actor.role };
  return toSecurityChange(written, "platform_change", detail, `${collection} ${String(after["id"] ?? "")}`.trim());
}
