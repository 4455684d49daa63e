// The host's clock is changed by an hour in either direction during a day at the gate: sessions, codes, charges and
// numbers stay valid, and no valid request is rejected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const hour = 3_600_000;
const start = new Date("2026-11-21T09:00:00Z");
const { app, asUser, sql, clock } = await startApp();
const factories = createFactories(sql, () => clock.now ?? new Date());
const moveClock = (ms: number): Date => (clock.now = new Date(start.getTime() + ms));

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function post(url: string, body: object): Promise<{ status: number; data: Tokens; code: string | undefined }> {
  const response = await app.inject({ method: "POST", url, payload: body });
  const { data, errors } = response.json<{ data: Tokens; errors?: { extensions: { code: string } }[] }>();
  return { status: response.statusCode, data, code: errors?.[0]?.extensions.code };
}

async function getOwnStatus(token: string): Promise<number> {
  const response = await app.inject({ url: "/users/me?fields=id", headers: { authorization: `Bearer ${token}` } });
  return response.statusCode;
}

test("a session survives a clock set back and is refreshed after one set forward", async () => {
  moveClock(0);
  const user = await factories.user("staff", { branch: await factories.branch() });
  const { data } = await post("/auth/login", { email: user.email, password: user.password });
  moveClock(-hour);
  assert.equal(await getOwnStatus(data.access_token), 200);
  const back = await post("/auth/refresh", { refresh_token: data.refresh_token, mode: "json" });
  assert.equal(back.status, 200);
  moveClock(hour);
  assert.equal(await getOwnStatus(back.data.access_token), 401);
  const forward = await post("/auth/refresh", { refresh_token: back.data.refresh_token, mode: "json" });
  assert.equal(forward.status, 200);
  assert.equal(await getOwnStatus(forward.data.access_token), 200);
});

test("wrong passwords before a clock change do not extend the lockout", async () => {
  moveClock(hour);
  const user = await factories.user("staff", { branch: await factories.branch() });
  const logIn = (password: string): ReturnType<typeof post> => post("/auth/login", { email: user.email, password });
  let rejected = await logIn("Wrong@2026");
  for (let attempt = 0; rejected.code !== "REQUESTS_EXCEEDED" && attempt < 30; attempt += 1)
    rejected = await logIn("Wrong@2026");
  assert.equal(rejected.code, "REQUESTS_EXCEEDED");
  moveClock(0);
  assert.equal((await logIn(user.password)).status, 200);
});

for (const { name, ms, charge } of [
  { name: "back", ms: -hour, charge: 0 },
  { name: "forward", ms: hour, charge: 40 },
])
  test(`a vehicle inside while the clock is set ${name} by an hour is charged, paid and checked out`, async () => {
    moveClock(0);
    const branch = await factories.branch({ slots: 5, rate: "20.00" });
    const user = await factories.user("staff", { branch });
    const phone_no = "9840012345";
    const first = await (await asUser(user)).post("/actions/parking/check-in", { vehicle_no: "TN09AB1001", phone_no });
    assert.equal(first.status, 200, first.text);
    moveClock(ms);
    const staff = await asUser(user);
    const second = await staff.post("/actions/parking/check-in", { vehicle_no: "TN09AB1002", phone_no });
    assert.equal(second.status, 200, second.text);
    assert.notEqual(second.data.receipt_no, first.data.receipt_no);
    const payment = await staff.post(`/actions/parking/${first.data.id}/take-cash`, { auto_checkout: true });
    assert.equal(payment.status, 200, payment.text);
    const [row] = await sql<
      { duration: number; total_amount: number; parking_status_id: number; is_ordered: boolean }[]
    >`select duration, total_amount, parking_status_id, out_time >= in_time as is_ordered from "Parking_Information" where id = ${first.data.id}`;
    const minutes = Math.max(0, ms / 60_000);
    assert.deepEqual({ ...row }, { duration: minutes, total_amount: charge, parking_status_id: 2, is_ordered: true });
  });
