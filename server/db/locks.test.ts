import assert from "node:assert/strict";
import { readFileSync, globSync } from "node:fs";
import { test } from "node:test";
import { type LockName, lockNamespaces, acquireLock, tryAcquireLock } from "#server/db/locks.ts";
import { startApp } from "#tests/support/app.ts";

const { sql } = await startApp();
const names = Object.keys(lockNamespaces) as LockName[];

test("every lock has its own namespace", () => {
  const byNamespace = Map.groupBy(names, (name) => lockNamespaces[name]);
  const shared = [...byNamespace].filter(([, lockNames]) => lockNames.length > 1);
  assert.deepEqual(Object.fromEntries(shared), {});
});

test("locks of different names do not conflict; the same lock is exclusive", async () => {
  for (const name of names)
    await sql.begin(async (tx) => {
      await acquireLock({ tx, name, key: 17 });
      await sql.begin(async (otherTx) => {
        for (const another of names)
          assert.equal(
            await tryAcquireLock({ tx: otherTx, name: another, key: 17 }),
            another !== name,
            `${name} and ${another}`,
          );
      });
    });
});

test("a text can be a lock key", async () => {
  await sql.begin(async (tx) => {
    await acquireLock({ tx, name: "visitor", key: "17:TN01AB1234" });
    await sql.begin(async (otherTx) => {
      assert.equal(await tryAcquireLock({ tx: otherTx, name: "visitor", key: "17:TN01AB1234" }), false);
      assert.equal(await tryAcquireLock({ tx: otherTx, name: "visitor", key: "17:TN01AB1235" }), true);
    });
  });
});

test("locks are only acquired through locks.ts", () => {
  const files = globSync("server/**/*.ts").filter(
    (file) => file !== "server/db/locks.ts" && !file.endsWith(".test.ts"),
  );
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => /pg_(try_)?advisory/.test(readFileSync(file, "utf8"))),
    [],
  );
});
