// §7 Auth with the CMS's own SDK over a real port, in its three modes, and over plain HTTP for what the SDK hides.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  acceptUserInvite,
  authentication,
  createDirectus,
  disableTwoFactor,
  enableTwoFactor,
  generateTwoFactorSecret,
  inviteUser,
  login,
  logout,
  passwordRequest,
  passwordReset,
  readItems,
  readMe,
  readProviders,
  refresh,
  rest,
  staticToken,
  updateMe,
} from "@directus/sdk";
import { roles } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { createTotpCode } from "#tests/support/totp.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createFactories, testPassword, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

type AuthMode = "json" | "cookie" | "session";
const modes: readonly AuthMode[] = ["json", "cookie", "session"];
const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
let address: string;
let branch: CreatedBranch;
let manager: CreatedUser;

const clients: { stopRefreshing: () => void }[] = [];
after(() => {
  for (const client of clients) client.stopRefreshing();
});

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  branch = await factories.branch({ slots: 5 });
  manager = await factories.user("manager", { branch });
});

/** Acts as a browser: stores cookies and sends them back. */
function browser() {
  const jar = new Map<string, string>();
  const set: string[] = [];
  async function fetchWithCookies(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      set.push(line);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return response;
  }
  return { jar, set, fetch: fetchWithCookies };
}

