// §2 §7 §8: passwords by link, second factor, email, log-ins of one person, as the server answers them.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startApp, testConfig, type Answer } from "#tests/support/app.ts";
import { factories, password, type MadeUser } from "#tests/support/make.ts";
import { mailTo } from "#tests/support/mail.ts";
import { sealer } from "#server/services/secrets.ts";
import { fromBase32, stepAt, totp } from "#server/services/totp.ts";

const { app, as, sql, clock } = await startApp();
const make = factories(sql);
const branch = await make.branch({ slots: 5 });
const minute = 60_000;
const another = "Another@2026";
const nobody = await as();
const open = sealer(testConfig.secret);

beforeEach(() => {
  clock.now = null;
});

const logIn = (user: MadeUser, more: object = {}): Promise<Answer> =>
  nobody.post("/auth/login", { email: user.email, password: user.password, ...more });
const lastMail = (to: string) => mailTo({ sql, sealer: open, to });

/** A person with a token of a log-in of their own. */
async function loggedIn(user: MadeUser, more: object = {}) {
  const { data } = await logIn(user, more);
  const headers = { authorization: `Bearer ${data.access_token}`, "content-type": "application/json" };
  const ask = async (method: "GET" | "POST", url: string, body?: object): Promise<Answer> => {
    const answer = await app.inject({ method, url, headers, ...(body ? { payload: JSON.stringify(body) } : {}) });
    const parsed = answer.body ? JSON.parse(answer.body) : {};
    const errors = parsed.errors ?? [];
    return {
      status: answer.statusCode,
      data: parsed.data,
      meta: undefined,
      code: errors[0]?.extensions.code,
      errors,
      text: answer.body,
      headers: answer.headers,
    };
  };
  const isGood = async (): Promise<boolean> => (await ask("GET", "/users/me?fields=id")).status === 200;
  return { ask, isGood, refreshToken: data.refresh_token as string };
}

async function tokenMailed(to: string): Promise<string> {
  const { values } = await lastMail(to);
  const link = Object.entries(values).find(([name]) => name.endsWith("link"))![1];
  assert.ok(link.startsWith("https://chaavi.test/"), link);
  return new URL(link).searchParams.get("token")!;
}

async function askReset(user: MadeUser): Promise<string> {
  assert.equal((await nobody.post("/auth/password/request", { email: user.email })).status, 204);
  return tokenMailed(user.email);
}
const reset = (token: string, typed: string): Promise<Answer> =>
  nobody.post("/auth/password/reset", { token, password: typed });

/** Sets the second factor up as a person does. */
async function withSecondFactor(user: MadeUser) {
  const here = await loggedIn(user);
  const { data } = await here.ask("POST", "/users/me/tfa/generate", { password: user.password });
  const codeAt = (ms: number) => totp({ secret: fromBase32(data.secret)!, step: stepAt(new Date(ms)) });
  const now = (clock.now ?? new Date()).getTime();
  const enabled = await here.ask("POST", "/users/me/tfa/enable", { secret: data.secret, otp: codeAt(now) });
  assert.equal(enabled.status, 200, enabled.text);
  return { here, codeAt, codes: enabled.data.recovery_codes as string[], url: data.otpauth_url as string };
}

test("a forgotten password: a link by mail, once, and every log-in is over", async () => {
  const user = await make.user("staff", { branch });
  const here = await loggedIn(user);
  const token = await askReset(user);
  assert.equal(await here.isGood(), true);
  assert.equal((await reset(token, "short")).code, "FAILED_VALIDATION");
  assert.equal((await reset(token, "")).code, "FAILED_VALIDATION");
  assert.equal((await reset(token, another)).status, 204);
  assert.equal(await here.isGood(), false);
  assert.equal((await nobody.post("/auth/refresh", { refresh_token: here.refreshToken })).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn({ ...user, password: another })).status, 200);
  assert.equal((await reset(token, password)).code, "FORBIDDEN");
  assert.equal((await lastMail(user.email)).template, "password-changed");
});

