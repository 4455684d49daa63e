// §2 §7 §8: password reset by link, two-factor log-in, e-mail change and sessions of a user.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startApp, testConfig, type TestResponse } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedUser } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { createTotpCode } from "#tests/support/totp.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ slots: 5 });
const minute = 60_000;
const newPassword = "Another@2026";
const anonymous = await asUser();
const sealer = createSealer(testConfig.secret);

beforeEach(() => {
  clock.now = null;
});

const logIn = (user: CreatedUser, more: object = {}): Promise<TestResponse> =>
  anonymous.post("/auth/login", { email: user.email, password: user.password, ...more });
const lastMail = (to: string) => findMailTo({ sql, sealer, to });

/** Logs the user in and returns a client with the session's token. */
async function createSession(user: CreatedUser, more: object = {}) {
  const { data } = await logIn(user, more);
  const headers = { authorization: `Bearer ${data.access_token}`, "content-type": "application/json" };
  const send = async (method: "GET" | "POST", url: string, body?: object): Promise<TestResponse> => {
    const response = await app.inject({ method, url, headers, ...(body ? { payload: JSON.stringify(body) } : {}) });
    const parsed = response.body ? JSON.parse(response.body) : {};
    const errors = parsed.errors ?? [];
    return {
      status: response.statusCode,
      data: parsed.data,
      meta: undefined,
      code: errors[0]?.extensions.code,
      errors,
      text: response.body,
      headers: response.headers,
    };
  };
  const isSessionValid = async (): Promise<boolean> => (await send("GET", "/users/me?fields=id")).status === 200;
  return { ask: send, isGood: isSessionValid, refreshToken: data.refresh_token as string };
}

async function readMailedToken(to: string): Promise<string> {
  const { values } = await lastMail(to);
  const link = Object.entries(values).find(([name]) => name.endsWith("link"))![1];
  assert.ok(link.startsWith("https://chaavi.test/"), link);
  return new URL(link).searchParams.get("token")!;
}

async function requestReset(user: CreatedUser): Promise<string> {
  assert.equal((await anonymous.post("/auth/password/request", { email: user.email })).status, 204);
  return readMailedToken(user.email);
}
const reset = (token: string, password: string): Promise<TestResponse> =>
  anonymous.post("/auth/password/reset", { token, password });
const checkLink = (token: string): Promise<TestResponse> =>
  anonymous.post("/actions/account/check-reset-link", { token });

/** Sets up two-factor log-in through the API. */
async function enableTwoFactor(user: CreatedUser) {
  const session = await createSession(user);
  const { data } = await session.ask("POST", "/users/me/tfa/generate", { password: user.password });
  const codeAt = (ms: number) => createTotpCode({ secret: data.secret, at: new Date(ms) });
  const now = (clock.now ?? new Date()).getTime();
  const enabled = await session.ask("POST", "/users/me/tfa/enable", { secret: data.secret, otp: codeAt(now) });
  assert.equal(enabled.status, 200, enabled.text);
  return { here: session, codeAt, codes: enabled.data.recovery_codes as string[], url: data.otpauth_url as string };
}

test("resets a forgotten password with a single-use link and ends all sessions", async () => {
  const user = await make.user("staff", { branch });
  const session = await createSession(user);
  const token = await requestReset(user);
  assert.equal(await session.isGood(), true);
  assert.equal((await checkLink(token)).status, 204);
  assert.equal((await reset(token, "short")).code, "FAILED_VALIDATION");
  assert.equal((await reset(token, "")).code, "FAILED_VALIDATION");
  assert.equal((await reset(token, newPassword)).status, 204);
  assert.equal(await session.isGood(), false);
  assert.equal(
    (await anonymous.post("/auth/refresh", { refresh_token: session.refreshToken })).code,
    "INVALID_CREDENTIALS",
  );
  assert.equal((await logIn(user)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn({ ...user, password: newPassword })).status, 200);
  assert.equal((await checkLink(token)).code, "FORBIDDEN");
  assert.equal((await reset(token, testPassword)).code, "FORBIDDEN");
  assert.equal((await lastMail(user.email)).template, "password-changed");
});

