// §7 Auth by the CMS's own SDK over a real port, in its three modes, and by plain HTTP for what it hides.
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
import { roles } from "#domain/roles.ts";
import { sealer } from "#server/services/secrets.ts";
import { fromBase32, stepAt, totp } from "#server/services/totp.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { mailTo } from "#tests/support/mail.ts";
import { factories, password, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

type Mode = "json" | "cookie" | "session";
const modes: readonly Mode[] = ["json", "cookie", "session"];
const { app, as, sql } = await startApp();
const make = factories(sql);
let address: string;
let branch: MadeBranch;
let manager: MadeUser;

const clients: { stopRefreshing: () => void }[] = [];
after(() => {
  for (const client of clients) client.stopRefreshing();
});

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  branch = await make.branch({ slots: 5 });
  manager = await make.user("manager", { branch });
});

/** A browser's part: it keeps cookies and sends them back. */
function browser() {
  const jar = new Map<string, string>();
  const set: string[] = [];
  async function fetchWithCookies(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      set.push(line);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return answer;
  }
  return { jar, set, fetch: fetchWithCookies };
}

function connect(mode: Mode) {
  const used = browser();
  const client = createDirectus(address, { globals: { fetch: used.fetch } })
    .with(authentication(mode, { credentials: "include" }))
    .with(rest({ credentials: "include" }));
  clients.push(client);
  return { client, ...used };
}
async function loggedIn({ mode = "json", user = manager }: { mode?: Mode; user?: MadeUser } = {}) {
  const connected = connect(mode);
  const tokens = await connected.client.login({ email: user.email, password: user.password });
  return { ...connected, tokens };
}
const withCode = (code: string, status?: number) => (error: unknown) => {
  const { errors, response } = error as {
    errors: { message: string; extensions: { code: string } }[];
    response: Response;
  };
  assert.equal(errors[0]!.extensions.code, code);
  assert.ok(errors[0]!.message);
  if (status) assert.equal(response.status, status);
  return true;
};
const idOf = { fields: ["id"] };
const nobody = () => createDirectus(address).with(rest());
async function mailed(to: string): Promise<string> {
  const { values } = await mailTo({ sql, sealer: sealer(testConfig.secret), to });
  return new URL(Object.entries(values).find(([name]) => name.endsWith("link"))![1]).searchParams.get("token")!;
}
const post = (path: string, body?: unknown, headers: { [name: string]: string } = {}) =>
  fetch(new URL(path, address), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const codeIn = async (answer: Response) =>
  ((await answer.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;

for (const mode of modes) {
  test(`${mode}: log in, and who am I`, async () => {
    const { client } = await loggedIn({ mode });
    const me = await client.request(readMe({ fields: ["id", "email"] }));
    assert.deepEqual(me, { id: manager.id, email: manager.email });
  });

  test(`${mode}: what log-in tells, and what only the cookie knows`, async () => {
    const { tokens, jar, set } = await loggedIn({ mode });
    assert.equal(tokens.expires, mode === "session" ? 86_400_000 : 900_000);
    assert.equal(Boolean(tokens.access_token), mode !== "session");
    assert.equal(Boolean(tokens.refresh_token), mode === "json");
    const name = mode === "cookie" ? "directus_refresh_token" : "directus_session_token";
    assert.deepEqual([...jar.keys()], mode === "json" ? [] : [name]);
    for (const line of set)
      for (const part of ["HttpOnly", "SameSite=Lax", "Path=/"]) assert.ok(line.includes(part), line);
    if (mode !== "json") assert.ok(set[0]!.includes(`Max-Age=${mode === "session" ? 86_400 : 604_800}`), set[0]);
  });

  test(`${mode}: refresh gives another token, and the person stays`, async () => {
    const { client, jar, tokens } = await loggedIn({ mode });
    const cookies = JSON.stringify([...jar]);
    const next = await client.refresh();
    if (mode === "json") assert.notEqual(next.refresh_token, tokens.refresh_token);
    else assert.notEqual(JSON.stringify([...jar]), cookies);
    assert.equal((await client.request(readMe(idOf)))["id"], manager.id);
    await client.refresh();
    assert.equal((await client.request(readMe(idOf)))["id"], manager.id);
  });

  test(`${mode}: log out ends it, for whoever kept the tokens too`, async () => {
    const { client, jar, tokens } = await loggedIn({ mode });
    const token = mode === "session" ? null : await client.getToken();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    await client.logout();
    assert.equal(jar.size, 0);
    await assert.rejects(client.request(readMe(idOf)), withCode("INVALID_CREDENTIALS", 401));
    const body = { mode, ...(mode === "json" ? { refresh_token: tokens.refresh_token } : {}) };
    assert.equal(await codeIn(await post("/auth/refresh", body, { cookie })), "INVALID_CREDENTIALS");
    const headers: { [name: string]: string } = token ? { authorization: `Bearer ${token}` } : { cookie };
    assert.equal((await fetch(new URL("/users/me", address), { headers })).status, 401);
  });

  test(`${mode}: a wrong password and an unknown email are refused alike`, async () => {
    const wrong = connect(mode).client.login({ email: manager.email, password: "Wrong@2026" });
    await assert.rejects(wrong, withCode("INVALID_CREDENTIALS", 401));
    const unknown = connect(mode).client.login({ email: "nobody@example.com", password });
    await assert.rejects(unknown, withCode("INVALID_CREDENTIALS", 401));
  });

  test(`${mode}: writes with the person's rights`, async () => {
    const user = await make.user("staff", { branch });
    const { client } = await loggedIn({ mode, user });
    const me = await client.request(updateMe({ first_name: `Renamed ${mode}` }, { fields: ["first_name"] }));
    assert.deepEqual(me, { first_name: `Renamed ${mode}` });
    await assert.rejects(client.request(updateMe({ role: roles.admin.id })), withCode("FORBIDDEN", 403));
    await assert.rejects(client.request(readItems("activity")), withCode("FORBIDDEN", 403));
  });

  test(`${mode}: a new password of one's own ends it`, async () => {
    const user = await make.user("staff", { branch });
    const { client } = await loggedIn({ mode, user });
    const body = { current_password: password, password: "Another@2026", mode: "json" };
    assert.equal((await (await as(user)).post("/actions/account/password", body)).status, 200);
    await assert.rejects(client.request(readMe(idOf)), withCode("TOKEN_EXPIRED", 401));
    await assert.rejects(client.refresh(), withCode("INVALID_CREDENTIALS", 401));
  });
}

test("without anybody: who am I is INVALID_CREDENTIALS", async () => {
  await assert.rejects(nobody().request(readMe()), withCode("INVALID_CREDENTIALS", 401));
});

test("the calls without the client's help: login, refresh, logout", async () => {
  const plain = nobody();
  const tokens = await plain.request(login({ email: manager.email, password }, { mode: "json" }));
  const next = await plain.request(refresh({ mode: "json", refresh_token: tokens.refresh_token! }));
  assert.equal(next.expires, 900_000);
  await plain.request(logout({ mode: "json", refresh_token: next.refresh_token! }));
  const again = plain.request(refresh({ mode: "json", refresh_token: next.refresh_token! }));
  await assert.rejects(again, withCode("INVALID_CREDENTIALS", 401));
});

test("no providers but our own", async () => {
  assert.deepEqual(await nobody().request(readProviders()), []);
  const answer = await fetch(new URL("/auth", address));
  assert.deepEqual(await answer.json(), { data: [], disableDefault: false });
});

test("a token that is given is sent as it is", async () => {
  const { client } = await loggedIn();
  const given = createDirectus(address)
    .with(staticToken((await client.getToken())!))
    .with(rest());
  assert.equal((await given.request(readMe(idOf)))["id"], manager.id);
});

test("a static token of an integration is one too", async () => {
  const admin = await as(await make.user("admin", { branch }));
  const { data } = await admin.post("/actions/integrations", {
    name: "Reports",
    role: "manager",
    branches: [branch.id],
  });
  const client = createDirectus(address).with(staticToken(data.token)).with(rest());
  assert.deepEqual(await client.request(readItems("Slot_Blocks", { fields: ["branch"] })), [{ branch: branch.id }]);
  await admin.post(`/actions/integrations/${data.id}/revoke`);
  await assert.rejects(client.request(readItems("Slot_Blocks")), withCode("INVALID_CREDENTIALS", 401));
});

test("an unknown opaque token, a broken one, one in two places", async () => {
  const token = `chv_${"a".repeat(40)}`;
  const client = createDirectus(address).with(staticToken(token)).with(rest());
  await assert.rejects(client.request(readMe()), withCode("INVALID_CREDENTIALS", 401));
  const broken = createDirectus(address).with(staticToken("a.b.c")).with(rest());
  await assert.rejects(broken.request(readMe()), withCode("INVALID_TOKEN", 403));
  const headers = { authorization: `Bearer ${token}` };
  const twice = await fetch(new URL(`/users/me?access_token=${token}`, address), { headers });
  assert.deepEqual([twice.status, await codeIn(twice)], [400, "INVALID_PAYLOAD"]);
});

test("a header goes before the session cookie", async () => {
  const { jar } = await loggedIn({ mode: "session" });
  const other = await make.user("staff", { branch });
  const { client } = await loggedIn({ user: other });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  const headers = { cookie, authorization: `Bearer ${await client.getToken()}` };
  const answer = await fetch(new URL("/users/me?fields=id", address), { headers });
  assert.deepEqual(await answer.json(), { data: { id: other.id } });
});

test("the session cookie changes nothing for a page of somebody else", async () => {
  const { jar } = await loggedIn({ mode: "session" });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  const patch = (origin: string) =>
    fetch(new URL("/users/me", address), {
      method: "PATCH",
      headers: { cookie, origin, "content-type": "application/json" },
      body: JSON.stringify({ in_out_flag: true }),
    });
  assert.equal((await patch(address)).status, 200);
  for (const origin of ["https://evil.example", "null", `${address}.evil.example`]) {
    const answer = await patch(origin);
    assert.deepEqual([answer.status, await codeIn(answer)], [403, "FORBIDDEN"], origin);
  }
});

test("a session cookie does not renew in another mode, nor come out in a body", async () => {
  const { jar } = await loggedIn({ mode: "session" });
  const cookie = `directus_session_token=${jar.get("directus_session_token")}`;
  for (const mode of ["json", "cookie"]) assert.equal((await post("/auth/refresh", { mode }, { cookie })).status, 400);
  const renewed = await post("/auth/refresh", { mode: "session" }, { cookie });
  assert.deepEqual(await renewed.json(), { data: { expires: 86_400_000 } });
  assert.equal(renewed.headers.get("cache-control"), "no-store");
});

test("an old session cookie renewed again, once its grace is over, ends the log-in", async () => {
  const { jar, client } = await loggedIn({ mode: "session" });
  const old = `directus_session_token=${jar.get("directus_session_token")}`;
  await client.refresh();
  await sql`update sessions set used_at = used_at - interval '1 minute' where used_at is not null and "user" = ${manager.id}`;
  assert.equal(await codeIn(await post("/auth/refresh", { mode: "session" }, { cookie: old })), "INVALID_CREDENTIALS");
  await assert.rejects(client.request(readMe()), withCode("TOKEN_EXPIRED", 401));
});

test("password: request answers 204 for anybody, reset works once", async () => {
  const user = await make.user("staff", { branch });
  assert.equal(await nobody().request(passwordRequest(user.email)), null);
  assert.equal(await nobody().request(passwordRequest("nobody@example.com")), null);
  const token = await mailed(user.email);
  assert.equal(await nobody().request(passwordReset(token, "Another@2026")), null);
  await assert.rejects(nobody().request(passwordReset(token, "Another@2026")), withCode("FORBIDDEN", 403));
  await loggedIn({ user: { ...user, password: "Another@2026" } });
});

test("password: a page of ours may be named, no other; a forged token is INVALID_TOKEN", async () => {
  const own = nobody().request(passwordRequest(manager.email, "https://chaavi.test/new-password"));
  assert.equal(await own, null);
  const foreign = nobody().request(passwordRequest(manager.email, "https://evil.example/"));
  await assert.rejects(foreign, withCode("INVALID_PAYLOAD", 400));
  await assert.rejects(nobody().request(passwordReset("x", "Another@2026")), withCode("INVALID_TOKEN", 403));
});

test("invite, accept, log in; accepted twice is INVALID_INVITE", async () => {
  const { client } = await loggedIn({ user: await make.user("admin", { branch }) });
  assert.equal(await client.request(inviteUser("asha.rao@example.com", roles.staff.id)), null);
  const token = await mailed("asha.rao@example.com");
  assert.equal(await nobody().request(acceptUserInvite(token, "Chosen@2026")), null);
  await assert.rejects(nobody().request(acceptUserInvite(token, "Chosen@2026")), withCode("INVALID_INVITE", 400));
  const user = { ...manager, email: "asha.rao@example.com", password: "Chosen@2026" };
  const me = await (
    await loggedIn({ user })
  ).client.request(readMe({ fields: ["first_name", { default_branch: ["name"] }] }));
  assert.deepEqual(me, { first_name: "Asha Rao", default_branch: { name: branch.name } });
});

test("invite: not by who may not, nor into a page of somebody else", async () => {
  const staff = await loggedIn({ user: await make.user("staff", { branch }) });
  await assert.rejects(staff.client.request(inviteUser("x@example.com", roles.staff.id)), withCode("FORBIDDEN", 403));
  await assert.rejects(
    nobody().request(inviteUser("x@example.com", roles.staff.id)),
    withCode("INVALID_CREDENTIALS", 401),
  );
  const { client } = await loggedIn();
  const foreign = client.request(inviteUser("x@example.com", roles.staff.id, "https://evil.example"));
  await assert.rejects(foreign, withCode("INVALID_PAYLOAD", 400));
});

test("two-factor: generate, enable, log in with it, disable", async () => {
  const user = await make.user("manager", { branch });
  const { client } = await loggedIn({ user });
  const { secret, otpauth_url: url } = await client.request(generateTwoFactorSecret(password));
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.ok(url.startsWith("otpauth://totp/Chaavi:") && url.includes(secret));
  const code = (ahead: number) => totp({ secret: fromBase32(secret)!, step: stepAt(new Date()) + ahead });
  await assert.rejects(client.request(enableTwoFactor(secret, "000000")), withCode("INVALID_PAYLOAD", 400));
  await client.request(enableTwoFactor(secret, code(-1)));
  await assert.rejects(client.request(enableTwoFactor(secret, code(0))), withCode("INVALID_PAYLOAD", 400));
  await assert.rejects(connect("json").client.login({ email: user.email, password }), withCode("INVALID_OTP", 401));
  const wrong = connect("json").client.login({ email: user.email, password }, { otp: "000000" });
  await assert.rejects(wrong, withCode("INVALID_OTP", 401));
  for (const mode of modes) await sql`update second_factors set last_step = 0 where ${mode} <> ''`;
  const again = connect("cookie").client;
  await again.login({ email: user.email, password }, { otp: code(0) });
  assert.equal((await again.request(readMe({ fields: ["tfa_secret"] })))["tfa_secret"], "**********");
  await assert.rejects(client.request(disableTwoFactor("000000")), withCode("INVALID_PAYLOAD", 400));
  await client.request(disableTwoFactor(code(1)));
  await loggedIn({ user });
});

const unreadable: [string, unknown][] = [
  ["/auth/login", {}],
  ["/auth/login", { email: "somebody@example.com" }],
  ["/auth/login", { email: "somebody@example.com", password, mode: "other" }],
  ["/auth/login", { email: "somebody@example.com", password, page: "other" }],
  ["/auth/login", []],
  ["/auth/refresh", { mode: "json" }],
  ["/auth/refresh", { mode: "cookie" }],
  ["/auth/refresh", { mode: "session" }],
  ["/auth/refresh", { mode: 5, refresh_token: "x" }],
  ["/auth/logout", {}],
  ["/auth/password/request", {}],
  ["/auth/password/request", { email: 5 }],
];
for (const [path, body] of unreadable)
  test(`what cannot be read: ${path} ${JSON.stringify(body)}`, async () => {
    const answer = await post(path, body);
    assert.deepEqual([answer.status, await codeIn(answer)], [400, "INVALID_PAYLOAD"]);
  });

test("what is no JSON cannot be read either", async () => {
  const broken = await fetch(new URL("/auth/login", address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  assert.deepEqual([broken.status, await codeIn(broken)], [400, "INVALID_PAYLOAD"]);
});

test("who is suspended, or was only invited, is refused; a log-in leaves its line in the activity", async () => {
  const suspended = await make.user("staff", { branch, status: "suspended" });
  await assert.rejects(loggedIn({ user: suspended }), withCode("ACCOUNT_SUSPEND", 403));
  const user = await make.user("staff", { branch });
  await loggedIn({ user });
  const [told] = await sql`select action, ip, user_agent from activity where "user" = ${user.id} and action = 'login'`;
  assert.deepEqual([told!["action"], told!["ip"]], ["login", "127.0.0.1"]);
});
