import assert from "node:assert/strict";
import { test } from "node:test";
import { roleNames } from "#domain/access/roles.ts";
import { selectOpenBranch, checkLoginAccess, checkLoginSide } from "#domain/accounts/login-access.ts";
import type { LoginAccessInput } from "#domain/accounts/login-access.ts";

const allowedInput: LoginAccessInput = {
  role: "staff",
  status: "active",
  isPresent: true,
  companyStatus: "published",
  branchStatus: "published",
};

test("allows active and present users of a published branch", () => {
  for (const role of roleNames) assert.equal(checkLoginAccess({ ...allowedInput, role }), undefined, role);
});

test("blocks suspended, inactive and absent accounts", () => {
  const rows: [Partial<LoginAccessInput>, string | undefined][] = [
    [{ status: "suspended" }, "ACCOUNT_SUSPEND"],
    [{ status: "suspended", role: "admin" }, "ACCOUNT_SUSPEND"],
    [{ status: "suspended", role: "customer" }, "ACCOUNT_SUSPEND"],
    [{ status: "draft" }, "STAFF_IS_INACTIVE"],
    [{ status: "draft", role: "manager" }, "MANAGER_IS_INACTIVE"],
    [{ status: "draft", role: "approver" }, "ACCOUNT_SUSPEND"],
    [{ status: "invited", role: "customer" }, "ACCOUNT_SUSPEND"],
    [{ status: "draft", role: "admin" }, undefined],
    [{ isPresent: false }, "USER_ATTENDANCE_OFF"],
    [{ isPresent: false, role: "manager" }, "USER_ATTENDANCE_OFF"],
    [{ isPresent: false, role: "admin" }, undefined],
    [{ isPresent: false, role: "employee" }, undefined],
    [{ isPresent: false, role: "customer" }, undefined],
    [{ isPresent: false, status: "draft" }, "STAFF_IS_INACTIVE"],
  ];
  for (const [overrides, code] of rows)
    assert.equal(checkLoginAccess({ ...allowedInput, ...overrides }), code, JSON.stringify(overrides));
});

test("an archived branch stays open to its gate until the last vehicle has left", () => {
  const archived = { ...allowedInput, branchStatus: "archived", hasVehiclesInside: true };
  for (const role of ["staff", "manager", "admin"] as const)
    assert.equal(checkLoginAccess({ ...archived, role }), undefined, role);
  for (const role of ["approver", "employee"] as const)
    assert.equal(checkLoginAccess({ ...archived, role }), "BRANCH_ARCHIVED", role);
  assert.equal(checkLoginAccess({ ...archived, hasVehiclesInside: false }), "BRANCH_ARCHIVED");
  assert.equal(checkLoginAccess({ ...archived, companyStatus: "archived" }), "COMPANY_ARCHIVED");
});

test("ignores attendance if it is not provided", () => {
  const { isPresent: _, ...withoutAttendance } = allowedInput;
  assert.equal(checkLoginAccess(withoutAttendance), undefined);
});