test("a link ends after an hour, with a newer one, and when the address is no longer the person's", async () => {
  const user = await make.user("staff", { branch });
  clock.now = new Date();
  const first = await askReset(user);
  const second = await askReset(user);
  assert.equal((await reset(first, another)).code, "FORBIDDEN");
  clock.now = new Date(clock.now.getTime() + 60 * minute);
  assert.equal((await reset(second, another)).code, "TOKEN_EXPIRED");
  clock.now = null;
  const third = await askReset(user);
  await sql`update users set email = ${`moved-${user.email}`} where id = ${user.id}`;
  assert.equal((await reset(third, another)).code, "INVALID_TOKEN");
  for (const forged of [
    "",
    "a.b.c",
    `${third}x`,
    (await logIn(await make.user("staff", { branch }))).data.access_token,
  ])
    assert.deepEqual(
      [(await reset(forged, another)).status, (await reset(forged, another)).code],
      [403, "INVALID_TOKEN"],
    );
});

test("nobody learns from the answer, or from its time, who has an account", async () => {
  const user = await make.user("staff", { branch });
  const timed = async (email: string) => {
    const start = performance.now();
    const answer = await nobody.post("/auth/password/request", { email });
    return { said: [answer.status, answer.text], ms: performance.now() - start };
  };
  const known = await timed(user.email);
  const unknown = await timed("nobody@example.com");
  assert.deepEqual(known.said, unknown.said);
  assert.ok(known.ms >= 295 && unknown.ms >= 295, `${known.ms} and ${unknown.ms}`);
  const suspended = await make.user("staff", { branch, status: "suspended" });
  await nobody.post("/auth/password/request", { email: suspended.email });
  assert.equal(await mailTo({ sql, sealer: open, to: suspended.email }).catch(() => null), null);
  for (const reset_url of [
    "https://evil.example/reset",
    "//evil.example",
    "javascript:alert(1)",
    5,
    "https://chaavi.test.evil.example",
  ])
    assert.equal(
      (await nobody.post("/auth/password/request", { email: user.email, reset_url })).code,
      "INVALID_PAYLOAD",
    );
  const own = { email: user.email, reset_url: "https://chaavi.test/somewhere?x=1" };
  assert.equal((await nobody.post("/auth/password/request", own)).status, 204);
  assert.match((await lastMail(user.email)).values["reset_link"]!, /^https:\/\/chaavi\.test\/somewhere\?token=/);
});

test("of many that use one link at once, one wins; without the mark all of them would", async () => {
  const user = await make.user("staff", { branch });
  const token = await askReset(user);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => reset(token, `Another@${turn}`)));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  const lost = [...new Set(answers.filter(({ status }) => status !== 204).map(({ code }) => code))];
  assert.deepEqual(lost, ["FORBIDDEN"]);
  // The control: a link looked at first and marked afterwards is taken by many.
  const again = await make.user("staff", { branch });
  await askReset(again);
  const naive = await Promise.all(
    Array.from({ length: 8 }, () =>
      sql.begin(async (tx) => {
        const [link] = await tx`select id, used_at from links where "user" = ${again.id} and used_at is null`;
        if (!link) return 0;
        await tx`update links set used_at = now() where id = ${link["id"]}`;
        return 1;
      }),
    ),
  );
  assert.ok(naive.filter(Boolean).length > 1);
});

test("one's own new password needs the old one, ends the others and goes on here", async () => {
  const user = await make.user("manager", { branch });
  const [here, there] = [await loggedIn(user), await loggedIn(user)];
  const change = (body: object) => here.ask("POST", "/actions/account/password", { mode: "json", ...body });
  const wrong = await change({ current_password: "Wrong@2026", password: another });
  assert.deepEqual([wrong.code, wrong.errors[0]!.extensions.field], ["INVALID_CREDENTIALS", "current_password"]);
  assert.equal((await change({ current_password: password, password: "weak" })).code, "FAILED_VALIDATION");
  const changed = await change({ current_password: password, password: another });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await here.isGood(), false);
  assert.equal(await there.isGood(), false);
  const headers = { authorization: `Bearer ${changed.data.access_token}` };
  assert.equal((await app.inject({ url: "/users/me?fields=id", headers })).statusCode, 200);
  assert.equal(
    (await app.inject({ method: "PATCH", url: "/users/me", headers, payload: { password } })).statusCode,
    400,
  );
  const [told] =
    await sql`select count(*)::int as n from revisions where item = ${user.id} and (data::text like ${`%${another}%`} or delta::text like ${`%${another}%`})`;
  assert.equal(told!["n"], 0);
});

