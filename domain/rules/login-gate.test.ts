import assert from "node:assert/strict";
import { test } from "node:test";
import { roleNames } from "#domain/roles.ts";
import { branchToGoOn, loginGate, otherSideRefusal } from "#domain/rules/login-gate.ts";
import type { Gated } from "#domain/rules/login-gate.ts";

const open: Gated = {
  role: "staff",
  status: "active",
  isPresent: true,
  companyStatus: "published",
  branchStatus: "published",
};

test("who is active, present and at an open branch comes in", () => {
  for (const role of roleNames) assert.equal(loginGate({ ...open, role }), undefined, role);
});

test("the account: suspended, not active, not present", () => {
  const rows: [Partial<Gated>, string | undefined][] = [
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
  for (const [gated, code] of rows) assert.equal(loginGate({ ...open, ...gated }), code, JSON.stringify(gated));
});

test("where attendance is not asked for, it does not block", () => {
  const { isPresent: _, ...reading } = open;
  assert.equal(loginGate(reading), undefined);
});

test("company and branch: draft and archived block all partners, rejected all but the admin", () => {
  const rows: [Partial<Gated>, string | undefined][] = [
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
    [{ companyStatus: null, branchStatus: null, role: "admin" }, undefined],
    [{ companyStatus: "archived", role: "customer" }, undefined],
    [{ branchStatus: "draft", role: "verifier" }, undefined],
    [{ branchStatus: "draft", status: "suspended" }, "ACCOUNT_SUSPEND"],
  ];
  for (const [gated, code] of rows) assert.equal(loginGate({ ...open, ...gated }), code, JSON.stringify(gated));
});

test("partners and customers log in each at their own page", () => {
  assert.equal(otherSideRefusal({ role: "customer", page: "partner" }), "CUSTOMER_LOGGED_IN");
  assert.equal(otherSideRefusal({ role: "staff", page: "customer" }), "PARTNER_LOGGED_IN");
  assert.equal(otherSideRefusal({ role: "admin", page: "customer" }), "ADMIN_LOGGED_IN");
  assert.equal(otherSideRefusal({ role: "customer", page: "customer" }), undefined);
  assert.equal(otherSideRefusal({ role: "manager", page: "partner" }), undefined);
});

test("an admin goes on from a closed branch: to an open one, else to one to be corrected", () => {
  const branches = ["archived", "rejected", "draft", "published"].map((status, id) => ({ id, status }));
  const to = (of: Partial<Parameters<typeof branchToGoOn>[0]>) =>
    branchToGoOn({ role: "admin", gate: "BRANCH_ARCHIVED", branches, ...of })?.status;
  assert.equal(to({}), "published");
  assert.equal(to({ gate: "BRANCH_DRAFT" }), "published");
  assert.equal(to({ branches: branches.slice(0, 3) }), "rejected");
  assert.equal(to({ branches: [{ status: "draft" }, { status: "archived" }] }), undefined);
  assert.equal(to({ role: "manager" }), undefined);
  for (const gate of [null, "COMPANY_ARCHIVED", "COMPANY_DRAFT", "ACCOUNT_SUSPEND"] as const)
    assert.equal(to({ gate }), undefined, String(gate));
});
