import assert from "node:assert/strict";
import { test } from "node:test";
import { findKindByMenu, getPeopleMenu, getPeoplePathSegment, type PeopleKind } from "#domain/people/people.ts";

test("government companies have approvers and security personnel, other companies users and staff", () => {
  const kinds: PeopleKind[] = ["users", "staff", "employees"];
  const listPaths = (company_type: string) =>
    kinds.map((kind) => [
      getPeoplePathSegment({ kind, company: { company_type } }),
      getPeopleMenu({ kind, company: { company_type } }),
    ]);
  assert.deepEqual(listPaths("government"), [
    ["approver", "approvers"],
    ["security-personal", "security-personal"],
    ["employee", "employees"],
  ]);
  for (const type of ["single_organization", "franchise", "individual"])
    assert.deepEqual(listPaths(type), [
      ["users", "users"],
      ["staff", "staff"],
      ["employee", "employees"],
    ]);
  for (const [segment, menu] of [...listPaths("government"), ...listPaths("franchise")])
    assert.equal(findKindByMenu(segment!), findKindByMenu(menu!));
});
