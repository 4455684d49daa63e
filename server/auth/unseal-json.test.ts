import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createSealer } from "#server/auth/secrets.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";

const sealer = createSealer("s".repeat(40));
const schema = z.object({ phone: z.string() });

test("returns what was sealed, without unknown properties", () => {
  const sealed = sealer.seal(JSON.stringify({ phone: "9840012345", added: 1 }));
  assert.deepEqual(unsealJson({ sealer, sealed, schema }), { phone: "9840012345" });
});

test("returns undefined for anything else", () => {
  const sealed = sealer.seal(JSON.stringify({ phone: "9840012345" }));
  const unusable = [
    "",
    "undefined",
    `${sealed}x`,
    sealed.slice(0, -4),
    createSealer("t".repeat(40)).seal(JSON.stringify({ phone: "9840012345" })),
    sealer.seal(""),
    sealer.seal("9840012345"),
    sealer.seal("null"),
    sealer.seal(JSON.stringify({ phone: 9_840_012_345 })),
  ];
  for (const value of unusable) assert.equal(unsealJson({ sealer, sealed: value, schema }), undefined, value);
});
