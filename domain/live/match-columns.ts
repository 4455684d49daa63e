// §7 live: columns an event must contain so that read access can be decided without a query. Derived from the access
// rules, which remain the single definition of read access.
import { findAccessRule } from "#domain/access/access-rule.ts";
import type { Collection, Filter } from "#domain/schema/collection.ts";
import { isMatchable, getFilterPaths } from "#domain/live/match-filter.ts";
import { type Role, roleNames, type Actor } from "#domain/access/roles.ts";

/** An actor with all properties set, so that each rule returns all conditions it can contain. */
const completeActor: Required<Omit<Actor, "role" | "exceptions" | "services" | "scope" | "isSettingUp" | "isSupport">> =
  {
    id: "00000000-0000-4000-8000-000000000000",
    name: "Name",
    phone: "9000000000",
    company: 1,
    branch: 1,
    isActive: true,
    isPresent: true,
  };

const matchColumnsCache = new WeakMap<Collection, readonly string[]>();

/** Paths compared by the read rules of a collection, in a fixed order; see `MatchRow`. */
export function getMatchColumns(collection: Collection): readonly string[] {
  let columns = matchColumnsCache.get(collection);
  if (!columns) {
    const paths = roleNames.flatMap((role) => {
      return readFilters({ collection, actor: { ...completeActor, role } }).flatMap((filter) => getFilterPaths(filter));
    });
    matchColumnsCache.set(collection, (columns = [...new Set(paths)].toSorted()));
  }
  return columns;
}

/** Roles whose read rule of the collection cannot be decided in memory: events would never reach them. */
export function findUnmatchableRoles(collection: Collection): Role[] {
  return roleNames.filter((role) =>
    readFilters({ collection, actor: { ...completeActor, role } }).some((filter) => !isMatchable(filter)),
  );
}

/** Filter of the readable rows, and of the rows with full access if the rule restricts some. */
function readFilters({ collection, actor }: { collection: Collection; actor: Actor }): Filter[] {
  const rule = findAccessRule({ rules: collection.access.read, actor });
  const { rows, partial } = typeof rule === "object" ? rule : { rows: rule, partial: undefined };
  const filter = typeof rows === "function" ? rows(actor) : rows;
  return [filter, partial?.fullAccessRows(actor)].filter((candidate) => typeof candidate === "object");
}
