// No anonymous answer contains personal data, or what a company tells the platform only, such as its signatories: every such
// field of the database holds a text of its own, every route is called without a session, and none may be in an answer.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { collections } from "#domain/collections.ts";
import { getPersonalFields, personalData } from "#domain/privacy/personal-data.ts";
import type { RouteAddress, RouteList } from "#server/http/route-list.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { app, sql, clock } = await startApp();
const make = createFactories(sql);
const place = { city: "Hosur", state: "Tamil Nadu" };

/** Answers that do not end: free slots as numbers (`server/features/site/space-feed.ts`), and events of a session. */
const endlessRoutes = new Set(["GET /live", "GET /live/space", "GET /websocket", "GET /graphql"]);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "SEARCH"] as const;

interface Column {
  name: string;
  type: string;
  length: number | null;
  isRequired: boolean;
  hasDefault: boolean;
}

/** Shorter than a marker. */
const fieldsWithoutText = ["Parking_Information.identity_last_four"];
const unmarked: string[] = [];
const markers = new Map<string, string>();
/** Short enough for each column, and in no other text; files are named by ids. */
function addMarker({ field, isFile }: { field: string; isFile: boolean }): string {
  const number = String(markers.size).padStart(3, "0");
  const marker = isFile ? `5a5a5a5a-0000-4000-8000-000000000${number}` : `zq${number}qz`;
  markers.set(marker, field);
  return marker;
}

const readColumns = (table: string) => sql<Column[]>`
  select column_name as name, data_type as type, character_maximum_length as length, is_nullable = 'NO' as "isRequired",
    column_default is not null or is_identity = 'YES' as "hasDefault" from information_schema.columns where table_schema = 'public' and table_name = ${table}`;

let branch: CreatedBranch;
const ids = new Map<string, string>();

function toValue(column: Column, marker: string | undefined): string | null {
  const { name, type } = column;
  if (marker !== undefined) return type === "jsonb" ? JSON.stringify([marker]) : marker;
  if (name === "branch" || name === "default_branch") return String(branch.id);
  if (name === "company" || name === "default_company") return String(branch.company);
  if (name === "status") return "published";
  if (!column.isRequired || column.hasDefault) return null;
  if (type === "uuid") return "00000000-0000-4000-8000-000000000001";
  if (type.startsWith("timestamp")) return new Date().toISOString();
  if (type === "date") return "2026-11-18";
  if (type === "boolean") return "false";
  if (type === "jsonb") return "[]";
  return type === "integer" || type === "numeric" || type === "bigint" ? "1" : "x";
}

/** What companies show to everybody of themselves; every other business field is theirs and the platform's. */
const shownBusinessFields = new Set([
  "Companies.name",
  "Companies.slug",
  "Companies.company_logo",
  ...["name", "slug", "valet_number", "address", "city", "state", "pincode", "latitude", "longitude"].map(
    (field) => `Branch.${field}`,
  ),
  ...["meta_title", "meta_description", "meta_keywords"].map((field) => `Branch.${field}`),
  "Branch_Banner_Images.image",
  "Ratings.answer",
  "Configuration_Settings.support_phone",
  "Configuration_Settings.support_email",
  "Configuration_Settings.legal_name",
  "Configuration_Settings.legal_address",
]);

/** Fields of the collection that nobody may read without a session. */
function listHiddenFields(name: string): Set<string> {
  const business = personalData[name]?.business ?? [];
  return new Set([
    ...getPersonalFields({ name }),
    ...business.filter((field) => !shownBusinessFields.has(`${name}.${field}`)),
  ]);
}

/** Marks the hidden fields of the branch and company whose pages are read. */
async function markRow({ table, id }: { table: "Branch" | "Companies"; id: number }): Promise<void> {
  const hidden = listHiddenFields(table);
  for (const { name, type, length } of await readColumns(table)) {
    const isFile = type === "uuid";
    const isText = ["jsonb", "text", "character varying"].includes(type) && (length ?? 7) >= 7;
    if (!hidden.has(name) || !(isText || isFile)) continue;
    const marker = addMarker({ field: `${table}.${name}`, isFile });
    const value = type === "jsonb" ? JSON.stringify([marker]) : marker;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(`update "${table}" set "${name}" = $1::text::${type} where id = $2`, [value, id]);
    });
  }
}

