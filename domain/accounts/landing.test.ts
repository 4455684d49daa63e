import assert from "node:assert/strict";
import { test } from "node:test";
import { getServiceLanding, getLandingPath } from "#domain/accounts/landing.ts";
import type { LandingInput } from "#domain/accounts/landing.ts";

const createBranch = (parking: number, valet: number, preBooking: number) => ({
  slug: "mg-road",
  is_parking: parking === 1,
  is_valet_and_parking: valet === 1,
  is_pre_booking: preBooking === 1,
});

test("lands on home with two or more services, else on the dashboard of the only one", () => {
  const rows: [number, number, number, string][] = [
    [1, 0, 0, "parking/dashboard"],
    [0, 1, 0, "valet-parking/dashboard"],
    [0, 0, 1, "pre-booking/dashboard"],
    [1, 1, 0, "home"],
    [1, 0, 1, "home"],
    [0, 1, 1, "home"],
    [1, 1, 1, "home"],
    [0, 0, 0, "home"],
  ];
  for (const [parking, valet, preBooking, landing] of rows)
    assert.equal(getServiceLanding(createBranch(parking, valet, preBooking)), landing);
});

test("returns the landing page of each role", () => {
  const staff: LandingInput = {
    role: "staff",
    pendingCreationType: null,
    companySlug: "acme",
    branch: createBranch(1, 0, 0),
  };
  const admin: LandingInput = { role: "admin", pendingCreationType: null, companySlug: "acme", branch: null };
  const rows: [LandingInput, string | undefined][] = [
    [staff, "/acme/mg-road/parking/dashboard"],
    [{ ...staff, branch: createBranch(1, 1, 0) }, "/acme/mg-road/home"],
    [{ ...staff, branch: null }, undefined],
    [{ ...staff, companySlug: null }, undefined],
    [{ ...admin, pendingCreationType: "company" }, "/company-register"],
    [{ ...admin, pendingCreationType: "branch" }, "/branch-register"],
    [{ ...admin, companySlug: null }, "/company-register"],
    [admin, "/branch-register"],
    [{ ...admin, branch: createBranch(0, 1, 0), isRegistrationRejected: true }, "/acme/mg-road/application-correction"],
    [{ ...staff, isRegistrationRejected: true }, "/acme/mg-road/parking/dashboard"],
    [
      { ...admin, branch: createBranch(0, 1, 0), pendingCreationType: "branch" },
      "/acme/mg-road/valet-parking/dashboard",
    ],
    [{ ...staff, role: "approver" }, "/acme/mg-road/approvals"],
    [{ ...staff, role: "approver", branch: createBranch(1, 1, 0) }, "/acme/mg-road/approvals"],
    [{ ...staff, branch: createBranch(0, 1, 0) }, "/acme/mg-road/valet-parking/dashboard"],
    [{ ...staff, role: "approver", branch: createBranch(0, 1, 0) }, "/acme/mg-road/home"],
    [{ ...staff, role: "employee" }, "/acme/mg-road/parking/dashboard"],
    [{ ...staff, role: "employee", branch: createBranch(0, 1, 0) }, "/acme/mg-road/home"],
    [{ ...staff, role: "customer" }, "/commercial/home"],
    [{ ...staff, role: "customer", customerType: "gov" }, "/gov/home"],
    [{ ...staff, role: "verifier" }, "/platform"],
  ];
  for (const [input, path] of rows) assert.equal(getLandingPath(input), path);
});
