// §6: rows and fields an actor may access per collection and operation. Access is denied unless a rule allows it.
import { findAccessRule } from "#domain/access/access-rule.ts";
import { can } from "#domain/access/capabilities.ts";
import type { AccessRule, AccessRules, Collection, Filter, Operation } from "#domain/schema/collection.ts";
import { isCollectionInScope } from "#domain/integrations/token-scope.ts";
import { isWrittenDuringSetUp } from "#domain/access/set-up-writes.ts";
import { getSupportRows, isHiddenFromSupport, listFieldsHiddenFromSupport } from "#domain/access/support-access.ts";
import type { Actor } from "#domain/access/roles.ts";
import { worksForService } from "#domain/people/staff-service.ts";

export interface AccessGrant {
  /** True means all rows. */
  rows: Filter | true;
  /** Null means all fields. */
  fields: ReadonlySet<string> | null;
  /** Rows outside `fullAccessRows` have values in `fields` only. */
  partialAccess?: { fullAccessRows: Filter; fields: ReadonlySet<string> };
}

const fullGrant: AccessGrant = { rows: true, fields: null };

/** Returns undefined if the operation is not allowed. */
export function getGrant({
  collection,
  operation,
  actor,
}: {
  collection: Collection;
  operation: Operation;
  actor: Actor;
}): AccessGrant | undefined {
  // Collections written by the write path itself (history, logs) and static collections accept no writes.
  if (operation !== "read" && (!collection.isAudited || collection.isStatic)) return undefined;
  if (can(actor, "platform.administer")) return fullGrant;
  const { scope } = actor;
  if (scope && !isCollectionInScope({ scope, collection: collection.name, operation })) return undefined;
  if (actor.isSettingUp && operation !== "read" && !isWrittenDuringSetUp(collection.name)) return undefined;
  if (actor.isSupport && (operation !== "read" || isHiddenFromSupport(collection.name))) return undefined;
  // Cached per actor, since grants are needed for every field of every request. The key is the rules and not the
  // collection name, because the own user is read by other rules than users of the branch.
  const rules = collection.access[operation];
  if (rules === undefined) return undefined;
  // Writes are left to the rules, which say why they are rejected.
  if (operation === "read" && !worksForService({ actor, service: collection.service })) return undefined;
  if (actor.isSupport) return getSupportGrant({ collection, rules, actor });
  let cachedGrants = grants.get(actor);
  if (!cachedGrants) grants.set(actor, (cachedGrants = new Map()));
  if (!cachedGrants.has(rules)) cachedGrants.set(rules, toGrant({ rule: findAccessRule({ rules, actor }), actor }));
  return cachedGrants.get(rules);
}

const grants = new WeakMap<Actor, Map<AccessRules, AccessGrant | undefined>>();
/** By collection as well, since what is hidden depends on it and collections share rules. */
const supportGrants = new WeakMap<Actor, Map<Collection, AccessGrant | undefined>>();

function getSupportGrant({
  collection,
  rules,
  actor,
}: {
  collection: Collection;
  rules: AccessRules;
  actor: Actor;
}): AccessGrant | undefined {
  let cached = supportGrants.get(actor);
  if (!cached) supportGrants.set(actor, (cached = new Map()));
  if (!cached.has(collection)) {
    const grant = toGrant({ rule: findAccessRule({ rules, actor }), actor });
    cached.set(collection, grant && limitToSupport({ grant, collection, actor }));
  }
  return cached.get(collection);
}

function toGrant({ rule, actor }: { rule: AccessRule | undefined; actor: Actor }): AccessGrant | undefined {
  if (rule === undefined || rule === false) return undefined;
  const isRuleObject = typeof rule === "object";
  const rowAccess = isRuleObject ? rule.rows : rule;
  const rows = typeof rowAccess === "function" ? rowAccess(actor) : rowAccess;
  if (rows === false) return undefined;
  const fields = isRuleObject && rule.fields ? toFieldSet(rule.fields) : null;
  const partial = isRuleObject ? rule.partial : undefined;
  if (!partial) return { rows, fields };
  return {
    rows,
    fields,
    partialAccess: { fullAccessRows: partial.fullAccessRows(actor), fields: toFieldSet(partial.fields) },
  };
}

/** What the platform's support reads of it: no secrets, and fewer files. */
function limitToSupport({
  grant: { rows, fields, partialAccess },
  collection,
  actor,
}: {
  grant: AccessGrant;
  collection: Collection;
  actor: Actor;
}): AccessGrant {
  const hidden = new Set(listFieldsHiddenFromSupport(collection));
  const withoutHidden = (names: Iterable<string>) => new Set([...names].filter((name) => !hidden.has(name)));
  const supportRows = getSupportRows({ collection: collection.name, actor });
  return {
    rows: supportRows ? (rows === true ? supportRows : { _and: [rows, supportRows] }) : rows,
    fields: withoutHidden(fields ?? Object.keys(collection.fields)),
    ...(partialAccess ? { partialAccess: { ...partialAccess, fields: withoutHidden(partialAccess.fields) } } : {}),
  };
}

const fieldSetCache = new WeakMap<readonly string[], ReadonlySet<string>>();
function toFieldSet(fields: readonly string[]): ReadonlySet<string> {
  let set = fieldSetCache.get(fields);
  if (!set) fieldSetCache.set(fields, (set = new Set(fields)));
  return set;
}

/** True if the field has values in all rows of the grant, not only in rows with full access. */
export function hasValueInAllRows({ grant, field }: { grant: AccessGrant; field: string }): boolean {
  return !grant.partialAccess || field === "id" || grant.partialAccess.fields.has(field);
}

export function canNameField(grant: AccessGrant, field: string): boolean {
  return grant.fields === null || field === "id" || grant.fields.has(field);
}
