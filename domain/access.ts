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

/** Rows that hang on the branch a person works for, and for an admin on any branch of the company. */
export const branchRow = (who: Who): Filter | false => who.branch !== null && { id: { _eq: who.branch } };
export const companyRow = (who: Who): Filter | false => who.company !== null && { id: { _eq: who.company } };
export const published: () => Filter = () => ({ status: { _eq: "published" } });