test("rejects a reset link after an hour, after a newer one, and after a change of the e-mail", async () => {
  const user = await make.user("staff", { branch });
  clock.now = new Date();
  const first = await requestReset(user);
  const second = await requestReset(user);
  for (const use of [checkLink, reset]) assert.equal((await use(first, newPassword)).code, "FORBIDDEN");
  clock.now = new Date(clock.now.getTime() + 60 * minute);
  for (const use of [checkLink, reset]) assert.equal((await use(second, newPassword)).code, "TOKEN_EXPIRED");
  clock.now = null;
  const third = await requestReset(user);
  await sql`update users set email = ${`moved-${user.email}`} where id = ${user.id}`;
  for (const use of [checkLink, reset]) assert.equal((await use(third, newPassword)).code, "INVALID_TOKEN");
  for (const forged of [
    "",
    "a.b.c",
    `${third}x`,
    (await logIn(await make.user("staff", { branch }))).data.access_token,
  ])
    assert.deepEqual(
      [(await reset(forged, newPassword)).status, (await reset(forged, newPassword)).code],
      [403, "INVALID_TOKEN"],
    );
});

test("does not disclose accounts by response or timing", async () => {
  const user = await make.user("staff", { branch });
  const timed = async (email: string) => {
    const start = performance.now();
    const response = await anonymous.post("/auth/password/request", { email });
    return { said: [response.status, response.text], ms: performance.now() - start };
  };
  const known = await timed(user.email);
  const unknown = await timed("nobody@example.com");
  assert.deepEqual(known.said, unknown.said);
  assert.ok(known.ms >= 295 && unknown.ms >= 295, `${known.ms} and ${unknown.ms}`);
  const suspended = await make.user("staff", { branch, status: "suspended" });
  await anonymous.post("/auth/password/request", { email: suspended.email });
  assert.equal(await findMailTo({ sql, sealer, to: suspended.email }).catch(() => null), null);
  for (const reset_url of [
    "https://evil.example/reset",
    "//evil.example",
    "javascript:alert(1)",
    5,
    "https://chaavi.test.evil.example",
  ])
    assert.equal(
      (await anonymous.post("/auth/password/request", { email: user.email, reset_url })).code,
      "INVALID_PAYLOAD",
    );
  const requestBody = { email: user.email, reset_url: "https://chaavi.test/somewhere?x=1" };
  assert.equal((await anonymous.post("/auth/password/request", requestBody)).status, 204);
  assert.match((await lastMail(user.email)).values["reset_link"]!, /^https:\/\/chaavi\.test\/somewhere\?token=/);
});

test("accepts a link once under concurrency", async () => {
  const user = await make.user("staff", { branch });
  const token = await requestReset(user);
  const responses = await Promise.all(Array.from({ length: 8 }, (_, attempt) => reset(token, `Another@${attempt}`)));
  assert.equal(responses.filter(({ status }) => status === 204).length, 1);
  const rejectionCodes = [...new Set(responses.filter(({ status }) => status !== 204).map(({ code }) => code))];
  assert.deepEqual(rejectionCodes, ["FORBIDDEN"]);
  // Control: a link that is read and then marked without a lock is accepted several times.
  const secondUser = await make.user("staff", { branch });
  await requestReset(secondUser);
  let readers = 0;
  const { promise: bothHaveRead, resolve: release } = Promise.withResolvers<void>();
  const unlockedUses = await Promise.all(
    Array.from({ length: 2 }, () =>
      sql.begin(async (tx) => {
        const [link] = await tx`select id, used_at from links where "user" = ${secondUser.id} and used_at is null`;
        readers += 1;
        if (readers === 2) release();
        await bothHaveRead;
        if (!link) return 0;
        await tx`update links set used_at = now() where id = ${link["id"]}`;
        return 1;
      }),
    ),
  );
  assert.deepEqual(unlockedUses, [1, 1]);
});

