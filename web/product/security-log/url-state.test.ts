import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isFiltered,
  parseSecurityLogUrlState,
  toSecurityEventFilter,
  serializeSecurityLogUrlState,
} from "#web/product/security-log/url-state.ts";

test("URL state survives parsing and serialising, and defaults are omitted", () => {
  const text = "kind=log_in_failed&person=ravi&ip=203.0.113.7&from=2026-11-01&to=2026-11-21&page=3&event=17";
  assert.equal(serializeSecurityLogUrlState(parseSecurityLogUrlState(new URLSearchParams(text))).toString(), text);
  assert.equal(serializeSecurityLogUrlState(parseSecurityLogUrlState(new URLSearchParams())).toString(), "");
});

test("ignores unknown and invalid parameters", () => {
  const urlState = parseSecurityLogUrlState(new URLSearchParams("kind=toString&from=yesterday&page=-1&event=x"));
  assert.equal(isFiltered(urlState), false);
  assert.deepEqual([urlState.page, urlState.event], [1, null]);
  assert.deepEqual(toSecurityEventFilter({ urlState }), {});
});

test("dates cover whole days in the time zone of the branch", () => {
  const urlState = parseSecurityLogUrlState(new URLSearchParams("from=2026-11-21&to=2026-11-21"));
  assert.deepEqual(toSecurityEventFilter({ urlState, zone: "Asia/Kolkata" }), {
    last_at: { _gte: "2026-11-20T18:30:00.000Z" },
    first_at: { _lt: "2026-11-21T18:30:00.000Z" },
  });
});
