// Shared devices: staff of the branch switch by PIN on an enrolled device only. See docs/rules/shared-devices.md.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { maxWrongPins } from "#domain/devices/pin-log-in.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { attemptPin } from "#server/auth/devices/pin-attempts.ts";
import { startApp, type TestResponse } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, testPassword, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, clock, sql } = await startApp();
const make = createFactories(sql);
const anonymous = await asUser();
const hour = 60 * 60_000;
type SharedDeviceReply = ActionReply<"GET /actions/devices/current">;

beforeEach(async () => {
  clock.now = null;
  await sql`delete from throttle`;
});

const findCookie = ({ headers }: TestResponse, name: string): string | undefined =>
  new RegExp(`${name}=[^;]+`).exec(String(headers["set-cookie"]))?.[0];

interface Device {
  id: number;
  /** Header with the device's cookie. */
  headers: { cookie: string };
}

async function enrol(branch: CreatedBranch, name = "North gate"): Promise<Device> {
  const manager = await asUser(await make.user("manager", { branch }));
  const response = await manager.post("/actions/devices", { name });
  assert.equal(response.status, 200, response.text);
  return { id: response.data.id, headers: { cookie: findCookie(response, "chaavi_device")! } };
}

let pins = 2_000;
/** Staff with a PIN of the branch. */
async function createStaff(branch: CreatedBranch, fields: object = {}): Promise<CreatedUser & { pin: string }> {
  const pin = String((pins += 1));
  return { ...(await make.user("staff", { branch, pin_number: pin, ...fields })), pin };
}
const switchTo = (device: Partial<Device>, user: { id: string }, pin: string): Promise<TestResponse> =>
  anonymous.post("/actions/devices/switch", { user: user.id, pin }, device.headers);
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
/** A request that needs a session. */
async function getMe(token: string): Promise<{ status: number; code: string | undefined }> {
  const response = await app.inject({ url: "/users/me?fields=id", headers: withToken(token) });
  const { errors } = response.json<{ errors?: TestResponse["errors"] }>();
  return { status: response.statusCode, code: errors?.[0]?.extensions.code };
}
const wrongPin = "9999";

/** Reads as the browser of the device. */
async function readCurrent({ headers }: Device): Promise<{ data: SharedDeviceReply | null }> {
  const response = await app.inject({ url: "/actions/devices/current", headers });
  return response.json<{ data: SharedDeviceReply | null }>();
}

test("a manager enrols a device of the own branch; its token is in a cookie and stored as a hash", async () => {
  const branch = await make.branch();
  const manager = await asUser(await make.user("manager", { branch }));
  const response = await manager.post("/actions/devices", { name: "North gate" });
  assert.match(String(response.headers["set-cookie"]), /chaavi_device=[\w-]{43};.*HttpOnly; Secure; SameSite=Lax/);
  assert.ok(!response.text.includes(findCookie(response, "chaavi_device")!.split("=")[1]!));
  const [stored] = await sql<{ branch: number; company: number; token: string }[]>`
    select branch, company, token from "Shared_Devices" where id = ${response.data.id}`;
  assert.deepEqual([stored!.branch, stored!.company], [branch.id, branch.company]);
  assert.ok(!String(response.headers["set-cookie"]).includes(stored!.token));
  const { data } = await manager.get("/items/Shared_Devices?fields=name,token,branch");
  assert.deepEqual(data, [{ name: "North gate", token: "**********", branch: branch.id }]);
  assert.equal((await manager.post("/actions/devices", { name: " " })).code, "FAILED_VALIDATION");
  const [event] = await sql`select kind, subject from "Security_Events" where branch = ${branch.id}`;
  assert.deepEqual({ ...event }, { kind: "device_enrolled", subject: "North gate" });
});

test("staff, employees and anonymous callers enrol and see no devices", async () => {
  const branch = await make.branch();
  await enrol(branch);
  for (const role of ["staff", "approver", "employee", "customer"] as const) {
    const client = await asUser(await make.user(role, role === "customer" ? {} : { branch }));
    assert.equal((await client.post("/actions/devices", { name: "Mine" })).code, "FORBIDDEN", role);
    assert.equal((await client.get("/items/Shared_Devices")).code, "FORBIDDEN", role);
  }
  assert.equal((await anonymous.post("/actions/devices", { name: "Mine" })).code, "INVALID_CREDENTIALS");
});

