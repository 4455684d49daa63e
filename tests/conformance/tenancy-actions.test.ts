// §6, reading.md §10: every address of the server that is no row's own, asked as everybody with the ids of another branch's
// and another company's rows: refused as for a row there is not, nothing is changed, and nothing of them is told.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { collections } from "#domain/collections/all.ts";
import { startPaySimulator } from "#simulators/pay/start.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import type { ActionCase } from "#tests/support/actions/action-case.ts";
import { gateActions } from "#tests/support/actions/gate.ts";
import { moneyActions } from "#tests/support/actions/money.ts";
import { peopleActions } from "#tests/support/actions/people.ts";
import { platformActions } from "#tests/support/actions/platform.ts";
import { systemActions } from "#tests/support/actions/system.ts";
import { valetActions } from "#tests/support/actions/valet.ts";
import { plain, routesOf } from "#tests/support/routes.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";
import {
  type Ask,
  type Key,
  type Keys,
  makeTenants,
  type Person,
  persons,
  type Site,
  type SiteName,
  siteNames,
  type Told,
} from "#tests/support/tenants.ts";

const provider = await startPaySimulator({ seed: 1 });
after(() => provider.stop());
const { outside, journal } = await simulatedOutside();
const files = { ...testConfig.files, mayImport: true };
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-tenants-"));
const world = await startApp({
  isWorking: true,
  outside,
  config: { dataDir, files, paySimulatorUrl: provider.url },
  mayReach: () => true,
});
const { app, sql } = world;
const tenants = await makeTenants({ world, journal });
const { sites, tokens, ask } = tenants;
const areas = [gateActions, valetActions, moneyActions, peopleActions, platformActions, systemActions];
const cases = areas.flatMap((area) => area(tenants));
/** The rows each case is about, by site. */
const rows = new Map<ActionCase, { [name in SiteName]: Keys }>();
let refused = 0;
let allowed = 0;
after(() => console.log(`${refused} requests told nothing of others, ${allowed} of one's own were answered`));

/** Counts of tries, what was refused of the provider's calls and what the registers said are kept of whatever is asked. */
const loose = ["throttle", "code_tries", "otp_challenges", "payment_answers", "tax_id_checks", "job_processes"];
const tables = await sql<{ name: string; place: string | null }[]>`
  select t.table_name as name, (select c.column_name from information_schema.columns c where c.table_name = t.table_name
    and c.table_schema = 'public' and c.column_name in ('branch', 'default_branch') limit 1) as place
  from information_schema.tables t where t.table_schema = 'public' and not (t.table_name = any(${loose}))`;

/** What the generic item calls have is tried by tests/permission-matrix.test.ts. */
const itemRoutes = new Set(
  ["/items/:collection", ...collections.filter(({ system }) => system).map(({ name }) => `/${name}`)]
    .flatMap((url) => [
      ...["GET", "POST", "PATCH", "DELETE", "SEARCH"].map((method) => `${method} ${url}`),
      ...["GET", "PATCH", "DELETE"].map((method) => `${method} ${url}/:id`),
    ])
    .map(plain),
);
const ofFiles = ["POST /files", "PATCH /files/:"];
const methodOf = ({ route }: ActionCase): string => route.split(" ", 1)[0]!;

before(async () => {
  for (const one of cases)
    if (one.rows)
      rows.set(
        one,
        Object.fromEntries(await Promise.all(siteNames.map(async (name) => [name, await one.rows!(sites[name])]))),
      );
  await settled();
});

