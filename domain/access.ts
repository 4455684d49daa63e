// §6: the filters access rules are made of. Each answers which rows a person may touch; absent is none.
import type { Filter } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";

export const ownBranch = (who: Who): Filter | false => who.branch !== null && { branch: { _eq: who.branch } };
export const ownCompany = (who: Who): Filter | false => who.company !== null && { company: { _eq: who.company } };
export const ownRow = (who: Who): Filter | false => who.id !== null && { id: { _eq: who.id } };
export const ownMade = (who: Who): Filter | false => who.id !== null && { user_created: { _eq: who.id } };

/** The same, seen through a relation: `through("branch", ownCompany)` is the rows whose branch is the company's. */
export function through(field: string, rows: (who: Who) => Filter | false): (who: Who) => Filter | false {
  return (who) => {
    const filter = rows(who);
    return filter && { [field]: filter };
  };
}

/**
 * The branch and the company a person works for. Who has none yet, as an admin before the registration, may ask and finds
 * nothing, since one's own user is read with both: no row has the id 0.
 */
export const branchRow = (who: Who): Filter => ({ id: { _eq: who.branch ?? 0 } });
export const companyRow = (who: Who): Filter => ({ id: { _eq: who.company ?? 0 } });
/** All branches of the company an admin works for. */
export const companyBranches = (who: Who): Filter => ({ company: { _eq: who.company ?? 0 } });
export const published: () => Filter = () => ({ status: { _eq: "published" } });