function connect(mode: AuthMode) {
  const browserClient = browser();
  const client = createDirectus(address, { globals: { fetch: browserClient.fetch } })
    .with(authentication(mode, { credentials: "include" }))
    .with(rest({ credentials: "include" }));
  clients.push(client);
  return { client, ...browserClient };
}
async function createLoggedInClient({ mode = "json", user = manager }: { mode?: AuthMode; user?: CreatedUser } = {}) {
  const connected = connect(mode);
  const tokens = await connected.client.login({ email: user.email, password: user.password });
  return { ...connected, tokens };
}
const matchErrorCode = (code: string, status?: number) => (error: unknown) => {
  const { errors, response } = error as {
    errors: { message: string; extensions: { code: string } }[];
    response: Response;
  };
  assert.equal(errors[0]!.extensions.code, code);
  assert.ok(errors[0]!.message);
  if (status) assert.equal(response.status, status);
  return true;
};
const idFieldQuery = { fields: ["id"] };
const createAnonymousClient = () => createDirectus(address).with(rest());
async function findUserMail(to: string): Promise<string> {
  const { values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to });
  return new URL(Object.entries(values).find(([name]) => name.endsWith("link"))![1]).searchParams.get("token")!;
}
const post = (path: string, body?: unknown, headers: { [name: string]: string } = {}) =>
  fetch(new URL(path, address), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const getErrorCode = async (response: Response) =>
  ((await response.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;

for (const mode of modes) {
  test(`${mode}: log in and read the current user`, async () => {
    const { client } = await createLoggedInClient({ mode });
    const me = await client.request(readMe({ fields: ["id", "email"] }));
    assert.deepEqual(me, { id: manager.id, email: manager.email });
  });

  test(`${mode}: what the login response contains, and what only the cookie contains`, async () => {
    const { tokens, jar, set } = await createLoggedInClient({ mode });
    assert.equal(tokens.expires, mode === "session" ? 86_400_000 : 900_000);
    assert.equal(Boolean(tokens.access_token), mode !== "session");
    assert.equal(Boolean(tokens.refresh_token), mode === "json");
    const name = mode === "cookie" ? "directus_refresh_token" : "directus_session_token";
    assert.deepEqual([...jar.keys()], mode === "json" ? [] : [name]);
    for (const line of set)
      for (const part of ["HttpOnly", "SameSite=Lax", "Path=/"]) assert.ok(line.includes(part), line);
    if (mode !== "json") assert.ok(set[0]!.includes(`Max-Age=${mode === "session" ? 86_400 : 604_800}`), set[0]);
  });

  test(`${mode}: refresh returns another token of the same user`, async () => {
    const { client, jar, tokens } = await createLoggedInClient({ mode });
    const cookies = JSON.stringify([...jar]);
    const next = await client.refresh();
    if (mode === "json") assert.notEqual(next.refresh_token, tokens.refresh_token);
    else assert.notEqual(JSON.stringify([...jar]), cookies);
    assert.equal((await client.request(readMe(idFieldQuery)))["id"], manager.id);
    await client.refresh();
    assert.equal((await client.request(readMe(idFieldQuery)))["id"], manager.id);
  });

  test(`${mode}: logout ends the session, also for copies of its tokens`, async () => {
    const { client, jar, tokens } = await createLoggedInClient({ mode });
    const token = mode === "session" ? null : await client.getToken();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    await client.logout();
    assert.equal(jar.size, 0);
    await assert.rejects(client.request(readMe(idFieldQuery)), matchErrorCode("INVALID_CREDENTIALS", 401));
    const body = { mode, ...(mode === "json" ? { refresh_token: tokens.refresh_token } : {}) };
    assert.equal(await getErrorCode(await post("/auth/refresh", body, { cookie })), "INVALID_CREDENTIALS");
    const headers: { [name: string]: string } = token ? { authorization: `Bearer ${token}` } : { cookie };
    assert.equal((await fetch(new URL("/users/me", address), { headers })).status, 401);
  });

  test(`${mode}: a wrong password and an unknown email get the same error`, async () => {
    const wrong = connect(mode).client.login({ email: manager.email, password: "Wrong@2026" });
    await assert.rejects(wrong, matchErrorCode("INVALID_CREDENTIALS", 401));
    const unknown = connect(mode).client.login({ email: "nobody@example.com", password: testPassword });
    await assert.rejects(unknown, matchErrorCode("INVALID_CREDENTIALS", 401));
  });

  test(`${mode}: writes with the user's permissions`, async () => {
    const user = await factories.user("staff", { branch });
    const { client } = await createLoggedInClient({ mode, user });
    const me = await client.request(updateMe({ first_name: `Renamed ${mode}` }, { fields: ["first_name"] }));
    assert.deepEqual(me, { first_name: `Renamed ${mode}` });
    await assert.rejects(client.request(updateMe({ role: roles.admin.id })), matchErrorCode("FORBIDDEN", 403));
    await assert.rejects(client.request(readItems("activity")), matchErrorCode("FORBIDDEN", 403));
  });

  test(`${mode}: changing the own password ends the session`, async () => {
    const user = await factories.user("staff", { branch });
    const { client } = await createLoggedInClient({ mode, user });
    const body = { current_password: testPassword, password: "Another@2026", mode: "json" };
    assert.equal((await (await asUser(user)).post("/actions/account/password", body)).status, 200);
    await assert.rejects(client.request(readMe(idFieldQuery)), matchErrorCode("TOKEN_EXPIRED", 401));
    await assert.rejects(client.refresh(), matchErrorCode("INVALID_CREDENTIALS", 401));
  });
}

test("without a session the current user is INVALID_CREDENTIALS", async () => {
  await assert.rejects(createAnonymousClient().request(readMe()), matchErrorCode("INVALID_CREDENTIALS", 401));
});

test("login, refresh and logout without the SDK", async () => {
  const plain = createAnonymousClient();
  const tokens = await plain.request(login({ email: manager.email, password: testPassword }, { mode: "json" }));
  const next = await plain.request(refresh({ mode: "json", refresh_token: tokens.refresh_token! }));
  assert.equal(next.expires, 900_000);
  await plain.request(logout({ mode: "json", refresh_token: next.refresh_token! }));
  const repeated = plain.request(refresh({ mode: "json", refresh_token: next.refresh_token! }));
  await assert.rejects(repeated, matchErrorCode("INVALID_CREDENTIALS", 401));
});

test("no identity providers", async () => {
  assert.deepEqual(await createAnonymousClient().request(readProviders()), []);
  const response = await fetch(new URL("/auth", address));
  assert.deepEqual(await response.json(), { data: [], disableDefault: false });
});

test("a provided token is sent unchanged", async () => {
  const { client } = await createLoggedInClient();
  const provided = createDirectus(address)
    .with(staticToken((await client.getToken())!))
    .with(rest());
  assert.equal((await provided.request(readMe(idFieldQuery)))["id"], manager.id);
});

test("a static token of an integration is accepted", async () => {
  const admin = await asUser(await factories.user("admin", { branch }));
  const { data } = await admin.post("/actions/integrations", {
    name: "Reports",
    role: "manager",
    branches: [branch.id],
  });
  const client = createDirectus(address).with(staticToken(data.token)).with(rest());
  assert.deepEqual(await client.request(readItems("Slot_Blocks", { fields: ["branch"] })), [{ branch: branch.id }]);
  await admin.post(`/actions/integrations/${data.id}/revoke`);
  await assert.rejects(client.request(readItems("Slot_Blocks")), matchErrorCode("INVALID_CREDENTIALS", 401));
});

test("rejects an unknown opaque token, a malformed one, and a token in two places", async () => {
  const token = `chv_${"a".repeat(40)}`;
  const client = createDirectus(address).with(staticToken(token)).with(rest());
  await assert.rejects(client.request(readMe()), matchErrorCode("INVALID_CREDENTIALS", 401));
  // Whatever it looks like: only a JWT can have a broken signature.
  const foreign = createDirectus(address).with(staticToken("cms-static-token")).with(rest());
  await assert.rejects(foreign.request(readMe()), matchErrorCode("INVALID_CREDENTIALS", 401));
  const broken = createDirectus(address).with(staticToken("a.b.c")).with(rest());
  await assert.rejects(broken.request(readMe()), matchErrorCode("INVALID_TOKEN", 403));
  const headers = { authorization: `Bearer ${token}` };
  const tokenInTwoPlaces = await fetch(new URL(`/users/me?access_token=${token}`, address), { headers });
  assert.deepEqual([tokenInTwoPlaces.status, await getErrorCode(tokenInTwoPlaces)], [400, "INVALID_PAYLOAD"]);
});

test("the header takes precedence over the session cookie", async () => {
  const { jar } = await createLoggedInClient({ mode: "session" });
  const other = await factories.user("staff", { branch });
  const { client } = await createLoggedInClient({ user: other });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  const headers = { cookie, authorization: `Bearer ${await client.getToken()}` };
  const response = await fetch(new URL("/users/me?fields=id", address), { headers });
  assert.deepEqual(await response.json(), { data: { id: other.id } });
});

test("the session cookie authorises no change from a page of another origin", async () => {
  const { jar } = await createLoggedInClient({ mode: "session" });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  const patch = (origin: string) =>
    fetch(new URL("/users/me", address), {
      method: "PATCH",
      headers: { cookie, origin, "content-type": "application/json" },
      body: JSON.stringify({ in_out_flag: true }),
    });
  assert.equal((await patch(address)).status, 200);
  for (const origin of ["https://evil.example", "null", `${address}.evil.example`]) {
    const response = await patch(origin);
    assert.deepEqual([response.status, await getErrorCode(response)], [403, "FORBIDDEN"], origin);
  }
});

test("refresh without a mode and a token takes the cookie, and a token in the body without a mode is answered in the body", async () => {
  const { jar } = await createLoggedInClient({ mode: "cookie" });
  const cookie = `directus_refresh_token=${jar.get("directus_refresh_token")}`;
  const refreshed = await post("/auth/refresh", {}, { cookie });
  assert.equal(refreshed.status, 200);
  const { data } = (await refreshed.json()) as { data: { [name: string]: unknown } };
  assert.deepEqual(Object.keys(data).toSorted(), ["access_token", "expires"]);
  assert.match(refreshed.headers.get("set-cookie") ?? "", /^directus_refresh_token=[^;]+;.*HttpOnly/i);
  const { tokens } = await createLoggedInClient({ mode: "json" });
  const inBody = await post("/auth/refresh", { refresh_token: tokens.refresh_token });
  assert.ok(((await inBody.json()) as { data: { refresh_token: unknown } }).data.refresh_token);
  assert.equal(inBody.headers.get("set-cookie"), null);
  assert.equal((await post("/auth/refresh", {}, { cookie: "" })).status, 400);
});

test("a session cookie does not refresh in another mode and is not returned in a body", async () => {
  const { jar } = await createLoggedInClient({ mode: "session" });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  for (const mode of ["json", "cookie"]) assert.equal((await post("/auth/refresh", { mode }, { cookie })).status, 400);
  const renewed = await post("/auth/refresh", { mode: "session" }, { cookie });
  assert.deepEqual(await renewed.json(), { data: { expires: 86_400_000 } });
  assert.equal(renewed.headers.get("cache-control"), "no-store");
});

test("reusing an old session cookie after its grace period ends the session", async () => {
  const { jar, client } = await createLoggedInClient({ mode: "session" });
  const old = `directus_session_token=${jar.get("directus_session_token")}`;
  await client.refresh();
  await sql`update sessions set used_at = used_at - interval '1 minute' where used_at is not null and "user" = ${manager.id}`;
  assert.equal(
    await getErrorCode(await post("/auth/refresh", { mode: "session" }, { cookie: old })),
    "INVALID_CREDENTIALS",
  );
  await assert.rejects(client.request(readMe()), matchErrorCode("TOKEN_EXPIRED", 401));
});

test("password: the request returns 204 for any email, reset works once", async () => {
  const user = await factories.user("staff", { branch });
  assert.equal(await createAnonymousClient().request(passwordRequest(user.email)), null);
  assert.equal(await createAnonymousClient().request(passwordRequest("nobody@example.com")), null);
  const token = await findUserMail(user.email);
  assert.equal(await createAnonymousClient().request(passwordReset(token, "Another@2026")), null);
  await assert.rejects(
    createAnonymousClient().request(passwordReset(token, "Another@2026")),
    matchErrorCode("FORBIDDEN", 403),
  );
  await createLoggedInClient({ user: { ...user, password: "Another@2026" } });
});

test("password: accepts only a page of this site, and rejects a forged token with INVALID_TOKEN", async () => {
  const own = createAnonymousClient().request(passwordRequest(manager.email, "https://chaavi.test/new-password"));
  assert.equal(await own, null);
  const foreign = createAnonymousClient().request(passwordRequest(manager.email, "https://evil.example/"));
  await assert.rejects(foreign, matchErrorCode("INVALID_PAYLOAD", 400));
  await assert.rejects(
    createAnonymousClient().request(passwordReset("x", "Another@2026")),
    matchErrorCode("INVALID_TOKEN", 403),
  );
});

test("invite, accept, log in; accepting twice is INVALID_INVITE", async () => {
  const { client } = await createLoggedInClient({ user: await factories.user("admin", { branch }) });
  assert.equal(await client.request(inviteUser("asha.rao@example.com", roles.staff.id)), null);
  const token = await findUserMail("asha.rao@example.com");
  assert.equal(await createAnonymousClient().request(acceptUserInvite(token, "Chosen@2026")), null);
  await assert.rejects(
    createAnonymousClient().request(acceptUserInvite(token, "Chosen@2026")),
    matchErrorCode("INVALID_INVITE", 400),
  );
  const user = { ...manager, email: "asha.rao@example.com", password: "Chosen@2026" };
  const me = await (
    await createLoggedInClient({ user })
  ).client.request(readMe({ fields: ["first_name", { default_branch: ["name"] }] }));
  assert.deepEqual(me, { first_name: "Asha Rao", default_branch: { name: branch.name } });
});

test("invite: rejects users without permission and pages of other sites", async () => {
  const staff = await createLoggedInClient({ user: await factories.user("staff", { branch }) });
  await assert.rejects(
    staff.client.request(inviteUser("x@example.com", roles.staff.id)),
    matchErrorCode("FORBIDDEN", 403),
  );
  await assert.rejects(
    createAnonymousClient().request(inviteUser("x@example.com", roles.staff.id)),
    matchErrorCode("INVALID_CREDENTIALS", 401),
  );
  const { client } = await createLoggedInClient();
  const foreign = client.request(inviteUser("x@example.com", roles.staff.id, "https://evil.example"));
  await assert.rejects(foreign, matchErrorCode("INVALID_PAYLOAD", 400));
});

test("two-factor: generate, enable, log in with a code, disable", async () => {
  const user = await factories.user("manager", { branch });
  const { client } = await createLoggedInClient({ user });
  const { secret, otpauth_url: url } = await client.request(generateTwoFactorSecret(testPassword));
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.ok(url.startsWith("otpauth://totp/Chaavi:") && url.includes(secret));
  const code = (stepsAhead: number) => createTotpCode({ secret, at: new Date(), stepsAhead });
  await assert.rejects(client.request(enableTwoFactor(secret, "000000")), matchErrorCode("INVALID_PAYLOAD", 400));
  await client.request(enableTwoFactor(secret, code(-1)));
  await assert.rejects(client.request(enableTwoFactor(secret, code(0))), matchErrorCode("INVALID_PAYLOAD", 400));
  await assert.rejects(
    connect("json").client.login({ email: user.email, password: testPassword }),
    matchErrorCode("INVALID_OTP", 401),
  );
  const wrong = connect("json").client.login({ email: user.email, password: testPassword }, { otp: "000000" });
  await assert.rejects(wrong, matchErrorCode("INVALID_OTP", 401));
  for (const mode of modes) await sql`update second_factors set last_step = 0 where ${mode} <> ''`;
  const repeated = connect("cookie").client;
  await repeated.login({ email: user.email, password: testPassword }, { otp: code(0) });
  assert.equal((await repeated.request(readMe({ fields: ["tfa_secret"] })))["tfa_secret"], "**********");
  await assert.rejects(client.request(disableTwoFactor("000000")), matchErrorCode("INVALID_PAYLOAD", 400));
  await client.request(disableTwoFactor(code(1)));
  await createLoggedInClient({ user });
});

const unreadable: [string, unknown][] = [
  ["/auth/login", {}],
  ["/auth/login", { email: "somebody@example.com" }],
  ["/auth/login", { email: "somebody@example.com", password: testPassword, mode: "other" }],
  ["/auth/login", { email: "somebody@example.com", password: testPassword, page: "other" }],
  ["/auth/login", { email: "somebody at example.com", password: testPassword }],
  ["/auth/login", []],
  ["/auth/refresh", { mode: "json" }],
  ["/auth/refresh", { mode: "cookie" }],
  ["/auth/refresh", { mode: "session" }],
  ["/auth/refresh", { mode: 5, refresh_token: "x" }],
  ["/auth/refresh", {}],
  ["/auth/logout", {}],
  ["/auth/password/request", {}],
  ["/auth/password/request", { email: 5 }],
  ["/auth/password/reset", { token: "x" }],
  ["/auth/password/reset", { password: testPassword }],
];
for (const [path, body] of unreadable)
  test(`rejects an unreadable body: ${path} ${JSON.stringify(body)}`, async () => {
    const response = await post(path, body);
    assert.deepEqual([response.status, await getErrorCode(response)], [400, "INVALID_PAYLOAD"]);
  });

test("rejects a body that is not JSON", async () => {
  const broken = await fetch(new URL("/auth/login", address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  assert.deepEqual([broken.status, await getErrorCode(broken)], [400, "INVALID_PAYLOAD"]);
});

test("rejects a JSON body that is not UTF-8", async () => {
  const body = Buffer.concat([Buffer.from('{"email":"asha'), Buffer.from([0xe9, 0xff]), Buffer.from('@example.com"}')]);
  const headers = { "content-type": "application/json" };
  const broken = await fetch(new URL("/auth/password/request", address), { method: "POST", headers, body });
  assert.deepEqual([broken.status, await getErrorCode(broken)], [400, "INVALID_PAYLOAD"]);
  const valid = JSON.stringify({ email: "आशा@example.com" });
  const accepted = await fetch(new URL("/auth/password/request", address), { method: "POST", headers, body: valid });
  assert.equal(accepted.status, 204);
});

test("rejects suspended and invited users; a login adds a line to the activity", async () => {
  const suspended = await factories.user("staff", { branch, status: "suspended" });
  await assert.rejects(createLoggedInClient({ user: suspended }), matchErrorCode("ACCOUNT_SUSPEND", 403));
  const user = await factories.user("staff", { branch });
  await createLoggedInClient({ user });
  const [recorded] =
    await sql`select action, ip, user_agent from activity where "user" = ${user.id} and action = 'login'`;
  assert.deepEqual([recorded!["action"], recorded!["ip"]], ["login", "127.0.0.1"]);
});
