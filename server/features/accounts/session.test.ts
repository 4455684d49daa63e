// §4 Session and login gating, §7 Auth, reading.md §7.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { SignJWT } from "jose";
import { roles } from "#domain/access/roles.ts";
import { buildApp } from "#server/app.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { createFactories, testPassword, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ slots: 5 });
const minute = 60_000;

beforeEach(() => {
  clock.now = null;
});

type Body = { [key: string]: unknown };
interface Reply {
  status: number;
  code: string | undefined;
  data: { access_token: string; refresh_token?: string; expires: number };
  cookie: string | undefined;
  setCookie: string;
  text: string;
}

/** Sends a request without a token; cookies as a browser would send them. */
async function post(url: string, body?: Body, cookie?: string): Promise<Reply> {
  const response = await app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const parsed = response.body ? (JSON.parse(response.body) as Body) : {};
  const errors = parsed["errors"] as { extensions: { code: string } }[] | undefined;
  const setCookie = String(response.headers["set-cookie"] ?? "");
  return {
    status: response.statusCode,
    code: errors?.[0]?.extensions.code,
    data: parsed["data"] as Reply["data"],
    setCookie,
    cookie: /directus_refresh_token=[^;]+/.exec(setCookie)?.[0],
    text: response.body,
  };
}
const logIn = (user: CreatedUser, more: Body = {}): Promise<Reply> =>
  post("/auth/login", { email: user.email, password: user.password, ...more });
const refresh = (token: unknown): Promise<Reply> => post("/auth/refresh", { refresh_token: token, mode: "json" });

/** Requests /users/me with the access token. */
async function me(
  token: string | undefined,
  url = "/users/me?fields=id",
): Promise<{ status: number; code?: string; id?: string }> {
  const response = await app.inject({ url, ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}) });
  const parsed = JSON.parse(response.body) as { data?: { id: string }; errors?: { extensions: { code: string } }[] };
  return {
    status: response.statusCode,
    ...(parsed.errors ? { code: parsed.errors[0]!.extensions.code } : { id: parsed.data!.id }),
  };
}

test("logs in in json mode with both tokens in the body and no cookie", async () => {
  const user = await make.user("staff", { branch });
  const reply = await logIn(user);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.data.expires, 15 * minute);
  assert.equal(reply.data.refresh_token!.length, 64);
  assert.equal(reply.setCookie, "");
  assert.deepEqual(await me(reply.data.access_token), { status: 200, id: user.id });
  const [row] =
    await sql`select last_access, (select count(*)::int from activity a where a."user" = users.id and action = 'login') as told from users where id = ${user.id}`;
  assert.ok(row!["last_access"]);
  assert.equal(row!["told"], 1);
  const stored = await sql`select token_hash from sessions where "user" = ${user.id}`;
  assert.ok(!stored.some(({ token_hash: hash }) => Buffer.from(hash as Buffer).includes(reply.data.refresh_token!)));
});

test("logs in in cookie mode with the refresh token only in an HttpOnly cookie", async () => {
  const user = await make.user("staff", { branch });
  const reply = await logIn(user, { mode: "cookie" });
  assert.deepEqual(Object.keys(reply.data).toSorted(), ["access_token", "expires"]);
  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=604800"])
    assert.match(reply.setCookie, new RegExp(part));
  const again = await post("/auth/refresh", { mode: "cookie" }, reply.cookie);
  assert.equal(again.status, 200, again.text);
  assert.notEqual(again.cookie, reply.cookie);
  assert.equal(again.data.refresh_token, undefined);
  // The token of the cookie is never returned in a body.
  assert.equal((await post("/auth/refresh", { mode: "json" }, again.cookie)).code, "INVALID_PAYLOAD");
  const out = await post("/auth/logout", { mode: "cookie" }, again.cookie);
  assert.equal(out.status, 204);
  assert.match(out.setCookie, /directus_refresh_token=;/);
  assert.equal((await post("/auth/refresh", { mode: "cookie" }, again.cookie)).code, "INVALID_CREDENTIALS");
});

