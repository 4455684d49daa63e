// reading.md §10: metrics for operators, their access, and their values in case of faults.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { getIndicatorState } from "#domain/operations/indicator-state.ts";
import { indicatorNames } from "#domain/operations/indicators.ts";
import * as limits from "#domain/limits.ts";
import { maxSendsPerHour } from "#domain/accounts/otp-limits.ts";
import type { Config } from "#server/config.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const token = testConfig.observability.metricsToken!;
const fixture = await startApp();
const { app } = fixture;
const factories = createFactories(fixture.sql);
const branch = await factories.branch();
const scrape = (authorization?: string, server = app) =>
  server.inject({ url: "/metrics", headers: authorization ? { authorization } : {} });

/** The value of one sample; labels as written. */
async function sample(name: string, server = app): Promise<number | undefined> {
  const { body } = await scrape(`Bearer ${token}`, server);
  const line = body.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test("metrics are open to their token only, and look like an unknown route otherwise", async () => {
  const absent = await app.inject({ url: "/metricz" });
  for (const authorization of [
    undefined,
    "Bearer wrong",
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Basic ${token}`,
  ]) {
    const response = await scrape(authorization);
    assert.equal(response.statusCode, 404);
    assert.equal(response.body, absent.body.replace("/metricz", "/metrics").replace("/metricz", "/metrics"));
  }
  const inAddress = await app.inject({ url: `/metrics?access_token=${token}` });
  assert.equal(inAddress.statusCode, 404);
  const response = await scrape(`Bearer ${token}`);
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^text\/plain; version=0\.0\.4/);
});

test("without a setting there are no metrics, whatever token is sent", async () => {
  const closed = await startApp({ config: { observability: { ...testConfig.observability, metricsToken: null } } });
  for (const authorization of ["Bearer ", "Bearer null", `Bearer ${token}`])
    assert.equal((await closed.app.inject({ url: "/metrics", headers: { authorization } })).statusCode, 404);
});

test("requests are counted by declared route, errors by code, transactions by wait time", async () => {
  const caller = await fixture.asUser(await factories.user("manager", { branch }));
  await caller.get(`/items/Branch/${branch.id}`);
  await caller.get("/items/No_Such_Collection");
  await caller.patch(`/items/Branch/${branch.id}`, { pincode: "600001" });
  const name = "chaavi_http_request_duration_seconds_count";
  assert.equal(await sample(`${name}{method="GET",route="/items/:collection/:id",status="200"}`), 1);
  assert.ok((await sample('chaavi_errors_total{code="FORBIDDEN"}'))! >= 1);
  assert.ok((await sample("chaavi_transaction_wait_seconds_count"))! >= 1);
  assert.ok((await sample("process_cpu_seconds_total"))! > 0);
});

test("a long-lived stream is not a slow request", async () => {
  const caller = await fixture.asUser(await factories.user("manager", { branch }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const suspended = new AbortController();
  const { ticket } = (await caller.post("/live/ticket")).data as { ticket: string };
  const url = `http://127.0.0.1:${port}/live?collections=Branch&ticket=${ticket}`;
  const stream = await fetch(url, { signal: suspended.signal });
  assert.equal(stream.status, 200);
  assert.ok(stream.headers.get("x-request-id"));
  await eventually(async () => assert.equal(await sample("chaavi_live_listeners"), 1));
  suspended.abort();
  await eventually(async () => assert.equal(await sample("chaavi_live_listeners"), 0));
  const { body } = await scrape(`Bearer ${token}`);
  assert.ok(!body.includes('route="/live"'), "the stream was measured");
});

test("an unknown URL adds no series", async () => {
  for (let count = 0; count < 5; count += 1) await app.inject({ url: `/no-such-address-${count}` });
  const { body } = await scrape(`Bearer ${token}`);
  assert.ok(!body.includes("no-such-address"));
  assert.ok(body.includes('route="unmatched"'));
});

test("every metric is present, and those of jobs, messages, payments and security match the database", async () => {
  // Indicators are cached for a moment: a server that has not been asked yet has none.
  const fresh = await startApp();
  const { sql } = fresh;
  const factories = createFactories(sql);
  const { id, company } = await factories.branch();
  const location = { company, branch: id };
  await sql`
    insert into "Outbox" (channel, recipient, template, status, reference, date_created)
    values ('sms', '9840012345', 'test', 'waiting', 'figure-1', now() - interval '10 minutes')`;
  await sql`
    insert into payment_attempts (company, branch, state, merchant_transaction_id, date_created, is_extra, auto_checkout)
    values (${location.company}, ${location.branch}, 'pending', 'T-FIGURE-1', now() - interval '30 minutes', false, false)`;
  await sql`select graphile_worker.add_job('remove-old', job_key := 'dead', max_attempts := 1)`;
  await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'dead'`;
  await sql`select graphile_worker.add_job('remove-old', job_key := 'late', run_at := now() - interval '5 minutes')`;
  await sql`
    insert into "Security_Events" (kind, first_at, last_at, bucket, count)
    values ('session_reused', now(), now(), 'alert-1', 3)`;
  const response = await (await fresh.asUser(await factories.user("verifier"))).get("/actions/operations/figures");
  assert.equal(response.status, 200, response.text);
  const found = response.data.figures as { [name: string]: number | null };
  assert.deepEqual(Object.keys(found).toSorted(), indicatorNames.toSorted());
  const { jobs_dead, jobs_waiting, messages_waiting, payments_undecided, security_alerts, sms_hour } = found;
  assert.deepEqual(
    { jobs_dead, jobs_waiting, messages_waiting, payments_undecided, security_alerts, sms_hour },
    { jobs_dead: 1, jobs_waiting: 1, messages_waiting: 1, payments_undecided: 1, security_alerts: 3, sms_hour: 1 },
  );
  assert.ok(found["job_age"]! >= 299 && found["message_age"]! >= 599 && found["payment_age"]! >= 1_799);
  assert.equal(await sample("chaavi_jobs_dead", fresh.app), 1);
});

test("SMS left: the provider's balance is requested in the background, what branches may send is counted by their own day", async () => {
  const { integrations, smsAccount } = await startSimulatedIntegrations();
  smsAccount.balance = 900;
  const selling = await startApp({ integrations });
  const { sql } = selling;
  selling.clock.now = new Date("2026-11-21T20:00:00Z");
  // In India it is already the 22nd; an unknown time zone counts as India.
  const positions = [
    { zone: "Asia/Kolkata", perDay: null, day: "2026-11-22", used: limits.messagesPerBranch - 10 },
    { zone: "Europe/London", perDay: 100, day: "2026-11-21", used: 90 },
    { zone: "Europe/London", perDay: 100, day: "2026-11-22", used: 100 },
    { zone: "Nowhere/Atall", perDay: 50, day: "2026-11-22", used: 60 },
    { zone: "Asia/Kolkata", perDay: 0, day: "2026-11-22", used: 0 },
  ];
  await sql`update "Branch" set status = 'draft'`;
  const { branch: anyBranch } = createFactories(sql);
  for (const { zone, perDay, day, used } of positions) {
    const { id } = await anyBranch();
    await sql`update "Branch" set status = 'published', time_zone = ${zone}, sms_per_day = ${perDay} where id = ${id}`;
    await sql`insert into message_counts (day, kind, scope, key, used) values (${day}, 'sms', 'branch', ${String(id)}, ${used})`;
  }
  assert.equal(await sample("chaavi_sms_left", selling.app), 10 + 10 + 100 + 0 + 0);
  assert.equal(await sample("chaavi_sms_branches_low", selling.app), 2);
  await eventually(async () => assert.equal(await sample("chaavi_sms_balance", selling.app), 900), {
    timeoutMs: 10_000,
  });
  assert.equal(getIndicatorState({ name: "sms_balance", value: 900 }), "alarm");
  assert.equal(smsAccount.asked, 1);
});

test("the last backup: its age and size, failures, and an alert for missed backups of the schedule", async () => {
  const backup = { ...testConfig.backup, schedule: "30 20 * * *" };
  const dayAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const figuresWith = async (rows: [number, string][], config: Partial<Config> = { backup }) => {
    const { sql, asUser } = await startApp({ config });
    await sql`update migrations set applied_at = ${dayAgo(3)}`;
    for (const [days, status] of rows)
      await sql`
        insert into backups (started_at, status, started_by, file, size)
        values (${dayAgo(days)}, ${status}, 'schedule', 'x', ${status === "done" ? 5_000 : null})`;
    const response = await (
      await asUser(await createFactories(sql).user("platform"))
    ).get("/actions/operations/figures");
    assert.equal(response.status, 200, response.text);
    const { backups_missed, backup_age, backup_size, backups_failed } = response.data.figures;
    return {
      backups_missed,
      days: backup_age === null ? null : Math.floor(backup_age / 86_400),
      backup_size,
      backups_failed,
    };
  };
  const created = { backup_size: 5_000, backups_failed: 0 };
  assert.deepEqual(
    await figuresWith([
      [4, "failed"],
      [1.1, "done"],
      [0, "running"],
    ]),
    { ...created, backups_missed: 0, days: 1 },
  );
  const failing = await figuresWith([
    [2.1, "done"],
    [1.1, "failed"],
    [0.1, "failed"],
  ]);
  assert.deepEqual(failing, { backup_size: 5_000, backups_missed: 2, days: 2, backups_failed: 2 });
  assert.equal(getIndicatorState({ name: "backups_missed", value: failing.backups_missed }), "alarm");
  const noBackup = { backup_size: null, days: null, backups_failed: 0 };
  assert.deepEqual(await figuresWith([]), { ...noBackup, backups_missed: 3 });
  assert.deepEqual(await figuresWith([], { backup: testConfig.backup }), { ...noBackup, backups_missed: null });
});

test("a flood of one-time codes is an alert from the code that starts throttling, and one event an hour", async () => {
  const flooded = await startApp();
  const { sql, clock } = flooded;
  const fill = (count: number) => sql`
    insert into otp_challenges (channel, recipient, purpose, asker, code_hash, ip, created_at, expires_at)
    select 'sms', '98400' || n, 'login', 'asker', 'x', '203.0.113.1', ${clock.now}, ${clock.now} from generate_series(1, ${count}::int) n`;
  const events = async () => {
    const found = await sql<{ count: number; ip: string | null; company: number | null; detail: object }[]>`
      select count, ip, company, detail from "Security_Events" where kind = 'code_flood_began' order by id`;
    return [...found];
  };
  clock.now = new Date("2026-11-21T06:10:00Z");
  const anonymous = await flooded.asUser();
  let last = 9840011110;
  const send = async () => {
    last += 1;
    const response = await anonymous.post("/actions/customers/send-code", { phone: String(last), page: "commercial" });
    assert.equal(response.status, 200, response.text);
  };
  await fill(maxSendsPerHour - 1);
  await send();
  assert.deepEqual(await events(), []);
  for (const _ of [1, 2, 3]) await send();
  const event = { count: 1, ip: null, company: null, detail: { codes_an_hour: maxSendsPerHour } };
  await eventually(async () => assert.deepEqual(await events(), [event]));
  assert.equal(await sample("chaavi_code_flood", flooded.app), 1);
  assert.equal(
    getIndicatorState({ name: "codes_hour", value: (await sample("chaavi_codes_hour", flooded.app))! }),
    "alarm",
  );
  assert.equal(await sample("chaavi_security_alerts", flooded.app), 1);
  // It lasts into the next hour.
  clock.now = new Date("2026-11-21T07:05:00Z");
  await send();
  await eventually(async () => assert.deepEqual(await events(), [event, event]));
});

test("without a flood the metric says so", async () => {
  assert.equal(await sample("chaavi_code_flood"), 0);
});

test("only the platform can read the indicators", async () => {
  for (const role of ["admin", "manager", "staff", "customer"] as const) {
    const user = await factories.user(role, role === "customer" ? {} : { branch });
    assert.equal((await (await fixture.asUser(user)).get("/actions/operations/figures")).code, "FORBIDDEN", role);
  }
  assert.equal((await (await fixture.asUser()).get("/actions/operations/figures")).code, "FORBIDDEN");
});