test("the device shows active staff of its branch who have a PIN, and nothing without its cookie", async () => {
  const branch = await make.branch({ name: "T Nagar" });
  const device = await enrol(branch);
  const asha = await createStaff(branch, { first_name: "Asha", last_name: "Rao" });
  await createStaff(branch, { first_name: "Gone", status: "suspended" });
  await make.user("staff", { branch, first_name: "No PIN" });
  await make.user("manager", { branch, pin_number: "4711" });
  await createStaff(await make.branch({ company: branch.company }), { first_name: "Elsewhere" });
  const { data } = await anonymous.get("/actions/devices/current");
  assert.equal(data, null);
  assert.deepEqual((await readCurrent(device)).data, {
    id: device.id,
    name: "North gate",
    branch: "T Nagar",
    people: [{ id: asha.id, name: "Asha Rao", needs_log_in: false }],
  });
});

test("the PIN opens an ordinary session of its user", async () => {
  const branch = await make.branch({ slots: 5 });
  const device = await enrol(branch);
  const staff = await createStaff(branch);
  const response = await switchTo(device, staff, staff.pin);
  assert.equal(response.status, 200, response.text);
  assert.match(String(response.headers["set-cookie"]), /directus_refresh_token=.*HttpOnly/);
  const checkIn = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const headers = withToken(response.data.access_token);
  const entry = await anonymous.post("/actions/parking/check-in", checkIn, headers);
  assert.equal(entry.status, 200, entry.text);
  const [row] = await sql`select user_created from "Parking_Information" where id = ${entry.data.id}`;
  assert.equal(row!["user_created"], staff.id);
  const [used] =
    await sql`select last_user, last_used_at is not null as used from "Shared_Devices" where id = ${device.id}`;
  assert.deepEqual({ ...used }, { last_user: staff.id, used: true });
});

test("switching ends the session of the previous user", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const [first, second] = [await createStaff(branch), await createStaff(branch)];
  const opened = await switchTo(device, first, first.pin);
  const cookie = `${device.headers.cookie}; ${findCookie(opened, "directus_refresh_token")}`;
  assert.equal((await switchTo({ headers: { cookie } }, second, second.pin)).status, 200);
  assert.equal((await getMe(opened.data.access_token)).code, "TOKEN_EXPIRED");
});

test("a PIN opens nothing without an enrolled device, or on a revoked one", async () => {
  const branch = await make.branch();
  const staff = await createStaff(branch);
  assert.equal((await switchTo({}, staff, staff.pin)).code, "FORBIDDEN");
  const forged = { headers: { cookie: `chaavi_device=${"a".repeat(43)}` } };
  assert.equal((await switchTo(forged, staff, staff.pin)).code, "FORBIDDEN");
  const device = await enrol(branch);
  const manager = await asUser(await make.user("manager", { branch }));
  assert.equal((await manager.post(`/actions/devices/${device.id}/revoke`)).status, 204);
  assert.equal((await switchTo(device, staff, staff.pin)).code, "FORBIDDEN");
  assert.equal((await readCurrent(device)).data, null);
});

test("only active staff of the device's branch switch, and nobody with two-factor authentication", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const others = [
    await createStaff(await make.branch({ company: branch.company })),
    await createStaff(await make.branch()),
    await createStaff(branch, { status: "suspended" }),
    await createStaff(branch, { status: "draft" }),
    { ...(await make.user("manager", { branch, pin_number: "4801" })), pin: "4801" },
    { ...(await make.user("employee", { branch, pin_number: "4802" })), pin: "4802" },
    { id: randomUUID(), pin: "4803" },
  ];
  const guarded = await createStaff(branch);
  await sql`update users set tfa_secret = 'secret' where id = ${guarded.id}`;
  for (const user of [...others, guarded]) assert.equal((await switchTo(device, user, user.pin)).code, "PIN_LOCKED");
});

