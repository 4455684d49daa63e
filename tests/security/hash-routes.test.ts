// Hashing is expensive by design: it is restricted to the platform, has a fixed cost, and never uses all threads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { hash } from "@node-rs/argon2";
import { hashPassword, verifyPassword } from "#server/auth/password-hash.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ config: { requestsPerPerson: 0 } });
const factories = createFactories(sql);
const branch = await factories.branch();
const platform = await asUser(await factories.user("platform"));
const own = (await platform.post("/utils/hash/generate", { string: "Monsoon@2026" })).data as string;

test("both routes are restricted to the platform administrator", async () => {
  for (const role of ["admin", "manager", "staff", "verifier", "customer"] as const) {
    const caller = await asUser(
      await factories.user(role, role === "customer" || role === "verifier" ? {} : { branch }),
    );
    assert.equal((await caller.post("/utils/hash/generate", { string: "x" })).code, "FORBIDDEN", role);
    assert.equal((await caller.post("/utils/hash/verify", { string: "x", hash: own })).code, "FORBIDDEN", role);
  }
  const anonymous = await asUser();
  assert.equal((await anonymous.post("/utils/hash/verify", { string: "x", hash: own })).code, "FORBIDDEN");
});

describe("a hash with foreign parameters is rejected and not computed", () => {
  const [salt, digest] = own.split("$").slice(-2) as [string, string];
  const foreign = [
    `$argon2id$v=19$m=19456,t=800,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=19456,t=2,p=64$${salt}$${digest}`,
    `$argon2id$v=19$m=19456,t=1,p=1$${salt}$${digest}`,
    `$argon2id$v=19$t=2,m=19456,p=1$${salt}$${digest}`,
    `$argon2id$m=19456,t=2,p=1$${salt}$${digest}`,
    `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${digest}`,
    `$argon2d$v=19$m=19456,t=2,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}${"A".repeat(200)}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}\n$${digest}`,
    `x${own}`,
    "$2b$31$abcdefghijklmnopqrstuuu",
    "nonsense",
  ];
  for (const hashed of foreign)
    test(hashed.slice(0, 60), async () => {
      const response = await platform.post("/utils/hash/verify", { string: "x", hash: hashed });
      assert.deepEqual([response.status, response.code], [400, "INVALID_PAYLOAD"]);
      assert.equal(await verifyPassword({ password: "x", hashed }), false);
    });

  test("a hash of the product is verified", async () => {
    assert.equal((await platform.post("/utils/hash/verify", { string: "Monsoon@2026", hash: own })).data, true);
    assert.equal((await platform.post("/utils/hash/verify", { string: "Monsoon@2027", hash: own })).data, false);
  });
});

/** How many of these hashes are done when a file requested after them has been read. */
async function countHashesBeforeFileRead(hashing: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const all = Array.from({ length: 24 }, () => hashing().then(() => (done += 1)));
  await readFile("package.json");
  const observed = done;
  await Promise.all(all);
  return observed;
}

test("hashing leaves threads for file access, whatever the number of hashes", async () => {
  // Control: without the queue the file is read after the hashes before it.
  const unprotected = await countHashesBeforeFileRead(() =>
    hash("x", { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  );
  assert.ok(unprotected >= 12, `${unprotected} hashes were done before the file without the queue`);
  const hashCount = await countHashesBeforeFileRead(() => hashPassword("x"));
  assert.ok(hashCount <= 6, `${hashCount} hashes were done before the file`);
});

test("many utility hashes are rejected with a retry time, and a login does not wait for them", async () => {
  const user = await factories.user("manager", { branch });
  let done = 0;
  const hashing = Array.from({ length: 16 }, () =>
    platform.post("/utils/hash/generate", { string: "x" }).then((response) => {
      if (response.status === 200) done += 1;
      return response;
    }),
  );
  const logIn = await (await asUser()).post("/auth/login", { email: user.email, password: testPassword });
  assert.equal(logIn.status, 200, logIn.text);
  assert.ok(done < 9, `${done} hashes were done before the login`);
  const responses = await Promise.all(hashing);
  const rejected = responses.filter(({ status }) => status !== 200);
  assert.equal(rejected.length, 5, "one runs, ten wait");
  for (const { status, code, headers } of rejected)
    assert.deepEqual([status, code, headers["retry-after"]], [503, "SERVICE_UNAVAILABLE", "2"]);
});