test("nobody sets another's password: not an admin, not the platform", async () => {
  const user = await make.user("staff", { branch });
  for (const role of ["admin", "manager", "platform"] as const) {
    const other = await as(await make.user(role, { branch }));
    assert.equal((await other.patch(`/users/${user.id}`, { password: another })).code, "FORBIDDEN", role);
  }
  assert.equal((await logIn(user)).status, 200);
});

test("two-factor: set up with a code, asked for at every log-in, each code once", async () => {
  const user = await make.user("manager", { branch });
  const start = Date.now();
  clock.now = new Date(start);
  const { here, codeAt, codes, url } = await withSecondFactor(user);
  assert.match(
    url,
    /^otpauth:\/\/totp\/Chaavi:manager\d+%40example\.com\?secret=[A-Z2-7]{32}&period=30&digits=6&algorithm=SHA1&issuer=Chaavi$/,
  );
  assert.equal(codes.length, 10);
  assert.deepEqual([(await logIn(user)).status, (await logIn(user)).code], [401, "INVALID_OTP"]);
  assert.equal(
    (await logIn({ ...user, password: "Wrong@2026" }, { otp: codeAt(start + 30_000) })).code,
    "INVALID_CREDENTIALS",
  );
  // The one it was set up with was used.
  assert.equal((await logIn(user, { otp: codeAt(start) })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: codeAt(start + 30_000) })).status, 200);
  assert.equal((await logIn(user, { otp: codeAt(start + 30_000) })).code, "INVALID_OTP");
  const { data } = await here.ask("GET", "/users/me?fields=tfa_secret");
  assert.equal(data.tfa_secret, "**********");
  assert.equal((await here.ask("POST", "/users/me/tfa/generate", { password })).code, "INVALID_PAYLOAD");
  clock.now = new Date(start + 5 * minute);
  assert.equal((await here.ask("POST", "/users/me/tfa/disable", { otp: "000000" })).code, "INVALID_PAYLOAD");
  assert.equal((await here.ask("POST", "/users/me/tfa/disable", { otp: codeAt(start + 5 * minute) })).status, 204);
  assert.equal((await logIn(user)).status, 200);
});

test("two-factor: the secret is not in the database in the clear, and a wrong code at the set-up keeps nothing", async () => {
  const user = await make.user("manager", { branch });
  const here = await loggedIn(user);
  assert.equal(
    (await here.ask("POST", "/users/me/tfa/generate", { password: "Wrong@2026" })).code,
    "INVALID_CREDENTIALS",
  );
  const { secret } = (await here.ask("POST", "/users/me/tfa/generate", { password })).data;
  for (const body of [
    { secret, otp: "123456" },
    { secret: "SHORT", otp: "123456" },
    { secret: "!!", otp: "" },
    { secret },
  ])
    assert.equal((await here.ask("POST", "/users/me/tfa/enable", body)).code, "INVALID_PAYLOAD");
  assert.equal((await logIn(user)).status, 200);
  const otp = totp({ secret: fromBase32(secret)!, step: stepAt(new Date()) });
  const { data } = await here.ask("POST", "/users/me/tfa/enable", { secret, otp });
  const kept = JSON.stringify([
    await sql`select * from users where id = ${user.id}`,
    await sql`select * from second_factors where "user" = ${user.id}`,
    await sql`select * from recovery_codes where "user" = ${user.id}`,
    await sql`select * from revisions where item = ${user.id}`,
  ]);
  assert.ok(!kept.includes(secret));
  for (const code of data.recovery_codes) assert.ok(!kept.includes(code));
});

test("a recovery code opens once, in capitals or not; new ones end the old", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { here, codes, codeAt } = await withSecondFactor(user);
  assert.equal((await logIn(user, { otp: codes[0]!.toLowerCase().replace("-", " ") })).status, 200);
  assert.equal((await logIn(user, { otp: codes[0] })).code, "INVALID_OTP");
  assert.equal((await here.ask("GET", "/actions/account/security")).data.recovery_codes_left, 9);
  const otp = codeAt(clock.now.getTime() + 30_000);
  const fresh = await here.ask("POST", "/users/me/tfa/recovery-codes", { otp });
  assert.equal(fresh.data.recovery_codes.length, 10);
  assert.equal((await logIn(user, { otp: codes[1] })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: fresh.data.recovery_codes[1] })).status, 200);
});

