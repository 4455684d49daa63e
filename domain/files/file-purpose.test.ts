import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assignFilePurpose,
  filePurposes,
  getInitialFilePurpose,
  canChangePurpose,
} from "#domain/files/file-purpose.ts";
import { anonymous, type Role } from "#domain/access/roles.ts";

test("uploads of gate staff belong to the branch, others to the uploader until they are attached", () => {
  const expected: [role: Role, purpose: string][] = [
    ["staff", "branch_file"],
    ["manager", "branch_file"],
    ["admin", "unassigned"],
    ["verifier", "unassigned"],
    ["platform", "unassigned"],
    ["public", "unassigned"],
  ];
  for (const [role, purpose] of expected) assert.equal(getInitialFilePurpose(role), purpose, role);
});

test("a file cannot change to another purpose", () => {
  for (const current of filePurposes)
    for (const purpose of filePurposes) {
      const isChangeable = current === "unassigned" || current === "branch_file";
      assert.equal(
        canChangePurpose({ file: { purpose: current }, purpose }),
        isChangeable || current === purpose,
        `${current} as ${purpose}`,
      );
    }
  assert.equal(canChangePurpose({ file: {}, purpose: "logo" }), false);
});

test("sets the purpose of a file when the relation is set, not when it is cleared or unchanged", () => {
  const propagate = assignFilePurpose("image", "banner");
  const args = { before: null, actor: anonymous, now: new Date(0), related: {} };
  const getChanges = (changes: object, image: string | null) =>
    propagate({ ...args, after: { image }, changes: { ...changes } });
  assert.deepEqual(getChanges({ image: "a" }, "a"), [{ to: "image", set: { purpose: "banner" } }]);
  assert.deepEqual(getChanges({ image: null }, null), []);
  assert.deepEqual(getChanges({ sort: 2 }, "a"), []);
});
