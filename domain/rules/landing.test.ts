import assert from "node:assert/strict";
import { test } from "node:test";
import { landingOf, landingPath } from "#domain/rules/landing.ts";
import type { Lander } from "#domain/rules/landing.ts";

const branchWith = (parking: number, valet: number, preBooking: number) => ({
  slug: "mg-road",
  is_parking: parking === 1,
  is_valet_and_parking: valet === 1,
  is_pre_booking: preBooking === 1,
});

test("home for two or more services, else the dashboard of the one", () => {
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
    assert.equal(landingOf(branchWith(parking, valet, preBooking)), landing);
});

test("everybody lands at their own", () => {
  const staff: Lander = { role: "staff", pendingCreationType: null, companySlug: "acme", branch: branchWith(1, 0, 0) };
  const admin: Lander = { role: "admin", pendingCreationType: null, companySlug: "acme", branch: null };
  const rows: [Lander, string | undefined][] = [
    [staff, "/acme/mg-road/parking/dashboard"],
    [{ ...staff, branch: branchWith(1, 1, 0) }, "/acme/mg-road/home"],
    [{ ...staff, branch: null }, undefined],
    [{ ...staff, companySlug: null }, undefined],
    [{ ...admin, pendingCreationType: "company" }, "/company-register"],
    [{ ...admin, pendingCreationType: "branch" }, "/branch-register"],
    [{ ...admin, companySlug: null }, "/company-register"],
    [admin, "/branch-register"],
    [{ ...admin, branch: branchWith(0, 1, 0), isRejected: true }, "/acme/mg-road/application-correction"],
    [{ ...staff, isRejected: true }, "/acme/mg-road/parking/dashboard"],
    [{ ...admin, branch: branchWith(0, 1, 0), pendingCreationType: "branch" }, "/acme/mg-road/valet-parking/dashboard"],
    [{ ...staff, role: "approver" }, "/acme/mg-road/approvals"],
    [{ ...staff, role: "approver", branch: branchWith(1, 1, 0) }, "/acme/mg-road/approvals"],
    [{ ...staff, role: "approver", branch: branchWith(0, 1, 0) }, "/acme/mg-road/valet-parking/dashboard"],
    [{ ...staff, role: "customer" }, "/"],
    [{ ...staff, role: "verifier" }, "/platform"],
  ];
  for (const [lander, path] of rows) assert.equal(landingPath(lander), path);
});
