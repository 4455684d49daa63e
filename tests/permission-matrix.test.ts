// §6: collections × people × operations × places, generated; what the table does not allow must be refused.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { collections } from "#domain/collections/all.ts";
import { startApp, type Answer, type Caller } from "#tests/support/app.ts";
import { factories, type MadeUser } from "#tests/support/make.ts";
import { kinds, makeWorld, placeRow, type World } from "#tests/support/permission-rows.ts";
import { people, places, reach, rightsTable, type Person, type Place } from "#tests/support/permission-table.ts";

const { as, sql } = await startApp();
const make = factories(sql);
let world: World;
let callers: { [person in Person]: Caller };
const rows: { [collection: string]: { [place in Place]: number | string } } = {};
let allowed = 0;
let refused = 0;

const systemNames = new Set(collections.filter(({ system }) => system).map(({ name }) => name));
const addressOf = (name: string): string => (systemNames.has(name) ? `/${name}` : `/items/${name}`);
const isSingleton = (name: string): boolean => name === "settings" || name === "Configuration_Settings";

before(async () => {
  world = await makeWorld({ sql, make });
  for (const name of Object.keys(rightsTable)) {
    rows[name] = {} as (typeof rows)[string];
    for (const place of places) rows[name][place] = await placeRow({ world, name, place, isSeed: true });
  }
  const { branches, admins, customers } = world;
  const one = async (role: MadeUser["role"]) => as(await make.user(role, { branch: branches.own }));
  callers = {
    platform: await as(await make.user("platform")),
    verifier: await as(await make.user("verifier")),
    admin: await as(admins.own),
    manager: await one("manager"),
    staff: await one("staff"),
    approver: await one("approver"),
    employee: await one("employee"),
    customer: await as(customers.own),
    nobody: await as(),
  };
});

after(() => {
  // So that a mistake in the harness that skips everything cannot pass as green.
  assert.ok(allowed > 500 && refused > 1500, `${allowed} allowed, ${refused} refused`);
});

function mustRefuse({ answer, what }: { answer: Answer; what: string }): void {
  assert.equal(answer.status, 403, `${what} was answered ${answer.status}: ${answer.text}`);
  assert.equal(answer.code, "FORBIDDEN", what);
  refused += 1;
}

function mustAllow({ answer, what }: { answer: Answer; what: string }): void {
  assert.ok([200, 204].includes(answer.status), `${what} was answered ${answer.status}: ${answer.text}`);
  allowed += 1;
}

/** The row as the database has it, but for what counts its changes. */
async function stored({ name, id }: { name: string; id: number | string }): Promise<string> {
  const [row] = await sql.unsafe(`select to_jsonb(t) as row from "${name}" t where id::text = $1`, [String(id)]);
  return JSON.stringify(row);
}

test("the table speaks of every collection there is", () => {
  assert.deepEqual(Object.keys(rightsTable).toSorted(), collections.map(({ name }) => name).toSorted());
});

for (const name of Object.keys(rightsTable)) {
  test(`${name}: read`, async () => {
    for (const person of people) await checkRead({ name, person });
  });
  test(`${name}: create`, async () => {
    for (const person of people) for (const place of places) await checkCreate({ name, person, place });
  });
  test(`${name}: update`, async () => {
    for (const person of people) for (const place of places) await checkUpdate({ name, person, place });
  });
  test(`${name}: delete`, async () => {
    for (const person of people) for (const place of places) await checkDelete({ name, person, place });
  });
}

async function checkRead({ name, person }: { name: string; person: Person }): Promise<void> {
  const mine = reach({ collection: name, operation: "read", person });
  const caller = callers[person];
  const list = await caller.get(`${addressOf(name)}?fields=id&limit=-1&meta=*`);
  const what = `${person} reads ${name}`;
  if (isSingleton(name)) {
    if (mine) mustAllow({ answer: list, what });
    else mustRefuse({ answer: list, what });
    return;
  }
  if (!mine) mustRefuse({ answer: list, what });
  else {
    mustAllow({ answer: list, what });
    const seen = new Set((list.data as { id: number | string }[]).map(({ id }) => id));
    for (const place of places)
      assert.equal(seen.has(rows[name]![place]), hasRow({ name, mine, place }), `${what} at ${place}`);
    assert.deepEqual(list.meta, { total_count: seen.size, filter_count: seen.size }, what);
  }
  for (const place of places) {
    const answer = await caller.get(`${addressOf(name)}/${rows[name]![place]}?fields=id`);
    if (mine && hasRow({ name, mine, place })) mustAllow({ answer, what: `${what} at ${place}` });
    else mustRefuse({ answer, what: `${what} at ${place}` });
  }
}

