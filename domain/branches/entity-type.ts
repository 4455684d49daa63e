// §1 §2: which branches and companies are a government's, decided here alone. The types of a company and of its branches
// agree: a government company has government branches only, and no other company has one. See docs/rules/onboarding.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

interface TypedBranch {
  entity_type?: unknown;
}
interface TypedCompany {
  company_type?: unknown;
}

export const isGovernmentBranch = ({ entity_type: type }: TypedBranch): boolean => type === "government";
export const isGovernmentCompany = ({ company_type: type }: TypedCompany): boolean => type === "government";

/** Branches that can require approval of their entries. */
export const canRequireApproval = (branch: TypedBranch): boolean =>
  isGovernmentBranch(branch) || branch.entity_type === "residential";

export const isBranchOfCompanyType = (branch: TypedBranch, company: TypedCompany): boolean =>
  isGovernmentBranch(branch) === isGovernmentCompany(company);

/** Error text of an entity type that does not fit the company. */
export const entityTypeMessage = "*Government branches belong to government companies, and other branches do not";
const companyTypeMessage = "*A company cannot become a government company, nor cease to be one";

/** FAILED_VALIDATION if the type of a new branch, or a changed one, does not fit the company. Stored ones are kept. */
export function validateEntityType({
  before,
  after,
  related: { company },
}: RuleArgsOf<"Branch", "company">): RuleViolation | undefined {
  const isUnchanged = before !== null && before.entity_type === after.entity_type && before.company === after.company;
  if (isUnchanged || !company || isBranchOfCompanyType(after, company)) return undefined;
  return new RuleViolation("FAILED_VALIDATION", "entity_type", { type: "in" }, entityTypeMessage);
}

/** FAILED_VALIDATION, since the branches of the company would no longer fit it. */
export function checkCompanyTypeChange(before: TypedCompany, after: TypedCompany): RuleViolation | undefined {
  return isGovernmentCompany(before) === isGovernmentCompany(after)
    ? undefined
    : new RuleViolation("FAILED_VALIDATION", "company_type", { type: "in" }, companyTypeMessage);
}

export function validateCompanyType({ before, after }: RuleArgsOf<"Companies">): RuleViolation | undefined {
  return before ? checkCompanyTypeChange(before, after) : undefined;
}
