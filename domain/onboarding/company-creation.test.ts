// Companies created by the platform: types that follow from the kind of organisation, and validation of the form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addOrganisationTypes, validateCompanyCreation } from "#domain/onboarding/company-creation.ts";
import { createGstin } from "#tests/support/registration-form.ts";

const form = {
  organisation: "government",
  company_name: "District Collectorate",
  branch_name: "Main gate",
  address: "4 Canal Road",
  state: "Tamil Nadu",
  city: "Chennai",
  area: "12",
  pincode: "600002",
  is_parking: true,
  admin_name: "Meena Kumari",
  admin_email: "meena@collectorate.example",
};

test("derives the types of company and branch from the kind of organisation", () => {
  for (const [organisation, companyType, entityType] of [
    ["government", "government", "government"],
    ["residential", "single_organization", "residential"],
    ["school-college-university", "single_organization", "school-college-university"],
  ]) {
    const { company_type, entity_type } = addOrganisationTypes({ ...form, organisation });
    assert.deepEqual([company_type, entity_type], [companyType, entityType], organisation);
  }
});

test("requires neither PAN nor GSTIN, and checks them against each other and the state", () => {
  const pan = "AAAGC1234F";
  const gstin = createGstin(pan);
  const rows: [changes: object, violations: [field: string, code: string][]][] = [
    [{}, []],
    [{ organisation: "residential", pan, gstin }, []],
    [{ pan: "AAAGC1234G", gstin }, [["gstin", "GSTIN_OTHER_PAN"]]],
    [{ state: "Kerala", gstin }, [["gstin", "GSTIN_OTHER_STATE"]]],
    [{ state: "Madras" }, [["state", "FAILED_VALIDATION"]]],
    [{ organisation: "commercial" }, [["organisation", "FAILED_VALIDATION"]]],
    [{ area: "0" }, [["area_name", "FAILED_VALIDATION"]]],
    [{ is_parking: false }, [["is_parking", "SERVICE_REQUIRED"]]],
    [{ admin_email: "" }, [["admin_email", "FAILED_VALIDATION"]]],
    [{ pan: "1234" }, [["pan", "FAILED_VALIDATION"]]],
  ];
  for (const [changes, expected] of rows) {
    const violations = validateCompanyCreation({ ...form, ...changes });
    assert.deepEqual(
      violations.map(({ field, code }) => [field, code]),
      expected,
      JSON.stringify(changes),
    );
  }
});