test("requires the old password for a new one, ends the other sessions and continues the current one", async () => {
  const user = await make.user("manager", { branch });
  const [session, otherSession] = [await createSession(user), await createSession(user)];
  const change = (body: object) => session.ask("POST", "/actions/account/password", { mode: "json", ...body });
  const rejected = await change({ current_password: "Wrong@2026", password: newPassword });
  assert.deepEqual([rejected.code, rejected.errors[0]!.extensions.field], ["INVALID_CREDENTIALS", "current_password"]);
  assert.equal((await change({ current_password: testPassword, password: "weak" })).code, "FAILED_VALIDATION");
  const changed = await change({ current_password: testPassword, password: newPassword });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await session.isGood(), false);
  assert.equal(await otherSession.isGood(), false);
  const headers = { authorization: `Bearer ${changed.data.access_token}` };
  assert.equal((await app.inject({ url: "/users/me?fields=id", headers })).statusCode, 200);
  assert.equal(
    (await app.inject({ method: "PATCH", url: "/users/me", headers, payload: { password: testPassword } })).statusCode,
    400,
  );
  const [entry] =
    await sql`select count(*)::int as n from revisions where item = ${user.id} and (data::text like ${`%${newPassword}%`} or delta::text like ${`%${newPassword}%`})`;
  assert.equal(entry!["n"], 0);
});

test("rejects setting another user's password, also by admins and the platform", async () => {
  const user = await make.user("staff", { branch });
  for (const role of ["admin", "manager", "platform"] as const) {
    const other = await asUser(await make.user(role, { branch }));
    assert.equal((await other.patch(`/users/${user.id}`, { password: newPassword })).code, "FORBIDDEN", role);
  }
  assert.equal((await logIn(user)).status, 200);
});

test("two-factor: set up with a code and required at every log-in, each code once", async () => {
  const user = await make.user("manager", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const { here: session, codeAt, codes, url } = await enableTwoFactor(user);
  assert.match(
    url,
    /^otpauth:\/\/totp\/Chaavi:manager\d+%40example\.com\?issuer=Chaavi&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
  );
  assert.equal(codes.length, 10);
  assert.deepEqual([(await logIn(user)).status, (await logIn(user)).code], [401, "INVALID_OTP"]);
  assert.equal(
    (await logIn({ ...user, password: "Wrong@2026" }, { otp: codeAt(start + 30_000) })).code,
    "INVALID_CREDENTIALS",
  );
  // The code of the set-up was consumed.
  assert.equal((await logIn(user, { otp: codeAt(start) })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: codeAt(start + 30_000) })).status, 200);
  assert.equal((await logIn(user, { otp: codeAt(start + 30_000) })).code, "INVALID_OTP");
  const { data } = await session.ask("GET", "/users/me?fields=tfa_secret");
  assert.equal(data.tfa_secret, "**********");
  assert.equal(
    (await session.ask("POST", "/users/me/tfa/generate", { password: testPassword })).code,
    "INVALID_PAYLOAD",
  );
  clock.now = new Date(start + 5 * minute);
  assert.equal((await session.ask("POST", "/users/me/tfa/disable", { otp: "000000" })).code, "INVALID_PAYLOAD");
  assert.equal((await session.ask("POST", "/users/me/tfa/disable", { otp: codeAt(start + 5 * minute) })).status, 204);
  assert.equal((await logIn(user)).status, 200);
});

test("two-factor: stores the secret encrypted, and nothing after a wrong code at set-up", async () => {
  const user = await make.user("manager", { branch });
  const session = await createSession(user);
  assert.equal(
    (await session.ask("POST", "/users/me/tfa/generate", { password: "Wrong@2026" })).code,
    "INVALID_CREDENTIALS",
  );
  const { secret } = (await session.ask("POST", "/users/me/tfa/generate", { password: testPassword })).data;
  for (const body of [
    { secret, otp: "123456" },
    { secret: "SHORT", otp: "123456" },
    { secret: "!!", otp: "" },
    { secret },
  ])
    assert.equal((await session.ask("POST", "/users/me/tfa/enable", body)).code, "INVALID_PAYLOAD");
  assert.equal((await logIn(user)).status, 200);
  const otp = createTotpCode({ secret, at: new Date() });
  const { data } = await session.ask("POST", "/users/me/tfa/enable", { secret, otp });
  const stored = JSON.stringify([
    await sql`select * from users where id = ${user.id}`,
    await sql`select * from second_factors where "user" = ${user.id}`,
    await sql`select * from recovery_codes where "user" = ${user.id}`,
    await sql`select * from revisions where item = ${user.id}`,
  ]);
  assert.ok(!stored.includes(secret));
  for (const code of data.recovery_codes) assert.ok(!stored.includes(code));
});