test("of many log-ins with one code at once, one wins; without the step's mark more would", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { codeAt } = await withSecondFactor(user);
  const otp = codeAt(clock.now.getTime() + 30_000);
  const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(user, { otp })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join());
  // The control: the step forgotten each time, as if it were not marked.
  for (let turn = 0; turn < 2; turn += 1) {
    await sql`update second_factors set last_step = 0 where "user" = ${user.id}`;
    assert.equal((await logIn(user, { otp })).status, 200);
  }
});

test("codes cannot be guessed: five wrong ones make one wait, with the password right", async () => {
  const user = await make.user("manager", { branch });
  clock.now = new Date();
  const { codes } = await withSecondFactor(user);
  for (let turn = 0; turn < 5; turn += 1) assert.equal((await logIn(user, { otp: "000000" })).code, "INVALID_OTP");
  assert.equal((await logIn(user, { otp: codes[0] })).code, "REQUESTS_EXCEEDED");
  clock.now = new Date(clock.now.getTime() + minute / 2);
  assert.equal((await logIn(user, { otp: codes[0] })).status, 200);
});

test("an admin takes the second factor of somebody of their company away, which is in the log; nobody else does", async () => {
  const user = await make.user("staff", { branch });
  const admin = await make.user("admin", { branch });
  const url = `/actions/account/users/${user.id}/reset-second-factor`;
  assert.equal((await (await as(admin)).post(url)).code, "NO_CHANGES");
  await withSecondFactor(user);
  const foreign = await make.user("admin", { branch: await make.branch() });
  for (const other of [foreign, user, await make.user("manager", { branch }), await make.user("customer")])
    assert.equal((await (await as(other)).post(url)).code, "FORBIDDEN");
  assert.equal((await nobody.post(url)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).code, "INVALID_OTP");
  assert.equal((await (await as(admin)).post(url)).status, 204);
  assert.equal((await logIn(user)).status, 200);
  const [told] =
    await sql`select "user", action from activity where item = ${user.id} and collection = 'users' and action = 'update' order by id desc limit 1`;
  assert.equal(told!["user"], admin.id);
  assert.equal((await lastMail(user.email)).template, "second-factor-reset");
});

test("log-ins are listed; one is ended, or all others, or all, on the very next request", async () => {
  const user = await make.user("staff", { branch });
  const [here, phone, tablet] = [await loggedIn(user), await loggedIn(user), await loggedIn(user)];
  const list = async () =>
    (await here.ask("GET", "/actions/account/security")).data.sessions as { id: string; is_current: boolean }[];
  const sessions = await list();
  assert.equal(sessions.length, 3);
  assert.equal(sessions.filter(({ is_current }) => is_current).length, 1);
  const stranger = await loggedIn(await make.user("staff", { branch }));
  const other = sessions.find(({ is_current }) => !is_current)!;
  assert.equal((await stranger.ask("POST", `/actions/account/sessions/${other.id}/end`)).code, "FORBIDDEN");
  assert.deepEqual([await phone.isGood(), await tablet.isGood()], [true, true]);
  assert.equal((await here.ask("POST", `/actions/account/sessions/${other.id}/end`)).status, 204);
  assert.equal([await phone.isGood(), await tablet.isGood()].filter(Boolean).length, 1);
  assert.equal(await here.isGood(), true);
  const renewed = await Promise.all(
    [phone, tablet].map(({ refreshToken }) => nobody.post("/auth/refresh", { refresh_token: refreshToken })),
  );
  assert.deepEqual(renewed.map(({ status }) => String(status)).toSorted(), ["200", "401"]);
  assert.equal((await here.ask("POST", "/actions/account/sessions/end-others")).status, 204);
  assert.deepEqual([await phone.isGood(), await tablet.isGood(), await here.isGood()], [false, false, true]);
  assert.equal((await list()).length, 1);
  assert.equal((await here.ask("POST", "/actions/account/sessions/end-all")).status, 204);
  assert.equal(await here.isGood(), false);
  assert.equal((await logIn(user)).status, 200);
});