/** Nothing is on its way any more: what changes from now on was asked for. */
async function settled(): Promise<void> {
  for (;;) {
    const waiting =
      await sql`select 1 from "Outbox" where status = 'waiting' union all select 1 from graphile_worker.jobs`;
    if (waiting.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("every address of the server is tried here, or is a row's own", () => {
  const tried = [...new Set(cases.map(({ route }) => plain(route)))].toSorted();
  const there = routesOf(app).filter((route) => ofFiles.includes(route) || !itemRoutes.has(route));
  assert.deepEqual(tried, there);
  assert.ok(there.length > 150, `${there.length} addresses`);
});

/** What stands in every table; with `isOthers` only in the rows of other branches. */
async function fingerprint({ isOthers = false } = {}): Promise<{ [table: string]: string }> {
  const own = sites.own.branch.id;
  const parts = tables
    .filter(({ place }) => !isOthers || place)
    .map(({ name, place }) => {
      const rowsOf = isOthers ? `where "${place}" <> ${own}` : "";
      // When a program's token was last used is kept to the minute.
      const row = `(to_jsonb(t) - 'last_used_at')::text`;
      return `select '${name}' as name, md5(string_agg(${row}, '' order by ${row})) as is from "${name}" t ${rowsOf}`;
    });
  const found = await sql.unsafe<{ name: string; is: string }[]>(parts.join(" union all "));
  return Object.fromEntries(found.map(({ name, is }) => [name, is]));
}

function mustTellNothing({ told, person, what }: { told: Told; person: Person; what: string }): void {
  if (person === "verifier") return;
  for (const { name, mark, phone } of [sites.sister, sites.other])
    for (const text of [mark, phone])
      if (name === "other" || person !== "admin")
        assert.ok(!told.text.includes(text), `${what} told ${text}: ${told.text}`);
  refused += 1;
}

const isRefused = ({ status, code }: Told): boolean =>
  code !== undefined && ((status >= 400 && status < 500) || status === 200);

const strangers = persons.filter((person) => person !== "platform");
const isTheirs = ({ one, key, person, site }: { one: ActionCase; key: string; person: Person; site: SiteName }) =>
  (one.open?.[key]?.includes(person) ?? false) || (site === "sister" && person === "admin");

const isKnown = (key: string): boolean => key === "branch" || key === "company";

/** A key of the same kind that no row has. */
function absentOf(key: Key): Key | undefined {
  if (typeof key === "number") return 99_999_999;
  return /^[0-9a-f-]{36}$/.test(key) ? randomUUID() : undefined;
}

async function tryOthers({ one, key, person }: { one: ActionCase; key: string; person: Person }): Promise<void> {
  const own = rows.get(one)!.own;
  const put = (value: Key) =>
    ask({ method: methodOf(one), ask: one.ask({ ...own, [key]: value }), token: tokens[person] });
  // Who may not do this anywhere is refused before any row is looked for. Branches and companies are known to everybody.
  const isAbsentTried = person === one.by || person === "admin" || person === "manager" || person === "approver";
  const absentKey = isAbsentTried && !isKnown(key) ? absentOf(own[key]!) : undefined;
  const absent = absentKey === undefined ? undefined : await put(absentKey);
  for (const site of ["sister", "other"] as const) {
    const value = rows.get(one)![site][key]!;
    if (value === own[key] || isTheirs({ one, key, person, site })) continue;
    const told = await put(value);
    const what = `${person}, ${key} of ${site}`;
    mustTellNothing({ told, person, what });
    assert.ok(one.isSilent || isRefused(told), `${what} was answered ${told.status}: ${told.text}`);
    // That there is such a row is not told either.
    if (absent && absent.code !== "INVALID_FOREIGN_KEY")
      assert.deepEqual([told.status, told.code], [absent.status, absent.code], `${what}: ${told.text}`);
  }
}

/** The same request with another's ids where a careless server might look for them. */
function withStrangersIds(asked: Ask, { branch, users }: Site): Ask {
  const ids = { branch: branch.id, company: branch.company, id: branch.id, user: users.staff.id };
  const query = Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const isObject = typeof asked.body === "object" && asked.body !== null;
  return {
    ...asked,
    url: `${asked.url}${asked.url.includes("?") ? "&" : "?"}${query}`,
    ...(isObject ? { body: Object.assign({}, asked.body, ids) } : {}),
  };
}

async function trySelf({ one, person }: { one: ActionCase; person: Person }): Promise<void> {
  const method = methodOf(one);
  const token = tokens[person];
  const variants = [withStrangersIds(one.ask({}), sites.other)];
  if (method === "GET" || method === "SEARCH") variants.push(one.ask({}));
  for (const variant of variants)
    mustTellNothing({ told: await ask({ method, ask: variant, token }), person, what: person });
}

for (const isOthers of [false, true]) {
  /** How the test before left things: nothing is asked between two tests. */
  let left: { [table: string]: string } | undefined;
  for (const one of cases.filter(({ rows: isOfRows }) => !isOfRows === isOthers))
    test(`${one.route} with others' ids`, async () => {
      const before = left ?? (await fingerprint({ isOthers }));
      await sql`delete from throttle`;
      const keys = one.rows ? Object.keys(rows.get(one)!.own) : [];
      for (const key of keys) await Promise.all(strangers.map((person) => tryOthers({ one, key, person })));
      if (!one.rows) await Promise.all(strangers.map((person) => trySelf({ one, person })));
      // What somebody did of their own sends mails, which must not count as the next one's doing.
      if (!one.rows && methodOf(one) !== "GET") await settled();
      left = await fingerprint({ isOthers });
      assert.deepEqual(left, before, "something was changed");
    });
}

/** What is declared in the program, what only an upgrade opens, and what is not there: nobody may. */
const closedToAll = cases.filter(({ by, control }) => by === null && !control).map(({ route }) => route);

for (const one of cases)
  if (one.by || one.control)
    test(`${one.route} with one's own, as who may`, async () => {
      await sql`delete from throttle`;
      const { token, ...asked } = one.control
        ? await one.control()
        : { ...one.ask(rows.get(one)?.own ?? {}), token: tokens[one.by!] };
      const told = await ask({ method: methodOf(one), ask: asked, token });
      assert.ok([200, 202, 204].includes(told.status) && !told.code, `${told.status} ${told.text}`);
      allowed += 1;
    });

test("a list that is exported as a file holds one's own rows and nobody else's", async () => {
  async function exported(person: Person, branch: number): Promise<string> {
    const query = { filter: { branch: { _eq: branch } }, fields: ["*", "parking_main_info.*"] };
    const url = "/utils/export/Parking_Information";
    const token = tokens[person];
    const told = await ask({ method: "POST", ask: { url, body: { format: "json", query } }, token });
    assert.equal(told.status, 204, told.text);
    const [file] = await sql<{ id: string }[]>`select id from files order by uploaded_on desc limit 1`;
    return (await ask({ method: "GET", ask: { url: `/assets/${file!.id}` }, token })).text;
  }
  for (const person of ["manager", "admin", "machine"] as const) {
    assert.ok((await exported(person, sites.own.branch.id)).includes(sites.own.mark), person);
    assert.deepEqual(JSON.parse(await exported(person, sites.other.branch.id)), [], person);
  }
  assert.deepEqual(JSON.parse(await exported("manager", sites.sister.branch.id)), []);
});

test("every address has one who may, but for those that are nobody's", () => {
  const answered = new Set(cases.filter(({ by, control }) => by || control).map(({ route }) => route));
  const never = [...new Set(closedToAll)].filter((route) => !answered.has(route));
  const declared = /^(POST|PATCH|DELETE) \/(collections|fields|relations|permissions|policies)(\/|$)/;
  assert.deepEqual(
    never.filter((route) => !declared.test(route)),
    ["POST /send-mail/*", "GET /websocket", "GET /static/*"],
  );
  assert.ok(refused > 1_800 && allowed > 120, `${refused} refused, ${allowed} allowed`);
});
