// reading.md §7: a session is one chain of refresh tokens and ends after a fixed time, however often it is refreshed.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedUser, testPassword } from "#tests/support/factories.ts";

const { app, sql, clock } = await startApp();
const factories = createFactories(sql);
const start = new Date("2026-11-21T06:00:00Z");
const day = 24 * 60 * 60_000;

beforeEach(() => {
  clock.now = start;
});

async function post(url: string, payload: object, cookie?: string) {
  const response = await app.inject({ method: "POST", url, payload, ...(cookie ? { headers: { cookie } } : {}) });
  const parsed = response.body ? JSON.parse(response.body) : {};
  return {
    data: parsed.data,
    code: parsed.errors?.[0]?.extensions.code as string | undefined,
    cookie: /directus_session_token=[^;]+/.exec(String(response.headers["set-cookie"] ?? ""))?.[0],
  };
}
const logIn = async (user: CreatedUser): Promise<string> =>
  (await post("/auth/login", { email: user.email, password: testPassword })).data.refresh_token;
const refresh = (token: string) => post("/auth/refresh", { refresh_token: token, mode: "json" });
const advanceClock = (ms: number): void => {
  clock.now = new Date(clock.now!.getTime() + ms);
};
const countOpenTokens = async (user: CreatedUser) =>
  (await sql`select 1 from sessions where "user" = ${user.id} and used_at is null and ended_at is null`).length;

test("one token refreshed several times within its grace period has one successor", async () => {
  const user = await factories.user("customer");
  const first = await logIn(user);
  const responses = [];
  for (let round = 0; round < 3; round += 1) responses.push((await refresh(first)).data.refresh_token);
  assert.equal(new Set(responses).size, 1, "three chains from one token");
  assert.equal(await countOpenTokens(user), 1);
});

test("the same concurrently; without a fixed successor there would be as many as requests", async () => {
  const user = await factories.user("customer");
  const first = await logIn(user);
  const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
  assert.equal(new Set(responses.map(({ data }) => data.refresh_token)).size, 1);
  assert.equal(await countOpenTokens(user), 1);
  // Control: tokens that are not derived from the previous one.
  const random = new Set(await Promise.all(Array.from({ length: 8 }, () => logIn(user))));
  assert.equal(random.size, 8);
  assert.equal(await countOpenTokens(user), 9);
});

test("a copied token is detected: the chain has no forks, and a second use after the grace period ends it", async () => {
  const user = await factories.user("customer");
  const stolen = await logIn(user);
  const owner = (await refresh(stolen)).data.refresh_token;
  const thief = (await refresh(stolen)).data.refresh_token;
  advanceClock(11_000);
  const next = await refresh(owner);
  assert.equal(next.code, undefined);
  advanceClock(11_000);
  assert.equal((await refresh(thief)).code, "INVALID_CREDENTIALS");
  assert.equal((await refresh(next.data.refresh_token)).code, "INVALID_CREDENTIALS", "and the owner logs in again");
});

test("a successor cannot be derived from the database or with another secret", async () => {
  const user = await factories.user("customer");
  const first = await logIn(user);
  const second = (await refresh(first)).data.refresh_token;
  assert.equal(second.length, 64);
  const stored = await sql<{ hash: Buffer }[]>`select token_hash as hash from sessions where "user" = ${user.id}`;
  for (const { hash } of stored)
    for (const token of [first, second])
      assert.ok(!hash.toString("base64url").includes(token) && !token.includes(hash.toString("base64url")));
});

test("refreshed every day, a session ends after 90 days", async () => {
  const user = await factories.user("customer");
  let token = await logIn(user);
  for (let round = 1; round < 90; round += 1) {
    advanceClock(day);
    const renewed = await refresh(token);
    assert.equal(renewed.code, undefined, `day ${round}`);
    token = renewed.data.refresh_token;
  }
  const [last] = await sql<{ ends: Date }[]>`select max(expires_at) as ends from sessions where "user" = ${user.id}`;
  assert.deepEqual(last!.ends, new Date(start.getTime() + 90 * day));
  advanceClock(day);
  assert.equal((await refresh(token)).code, "INVALID_CREDENTIALS");
});

test("in session mode too: the last token ends with the session", async () => {
  const user = await factories.user("customer");
  const opened = await post("/auth/login", { email: user.email, password: testPassword, mode: "session" });
  let cookie = opened.cookie!;
  for (let round = 1; round < 90; round += 1) {
    advanceClock(day - 60_000);
    const renewed = await post("/auth/refresh", { mode: "session" }, cookie);
    assert.equal(renewed.code, undefined, `turn ${round}`);
    cookie = renewed.cookie!;
  }
  const me = async () => (await app.inject({ url: "/users/me?fields=id", headers: { cookie } })).statusCode;
  clock.now = new Date(start.getTime() + 90 * day - 60_000);
  if ((await me()) !== 200) cookie = (await post("/auth/refresh", { mode: "session" }, cookie)).cookie ?? cookie;
  clock.now = new Date(start.getTime() + 90 * day);
  assert.notEqual(await me(), 200);
});