test("compares e-mails case-insensitively; responds the same to a wrong password and an unknown e-mail", async () => {
  const user = await make.user("staff", { branch });
  assert.equal(
    (await post("/auth/login", { email: ` ${user.email.toUpperCase()} `, password: testPassword })).status,
    200,
  );
  const wrong = await post("/auth/login", { email: user.email, password: `${testPassword}x` });
  const anonymous = await post("/auth/login", { email: "nobody@example.com", password: testPassword });
  assert.deepEqual([wrong.status, wrong.code], [401, "INVALID_CREDENTIALS"]);
  assert.equal(wrong.text, anonymous.text);
  const incomplete: Body[] = [
    {},
    { email: user.email },
    { password: testPassword },
    { email: 1, password: 2 },
    { email: user.email, password: testPassword, mode: "x" },
  ];
  for (const body of incomplete) assert.equal((await post("/auth/login", body)).code, "INVALID_PAYLOAD");
  assert.equal((await post("/auth/login", { email: "a\u0000b", password: testPassword })).code, "INVALID_PAYLOAD");
  assert.equal(
    (await post("/auth/login", { email: "'or'1'='1@example.com", password: "' or 1=1 --" })).code,
    "INVALID_CREDENTIALS",
  );
});

test("limits an account for a minute after ten failed attempts, then longer, without affecting other accounts", async () => {
  const user = await make.user("staff", { branch });
  const other = await make.user("staff", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => post("/auth/login", { email: user.email, password: "wrong" })),
  );
  assert.equal(responses.filter(({ code }) => code === "INVALID_CREDENTIALS").length, 10);
  assert.deepEqual(
    [...new Set(responses.map(({ status }) => status))].toSorted((one, other) => one - other),
    [401, 429],
  );
  assert.equal((await logIn(user)).code, "REQUESTS_EXCEEDED");
  assert.equal((await logIn(other)).status, 200);
  clock.now = new Date(start + minute - 1);
  assert.equal((await logIn(user)).code, "REQUESTS_EXCEEDED");
  clock.now = new Date(start + minute);
  const logInWrong = () => post("/auth/login", { email: user.email, password: "wrong" });
  assert.equal((await logInWrong()).code, "INVALID_CREDENTIALS");
  clock.now = new Date(start + 2 * minute);
  assert.equal((await logIn(user)).code, "REQUESTS_EXCEEDED");
  clock.now = new Date(start + 3 * minute);
  assert.equal((await logIn(user)).status, 200);
  for (let attempt = 0; attempt < 9; attempt += 1) assert.equal((await logInWrong()).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).status, 200);
});

test("counts failed attempts across servers", async () => {
  const other = await buildApp({ sql, config: testConfig, clock: () => clock.now ?? new Date() });
  await other.ready();
  const user = await make.user("staff", { branch });
  const wrong = { email: user.email, password: "wrong" };
  const atOther = async (payload: Body) =>
    (await other.inject({ method: "POST", url: "/auth/login", payload })).statusCode;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    assert.equal((await post("/auth/login", wrong)).status, 401);
    assert.equal(await atOther(wrong), 401);
  }
  assert.equal(await atOther({ email: user.email, password: testPassword }), 429);
  assert.equal((await logIn(user)).status, 429);
  await other.close();
});

test("limits attempts from unknown addresses, but not from an address the user has logged in from", async () => {
  const user = await make.user("staff", { branch });
  const logInFrom = async (remoteAddress: string, password: string) => {
    const payload = { email: user.email, password };
    return (await app.inject({ method: "POST", url: "/auth/login", payload, remoteAddress })).statusCode;
  };
  const start = Date.now();
  clock.now = new Date(start);
  assert.equal(await logInFrom("10.1.1.1", testPassword), 200);
  for (let stranger = 0; stranger < 30; stranger += 1)
    assert.equal(await logInFrom(`10.2.0.${stranger}`, "wrong"), 401);
  assert.equal(await logInFrom("10.3.3.3", testPassword), 429);
  assert.equal(await logInFrom("10.1.1.1", testPassword), 200);
  for (let stranger = 0; stranger < 9; stranger += 1) {
    clock.now = new Date(clock.now.getTime() + minute);
    assert.equal(await logInFrom(`10.4.0.${stranger}`, "wrong"), 401);
  }
  // The wait never exceeds one minute, however many attempts follow.
  clock.now = new Date(clock.now.getTime() + minute);
  assert.equal(await logInFrom("10.3.3.3", testPassword), 200);
});