test("after three wrong PINs, on whatever devices, only the full log-in opens the account again", async () => {
  const branch = await make.branch();
  const [first, second] = [await enrol(branch, "North"), await enrol(branch, "South")];
  const staff = await createStaff(branch);
  const messages = [];
  for (const device of [first, second]) messages.push((await switchTo(device, staff, wrongPin)).errors[0]!.message);
  assert.deepEqual(messages, ["*Wrong PIN. 2 tries left", "*Wrong PIN. 1 try left"]);
  assert.equal((await switchTo(first, staff, wrongPin)).code, "PIN_LOCKED");
  for (const device of [first, second]) assert.equal((await switchTo(device, staff, staff.pin)).code, "PIN_LOCKED");
  clock.now = new Date(Date.now() + 48 * hour);
  assert.equal((await switchTo(first, staff, staff.pin)).code, "PIN_LOCKED");
  clock.now = null;
  assert.deepEqual(
    (await readCurrent(first)).data?.people.map(({ needs_log_in }) => needs_log_in),
    [true],
  );
  const logIn = { email: staff.email, password: staff.password, page: "partner" };
  assert.equal((await anonymous.post("/auth/login", { ...logIn, password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
  assert.equal((await switchTo(first, staff, staff.pin)).code, "PIN_LOCKED");
  assert.equal((await anonymous.post("/auth/login", logIn)).status, 200);
  assert.equal((await switchTo(first, staff, staff.pin)).status, 200);
});

test("a right PIN forgets the wrong ones before it", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const staff = await createStaff(branch);
  for (const pin of [wrongPin, wrongPin, staff.pin, wrongPin, wrongPin]) await switchTo(device, staff, pin);
  assert.equal((await switchTo(device, staff, staff.pin)).status, 200);
});

test("wrong PINs are in the security log of the company, without the PIN", async () => {
  const branch = await make.branch();
  const device = await enrol(branch, "South gate");
  const staff = await createStaff(branch);
  await switchTo(device, staff, wrongPin);
  const event = await eventually(async () => {
    const [row] = await sql`
      select subject, detail, company from "Security_Events" where kind = 'log_in_failed' and branch = ${branch.id}`;
    assert.ok(row);
    return row;
  });
  assert.deepEqual([event["subject"], event["company"]], ["South gate", branch.company]);
  assert.ok(!JSON.stringify(event).includes(wrongPin));
});

test("one device tries only so many PINs, whoever they are of", async () => {
  const device = await enrol(await make.branch());
  const codes = [];
  for (let tries = 0; tries < 31; tries += 1) codes.push((await switchTo(device, { id: randomUUID() }, "1234")).code);
  assert.deepEqual([codes[29], codes[30]], ["PIN_LOCKED", "REQUESTS_EXCEEDED"]);
});

test("revoking a device ends the sessions opened on it at once, and no other session", async () => {
  const branch = await make.branch();
  const [device, other] = [await enrol(branch, "North"), await enrol(branch, "South")];
  const [staff, colleague] = [await createStaff(branch), await createStaff(branch)];
  const opened = await switchTo(device, staff, staff.pin);
  const kept = await switchTo(other, colleague, colleague.pin);
  const manager = await asUser(await make.user("manager", { branch }));
  assert.equal((await manager.post(`/actions/devices/${device.id}/revoke`)).status, 204);
  assert.equal((await getMe(opened.data.access_token)).code, "TOKEN_EXPIRED");
  assert.equal((await refresh(device, opened)).code, "INVALID_CREDENTIALS");
  assert.equal((await getMe(kept.data.access_token)).status, 200);
  assert.equal((await refresh(other, kept)).status, 200);
});

const refresh = (device: Partial<Device>, opened: TestResponse): Promise<TestResponse> => {
  const cookies = [device.headers?.cookie, findCookie(opened, "directus_refresh_token")];
  return anonymous.post("/auth/refresh", { mode: "cookie" }, { cookie: cookies.filter(Boolean).join("; ") });
};

test("the session is renewed on its device only, while its user works at the branch, for twelve hours at most", async () => {
  const branch = await make.branch();
  const [device, other] = [await enrol(branch, "North"), await enrol(branch, "South")];
  const staff = await createStaff(branch);
  const opened = await switchTo(device, staff, staff.pin);
  assert.equal((await refresh({}, opened)).code, "INVALID_CREDENTIALS");
  assert.equal((await refresh(other, opened)).code, "INVALID_CREDENTIALS");
  const renewed = await refresh(device, opened);
  assert.equal(renewed.status, 200, renewed.text);
  clock.now = new Date(Date.now() + 11 * hour);
  const again = await refresh(device, renewed);
  assert.equal(again.status, 200, again.text);
  clock.now = new Date(Date.now() + 12 * hour + 60_000);
  assert.equal((await refresh(device, again)).code, "INVALID_CREDENTIALS");
  clock.now = null;
  const moved = await switchTo(device, staff, staff.pin);
  const elsewhere = await make.branch({ company: branch.company });
  await sql`update users set default_branch = ${elsewhere.id} where id = ${staff.id}`;
  assert.equal((await refresh(device, moved)).code, "INVALID_CREDENTIALS");
});

test("enrolling the same browser again revokes its earlier enrolment", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const manager = await asUser(await make.user("manager", { branch }));
  assert.equal((await manager.post("/actions/devices", { name: "Again" }, device.headers)).status, 200);
  const { data } = await manager.get("/items/Shared_Devices?fields=name&filter[revoked_at][_null]=true");
  assert.deepEqual(data, [{ name: "Again" }]);
});

test("staff set their PIN with their password; others have none", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const [user, colleague] = [await make.user("staff", { branch }), await createStaff(branch)];
  const staff = await asUser(user);
  const setPin = (body: object) => staff.post("/actions/account/pin", body);
  const password = testPassword;
  assert.equal((await setPin({ pin_number: "7351", password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
  assert.equal((await setPin({ pin_number: "0351", password })).code, "FAILED_VALIDATION");
  assert.equal((await setPin({ password })).code, "FAILED_VALIDATION");
  assert.equal((await setPin({ pin_number: colleague.pin, password })).code, "STAFF_PIN_EXIST");
  assert.equal((await setPin({ pin_number: "7351", password })).status, 204);
  assert.equal((await switchTo(device, user, "7351")).status, 200);
  const [stored] = await sql`select pin_number from users where id = ${user.id}`;
  assert.doesNotMatch(String(stored!["pin_number"]), /7351/);
  for (let tries = 0; tries < maxWrongPins; tries += 1) await switchTo(device, user, wrongPin);
  assert.equal((await setPin({ pin_number: "7352", password })).status, 204);
  assert.equal((await switchTo(device, user, "7352")).status, 200);
  const manager = await asUser(await make.user("manager", { branch }));
  assert.equal((await manager.post("/actions/account/pin", { pin_number: "7353", password })).code, "FORBIDDEN");
});

test("20 PINs typed at once get three tries in all", async () => {
  const branch = await make.branch();
  const device = await enrol(branch);
  const staff = await createStaff(branch);
  const responses = await Promise.all(Array.from({ length: 20 }, () => switchTo(device, staff, wrongPin)));
  assert.deepEqual(
    responses.map(({ code }) => code).filter((code) => code !== "PIN_LOCKED"),
    ["INVALID_CREDENTIALS", "INVALID_CREDENTIALS"],
  );
  let compared = 0;
  const colleague = await createStaff(branch);
  const isCorrect = () => {
    compared += 1;
    return false;
  };
  await Promise.all(Array.from({ length: 20 }, () => attemptPin({ sql, userId: colleague.id, isCorrect })));
  assert.equal(compared, maxWrongPins);
});

test("control: without compare-and-set, PINs typed at once get more than three tries", async () => {
  await sql`create table bare_pins ("user" text primary key, tries integer not null)`;
  await sql`insert into bare_pins values ('asha', 0)`;
  let compared = 0;
  let pending = 20;
  let release = (): void => {};
  const haveAllRead = new Promise<void>((resolve) => (release = resolve));
  await Promise.all(
    Array.from({ length: pending }, async () => {
      const [row] = await sql<{ tries: number }[]>`select tries from bare_pins where "user" = 'asha'`;
      if (--pending === 0) release();
      await haveAllRead;
      if (row!.tries >= maxWrongPins) return;
      compared += 1;
      await sql`update bare_pins set tries = ${row!.tries + 1} where "user" = 'asha'`;
    }),
  );
  assert.equal(compared, 20);
});
