// §1 §4: during the set-up, and to support, nothing is offered whose writes are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maySend, type SentWrite } from "#web/product/may-send.ts";
import { getNavigationLinks } from "#web/product/shell/navigation.ts";
import { getSetUpExceptions } from "#domain/access/set-up-access.ts";
import { getSupportExceptions } from "#domain/access/support-access.ts";
import type { Session, SessionBranch } from "#web/api/session.ts";

const branch: SessionBranch = {
  id: 1,
  name: "T Nagar",
  slug: "t-nagar",
  status: "draft",
  time_zone: "Asia/Kolkata",
  entity_type: "residential",
  is_parking: true,
  is_valet_and_parking: true,
  is_pre_booking: false,
  allow_vehicle_image_required: false,
  allow_vehicle_type_required: false,
  visitor_phone: "required",
  allow_person_entries: true,
  invite_max_days: null,
  invites_per_host: null,
  pass_max_days: null,
  pass_moves_per_month: null,
  is_staff_available: true,
  valet_number: null,
  parking_config: null,
  valet_and_parking_config: null,
};
const company = { id: 1, name: "Saravana", slug: "saravana", status: "draft", company_type: "single_organization" };
const user: Session["user"] = {
  id: "u",
  first_name: "Meena",
  email: "meena@example.com",
  contact_number: null,
  role: "",
  status: "active",
  in_out_flag: true,
  public_customer: false,
  residential_customer: false,
  govt_customer: false,
  school_college_university_customer: false,
  pending_creation_type: null,
  default_company: company,
  default_branch: branch,
};
const published: Session = { user, role: "admin", company, branch };
const settingUp: Session = { ...published, exceptions: getSetUpExceptions("admin"), isSettingUp: true };
const asSupport: Session = {
  ...published,
  exceptions: getSupportExceptions(),
  support: { id: 1, expiresAt: "2026-08-01T10:00:00Z" },
};
const listLabelsOf = (session: Session, persons: boolean) =>
  getNavigationLinks({
    session: { ...session, branch: session.branch && { ...session.branch, allow_person_entries: persons } },
    hasPage: () => true,
  }).map(({ label }) => label);
/** The links of a branch with entries of persons, and of one without. */
const listLabels = (session: Session) => [...listLabelsOf(session, true), ...listLabelsOf(session, false)];

test("what is written follows the list of the set-up", () => {
  const rows: [SentWrite, boolean][] = [
    ["POST /actions/parking/check-in", true],
    ["Time_Charges", true],
    ["POST /actions/passes", false],
    ["POST /actions/valet/create-ticket", true],
    ["cash_shifts", false],
  ];
  for (const [write, isAllowed] of rows) {
    assert.equal(maySend({ session: settingUp, write }), isAllowed, write);
    assert.equal(maySend({ session: published, write }), true, write);
  }
});

test("an archived branch offers no new visit, and still the rest of the gate", () => {
  const closed: Session = { ...published, branch: { ...branch, status: "archived" } };
  const labels = listLabels(closed);
  for (const label of ["New entry", "Check in vehicle", "New ticket", "Visitor with a vehicle", "Invites"])
    assert.equal(labels.includes(label), false, label);
  for (const label of ["Home", "Parking board", "Scan code", "My shift", "Debts"])
    assert.ok(labels.includes(label), label);
});

test("pages whose writes are refused are not in the navigation of a set-up", () => {
  const shown = listLabels(settingUp);
  for (const label of [
    "Home",
    "New entry",
    "Check in vehicle",
    "New ticket",
    "People",
    "Parking settings",
    "Payment settings",
  ])
    assert.ok(shown.includes(label), label);
  const left = ["Visitor with a vehicle", "Invites", "Lot check", "Valet cash", "Debts", "My shift", "Units"];
  const all = listLabels(published);
  for (const label of [...left, "Reconciliation", "Lost ticket"]) {
    assert.ok(all.includes(label), label);
    assert.equal(shown.includes(label), false, label);
  }
});

test("support is offered pages to read and none to write", () => {
  assert.equal(maySend({ session: asSupport, write: "POST /actions/parking/check-in" }), false);
  assert.equal(maySend({ session: asSupport, write: "Time_Charges" }), false);
  const shown = listLabels(asSupport);
  for (const label of ["Home", "People", "Parking settings", "Payment settings", "Daily cash"])
    assert.ok(shown.includes(label), label);
  for (const label of ["New entry", "Check in vehicle", "New ticket", "My shift", "Reconciliation", "Valet cash"])
    assert.equal(shown.includes(label), false, label);
});

test("who comes in is entered by one link where persons are, and by two where only vehicles are", () => {
  const entryLinks = ["New entry", "Check in vehicle", "Visitor with a vehicle"];
  const shown = (persons: boolean) => listLabelsOf(published, persons).filter((label) => entryLinks.includes(label));
  assert.deepEqual(shown(true), ["New entry"]);
  assert.deepEqual(shown(false), ["Check in vehicle", "Visitor with a vehicle"]);
});
