// The effective rights of each role in each collection, as rows of docs/rules/capabilities.md.
import { adjustableRoles, getAdjustableCapabilities } from "#domain/access/capability-exceptions.ts";
import { can } from "#domain/access/capabilities.ts";
import { roleNames, roles, type Actor, type CapabilityExceptions, type Role } from "#domain/access/roles.ts";
import { collections } from "#domain/collections.ts";
import type { Collection, Operation } from "#domain/schema/collection.ts";
import { getGrant } from "#server/items/access/grants.ts";

const operations = ["read", "create", "update", "delete"] as const satisfies Operation[];

// Ids that occur in no filter otherwise, shown as `$company` and `$branch`.
const ownCompanyId = 900_001;
const ownBranchId = 900_002;

function toActor(role: Role, exceptions?: CapabilityExceptions): Actor {
  const isPublic = roles[role].scope === "public";
  return {
    id: isPublic ? null : "$user",
    role,
    name: null,
    phone: isPublic ? null : "$phone",
    company: isPublic ? null : ownCompanyId,
    branch: isPublic ? null : ownBranchId,
    isActive: true,
    isPresent: true,
    exceptions,
  };
}

type AccessRow = { [column: string]: string };

interface Right {
  rows: string;
  fields: string;
}

function describeFilter(filter: unknown): string {
  if (filter === true) return "all";
  return JSON.stringify(filter)
    .replaceAll('"', "")
    .replaceAll(String(ownCompanyId), "$company")
    .replaceAll(String(ownBranchId), "$branch");
}

function describeFields(fields: Iterable<string> | null): string {
  return fields === null ? "all" : [...fields].toSorted().join(", ");
}

function getRight(request: { collection: Collection; operation: Operation; actor: Actor }): Right | undefined {
  const grant = getGrant(request);
  if (!grant) return undefined;
  const { rows, fields, partialAccess } = grant;
  const partial = partialAccess
    ? `; others than ${describeFilter(partialAccess.fullAccessRows)}: ${describeFields(partialAccess.fields)}`
    : "";
  return { rows: describeFilter(rows), fields: describeFields(fields) + partial };
}

/** One row for each collection and right, with its operations and the roles that have it; administrators have all. */
export function listAccessRights(): AccessRow[] {
  const restricted = roleNames.filter((role) => !can({ role }, "platform.administer"));
  return collections.flatMap((collection) => {
    const rows = operations.flatMap((operation) => {
      const rights = restricted.map((role) => ({
        role,
        right: getRight({ collection, operation, actor: toActor(role) }),
      }));
      const byRight = Map.groupBy(rights, ({ right }) => JSON.stringify(right));
      return [...byRight.values()].flatMap((holders) => {
        const right = holders[0]?.right;
        return right ? [{ operation, roles: holders.map(({ role }) => role).join(", "), ...right }] : [];
      });
    });
    const merged = Map.groupBy(rows, ({ operation: _, ...row }) => JSON.stringify(row));
    return [...merged.values()].map((same) => ({
      collection: collection.name,
      ...same[0]!,
      operation: same.map(({ operation }) => operation).join(", "),
    }));
  });
}

/** Which rights a branch's exception changes. */
export function listExceptionEffects(): AccessRow[] {
  return adjustableRoles.flatMap((role) =>
    getAdjustableCapabilities(role).flatMap((capability) => {
      const isGranted = !can({ role }, capability);
      const changed = collections.flatMap((collection) =>
        operations
          .filter((operation) => {
            const [before, after] = [toActor(role), toActor(role, { [capability]: isGranted })].map((actor) =>
              JSON.stringify(getRight({ collection, operation, actor })),
            );
            return before !== after;
          })
          .map((operation) => `${operation} ${collection.name}`),
      );
      const exception = `${isGranted ? "grant" : "revoke"} ${capability}`;
      return changed.length > 0 ? [{ role, exception, changes: changed.join(", ") }] : [];
    }),
  );
}
