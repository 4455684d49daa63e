// The types of a company and of its branches agree on the write path; stored ones that disagree stay writable.
import assert from "node:assert/strict";
import { test } from "node:test";
import { canRequireApproval, checkCompanyTypeChange, isBranchOfCompanyType } from "#domain/branches/entity-type.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";

const companyTypes = Companies.fields.company_type.allowedValues ?? [];
const entityTypes = Branch.fields.entity_type.allowedValues ?? [];

test("government companies have government branches only, and other companies none", () => {
  const fitting = companyTypes.map((company_type) => [
    company_type,
    entityTypes.filter((entity_type) => isBranchOfCompanyType({ entity_type }, { company_type })),
  ]);
  const others = ["commercial", "residential", "school-college-university"];
  assert.deepEqual(Object.fromEntries(fitting), {
    single_organization: others,
    franchise: others,
    individual: others,
    government: ["government"],
  });
});

test("government and residential branches can require approval", () => {
  assert.deepEqual(
    entityTypes.filter((entity_type) => canRequireApproval({ entity_type })),
    ["government", "residential"],
  );
});

test("a company neither becomes a government company nor ceases to be one", () => {
  for (const from of companyTypes)
    for (const to of companyTypes) {
      const violation = checkCompanyTypeChange({ company_type: from }, { company_type: to });
      const isAllowed = (from === "government") === (to === "government");
      assert.equal(violation?.field, isAllowed ? undefined : "company_type", `${from} → ${to}`);
    }
});