test("accepts a recovery code once, case-insensitively; new codes invalidate the old ones", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { here: session, codes, codeAt } = await enableTwoFactor(user);
  assert.equal((await logIn(user, { otp: codes[0]!.toLowerCase().replace("-", " ") })).status, 200);
  const used = await logIn(user, { otp: codes[0] });
  assert.deepEqual([used.status, used.code], [401, "INVALID_OTP"]);
  assert.match(used.text, /"\*This recovery code was used already\. Enter another one"/);
  // Not to somebody who does not know the password, and not of a code that was never issued.
  const stranger = await logIn({ ...user, password: `${user.password}!` }, { otp: codes[0] });
  assert.doesNotMatch(stranger.text, /recovery code/);
  assert.match((await logIn(user, { otp: "AAAAA-AAAAA" })).text, /Invalid one-time password/);
  const disabling = await session.ask("POST", "/users/me/tfa/disable", { otp: codes[0] });
  assert.match(disabling.text, /This recovery code was used already/);
  assert.equal((await session.ask("GET", "/actions/account/security")).data.recovery_codes_left, 9);
  const otp = codeAt(clock.now.getTime() + 30_000);
  const fresh = await session.ask("POST", "/users/me/tfa/recovery-codes", { otp });
  assert.equal(fresh.data.recovery_codes.length, 10);
  assert.equal((await logIn(user, { otp: codes[1] })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: fresh.data.recovery_codes[1] })).status, 200);
});

test("accepts a code once under concurrency", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { codeAt } = await enableTwoFactor(user);
  const otp = codeAt(clock.now.getTime() + 30_000);
  const responses = await Promise.all(Array.from({ length: 4 }, () => logIn(user, { otp })));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1, responses.map(({ text }) => text).join());
  // Control: with the last step reset, the same code is accepted again.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await sql`update second_factors set last_step = 0 where "user" = ${user.id}`;
    assert.equal((await logIn(user, { otp })).status, 200);
  }
});

test("limits wrong codes after a correct password", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { codes } = await enableTwoFactor(user);
  for (let attempt = 0; attempt < 5; attempt += 1)
    assert.equal((await logIn(user, { otp: "000000" })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: codes[0] })).code, "REQUESTS_EXCEEDED");
  clock.now = new Date(clock.now.getTime() + minute / 2);
  assert.equal((await logIn(user, { otp: codes[0] })).status, 200);
});

test("lets only an admin of the company reset two-factor log-in, with an activity entry", async () => {
  const user = await make.user("staff", { branch });
  const admin = await make.user("admin", { branch });
  const url = `/actions/account/users/${user.id}/reset-second-factor`;
  assert.equal((await (await asUser(admin)).post(url)).code, "NO_CHANGES");
  await enableTwoFactor(user);
  const otherCompanyAdmin = await make.user("admin", { branch: await make.branch() });
  for (const other of [otherCompanyAdmin, user, await make.user("manager", { branch }), await make.user("customer")])
    assert.equal((await (await asUser(other)).post(url)).code, "FORBIDDEN");
  assert.equal((await anonymous.post(url)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).code, "INVALID_OTP");
  assert.equal((await (await asUser(admin)).post(url)).status, 204);
  assert.equal((await logIn(user)).status, 200);
  const [entry] =
    await sql`select "user", action from activity where item = ${user.id} and collection = 'users' and action = 'update' order by id desc limit 1`;
  assert.equal(entry!["user"], admin.id);
  assert.equal((await lastMail(user.email)).template, "second-factor-reset");
});