test("draft and archived companies and branches block all partners, rejected ones all but the admin", () => {
  const rows: [Partial<LoginAccessInput>, string | undefined][] = [
    [{ branchStatus: "draft" }, "BRANCH_DRAFT"],
    [{ branchStatus: "archived" }, "BRANCH_ARCHIVED"],
    [{ branchStatus: "rejected" }, "BRANCH_REJECTED"],
    [{ companyStatus: "draft" }, "COMPANY_DRAFT"],
    [{ companyStatus: "archived" }, "COMPANY_ARCHIVED"],
    [{ companyStatus: "rejected" }, "COMPANY_REJECTED"],
    [{ companyStatus: "archived", branchStatus: "draft" }, "COMPANY_ARCHIVED"],
    [{ branchStatus: "draft", role: "admin" }, "BRANCH_DRAFT"],
    [{ branchStatus: "archived", role: "admin" }, "BRANCH_ARCHIVED"],
    [{ branchStatus: "rejected", role: "admin" }, undefined],
    [{ companyStatus: "rejected", branchStatus: "draft", role: "admin" }, undefined],
    [{ companyStatus: "draft", branchStatus: "rejected", role: "admin" }, undefined],
    [{ companyStatus: "draft", branchStatus: "draft", role: "admin" }, "COMPANY_DRAFT"],
    [{ companyStatus: "archived", branchStatus: "rejected", role: "admin" }, "COMPANY_ARCHIVED"],
    [{ companyStatus: "rejected", branchStatus: "archived", role: "admin" }, "BRANCH_ARCHIVED"],
    [{ companyStatus: "draft", branchStatus: "rejected", role: "manager" }, "COMPANY_DRAFT"],
    [{ isCompanySuspended: true }, "COMPANY_SUSPENDED"],
    [{ isCompanySuspended: true, role: "admin" }, "COMPANY_SUSPENDED"],
    [{ isCompanySuspended: true, role: "approver", hasVehiclesInside: true }, "COMPANY_SUSPENDED"],
    [{ isCompanySuspended: true, hasVehiclesInside: true }, undefined],
    [{ isCompanySuspended: true, hasVehiclesInside: true, branchStatus: "rejected" }, "BRANCH_REJECTED"],
    [{ isCompanySuspended: true, hasVehiclesInside: true, companyStatus: "archived" }, "COMPANY_ARCHIVED"],
    [{ isCompanySuspended: true, role: "admin", branchStatus: "rejected" }, "COMPANY_SUSPENDED"],
    [{ isCompanySuspended: true, role: "customer" }, undefined],
    [{ companyStatus: null, branchStatus: null, role: "admin" }, undefined],
    [{ companyStatus: "archived", role: "customer" }, undefined],
    [{ branchStatus: "draft", role: "verifier" }, undefined],
    [{ branchStatus: "draft", status: "suspended" }, "ACCOUNT_SUSPEND"],
  ];
  for (const [overrides, code] of rows)
    assert.equal(checkLoginAccess({ ...allowedInput, ...overrides }), code, JSON.stringify(overrides));
});

test("partners and customers must log in at their own page", () => {
  assert.equal(checkLoginSide({ role: "customer", page: "partner" }), "CUSTOMER_LOGGED_IN");
  assert.equal(checkLoginSide({ role: "staff", page: "customer" }), "PARTNER_LOGGED_IN");
  assert.equal(checkLoginSide({ role: "admin", page: "customer" }), "ADMIN_LOGGED_IN");
  assert.equal(checkLoginSide({ role: "customer", page: "customer" }), undefined);
  assert.equal(checkLoginSide({ role: "manager", page: "partner" }), undefined);
});

test("an admin of a closed branch switches to a published one, else to a rejected one", () => {
  const branches = ["archived", "rejected", "draft", "published"].map((status, id) => ({ id, status }));
  const selectStatus = (overrides: Partial<Parameters<typeof selectOpenBranch>[0]>) =>
    selectOpenBranch({ role: "admin", accessError: "BRANCH_ARCHIVED", branches, ...overrides })?.status;
  assert.equal(selectStatus({}), "published");
  assert.equal(selectStatus({ accessError: "BRANCH_DRAFT" }), "published");
  assert.equal(selectStatus({ branches: branches.slice(0, 3) }), "rejected");
  assert.equal(selectStatus({ branches: [{ status: "draft" }, { status: "archived" }] }), undefined);
  assert.equal(selectStatus({ role: "manager" }), undefined);
  // While the company is verified, only what is to be corrected opens.
  assert.equal(selectStatus({ accessError: "COMPANY_DRAFT" }), "rejected");
  assert.equal(
    selectStatus({ accessError: "COMPANY_DRAFT", branches: [{ status: "draft" }, { status: "published" }] }),
    undefined,
  );
  for (const accessError of [null, "COMPANY_ARCHIVED", "ACCOUNT_SUSPEND"] as const)
    assert.equal(selectStatus({ accessError }), undefined, String(accessError));
});
