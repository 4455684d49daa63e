import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOfTyped, typedOf } from "#web/ui/typed-moment.ts";

test("a typed moment is the branch's own clock, there and back", () => {
  const zone = "Asia/Kolkata";
  const at = momentOfTyped({ typed: "2026-11-21T10:40", zone });
  assert.equal(at?.toISOString(), "2026-11-21T05:10:00.000Z");
  assert.equal(typedOf({ at: at!, zone }), "2026-11-21T10:40");
  assert.equal(momentOfTyped({ typed: "2026-11-21T10:40", zone: "UTC" })?.toISOString(), "2026-11-21T10:40:00.000Z");
  assert.equal(momentOfTyped({ typed: "", zone }), undefined);
});