test("lists sessions and ends one, all others or all, effective for the next request", async () => {
  const user = await make.user("staff", { branch });
  const [session, phone, tablet] = [await createSession(user), await createSession(user), await createSession(user)];
  const list = async () =>
    (await session.ask("GET", "/actions/account/security")).data.sessions as { id: string; is_current: boolean }[];
  const sessions = await list();
  assert.equal(sessions.length, 3);
  assert.equal(sessions.filter(({ is_current }) => is_current).length, 1);
  const stranger = await createSession(await make.user("staff", { branch }));
  const other = sessions.find(({ is_current }) => !is_current)!;
  assert.equal((await stranger.ask("POST", `/actions/account/sessions/${other.id}/end`)).code, "FORBIDDEN");
  assert.deepEqual([await phone.isGood(), await tablet.isGood()], [true, true]);
  assert.equal((await session.ask("POST", `/actions/account/sessions/${other.id}/end`)).status, 204);
  assert.equal([await phone.isGood(), await tablet.isGood()].filter(Boolean).length, 1);
  assert.equal(await session.isGood(), true);
  const renewed = await Promise.all(
    [phone, tablet].map(({ refreshToken }) => anonymous.post("/auth/refresh", { refresh_token: refreshToken })),
  );
  assert.deepEqual(renewed.map(({ status }) => String(status)).toSorted(), ["200", "401"]);
  assert.equal((await session.ask("POST", "/actions/account/sessions/end-others")).status, 204);
  assert.deepEqual([await phone.isGood(), await tablet.isGood(), await session.isGood()], [false, false, true]);
  assert.equal((await list()).length, 1);
  assert.equal((await session.ask("POST", "/actions/account/sessions/end-all")).status, 204);
  assert.equal(await session.isGood(), false);
  assert.equal((await logIn(user)).status, 200);
});

test("invalidates the access token on log-out", async () => {
  const user = await make.user("staff", { branch });
  const session = await createSession(user);
  assert.equal(await session.isGood(), true);
  assert.equal(
    (await anonymous.post("/auth/logout", { refresh_token: session.refreshToken, mode: "json" })).status,
    204,
  );
  assert.equal(await session.isGood(), false);
  const entry = { vehicle_no: "TN09AB0001", phone_no: "9840012345" };
  assert.equal((await session.ask("POST", "/actions/parking/check-in", entry)).code, "TOKEN_EXPIRED");
});

test("changes the e-mail once its link is opened and notifies the old address", async () => {
  const user = await make.user("staff", { branch });
  const session = await createSession(user);
  const send = (email: unknown, password = testPassword) =>
    session.ask("POST", "/actions/account/email", { email, password });
  const otherUser = await make.user("staff", { branch });
  assert.equal((await send(user.email.toUpperCase())).code, "EMAIL_SAME_AS_OLD");
  assert.equal((await send(otherUser.email)).code, "EMAIL_IN_USE");
  assert.equal((await send("not an email")).code, "FAILED_VALIDATION");
  assert.equal((await send("new@example.com", "Wrong@2026")).code, "INVALID_CREDENTIALS");
  const newEmail = `new-${user.email}`;
  assert.equal((await send(` ${newEmail} `)).status, 204);
  assert.equal((await session.ask("GET", "/actions/account/security")).data.pending_email, newEmail);
  const token = await readMailedToken(newEmail);
  assert.equal((await logIn(user)).status, 200);
  assert.deepEqual((await anonymous.post("/actions/account/confirm-email", { token })).data, {
    email: newEmail,
    has_password: true,
  });
  assert.equal((await logIn(user)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn({ ...user, email: newEmail })).status, 200);
  assert.equal((await anonymous.post("/actions/account/confirm-email", { token })).code, "LINK_EXPIRED");
  assert.equal((await lastMail(user.email)).template, "email-changed");
});