test("logging out ends the access token too, on the very next request", async () => {
  const user = await make.user("staff", { branch });
  const here = await loggedIn(user);
  assert.equal(await here.isGood(), true);
  assert.equal((await nobody.post("/auth/logout", { refresh_token: here.refreshToken, mode: "json" })).status, 204);
  assert.equal(await here.isGood(), false);
  const entry = { vehicle_no: "TN09AB0001", phone_no: "9840012345" };
  assert.equal((await here.ask("POST", "/actions/parking/check-in", entry)).code, "TOKEN_EXPIRED");
});

test("a new email is the person's once its link is opened, and the old one is told", async () => {
  const user = await make.user("staff", { branch });
  const here = await loggedIn(user);
  const ask = (email: unknown, typed = password) =>
    here.ask("POST", "/actions/account/email", { email, password: typed });
  const taken = await make.user("staff", { branch });
  assert.equal((await ask(user.email.toUpperCase())).code, "EMAIL_SAME_AS_OLD");
  assert.equal((await ask(taken.email)).code, "EMAIL_IN_USE");
  assert.equal((await ask("not an email")).code, "FAILED_VALIDATION");
  assert.equal((await ask("new@example.com", "Wrong@2026")).code, "INVALID_CREDENTIALS");
  const fresh = `new-${user.email}`;
  assert.equal((await ask(` ${fresh} `)).status, 204);
  assert.equal((await here.ask("GET", "/actions/account/security")).data.pending_email, fresh);
  const token = await tokenMailed(fresh);
  assert.equal((await logIn(user)).status, 200);
  assert.deepEqual((await nobody.post("/actions/account/confirm-email", { token })).data, { email: fresh });
  assert.equal((await logIn(user)).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn({ ...user, email: fresh })).status, 200);
  assert.equal((await nobody.post("/actions/account/confirm-email", { token })).code, "EMAIL_LINK_EXPIRED");
  assert.equal((await lastMail(user.email)).template, "email-changed");
});

test("a new email: given up, run out, or taken by somebody else meanwhile", async () => {
  const user = await make.user("staff", { branch });
  const here = await loggedIn(user);
  const ask = async (email: string) => {
    assert.equal((await here.ask("POST", "/actions/account/email", { email, password })).status, 204);
    return tokenMailed(email);
  };
  const confirm = async (token: string) => (await nobody.post("/actions/account/confirm-email", { token })).code;
  const given = await ask(`given-up-${user.email}`);
  assert.equal((await here.ask("POST", "/actions/account/email/cancel")).status, 204);
  assert.equal(await confirm(given), "EMAIL_LINK_EXPIRED");
  const late = await ask(`late-${user.email}`);
  clock.now = new Date(Date.now() + 24 * 60 * minute + 1000);
  assert.equal(await confirm(late), "EMAIL_LINK_EXPIRED");
  clock.now = null;
  const lost = await ask(`lost-${user.email}`);
  await make.user("staff", { branch, email: `lost-${user.email}` });
  assert.equal(await confirm(lost), "EMAIL_IN_USE");
  assert.equal(await confirm("nonsense"), "INVALID_TOKEN");
});

test("a customer whose email is not verified is told so once the password is proved, and is sent the link again", async () => {
  const user = await make.user("customer");
  await sql`update users set is_email_verified = false where id = ${user.id}`;
  assert.equal((await logIn({ ...user, password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
  assert.equal((await logIn(user)).code, "EMAIL_NOT_VERIFIED");
  const send = (email: string) => nobody.post("/actions/account/send-verification", { email });
  assert.deepEqual([(await send("nobody@example.com")).status, (await send(user.email)).status], [204, 204]);
  const token = await tokenMailed(user.email);
  assert.equal((await nobody.post("/actions/account/verify-email", { token })).data.email, user.email);
  assert.equal((await logIn(user)).status, 200);
  assert.equal((await nobody.post("/actions/account/verify-email", { token })).code, "EMAIL_LINK_EXPIRED");
});
