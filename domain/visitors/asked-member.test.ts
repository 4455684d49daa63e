import assert from "node:assert/strict";
import { test } from "node:test";
import { getNextMember } from "#domain/visitors/asked-member.ts";

const members = [{ id: 7 }, { id: 3 }, { id: 9 }];

test("asks the members in the unit's order, and nobody after the last one", () => {
  const askAll = (asked: number | null): number[] => {
    const next = getNextMember({ members, asked });
    return next ? [next.id, ...askAll(next.id)] : [];
  };
  assert.deepEqual(askAll(null), [7, 3, 9]);
});

test("asks nobody of an empty unit, and nobody after a member who was removed", () => {
  assert.equal(getNextMember({ members: [], asked: null }), undefined);
  assert.equal(getNextMember({ members, asked: 4 }), undefined);
});
