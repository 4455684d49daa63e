// The checks of tests/added-role.test.ts, in a process in which tests/support/declare-role.ts has declared a role.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { can } from "#domain/access/capabilities.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import { capabilityLabels, type Capability } from "#domain/access/capability-labels.ts";
import { roleNames, roles, type Role } from "#domain/access/roles.ts";
import { collections } from "#domain/collections.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createPermissionFixture, createRowAtBranch, rowKinds } from "#tests/support/permission-rows.ts";
import { branchRelations } from "#tests/support/permission-table.ts";

const addedRole = "added" as Role;
const { asUser, sql } = await startApp();
const factories = createFactories(sql);
let staffClient: TestClient;
let addedClient: TestClient;

before(async () => {
  // A server does this when it starts.
  await seedReferenceRows({ sql });
  const fixture = await createPermissionFixture({ sql, factories });
  for (const name of Object.keys(rowKinds))
    for (const relation of branchRelations) await createRowAtBranch({ fixture, name, relation, isSeed: true });
  const branch = fixture.branches.own;
  staffClient = await asUser(await factories.user("staff", { branch }));
  addedClient = await asUser(await factories.user(addedRole, { branch }));
});

test("has the declared capabilities and no others", () => {
  const granted = (Object.keys(capabilityLabels) as Capability[]).filter((name) => can({ role: addedRole }, name));
  const missing = ["gate.operate", "valet.drive", "file.upload"];
  const ofStaff = (Object.keys(capabilityLabels) as Capability[]).filter((name) => can({ role: "staff" }, name));
  const expected = [...ofStaff.filter((name) => !missing.includes(name)), "report.read"];
  assert.deepEqual(granted.toSorted(), expected.toSorted());
  for (const role of roleNames) assert.equal(canManageRole({ actor: { role: addedRole }, role }), false, role);
});

test("is a role of the database, with a policy of its own", async () => {
  const [row] = await sql<{ name: string }[]>`select name from roles where id = ${roles[addedRole].id}`;
  assert.equal(row?.name, "Added role");
  const { data: policies } = await addedClient.get("/policies");
  assert.deepEqual(
    (policies as { name: string; admin_access: boolean }[]).map(({ name, admin_access }) => [name, admin_access]),
    [["Added role", false]],
  );
});

test("reads the rows that a role with the same capabilities reads, in every collection and at every branch", async () => {
  let compared = 0;
  for (const { name, isSystem } of collections) {
    const path = `${isSystem ? "" : "/items"}/${name}?fields=id&limit=-1`;
    const [expected, actual] = [await staffClient.get(path), await addedClient.get(path)];
    // Read with the one capability that staff do not have.
    if (name === "Report_Schedules") {
      assert.deepEqual([actual.status, expected.status], [200, 403]);
      continue;
    }
    assert.equal(actual.status, expected.status, name);
    if (!Array.isArray(actual.data)) continue;
    assert.equal(actual.data.length, (expected.data as unknown[]).length, name);
    compared += actual.data.length;
  }
  assert.ok(compared > 50, `${compared} rows compared`);
});

test("has the grants of its capabilities, and no others", () => {
  const actor = { id: "a", name: "A", phone: null, company: 1, branch: 7, isActive: true, isPresent: true };
  const capabilities = Object.keys(capabilityLabels) as Capability[];
  const exceptions = Object.fromEntries(capabilities.map((name) => [name, can({ role: addedRole }, name)]));
  for (const collection of collections)
    for (const operation of ["read", "create", "update", "delete"] as const) {
      const expected = getGrant({ collection, operation, actor: { ...actor, role: "staff", exceptions } });
      const actual = getGrant({ collection, operation, actor: { ...actor, role: addedRole } });
      assert.deepEqual(actual, expected, `${operation} ${collection.name}`);
    }
});

test("can call the actions of its capabilities only", async () => {
  const day = "2026-01-05";
  const statuses = [
    await addedClient.get(`/actions/cash/day?day=${day}`),
    await staffClient.get(`/actions/cash/day?day=${day}`),
    await addedClient.get(`/actions/people/attendance?day=${day}`),
    await addedClient.get("/actions/configuration/history?of=branch"),
    await addedClient.post("/actions/integrations", { name: "Accounts", role: "staff", branches: [1] }),
    await addedClient.post("/actions/parking/check-in", { vehicle_no: "TN01AB1234", phone_no: "9840012345" }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 403, 403, 403, 403, 403]);
});
