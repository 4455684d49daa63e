// §6, reading.md §10: every route that is not generated for a row, requested by every user with ids of rows of another
// branch and company: rejected like a missing row, without a change and without revealing anything.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { collections } from "#domain/collections.ts";
import { startPaySimulator } from "#simulators/pay/start-pay-simulator.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import type { ActionCase } from "#tests/support/actions/action-case.ts";
import { assertDeclaredReply } from "#tests/support/actions/assert-declared-reply.ts";
import { gateActions } from "#tests/support/actions/gate.ts";
import { notificationActions } from "#tests/support/actions/notifications.ts";
import { paymentActions } from "#tests/support/actions/payments.ts";
import { peopleActions } from "#tests/support/actions/people.ts";
import { platformActions } from "#tests/support/actions/platform.ts";
import { printingActions } from "#tests/support/actions/printing.ts";
import { systemActions } from "#tests/support/actions/system.ts";
import { valetActions } from "#tests/support/actions/valet.ts";
import { pushConfig } from "#tests/support/push.ts";
import { normalizeRoute, listRoutes } from "#tests/support/routes.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import {
  type RequestSpec,
  type RowKey,
  type RowKeys,
  createTenants,
  type TenantPerson,
  tenantPersons,
  type TenantSite,
  type TenantSiteName,
  tenantSiteNames,
  type ResponseSummary,
} from "#tests/support/tenants.ts";

const provider = await startPaySimulator({ seed: 1 });
after(() => provider.stop());
const { integrations, journal } = await startSimulatedIntegrations();
const files = { ...testConfig.files, isUrlImportEnabled: true };
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-tenants-"));
const fixture = await startApp({
  runsJobs: true,
  integrations: { ...integrations, push: pushConfig },
  config: {
    dataDir,
    files,
    paySimulatorUrl: provider.url,
    nativeApps: { androidFingerprints: ["00"], appleTeam: "A1B2C3D4E5" },
    hasLocalWebhooks: true,
    printerNetworks: [{ address: "127.0.0.1", prefix: 32, port: 9100 }],
  },
  isReachable: () => true,
});
const { app, sql } = fixture;
const tenants = await createTenants({ fixture, journal });
const { sites, tokens, sendRequest } = tenants;
const actionCaseFactories = [
  gateActions,
  valetActions,
  paymentActions,
  peopleActions,
  notificationActions,
  platformActions,
  printingActions,
  systemActions,
];
const cases = actionCaseFactories.flatMap((area) => area(tenants));
/** The rows of each case, by site. */
const rows = new Map<ActionCase, { [name in TenantSiteName]: RowKeys }>();
let rejected = 0;
let allowed = 0;
after(() => console.log(`${rejected} requests rejected without disclosure, ${allowed} own requests accepted`));

/** Attempt counters, rejected provider calls and register responses are stored for every request. */
const unscopedTables = [
  "throttle",
  "code_tries",
  "pin_tries",
  "otp_challenges",
  "payment_answers",
  "tax_id_checks",
  "job_processes",
  "Security_Events",
];
const tables = await sql<{ name: string; place: string | null; isUsed: boolean }[]>`
  select t.table_name as name, (select c.column_name from information_schema.columns c where c.table_name = t.table_name
    and c.table_schema = 'public' and c.column_name in ('branch', 'default_branch') limit 1) as place,
    exists (select from information_schema.columns c where c.table_name = t.table_name and c.table_schema = 'public'
      and c.column_name = 'last_used_at') as "isUsed"
  from information_schema.tables t where t.table_schema = 'public' and not (t.table_name = any(${unscopedTables}))`;

/** Generic item routes are covered by tests/permission-matrix.test.ts. */
const itemRoutes = new Set(
  ["/items/:collection", ...collections.filter(({ isSystem }) => isSystem).map(({ name }) => `/${name}`)]
    .flatMap((url) => [
      ...["GET", "POST", "PATCH", "DELETE", "SEARCH"].map((method) => `${method} ${url}`),
      ...["GET", "PATCH", "DELETE"].map((method) => `${method} ${url}/:id`),
    ])
    .map(normalizeRoute),
);
const fileRoutes = ["POST /files", "PATCH /files/:"];
const getMethod = ({ route }: ActionCase): string => route.split(" ", 1)[0]!;

before(async () => {
  for (const one of cases)
    if (one.createKeys)
      rows.set(
        one,
        Object.fromEntries(
          await Promise.all(tenantSiteNames.map(async (name) => [name, await one.createKeys!(sites[name])])),
        ),
      );
  await waitUntilSettled();
});

