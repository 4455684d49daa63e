// §6: collections × users × operations × sites, generated; everything the table does not allow must be rejected.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { collections } from "#domain/collections.ts";
import { startApp, type TestResponse, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";
import {
  rowKinds,
  createPermissionFixture,
  createRowAtBranch,
  type PermissionFixture,
} from "#tests/support/permission-rows.ts";
import {
  permissionPeople,
  branchRelations,
  getAllowedBranches,
  rightsTable,
  type PermissionPerson,
  type BranchRelation,
} from "#tests/support/permission-table.ts";

const { asUser, sql } = await startApp();
const factories = createFactories(sql);
let fixture: PermissionFixture;
let callers: { [person in PermissionPerson]: TestClient };
const rows: { [collection: string]: { [relation in BranchRelation]: number | string } } = {};
let allowed = 0;
let rejected = 0;

const systemNames = new Set(collections.filter(({ isSystem }) => isSystem).map(({ name }) => name));
const getPath = (name: string): string => (systemNames.has(name) ? `/${name}` : `/items/${name}`);
const isSingleton = (name: string): boolean => name === "settings" || name === "Configuration_Settings";

before(async () => {
  fixture = await createPermissionFixture({ sql, factories });
  for (const name of Object.keys(rightsTable)) {
    rows[name] = {} as (typeof rows)[string];
    for (const relation of branchRelations)
      rows[name][relation] = await createRowAtBranch({ fixture, name, relation, isSeed: true });
  }
  const { branches, admins, customers } = fixture;
  const one = async (role: CreatedUser["role"]) => asUser(await factories.user(role, { branch: branches.own }));
  callers = {
    platform: await asUser(await factories.user("platform")),
    verifier: await asUser(await factories.user("verifier")),
    admin: await asUser(admins.own),
    manager: await one("manager"),
    staff: await one("staff"),
    approver: await one("approver"),
    employee: await one("employee"),
    customer: await asUser(customers.own),
    nobody: await asUser(),
  };
});

after(() => {
  // Fails if a mistake in the harness skips everything.
  assert.ok(allowed > 500 && rejected > 1500, `${allowed} allowed, ${rejected} rejected`);
});

function assertRejected({ response, label }: { response: TestResponse; label: string }): void {
  assert.equal(response.status, 403, `${label} returned ${response.status}: ${response.text}`);
  assert.equal(response.code, "FORBIDDEN", label);
  rejected += 1;
}

function assertAllowed({ response, label }: { response: TestResponse; label: string }): void {
  assert.ok([200, 204].includes(response.status), `${label} returned ${response.status}: ${response.text}`);
  allowed += 1;
}

/** The row in the database, without columns that count its changes. */
async function readStoredRow({ name, id }: { name: string; id: number | string }): Promise<string> {
  const [row] = await sql.unsafe(`select to_jsonb(t) as row from "${name}" t where id::text = $1`, [String(id)]);
  return JSON.stringify(row);
}

test("the table covers every collection", () => {
  assert.deepEqual(Object.keys(rightsTable).toSorted(), collections.map(({ name }) => name).toSorted());
});

for (const name of Object.keys(rightsTable)) {
  test(`${name}: read`, async () => {
    for (const person of permissionPeople) await checkRead({ name, person });
  });
  test(`${name}: create`, async () => {
    for (const person of permissionPeople)
      for (const relation of branchRelations) await checkCreate({ name, person, relation });
  });
  test(`${name}: update`, async () => {
    for (const person of permissionPeople)
      for (const relation of branchRelations) await checkUpdate({ name, person, relation });
  });
  test(`${name}: delete`, async () => {
    for (const person of permissionPeople)
      for (const relation of branchRelations) await checkDelete({ name, person, relation });
  });
}

async function checkRead({ name, person }: { name: string; person: PermissionPerson }): Promise<void> {
  const own = getAllowedBranches({ collection: name, operation: "read", person });
  const caller = callers[person];
  const list = await caller.get(`${getPath(name)}?fields=id&limit=-1&meta=*`);
  const label = `${person} reads ${name}`;
  if (isSingleton(name)) {
    if (own) assertAllowed({ response: list, label });
    else assertRejected({ response: list, label });
    return;
  }
  if (!own) assertRejected({ response: list, label });
  else {
    assertAllowed({ response: list, label });
    const observed = new Set((list.data as { id: number | string }[]).map(({ id }) => id));
    for (const relation of branchRelations)
      assert.equal(observed.has(rows[name]![relation]), hasRow({ name, own, relation }), `${label} at ${relation}`);
    assert.deepEqual(list.meta, { total_count: observed.size, filter_count: observed.size }, label);
  }
  for (const relation of branchRelations) {
    const response = await caller.get(`${getPath(name)}/${rows[name]![relation]}?fields=id`);
    if (own && hasRow({ name, own, relation })) assertAllowed({ response, label: `${label} at ${relation}` });
    else assertRejected({ response, label: `${label} at ${relation}` });
  }
}

/** Rows without a site, and a company shared by two branches, are one row for several sites. */
function hasRow({
  name,
  own,
  relation,
}: {
  name: string;
  own: readonly BranchRelation[];
  relation: BranchRelation;
}): boolean {
  return own.some((one) => rows[name]![one] === rows[name]![relation]);
}

async function checkCreate({
  name,
  person,
  relation,
}: {
  name: string;
  person: PermissionPerson;
  relation: BranchRelation;
}): Promise<void> {
  const kind = rowKinds[name]!;
  if (kind.createdByAction || isSingleton(name)) return;
  const may = getAllowedBranches({ collection: name, operation: "create", person })?.includes(relation) ?? false;
  const body = kind.body ? await kind.body({ fixture, relation, isSeed: false }) : {};
  if (person === "platform" && !kind.body) return;
  const keysBefore = await readVisibleKeys(name);
  const response = await callers[person].post(`${getPath(name)}?fields=id`, body);
  const added = (await readVisibleKeys(name)).filter((key) => !keysBefore.includes(key));
  const label = `${person} creates ${name} at ${relation}`;
  if (may) assertAllowed({ response, label });
  else assertRejected({ response, label });
  assert.equal(added.length, may ? 1 : 0, label);
  // One for each admin: a row created here would block the next one.
  if (name === "Company_Branch_Registration_Cache" && may)
    await sql.unsafe(`delete from "${name}" where id = $1`, [added[0]!]);
}

async function readVisibleKeys(name: string): Promise<(number | string)[]> {
  const found = await sql.unsafe<{ id: number | string }[]>(`select id from "${name}"`);
  return found.map(({ id }) => id);
}

async function checkUpdate({
  name,
  person,
  relation,
}: {
  name: string;
  person: PermissionPerson;
  relation: BranchRelation;
}): Promise<void> {
  // What the platform may do with fixed rows is not tested here: it would change them for the others.
  const own = getAllowedBranches({ collection: name, operation: "update", person });
  if (person === "platform" && own && (rowKinds[name]!.findExisting || !rowKinds[name]!.body)) return;
  const id = rows[name]![relation];
  const may = own ? hasRow({ name, own, relation }) : false;
  const was = await readStoredRow({ name, id });
  const address = isSingleton(name) ? getPath(name) : `${getPath(name)}/${id}`;
  const change = rowKinds[name]!.change(person);
  const response = await callers[person].patch(`${address}?fields=id`, change);
  const label = `${person} changes ${name} at ${relation}`;
  // Rejected by a rule, not for lack of permission.
  const ruled = [
    "STATUS_ALREADY_UPDATED",
    "VEHICLES_MOVING",
    "SHIFT_ALREADY_CLOSED",
    "REVIEW_ALREADY_DONE",
    "REVIEW_ALREADY_ASSIGNED",
  ];
  if (may && ruled.includes(response.code ?? "")) allowed += 1;
  else if (may) assertAllowed({ response, label });
  else {
    assertRejected({ response, label });
    assert.equal(await readStoredRow({ name, id }), was, label);
  }
  if (may && "status" in change && name !== "Area_Request_List")
    await sql.unsafe(`update "${name}" set status = 'published' where id = $1`, [id]);
}

async function checkDelete({
  name,
  person,
  relation,
}: {
  name: string;
  person: PermissionPerson;
  relation: BranchRelation;
}): Promise<void> {
  if (person === "platform" && !rowKinds[name]!.body) return;
  const own = getAllowedBranches({ collection: name, operation: "delete", person });
  const may = own?.includes(relation) ?? false;
  const id =
    may && rowKinds[name]!.body
      ? await createRowAtBranch({ fixture, name, relation, isSeed: false })
      : rows[name]![relation];
  const response = await callers[person].delete(`${getPath(name)}/${id}`);
  const label = `${person} deletes ${name} at ${relation}`;
  const isThere = (await readVisibleKeys(name)).includes(id);
  if (may) {
    assertAllowed({ response, label });
    assert.equal(isThere, false, label);
  } else {
    assertRejected({ response, label });
    assert.equal(isThere, true, label);
  }
}
