import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLocalDateTime, formatLocalDateTime } from "#web/ui/forms/local-date-time.ts";

test("converts between local date-times of the branch and UTC", () => {
  const zone = "Asia/Kolkata";
  const at = parseLocalDateTime({ value: "2026-11-21T10:40", zone });
  assert.equal(at?.toISOString(), "2026-11-21T05:10:00.000Z");
  assert.equal(formatLocalDateTime({ at: at!, zone }), "2026-11-21T10:40");
  assert.equal(
    parseLocalDateTime({ value: "2026-11-21T10:40", zone: "UTC" })?.toISOString(),
    "2026-11-21T10:40:00.000Z",
  );
  assert.equal(parseLocalDateTime({ value: "", zone }), undefined);
});
