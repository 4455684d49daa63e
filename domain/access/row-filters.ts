// §6: row filters of the access rules. `false` grants access to no rows.
import type { Filter } from "#domain/schema/collection.ts";
import { isCustomer, roles, type Actor } from "#domain/access/roles.ts";

export const ownBranch = (actor: Actor): Filter | false => actor.branch !== null && { branch: { _eq: actor.branch } };
export const ownCompany = (actor: Actor): Filter | false =>
  actor.company !== null && { company: { _eq: actor.company } };
export const ownUser = (actor: Actor): Filter | false => actor.id !== null && { id: { _eq: actor.id } };
export const ownCreated = (actor: Actor): Filter | false => actor.id !== null && { user_created: { _eq: actor.id } };

type RowFilter = (actor: Actor) => Filter | false;

/** Selects the filter by the scope of the actor's role; scopes without a filter have no rows. */
export function byScope(filters: { company?: RowFilter; branch?: RowFilter; customer?: RowFilter }): RowFilter {
  return (actor) => {
    const { scope } = roles[actor.role];
    return scope !== "platform" && scope !== "public" && (filters[scope]?.(actor) ?? false);
  };
}
/** Rows of the company, or of the branch, for which the actor works. */
export const inOwnScope = byScope({ company: ownCompany, branch: ownBranch });

/**
 * Applies a filter through a relation: `viaRelation("branch", ownCompany)` matches rows whose branch belongs to the
 * company.
 */
export function viaRelation(field: string, rows: (actor: Actor) => Filter | false): (actor: Actor) => Filter | false {
  return (actor) => {
    const filter = rows(actor);
    return filter && { [field]: filter };
  };
}

/**
 * The actor's own branch and company rows. An actor without one, such as an admin before registration, gets a filter
 * that matches nothing (no row has id 0) instead of an error, since the own user is read together with both.
 */
export const ownBranchRow = (actor: Actor): Filter => ({ id: { _eq: actor.branch ?? 0 } });
export const ownCompanyRow = (actor: Actor): Filter => ({ id: { _eq: actor.company ?? 0 } });
/** All branches of the admin's company. */
export const ownCompanyBranches = (actor: Actor): Filter => ({ company: { _eq: actor.company ?? 0 } });
export const published: () => Filter = () => ({ status: { _eq: "published" } });

/**
 * Rows that are not hosted by the actor, who created them for a visitor: those that others created, and those of the
 * customer's own phone number.
 */
export function notHostedRows(byPhone: (phone: string) => Filter): (actor: Actor) => Filter {
  return (actor) => ({
    _or: [
      { user_created: { _null: true } },
      { user_created: { _neq: actor.id } },
      ...(isCustomer(actor) && actor.phone !== null ? [byPhone(actor.phone)] : []),
    ],
  });
}