/** Waits until nothing is in progress, so that later changes come from the request under test. */
async function waitUntilSettled(): Promise<void> {
  for (;;) {
    const pending =
      await sql`select 1 from "Outbox" where status = 'waiting' union all select 1 from graphile_worker.jobs`;
    if (pending.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("every route of the server is covered here or generated for a row", () => {
  const covered = [...new Set(cases.map(({ route }) => normalizeRoute(route)))].toSorted();
  const registered = listRoutes(app).filter((route) => fileRoutes.includes(route) || !itemRoutes.has(route));
  assert.deepEqual(covered, registered);
  assert.ok(registered.length > 150, `${registered.length} addresses`);
});

/** Hashes of the rows of every table, in any order; with `isOthers` only rows of other branches. */
async function hashTables({ isOthers = false } = {}): Promise<{ [table: string]: string }> {
  const own = sites.own.branch.id;
  const parts = tables
    .filter(({ place }) => !isOthers || place)
    .map(({ name, place, isUsed }) => {
      const otherRowsCondition = isOthers ? `where "${place}" <> ${own}` : "";
      // The last use of a static token is stored to the minute.
      const row = isUsed ? `(to_jsonb(t) - 'last_used_at')::text` : "t::text";
      return `select '${name}' as name, count(*) || ' ' || sum(hashtextextended(${row}, 0)) as is from "${name}" t ${otherRowsCondition}`;
    });
  const found = await sql.unsafe<{ name: string; is: string }[]>(parts.join(" union all "));
  return Object.fromEntries(found.map(({ name, is }) => [name, is]));
}

function assertNothingDisclosed({
  response,
  person,
  label,
}: {
  response: ResponseSummary;
  person: TenantPerson;
  label: string;
}): void {
  if (person === "verifier") return;
  for (const { name, mark, phone } of [sites.sister, sites.other])
    for (const text of [mark, phone])
      if (name === "other" || person !== "admin")
        assert.ok(!response.text.includes(text), `${label} disclosed ${text}: ${response.text}`);
  rejected += 1;
}

const isRejected = ({ status, code }: ResponseSummary): boolean =>
  code !== undefined && ((status >= 400 && status < 500) || status === 200);

const strangers = tenantPersons.filter((person) => person !== "platform");
const isKeyOpenTo = ({
  one,
  key,
  person,
  site,
}: {
  one: ActionCase;
  key: string;
  person: TenantPerson;
  site: TenantSiteName;
}) => (one.openTo?.[key]?.includes(person) ?? false) || (site === "sister" && person === "admin");

const isKnown = (key: string): boolean => key === "branch" || key === "company";

/** A key of the same type without a row. */
function getAbsentKey(key: RowKey): RowKey | undefined {
  if (typeof key === "number") return 99_999_999;
  return /^[0-9a-f-]{36}$/.test(key) ? randomUUID() : undefined;
}

async function assertOtherSiteRejected({
  one,
  key,
  person,
}: {
  one: ActionCase;
  key: string;
  person: TenantPerson;
}): Promise<void> {
  const own = rows.get(one)!.own;
  const replaceId = (value: RowKey) =>
    sendRequest({
      method: getMethod(one),
      request: one.createRequest({ ...own, [key]: value }),
      token: tokens[person],
    });
  // Without the permission itself the request is rejected before any row is read. Branches and companies are public.
  const isAbsentTried =
    person === one.allowedPerson || person === "admin" || person === "manager" || person === "approver";
  const absentKey = isAbsentTried && !isKnown(key) ? getAbsentKey(own[key]!) : undefined;
  const absent = absentKey === undefined ? undefined : await replaceId(absentKey);
  for (const site of ["sister", "other"] as const) {
    const value = rows.get(one)![site][key]!;
    if (value === own[key] || isKeyOpenTo({ one, key, person, site })) continue;
    const response = await replaceId(value);
    const label = `${person}, ${key} of ${site}`;
    assertNothingDisclosed({ response, person, label });
    assert.ok(one.isSilent || isRejected(response), `${label} returned ${response.status}: ${response.text}`);
    // The response must not reveal that the row exists.
    if (absent && absent.code !== "INVALID_FOREIGN_KEY")
      assert.deepEqual([response.status, response.code], [absent.status, absent.code], `${label}: ${response.text}`);
  }
}

/** The same request with foreign ids where a careless server might look for them. */
function replaceWithOtherIds(request: RequestSpec, { branch, users }: TenantSite): RequestSpec {
  const ids = { branch: branch.id, company: branch.company, id: branch.id, user: users.staff.id };
  const query = Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const isObject = typeof request.body === "object" && request.body !== null;
  return {
    ...request,
    url: `${request.url}${request.url.includes("?") ? "&" : "?"}${query}`,
    ...(isObject ? { body: Object.assign({}, request.body, ids) } : {}),
  };
}

async function assertOwnSiteAllowed({ one, person }: { one: ActionCase; person: TenantPerson }): Promise<void> {
  const method = getMethod(one);
  const token = tokens[person];
  const variants = [replaceWithOtherIds(one.createRequest({}), sites.other)];
  if (method === "GET" || method === "SEARCH") variants.push(one.createRequest({}));
  for (const variant of variants)
    assertNothingDisclosed({ response: await sendRequest({ method, request: variant, token }), person, label: person });
}

for (const isOthers of [false, true]) {
  /** The state after the previous test: no request runs between two tests. */
  let left: { [table: string]: string } | undefined;
  for (const one of cases.filter(({ createKeys: isOfRows }) => !isOfRows === isOthers))
    test(`${one.route} with foreign ids`, async () => {
      const before = left ?? (await hashTables({ isOthers }));
      await sql`delete from throttle`;
      const keys = one.createKeys ? Object.keys(rows.get(one)!.own) : [];
      for (const key of keys)
        await Promise.all(strangers.map((person) => assertOtherSiteRejected({ one, key, person })));
      if (!one.createKeys) await Promise.all(strangers.map((person) => assertOwnSiteAllowed({ one, person })));
      // Emails caused by earlier requests must not count for the next one.
      if (!one.createKeys && getMethod(one) !== "GET") await waitUntilSettled();
      left = await hashTables({ isOthers });
      assert.deepEqual(left, before, "a row was changed");
    });
}

/** Declared in code, opened by an upgrade only, or unknown: no user may. */
const casesWithoutAllowedPerson = cases
  .filter(({ allowedPerson, createControlRequest }) => allowedPerson === null && !createControlRequest)
  .map(({ route }) => route);

for (const one of cases)
  if (one.allowedPerson || one.createControlRequest)
    test(`${one.route} with own ids, as a permitted user`, async () => {
      await sql`delete from throttle`;
      const { token, ...request } = one.createControlRequest
        ? await one.createControlRequest()
        : { ...one.createRequest(rows.get(one)?.own ?? {}), token: tokens[one.allowedPerson!] };
      const response = await sendRequest({ method: getMethod(one), request, token });
      // 303: a form of the public site was saved.
      assert.ok(
        [200, 202, 204, 303].includes(response.status) && !response.code,
        `${response.status} ${response.text}`,
      );
      assertDeclaredReply({ route: one.route, response });
      allowed += 1;
    });

test("an exported list contains own rows only", async () => {
  async function exported(person: TenantPerson, branch: number): Promise<string> {
    const query = { filter: { branch: { _eq: branch } }, fields: ["*", "parking_main_info.*"] };
    const url = "/utils/export/Parking_Information";
    const token = tokens[person];
    const response = await sendRequest({ method: "POST", request: { url, body: { format: "json", query } }, token });
    assert.equal(response.status, 204, response.text);
    const [file] = await sql<{ id: string }[]>`select id from files order by uploaded_on desc limit 1`;
    return (await sendRequest({ method: "GET", request: { url: `/assets/${file!.id}` }, token })).text;
  }
  for (const person of ["manager", "admin", "machine"] as const) {
    assert.ok((await exported(person, sites.own.branch.id)).includes(sites.own.mark), person);
    assert.deepEqual(JSON.parse(await exported(person, sites.other.branch.id)), [], person);
  }
  assert.deepEqual(JSON.parse(await exported("manager", sites.sister.branch.id)), []);
});

test("every route has a permitted user, except those closed to all", () => {
  const answered = new Set(
    cases
      .filter(({ allowedPerson, createControlRequest }) => allowedPerson || createControlRequest)
      .map(({ route }) => route),
  );
  const uncovered = [...new Set(casesWithoutAllowedPerson)].filter((route) => !answered.has(route));
  const declared = /^(POST|PATCH|DELETE) \/(collections|fields|relations|permissions|policies)(\/|$)/;
  assert.deepEqual(
    uncovered.filter((route) => !declared.test(route)),
    ["POST /send-mail/*", "GET /websocket", "GET /static/*"],
  );
  assert.ok(rejected > 1_800 && allowed > 120, `${rejected} rejected, ${allowed} allowed`);
});