/** A row of the collection whose personal fields hold markers. */
async function createMarkedRow(collection: string): Promise<void> {
  const personal = new Set(getPersonalFields({ name: collection }));
  const hidden = listHiddenFields(collection);
  const columns = await readColumns(collection);
  const values = columns.flatMap((column) => {
    const isFile = column.type === "uuid";
    const isText = ["jsonb", "text", "character varying"].includes(column.type) && (column.length ?? 7) >= 7;
    const isMarked = hidden.has(column.name) && (isText || isFile);
    if (personal.has(column.name) && !isMarked) unmarked.push(`${collection}.${column.name}`);
    const value = toValue(column, isMarked ? addMarker({ field: `${collection}.${column.name}`, isFile }) : undefined);
    return value === null ? [] : [{ column, value }];
  });
  const names = values.map(({ column }) => `"${column.name}"`).join(", ");
  const casts = values.map(({ column }, index) => `$${index + 1}::text::${column.type}`).join(", ");
  await sql.begin(async (tx) => {
    // Rows it would refer to are not needed.
    await tx`set local session_replication_role = replica`;
    const [row] = await tx.unsafe<{ id: string }[]>(
      `insert into "${collection}" (${names}) values (${casts}) returning id::text`,
      values.map(({ value }) => value),
    );
    ids.set(collection, row!.id);
  });
}

before(async () => {
  branch = await make.valetBranch({ ...place, is_parking: true, slots: 5, rate: "20.00" });
  for (const { name } of collections)
    if (name !== "Branch" && name !== "Companies" && listHiddenFields(name).size > 0) await createMarkedRow(name);
  await markRow({ table: "Branch", id: branch.id });
  await markRow({ table: "Companies", id: branch.company });
});

async function listAddresses(url: string): Promise<string[]> {
  const [company] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  if (url.includes(":collection"))
    return collections.map(({ name }) =>
      url.replace(":collection", name).replace(/:\w+/g, ids.get(name) ?? String(branch.id)),
    );
  return [
    url
      .replace("/:company/:branch/:service/:companyType/", `/${company!.slug}/${branch.slug}/parking/commercial/`)
      .replace(/:\w+/g, String(branch.id))
      .replace("*", "commercial/tamil-nadu/hosur"),
  ];
}

/** What people have written for everybody, such as a rating. */
const published = new Set(
  Object.entries(personalData).flatMap(([name, { published: fields = [] }]) =>
    fields.map((field) => `${name}.${field}`),
  ),
);
const findMarkers = (text: string): string[] =>
  [...markers].flatMap(([marker, field]) => (text.includes(marker) && !published.has(field) ? [field] : []));

/** Personal fields in the answers of a route to an anonymous visitor, and how many answers had content. */
async function findLeaks({ method: name, url }: RouteAddress): Promise<{ leaks: string[]; answers: number }> {
  const method = methods.find((known) => known === name);
  assert.ok(method, name);
  const leaks: string[] = [];
  let answers = 0;
  for (const address of await listAddresses(url)) {
    const payload = method === "GET" ? {} : { payload: {} };
    const { statusCode, body } = await app.inject({ method, url: address, headers: { accept: "*/*" }, ...payload });
    if (statusCode === 200) answers += 1;
    for (const field of findMarkers(body)) leaks.push(`${method} ${address}: ${field}`);
  }
  return { leaks, answers };
}

test("personal fields of every collection are marked, except those that hold no text", () => {
  assert.deepEqual(unmarked.toSorted(), fieldsWithoutText);
});

test("the signatory of the branch that is read, and the tax number of its company, are marked", () => {
  const marked = new Set(markers.values());
  for (const field of ["Branch.signatory_name", "Branch.signatory_email", "Branch.gstin", "Companies.pan"])
    assert.ok(marked.has(field), field);
});

test("no route answers an anonymous visitor with personal data", async () => {
  const routes = app.getDecorator<RouteList>("routeList").all();
  const checked = routes.filter(({ method, url }) => !endlessRoutes.has(`${method} ${url}`));
  assert.equal(routes.length - checked.length, endlessRoutes.size);
  let answered = 0;
  for (const route of checked) {
    const { leaks, answers } = await findLeaks(route);
    assert.deepEqual(leaks, []);
    answered += answers;
  }
  assert.ok(answered > 20, String(answered));
});

test("control: a route that shows a personal field fails", async () => {
  const listing = { method: "GET", url: "/parking/*?page=1" };
  assert.deepEqual((await findLeaks(listing)).leaks, []);
  const [marker] = [...markers].find(([, field]) => field === "users.first_name")!;
  await sql`update "Branch" set name = ${marker} where id = ${branch.id}`;
  // Nothing announces this change, so that the rows of the site are read again when they are a minute old.
  clock.now = new Date(Date.now() + 61_000);
  const { leaks } = await findLeaks({ ...listing, url: `${listing.url}&sort=price` });
  assert.deepEqual(leaks, ["GET /parking/commercial/tamil-nadu/hosur?page=1&sort=price: users.first_name"]);
});
