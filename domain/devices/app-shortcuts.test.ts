// §2: the shortcuts of the installed application open a page that the user and the branch have.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getShortcutPage } from "#domain/devices/app-shortcuts.ts";
import type { Role } from "#domain/access/roles.ts";

const parking = { is_parking: true, is_valet_and_parking: true, is_pre_booking: false };
const valetOnly = { is_parking: false, is_valet_and_parking: true, is_pre_booking: false };
const none = { is_parking: false, is_valet_and_parking: false, is_pre_booking: true };

const table: [shortcut: string | null, role: Role, branch: typeof parking | null, expected: string | undefined][] = [
  ["check-in", "staff", parking, "parking/create"],
  ["check-in", "staff", valetOnly, "valet-parking/create"],
  ["check-in", "staff", none, undefined],
  ["check-in", "approver", parking, undefined],
  ["check-in", "customer", null, undefined],
  ["scan", "manager", valetOnly, "valet-parking/scan-parking-entry"],
  ["board", "approver", parking, "parking/dashboard"],
  ["board", "admin", valetOnly, "valet-parking/dashboard"],
  ["constructor", "admin", parking, undefined],
  [null, "admin", parking, undefined],
];

for (const [shortcut, role, branch, expected] of table)
  test(`${shortcut} of ${role} opens ${expected ?? "the first page"}`, () =>
    assert.equal(getShortcutPage({ shortcut, role, branch }), expected));