/** Rows without a place, and a company that two branches share, are one row for several places. */
function hasRow({ name, mine, place }: { name: string; mine: readonly Place[]; place: Place }): boolean {
  return mine.some((one) => rows[name]![one] === rows[name]![place]);
}

async function checkCreate({ name, person, place }: { name: string; person: Person; place: Place }): Promise<void> {
  const kind = kinds[name]!;
  if (kind.isMadeElsewhere || isSingleton(name)) return;
  const may = reach({ collection: name, operation: "create", person })?.includes(place) ?? false;
  const body = kind.body ? await kind.body({ world, place, isSeed: false }) : {};
  if (person === "platform" && !kind.body) return;
  const keysBefore = await keysOf(name);
  const answer = await callers[person].post(`${addressOf(name)}?fields=id`, body);
  const added = (await keysOf(name)).filter((key) => !keysBefore.includes(key));
  const what = `${person} creates ${name} at ${place}`;
  if (may) mustAllow({ answer, what });
  else mustRefuse({ answer, what });
  assert.equal(added.length, may ? 1 : 0, what);
  // One for each admin: what is made here would stand in the way of the next.
  if (name === "Company_Branch_Registration_Cache" && may)
    await sql.unsafe(`delete from "${name}" where id = $1`, [added[0]!]);
}

async function keysOf(name: string): Promise<(number | string)[]> {
  const found = await sql.unsafe<{ id: number | string }[]>(`select id from "${name}"`);
  return found.map(({ id }) => id);
}

async function checkUpdate({ name, person, place }: { name: string; person: Person; place: Place }): Promise<void> {
  // What the platform may do with the fixed rows is not the point here: it would change them for the others.
  const mine = reach({ collection: name, operation: "update", person });
  if (person === "platform" && mine && (kinds[name]!.found || !kinds[name]!.body)) return;
  const id = rows[name]![place];
  const may = mine ? hasRow({ name, mine, place }) : false;
  const was = await stored({ name, id });
  const address = isSingleton(name) ? addressOf(name) : `${addressOf(name)}/${id}`;
  const change = kinds[name]!.change(person);
  const answer = await callers[person].patch(`${address}?fields=id`, change);
  const what = `${person} changes ${name} at ${place}`;
  // Refused by a rule, and so not for want of a right.
  const ruled = ["STATUS_ALREADY_UPDATED", "VEHICLES_MOVING", "SHIFT_ALREADY_CLOSED", "REVIEW_ALREADY_DONE"];
  if (may && ruled.includes(answer.code ?? "")) allowed += 1;
  else if (may) mustAllow({ answer, what });
  else {
    mustRefuse({ answer, what });
    assert.equal(await stored({ name, id }), was, what);
  }
  if (may && "status" in change && name !== "Area_Request_List")
    await sql.unsafe(`update "${name}" set status = 'published' where id = $1`, [id]);
}

async function checkDelete({ name, person, place }: { name: string; person: Person; place: Place }): Promise<void> {
  if (person === "platform" && !kinds[name]!.body) return;
  const mine = reach({ collection: name, operation: "delete", person });
  const may = mine?.includes(place) ?? false;
  const id = may && kinds[name]!.body ? await placeRow({ world, name, place, isSeed: false }) : rows[name]![place];
  const answer = await callers[person].delete(`${addressOf(name)}/${id}`);
  const what = `${person} deletes ${name} at ${place}`;
  const isThere = (await keysOf(name)).includes(id);
  if (may) {
    mustAllow({ answer, what });
    assert.equal(isThere, false, what);
  } else {
    mustRefuse({ answer, what });
    assert.equal(isThere, true, what);
  }
}