test("never limits successful log-ins", async () => {
  const user = await make.user("staff", { branch });
  for (let attempt = 0; attempt < 15; attempt += 1) assert.equal((await logIn(user)).status, 200);
});

test("refresh rotates the token; reuse after the grace period ends the whole session family", async () => {
  const user = await make.user("staff", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const first = (await logIn(user)).data.refresh_token;
  const otherFamilyToken = (await logIn(user)).data.refresh_token;
  const second = await refresh(first);
  assert.equal(second.status, 200, second.text);
  assert.notEqual(second.data.refresh_token, first);
  // Two tabs refresh concurrently.
  clock.now = new Date(start + 9_000);
  const fromSecondTab = await refresh(first);
  assert.equal(fromSecondTab.status, 200);
  clock.now = new Date(start + 11_000);
  assert.equal((await refresh(first)).code, "INVALID_CREDENTIALS");
  for (const token of [second.data.refresh_token, fromSecondTab.data.refresh_token])
    assert.equal((await refresh(token)).code, "INVALID_CREDENTIALS");
  assert.equal((await refresh(otherFamilyToken)).status, 200);
});

test("refresh: concurrent requests with one token all succeed and do not end the family", async () => {
  const user = await make.user("staff", { branch });
  const first = (await logIn(user)).data.refresh_token;
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.equal((await refresh(replies[3]!.data.refresh_token)).status, 200);
});

test("refresh: reuse of an old token ends the family also during a concurrent refresh", async () => {
  const user = await make.user("staff", { branch });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const start = Date.now();
    clock.now = new Date(start);
    const old = (await logIn(user)).data.refresh_token;
    const { refresh_token: newest, access_token: access } = (await refresh(old)).data;
    assert.equal((await me(access)).status, 200);
    clock.now = new Date(start + 11_000);
    const owner = () => refresh(newest);
    const attacker = () => refresh(old);
    const replies = await Promise.all([owner(), attacker(), owner(), attacker(), owner(), attacker()]);
    for (const index of [1, 3, 5]) assert.equal(replies[index]!.code, "INVALID_CREDENTIALS");
    for (const { data } of [{ data: { access_token: access, refresh_token: newest } }, ...replies]) {
      if (!data) continue;
      assert.equal((await refresh(data.refresh_token)).code, "INVALID_CREDENTIALS");
      assert.equal((await me(data.access_token)).code, "TOKEN_EXPIRED");
    }
    // Control: without reuse of the old token all of these remain valid.
    clock.now = new Date(start);
    const unusedFamilyToken = (await refresh((await logIn(user)).data.refresh_token)).data.refresh_token;
    const refreshes = await Promise.all([
      refresh(unusedFamilyToken),
      refresh(unusedFamilyToken),
      refresh(unusedFamilyToken),
    ]);
    for (const { data } of refreshes) assert.equal((await refresh(data.refresh_token)).status, 200);
  }
});