test("rejects an e-mail change that was cancelled, has expired or conflicts with another account", async () => {
  const user = await make.user("staff", { branch });
  const session = await createSession(user);
  const send = async (email: string) => {
    assert.equal((await session.ask("POST", "/actions/account/email", { email, password: testPassword })).status, 204);
    return readMailedToken(email);
  };
  const confirm = async (token: string) => (await anonymous.post("/actions/account/confirm-email", { token })).code;
  const cancelled = await send(`given-up-${user.email}`);
  assert.equal((await session.ask("POST", "/actions/account/email/cancel")).status, 204);
  assert.equal(await confirm(cancelled), "LINK_EXPIRED");
  const expired = await send(`late-${user.email}`);
  clock.now = new Date(Date.now() + 24 * 60 * minute + 1000);
  assert.equal(await confirm(expired), "LINK_EXPIRED");
  clock.now = null;
  const conflicting = await send(`lost-${user.email}`);
  await make.user("staff", { branch, email: `lost-${user.email}` });
  assert.equal(await confirm(conflicting), "EMAIL_IN_USE");
  assert.equal(await confirm("nonsense"), "INVALID_TOKEN");
});

test("reports an unverified e-mail after a correct password and sends the link again", async () => {
  const user = await make.user("customer");
  await sql`update users set is_email_verified = false where id = ${user.id}`;
  assert.equal((await logIn({ ...user, password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).code, "EMAIL_NOT_VERIFIED");
  const send = (email: string) => anonymous.post("/actions/account/send-verification", { email });
  assert.deepEqual([(await send("nobody@example.com")).status, (await send(user.email)).status], [204, 204]);
  const token = await readMailedToken(user.email);
  assert.equal((await anonymous.post("/actions/account/verify-email", { token })).data.email, user.email);
  assert.equal((await logIn(user)).status, 200);
  assert.equal((await anonymous.post("/actions/account/verify-email", { token })).code, "LINK_EXPIRED");
});

test("a stranger who asks for many links keeps nobody from a new password or from the verification", async () => {
  const user = await make.user("customer");
  const from = async (remoteAddress: string, url: string, email = user.email) =>
    (await app.inject({ method: "POST", url, payload: { email }, remoteAddress })).statusCode;
  const countMails = async () => (await sql`select 1 from "Outbox" where recipient = ${user.email}`).length;
  const reset = "/auth/password/request";
  const start = new Date("2026-11-21T04:30:00Z");
  clock.now = start;
  try {
    for (let count = 0; count < 7; count += 1) assert.equal(await from("203.0.113.7", reset), 204);
    assert.equal(await countMails(), 5, "no further mail than the limit");
    assert.equal(await from("198.51.100.1", reset), 204);
    clock.now = new Date(start.getTime() + 6 * minute);
    assert.equal(await from("198.51.100.1", reset), 204);
    assert.equal(await countMails(), 6, "another one after some minutes");
    const token = await readMailedToken(user.email);
    const newPassword = { token, password: "Different@2026" };
    assert.equal((await anonymous.post("/auth/password/reset", newPassword)).status, 204);
    await sql`update users set is_email_verified = false where id = ${user.id}`;
    const verify = "/actions/account/send-verification";
    for (let count = 0; count < 5; count += 1) assert.equal(await from("203.0.113.7", verify), 204);
    assert.equal(await from("198.51.100.1", verify), 204);
    assert.equal(await countMails(), 6 + 1 + 3, "with the notice of the new password");
    for (let count = 0; count < 30; count += 1) await from("203.0.113.8", reset, `nobody${count}@example.com`);
    assert.equal(await from("203.0.113.8", reset), 429, "one network address is limited");
  } finally {
    clock.now = null;
  }
});

test("keeps the language of the interface on the account, and refuses others", async () => {
  const user = await make.user("staff", { branch });
  const session = await createSession(user);
  assert.equal((await session.ask("POST", "/actions/account/language", { language: "ta" })).status, 204);
  assert.equal((await session.ask("GET", "/users/me?fields=language")).data.language, "ta");
  assert.equal((await session.ask("POST", "/actions/account/language", { language: "xx" })).status, 400);
  const client = await asUser(user);
  for (const language of ["toString", "__proto__", "../../etc", "xx"])
    assert.equal((await client.patch("/users/me", { language })).code, "FAILED_VALIDATION", language);
  assert.equal((await session.ask("GET", "/users/me?fields=language")).data.language, "ta");
});
