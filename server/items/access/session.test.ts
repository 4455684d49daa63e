import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { anonymousSession, type Session, SessionCache } from "#server/items/access/session.ts";

const createSession = (actor: Partial<Session["actor"]>, overrides: Partial<Session> = {}): Session => ({
  ...anonymousSession,
  ...overrides,
  actor: { ...anonymous, id: "a", role: "staff", branch: 1, isActive: true, ...actor },
});

test("reloading an unchanged user keeps the actor object and updates the session", () => {
  const sessions = new SessionCache();
  const first = sessions.set("a", createSession({}));
  const second = sessions.set("a", createSession({}, { authVersion: 2 }));
  assert.equal(second.actor, first.actor);
  assert.equal(second.authVersion, 2);
  assert.equal(sessions.get("a"), second);
});

test("any change of a user creates a new actor object", () => {
  const changes: Partial<Session["actor"]>[] = [
    { role: "manager" },
    { name: "Asha" },
    { phone: "9840012345" },
    { company: 2 },
    { branch: null },
    { isActive: false },
    { isPresent: true },
  ];
  for (const change of changes) {
    const sessions = new SessionCache();
    const first = sessions.set("a", createSession({}));
    const second = sessions.set("a", createSession(change));
    assert.notEqual(second.actor, first.actor, JSON.stringify(change));
    assert.deepEqual(second.actor, { ...first.actor, ...change });
  }
});