test("refresh rejects expired, forged, empty and missing tokens", async () => {
  const user = await make.user("staff", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const { refresh_token: token } = (await logIn(user)).data;
  clock.now = new Date(start + 7 * 24 * 60 * minute);
  assert.equal((await refresh(token)).code, "INVALID_CREDENTIALS");
  clock.now = null;
  assert.equal((await refresh("x".repeat(64))).code, "INVALID_CREDENTIALS");
  for (const sent of ["", undefined, 5, null, {}]) assert.equal((await refresh(sent)).code, "INVALID_PAYLOAD");
});

test("log-out ends the family; an unknown token is not an error", async () => {
  const user = await make.user("staff", { branch });
  const { refresh_token: token } = (await logIn(user)).data;
  const rotatedToken = (await refresh(token)).data.refresh_token;
  assert.equal((await post("/auth/logout", { refresh_token: token, mode: "json" })).status, 204);
  assert.equal((await refresh(rotatedToken)).code, "INVALID_CREDENTIALS");
  assert.equal((await post("/auth/logout", { refresh_token: "unknown" })).status, 204);
  assert.equal((await post("/auth/logout", {})).code, "INVALID_PAYLOAD");
});

test("accepts the token in the header or the URL, not both; rejects expired, forged and unsigned ones", async () => {
  const user = await make.user("staff", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const { access_token: token } = (await logIn(user)).data;
  assert.equal((await me(undefined, `/users/me?fields=id&access_token=${token}`)).id, user.id);
  assert.equal((await me(token, `/users/me?access_token=${token}`)).code, "INVALID_PAYLOAD");
  const scheme = await app.inject({ url: "/users/me?fields=id", headers: { authorization: `bearer ${token}` } });
  assert.equal(scheme.statusCode, 200);
  const basic = await app.inject({ url: "/users/me", headers: { authorization: `Basic ${token}` } });
  assert.equal(basic.statusCode, 401);
  assert.deepEqual(await me(undefined), { status: 401, code: "INVALID_CREDENTIALS" });

  const key = new TextEncoder().encode(testConfig.secret);
  const claims = { id: user.id, v: 1, session: "x" };
  const signed = (change: (jwt: SignJWT) => SignJWT, signingKey = key, alg = "HS256") =>
    change(new SignJWT(claims).setProtectedHeader({ alg }).setIssuer("chaavi").setExpirationTime("10m")).sign(
      signingKey,
    );
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = part({ ...claims, iss: "chaavi", exp: Math.floor(start / 1000) + 600 });
  const [head, payload, signature] = token.split(".") as [string, string, string];
  const invalidTokens = [
    await signed((jwt) => jwt, new TextEncoder().encode("another secret that is long enough to be one")),
    await signed((jwt) => jwt.setIssuer("somebody")),
    await signed((jwt) => jwt, key, "HS512"),
    `${part({ alg: "none", typ: "JWT" })}.${body}.`,
    `${part({ alg: "none" })}.${payload}.${signature}`,
    `${head}.${body}.${signature}`,
    `${head}.${payload}.${"A".repeat(signature.length)}`,
    await testTokens.issue({
      kind: tokenKinds.liveStream,
      payload: { id: user.id, version: 1, session: null, until: null },
    }),
    "a.b.c",
  ];
  for (const forged of invalidTokens)
    assert.deepEqual(await me(forged), { status: 403, code: "INVALID_TOKEN" }, forged);
  assert.deepEqual(await me("not-a-jwt"), { status: 401, code: "INVALID_CREDENTIALS" });

  clock.now = new Date(start + 15 * minute);
  assert.deepEqual(await me(token), { status: 401, code: "TOKEN_EXPIRED" });
  const list = await app.inject({ url: "/items/Areas", headers: { authorization: `Bearer ${token}` } });
  assert.equal(list.statusCode, 401);
  assert.equal((await app.inject({ url: "/server/ping", headers: { authorization: `Bearer ${token}` } })).body, "pong");
});

test("§4: discloses why a log-in is not possible only after a correct password", async () => {
  const draft = await make.branch({ status: "draft" });
  const archived = await make.branch({ status: "archived" });
  const rejected = await make.branch({ status: "rejected" });
  const inCompany = async (status: string) => make.branch({ company: (await make.company({ status })).id });
  const cases: [CreatedUser, string | undefined][] = [
    [await make.user("staff", { branch: draft }), "BRANCH_DRAFT"],
    [await make.user("staff", { branch: archived }), "BRANCH_ARCHIVED"],
    [await make.user("manager", { branch: rejected }), "BRANCH_REJECTED"],
    [await make.user("admin", { branch: rejected }), undefined],
    [await make.user("admin", { branch: archived }), "BRANCH_ARCHIVED"],
    [await make.user("admin", { branch: draft }), "BRANCH_DRAFT"],
    [await make.user("staff", { branch: await inCompany("draft") }), "COMPANY_DRAFT"],
    [await make.user("staff", { branch: await inCompany("archived") }), "COMPANY_ARCHIVED"],
    [await make.user("staff", { branch: await inCompany("rejected") }), "COMPANY_REJECTED"],
    [await make.user("staff", { branch, status: "suspended" }), "ACCOUNT_SUSPEND"],
    [await make.user("admin", { branch, status: "suspended" }), "ACCOUNT_SUSPEND"],
    [await make.user("customer", { status: "suspended" }), "ACCOUNT_SUSPEND"],
    [await make.user("staff", { branch, status: "draft" }), "STAFF_IS_INACTIVE"],
    [await make.user("manager", { branch, status: "draft" }), "MANAGER_IS_INACTIVE"],
    [await make.user("staff", { branch, in_out_flag: false }), undefined],
    [await make.user("customer"), undefined],
    [await make.user("platform"), undefined],
  ];
  for (const [user, code] of cases) {
    const reply = await logIn(user);
    assert.equal(reply.code, code, `${user.email}: ${reply.text}`);
    assert.equal(reply.status, code ? 403 : 200);
    assert.equal((await post("/auth/login", { email: user.email, password: "wrong" })).code, "INVALID_CREDENTIALS");
  }
});

test("§2: switches an admin of a closed branch to another one of the company; no other role, and not in a closed company", async () => {
  const { id: company } = await make.company();
  const closed = await make.branch({ company, status: "archived" });
  const user = await make.user("admin", { branch: closed });
  assert.equal((await logIn(user)).code, "BRANCH_ARCHIVED");
  await make.branch({ company, status: "draft" });
  assert.equal((await logIn(user)).code, "BRANCH_ARCHIVED");
  const rejected = await make.branch({ company, status: "rejected" });
  const branchOf = async () => {
    const reply = await logIn(user);
    assert.equal(reply.status, 200, reply.text);
    const [row] = await sql<{ branch: number }[]>`select default_branch as branch from users where id = ${user.id}`;
    return row!.branch;
  };
  assert.equal(await branchOf(), rejected.id);
  const published = await make.branch({ company });
  assert.equal(await branchOf(), rejected.id, "stays at an open branch");
  await sql`update users set default_branch = ${closed.id} where id = ${user.id}`;
  assert.equal(await branchOf(), published.id);
  await sql`update "Branch" set status = 'archived' where id = ${published.id}`;
  assert.equal(await branchOf(), rejected.id);
  for (const role of ["manager", "staff"] as const)
    assert.equal((await logIn(await make.user(role, { branch: closed }))).code, "BRANCH_ARCHIVED", role);
  await sql`update "Companies" set status = 'archived' where id = ${company}`;
  assert.equal((await logIn(user)).code, "COMPANY_ARCHIVED");
});

test("reading.md §7: changes of password, role, status and attendance apply to the next request of every route", async () => {
  const platform = await asUser(await make.user("platform"));
  const entry = { vehicle_no: "TN09AB0001", phone_no: "9840012345" };
  const change = async (
    change: Body,
    verify: (args: { token: string; refreshToken: unknown; user: CreatedUser }) => Promise<void>,
  ) => {
    const user = await make.user("staff", { branch });
    const { access_token: token, refresh_token: refreshToken } = (await logIn(user)).data;
    assert.equal((await me(token)).status, 200);
    const changed = await ("password" in change
      ? (await asUser(user)).post("/actions/account/password", {
          ...change,
          current_password: user.password,
          mode: "json",
        })
      : platform.patch(`/users/${user.id}`, change));
    assert.equal(changed.status, 200, changed.text);
    await verify({ token, refreshToken, user });
  };
  const requestCode = async (token: string, url: string, body?: Body): Promise<string | undefined> => {
    const response = await app.inject({
      method: body ? "POST" : "GET",
      url,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    return (JSON.parse(response.body) as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
  };
  const urls = ["/users/me", "/items/Slot_Blocks", "/items/Parking_Information", "/actions/parking/1/slip"];
  for (const url of urls) {
    await change({ password: "Another@2026" }, async ({ token, refreshToken }) => {
      assert.equal(await requestCode(token, url), "TOKEN_EXPIRED", url);
      assert.equal((await refresh(refreshToken)).code, "INVALID_CREDENTIALS");
    });
    await change({ role: roles.employee.id }, async ({ token }) =>
      assert.equal(await requestCode(token, url), "TOKEN_EXPIRED", url),
    );
    await change({ status: "suspended" }, async ({ token, refreshToken }) => {
      assert.ok(["ACCOUNT_SUSPEND", "TOKEN_EXPIRED"].includes((await requestCode(token, url))!), url);
      assert.equal((await refresh(refreshToken)).code, "INVALID_CREDENTIALS");
    });
  }
  await change({ password: "Another@2026" }, async ({ token }) =>
    assert.equal(await requestCode(token, "/actions/parking/check-in", entry), "TOKEN_EXPIRED"),
  );
  await change({ in_out_flag: false }, async ({ token, refreshToken }) => {
    assert.equal(await requestCode(token, "/users/me"), undefined);
    assert.equal(await requestCode(token, "/actions/parking/check-in", entry), "USER_ATTENDANCE_OFF");
    assert.equal((await refresh(refreshToken)).status, 200);
  });
  const otherBranch = await make.branch({ company: branch.company, slots: 1 });
  await change({ default_branch: otherBranch.id }, async ({ token }) => {
    const blocks = await app.inject({
      url: "/items/Slot_Blocks?fields=branch",
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(JSON.parse(blocks.body), { data: [{ branch: otherBranch.id }] });
  });
});

test("applies a new branch assignment and a reopened branch to the next request", async () => {
  const company = await make.company();
  const ownBranch = await make.branch({ company: company.id, slots: 1 });
  const newcomer = await make.user("staff", { default_company: company.id });
  const gate = await asUser(newcomer);
  assert.equal((await gate.get("/items/Slot_Blocks")).code, "FORBIDDEN");
  await sql`update users set default_branch = ${ownBranch.id} where id = ${newcomer.id}`;
  assert.equal((await gate.get("/items/Slot_Blocks")).data.length, 1);
  await sql`update "Branch" set status = 'archived' where id = ${ownBranch.id}`;
  assert.equal((await gate.get("/items/Slot_Blocks")).code, "BRANCH_ARCHIVED");
  assert.equal((await gate.get("/items/Slot_Blocks")).code, "BRANCH_ARCHIVED");
  await sql`update "Branch" set status = 'published' where id = ${ownBranch.id}`;
  assert.equal((await gate.get("/items/Slot_Blocks")).data.length, 1);
});

test("rejects the token of a deleted user", async () => {
  const user = await make.user("customer");
  const { access_token: token } = (await logIn(user)).data;
  assert.equal((await me(token)).status, 200);
  await sql`delete from users where id = ${user.id}`;
  assert.equal((await me(token)).code, "INVALID_CREDENTIALS");
});

test("accepts a session of one process at another, also one that has cached an older password", async () => {
  const other = await buildApp({ sql, config: testConfig });
  await other.ready();
  const askOther = async (token: string) =>
    (await other.inject({ url: "/users/me?fields=id", headers: { authorization: `Bearer ${token}` } })).statusCode;
  const user = await make.user("staff", { branch });
  assert.equal(await askOther((await logIn(user)).data.access_token), 200);
  const change = { current_password: user.password, password: "Another@2026" };
  assert.equal((await (await asUser(user)).post("/actions/account/password", change)).status, 200);
  const newLogIn = await post("/auth/login", { email: user.email, password: "Another@2026" });
  assert.equal(await askOther(newLogIn.data.access_token), 200);
  await other.close();
});

test("/users/me returns the own row with branch and company, independent of grants on other users", async () => {
  const user = await make.user("staff", { branch, contact_number: "9840012345" });
  const { data } = await (
    await asUser(user)
  ).get("/users/me?fields=*,default_branch.name,default_company.slug,role.name");
  assert.equal(data.email, user.email);
  assert.equal(data.contact_number, "9840012345");
  assert.equal(data.default_branch.name, branch.name);
  assert.match(data.default_company.slug, /^company-/);
  assert.equal(data.role.name, "Staff");
  assert.equal(data.is_staff_user, true);
  assert.equal(data.password, "**********");
  assert.equal((await (await asUser(user)).get("/users/me?fields=nope")).code, "FORBIDDEN");
});

test("/server/ping and /server/health", async () => {
  const anonymous = await asUser();
  const ping = await anonymous.get("/server/ping");
  assert.deepEqual([ping.status, ping.text, ping.headers["content-type"]], [200, "pong", "text/html; charset=utf-8"]);
  const health = await app.inject({ url: "/server/health" });
  assert.deepEqual([health.statusCode, health.body], [200, '{"status":"ok"}']);
  assert.match(String(health.headers["content-type"]), /^application\/health\+json/);
  const platform = await asUser(await make.user("platform"));
  assert.match((await platform.get("/server/health")).text, /database:responseTime/);
});
