import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Actor, type Role } from "#domain/access/roles.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { getRatingDeadline, isEntryFinished, isTicketFinished, validateRating } from "#domain/ratings/rating.ts";
import { ratingStateNames, ratingStates } from "#domain/ratings/rating-states.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

const now = new Date("2026-11-23T10:00:00Z");
const dayMs = 24 * 60 * 60_000;
type Rating = RowOf<"Ratings">;

const createRating = (fields: Partial<Rating> = {}): Rating => ({
  id: 1,
  company: 1,
  branch: 2,
  parking_information: 3,
  valet_and_parking_information: null,
  stars: 4,
  words: null,
  shown_name: null,
  answer: null,
  answered_at: null,
  state: "shown",
  report_reason: null,
  reported_by: null,
  reported_at: null,
  decision_reason: null,
  decided_at: null,
  date_created: now,
  date_updated: null,
  user_created: null,
  user_updated: null,
  ...fields,
});

const user = (role: Role): Actor => ({ ...anonymous, role, id: "user" });
const author = anonymous;

function change({ before = {}, changes, actor }: { before?: Partial<Rating>; changes: Partial<Rating>; actor: Actor }) {
  const row = createRating(before);
  const decision = validateRating({
    before: row,
    after: { ...row, ...changes },
    changes,
    actor,
    now,
    related: { parking_information: null, valet_and_parking_information: null },
  });
  return decision instanceof RuleViolation ? decision.code : decision;
}

test("an entry is finished when it is out, a ticket when it is checked out, neither when void", () => {
  const entry = { parking_status_id: 2, voided_at: null, is_test: false } as const;
  assert.ok(isEntryFinished(entry));
  for (const status of [1, 3, 4] as const) assert.ok(!isEntryFinished({ ...entry, parking_status_id: status }));
  assert.ok(!isEntryFinished({ ...entry, voided_at: now }));
  assert.ok(!isEntryFinished({ ...entry, is_test: true }));
  assert.ok(isTicketFinished({ status_id: 6, voided_at: null, is_test: false }));
  for (const status of [1, 2, 3, 4, 5] as const)
    assert.ok(!isTicketFinished({ status_id: status, voided_at: null, is_test: false }));
  assert.ok(!isTicketFinished({ status_id: 6, voided_at: now, is_test: false }));
  assert.ok(!isTicketFinished({ status_id: 6, voided_at: null, is_test: true }));
});

test("only its author changes a rating, for some days", () => {
  for (const changes of [{ stars: 1 }, { words: "Better now" }, { shown_name: "Ravi" }]) {
    assert.deepEqual(change({ changes, actor: author }), {});
    for (const role of ["platform", "verifier", "admin", "manager", "customer"] as const)
      assert.equal(change({ changes, actor: user(role) }), "FORBIDDEN", role);
  }
  const at = (ageMs: number) => ({ date_created: new Date(now.getTime() - ageMs) });
  const lastMs = ratingLimits.changeDays * dayMs;
  assert.deepEqual(change({ before: at(lastMs), changes: { stars: 1 }, actor: author }), {});
  assert.equal(change({ before: at(lastMs + 1), changes: { stars: 1 }, actor: author }), "RATING_NOT_ALLOWED");
  assert.equal(getRatingDeadline(createRating(at(lastMs))).getTime(), now.getTime());
});

test("words with contact details are refused", () => {
  assert.equal(change({ changes: { words: "Call 9848022339" }, actor: author }), "FAILED_VALIDATION");
});

test("the branch answers and removes its answer; others do not", () => {
  for (const role of ["admin", "manager"] as const) {
    assert.deepEqual(change({ changes: { answer: "Thank you" }, actor: user(role) }), { answered_at: now });
    assert.deepEqual(change({ changes: { answer: null }, actor: user(role) }), { answered_at: null });
  }
  for (const actor of [author, ...(["platform", "verifier", "staff", "customer"] as const).map(user)])
    assert.equal(change({ changes: { answer: "Thank you" }, actor }), "FORBIDDEN", actor.role);
});

test("a report needs a reason, and says who reported", () => {
  const reported = { reported_at: now, decision_reason: null, decided_at: null };
  const changes = { state: "reported", report_reason: "spam" } as const;
  assert.deepEqual(change({ changes, actor: author }), { ...reported, reported_by: "reader" });
  assert.deepEqual(change({ changes, actor: user("manager") }), { ...reported, reported_by: "branch" });
  assert.equal(change({ changes: { state: "reported" }, actor: author }), "FAILED_VALIDATION");
});

test("only the platform decides, with a reason", () => {
  const before = { state: "reported" } as const;
  for (const state of ["kept", "hidden"] as const) {
    const changes = { state, decision_reason: "Checked" };
    for (const role of ["platform", "verifier"] as const) {
      assert.deepEqual(change({ before, changes, actor: user(role) }), { decided_at: now });
      for (const reason of [undefined, null, " "])
        assert.equal(
          change({
            before,
            changes: { state, ...(reason === undefined ? {} : { decision_reason: reason }) },
            actor: user(role),
          }),
          "FAILED_VALIDATION",
        );
    }
    for (const actor of [author, user("admin"), user("manager")])
      assert.equal(change({ before, changes, actor }), "FORBIDDEN", actor.role);
  }
  assert.equal(
    change({ before: { state: "kept" }, changes: { state: "shown" }, actor: user("platform") }),
    "FORBIDDEN",
  );
});

test("a change of a kept rating can be reported again; a hidden one stays hidden", () => {
  const after: { [state in (typeof ratingStateNames)[number]]: object } = {
    shown: {},
    reported: {},
    kept: { state: "shown" },
    hidden: {},
  };
  for (const state of ratingStateNames)
    assert.deepEqual(change({ before: { state }, changes: { stars: 1 }, actor: author }), after[state], state);
});

test("states: a report is decided once, and a decision can be replaced by the other", () => {
  const transitions = Object.fromEntries(
    ratingStateNames.map((state) => [state, [...ratingStates.states[state].transitions]]),
  );
  assert.deepEqual(transitions, {
    shown: ["reported"],
    reported: ["kept", "hidden"],
    kept: ["shown", "hidden"],
    hidden: ["kept"],
  });
});
