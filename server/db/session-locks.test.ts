import assert from "node:assert/strict";
import { test } from "node:test";
import { lockNamespaces } from "#server/db/locks.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";

const { sql, url } = await createTestDatabase();
const [first, second] = [new SessionLocks(url), new SessionLocks(url)];
beforeDatabaseCleanup(() => Promise.all([first.end(), second.end()]));
const lock = { name: "delivery", key: "somebody@example.com" } as const;
const doNothing = (): Promise<void> => Promise.resolve();

/** Holds the lock until the returned function is called. */
async function hold(locks: SessionLocks): Promise<() => Promise<boolean>> {
  let release = (): void => {};
  const heldUntil = new Promise<void>((resolve) => (release = resolve));
  let notifyStarted = (): void => {};
  const started = new Promise<void>((resolve) => (notifyStarted = resolve));
  const finished = locks.runWhileHeld({
    lock,
    work: () => {
      notifyStarted();
      return heldUntil;
    },
  });
  await started;
  return () => {
    release();
    return finished;
  };
}

test("a lock is exclusive within and between processes; other keys are free", async () => {
  const release = await hold(first);
  for (const locks of [first, second]) assert.equal(await locks.runWhileHeld({ lock, work: doNothing }), false);
  assert.equal(await second.runWhileHeld({ lock: { ...lock, key: "else@example.com" }, work: doNothing }), true);
  const idle =
    await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
  assert.equal(idle.length, 0, "no transaction is open while the lock is held");
  assert.equal(await release(), true);
  assert.equal(await second.runWhileHeld({ lock, work: doNothing }), true);
});

test("failed work releases the lock", async () => {
  const failed = first.runWhileHeld({ lock, work: () => Promise.reject(new Error("no answer")) });
  await assert.rejects(failed, /no answer/);
  assert.equal(await second.runWhileHeld({ lock, work: doNothing }), true);
});

test("a lost connection releases the lock, and the next lock uses a new connection", async () => {
  const release = await hold(first);
  await sql`
    select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.classid = ${lockNamespaces[lock.name]}`;
  await eventually(async () => assert.equal(await second.runWhileHeld({ lock, work: doNothing }), true));
  assert.equal(await release(), true);
  assert.equal(await first.runWhileHeld({ lock, work: doNothing }), true);
});
