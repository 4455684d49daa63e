import assert from "node:assert/strict";
import { test } from "node:test";
import { nobody } from "#domain/roles.ts";
import { noSession, type Session, SessionCache } from "#server/items/who.ts";

const session = (who: Partial<Session["who"]>, more: Partial<Session> = {}): Session => ({
  ...noSession,
  ...more,
  who: { ...nobody, id: "a", role: "staff", branch: 1, isActive: true, ...who },
});

test("a person who is read anew and found unchanged stays the one known, with what is new of the session", () => {
  const sessions = new SessionCache();
  const first = sessions.keep("a", session({}));
  const second = sessions.keep("a", session({}, { authVersion: 2 }));
  assert.equal(second.who, first.who);
  assert.equal(second.authVersion, 2);
  assert.equal(sessions.get("a"), second);
});

test("whatever changes of a person makes another one", () => {
  const changes: Partial<Session["who"]>[] = [
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
    const first = sessions.keep("a", session({}));
    const second = sessions.keep("a", session(change));
    assert.notEqual(second.who, first.who, JSON.stringify(change));
    assert.deepEqual(second.who, { ...first.who, ...change });
  }
});
