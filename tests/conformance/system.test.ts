// §7: the system collections by the published SDK: what is declared, who may do what, what was done, and how the server is.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createCollection,
  createField,
  createItem,
  createPermission,
  createPolicy,
  createPreset,
  createRelation,
  createRole,
  deleteCollection,
  deleteField,
  deletePermission,
  deletePreset,
  deleteRole,
  readActivities,
  readActivity,
  readCollection,
  readCollections,
  readField,
  readFields,
  readFieldsByCollection,
  readItemPermissions,
  readPermissions,
  readPolicies,
  readPolicyGlobals,
  readPresets,
  readRelation,
  readRelations,
  readRevisions,
  readRole,
  readRoles,
  readRolesMe,
  readSettings,
  readUserPermissions,
  serverHealth,
  serverInfo,
  serverPing,
  updateItem,
  updatePermission,
  updatePreset,
  updateRole,
  updateSettings,
  updateUser,
  withSearch,
} from "@directus/sdk";
import { collections } from "#domain/collections/all.ts";
import { roleNames, roles } from "#domain/roles.ts";
import { withCode } from "#tests/support/sdk.ts";
import { startSystemWorld } from "#tests/support/system-world.ts";

const { as, sql, make, address, branch, sister, foreign, people, callers, client } = await startSystemWorld();
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;
const every = ["platform", "admin", "manager", "staff", "customer", "nobody"];

describe("/collections, /fields, /relations", () => {
  test("the platform is told of every collection", async () => {
    const told = (await client("platform").request(readCollections())) as Any[];
    assert.deepEqual(
      told.map((one) => String(one.collection)).toSorted(),
      collections.map(({ name }) => name).toSorted(),
    );
  });

  test("everybody else of those they may read, and of no other", async () => {
    for (const person of every) {
      const told = ((await client(person).request(readCollections())) as Any[]).map((one) => one.collection);
      const mine = Object.keys((await client(person).request(readUserPermissions() as Any)) as object);
      for (const name of told) assert.ok(mine.includes(name), `${person} ${name}`);
    }
    const public_ = ((await client("nobody").request(readCollections())) as Any[]).map((one) => one.collection);
    assert.ok(public_.includes("Branch") && !public_.includes("users") && !public_.includes("activity"));
  });

  test("one is read by its name, here and with the CMS's own prefix", async () => {
    const told = (await client("admin").request(readCollection("Vehicle_Type"))) as Any;
    assert.deepEqual([told.schema.name, told.meta.sort_field, told.meta.singleton], ["Vehicle_Type", "sort", false]);
    assert.equal(((await client("admin").request(readCollection("directus_users"))) as Any).collection, "users");
    assert.equal(((await client("admin").request(readCollection("settings"))) as Any).meta.singleton, true);
  });

  test("one that is not there is as one that is not theirs", async () => {
    for (const name of ["Nothing", "sessions", "__proto__"])
      await assert.rejects(client("platform").request(readCollection(name)), withCode("FORBIDDEN"));
    await assert.rejects(client("staff").request(readCollection("activity")), withCode("FORBIDDEN"));
  });

  test("the fields of a collection, with their types and what they are", async () => {
    const told = (await client("platform").request(readFieldsByCollection("Parking_Information"))) as Any[];
    const typeOf = (name: string) => told.find((one) => one.field === name)?.type;
    assert.deepEqual(
      ["id", "receipt_no", "total_amount", "in_time", "is_person", "approved_by", "branch", "history"].map(typeOf),
      ["integer", "string", "decimal", "timestamp", "boolean", "uuid", "integer", "alias"],
    );
  });

  test("one field, with its column and what it takes", async () => {
    const field = (await client("platform").request(readField("Companies", "name"))) as Any;
    assert.deepEqual(
      [field.schema.data_type, field.schema.max_length, field.schema.is_nullable, field.meta.required],
      ["character varying", 50, false, true],
    );
    const key = (await client("platform").request(readField("users", "id"))) as Any;
    assert.deepEqual([key.schema.is_primary_key, key.meta.special], [true, ["uuid"]]);
    const choice = (await client("platform").request(readField("Branch", "status"))) as Any;
    assert.ok(choice.meta.options.choices.some((one: Any) => one.value === "published"));
    const secret = (await client("platform").request(readField("users", "password"))) as Any;
    assert.deepEqual([secret.type, secret.meta.special], ["hash", ["hash", "conceal"]]);
    const list = (await client("platform").request(readField("Companies", "branches"))) as Any;
    assert.deepEqual([list.type, list.schema], ["alias", null]);
  });

  test("fields one may not read are not told of", async () => {
    const told = (await client("nobody").request(readFieldsByCollection("Companies"))) as Any[];
    assert.deepEqual(told.map((one) => String(one.field)).toSorted(), [
      "branches",
      "company_logo",
      "company_type",
      "id",
      "name",
      "slug",
      "status",
    ]);
    await assert.rejects(client("nobody").request(readField("Companies", "pan")), withCode("FORBIDDEN"));
    const all = (await client("nobody").request(readFields())) as Any[];
    assert.ok(all.every((one) => one.collection !== "users"));
  });

  test("what the database has of every column is what is told of it", async () => {
    const told = (await client("platform").request(readFields())) as Any[];
    const columns = await sql<
      { table: string; name: string; type: string; nullable: boolean; length: number | null }[]
    >`
      select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        character_maximum_length as length from information_schema.columns where table_schema = 'public'`;
    const found = new Map(columns.map((column) => [`${column.table}.${column.name}`, column]));
    let checked = 0;
    for (const { collection, field, schema } of told.filter((one) => one.schema)) {
      const column = found.get(`${collection}.${field}`)!;
      const type = column.type === "timestamp with time zone" ? "timestamptz" : column.type;
      assert.deepEqual(
        [schema.data_type, schema.is_nullable, schema.max_length],
        [type, column.nullable, column.length],
        `${collection}.${field}`,
      );
      checked += 1;
    }
    assert.ok(checked > 300, `${checked}`);
  });

  test("relations from the side that holds the key, with what happens when the other goes", async () => {
    const relation = (await client("platform").request(readRelation("Branch", "company"))) as Any;
    assert.deepEqual(
      [relation.related_collection, relation.meta.one_field, relation.schema.on_delete],
      ["Companies", "branches", "CASCADE"],
    );
    const told = (await client("platform").request(readRelations())) as Any[];
    const keys = await sql<{ name: string }[]>`
      select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    const names = new Set(keys.map(({ name }) => name));
    for (const one of told) assert.ok(names.has(one.schema.constraint_name), one.schema.constraint_name);
    const outside = ((await client("nobody").request(readRelations())) as Any[]).map((one) => one.related_collection);
    assert.ok(!outside.includes("users"));
  });

  const writes: [string, () => Promise<unknown>][] = [
    [
      "a collection",
      () => client("platform").request(createCollection({ collection: "Mine", schema: {}, meta: {} } as Any)),
    ],
    ["the end of one", () => client("platform").request(deleteCollection("Branch"))],
    ["a field", () => client("platform").request(createField("Branch", { field: "mine", type: "string" } as Any))],
    ["the end of a field", () => client("platform").request(deleteField("Branch", "name"))],
    ["a relation", () => client("platform").request(createRelation({ collection: "Branch", field: "mine" } as Any))],
    [
      "a permission",
      () => client("platform").request(createPermission({ collection: "users", action: "read" } as Any)),
    ],
    ["a change of one", () => client("platform").request(updatePermission(1, { fields: ["*"] } as Any))],
    ["the end of one", () => client("platform").request(deletePermission(1))],
    ["a policy", () => client("platform").request(createPolicy({ name: "Mine" } as Any))],
    ["a role", () => client("platform").request(createRole({ name: "Mine" }))],
    ["a change of a role", () => client("platform").request(updateRole(roles.staff.id, { name: "Mine" }))],
    ["the end of a role", () => client("platform").request(deleteRole(roles.staff.id))],
  ];
  for (const [name, write] of writes)
    test(`${name} is refused, and it is said why`, async () => {
      await assert.rejects(write(), (error: Any) => {
        assert.equal(error.errors[0].extensions.code, "FORBIDDEN");
        assert.match(error.errors[0].message, /declared in the program itself/);
        return true;
      });
    });
});

describe("/permissions, /policies, /roles", () => {
  test("the platform is told of every role's rights, by the words a filter has for people", async () => {
    const told = (await client("platform").request(readPermissions({ limit: -1 }))) as Any[];
    assert.ok(told.length > 200, `${told.length}`);
    const row = told.find(
      (one) => one.role === roles.manager.id && one.collection === "Slot_Blocks" && one.action === "read",
    );
    assert.deepEqual(row.permissions, { branch: { _eq: "$CURRENT_USER.default_branch" } });
    assert.deepEqual([row.fields, row.system], [["*"], true]);
  });

  test("everybody else of their own role's alone", async () => {
    for (const person of ["admin", "staff", "customer", "nobody"]) {
      const told = (await client(person).request(readPermissions({ limit: -1 }))) as Any[];
      const role = person === "nobody" ? "public" : (person as keyof typeof roles);
      assert.ok(told.length > 0 && told.every((one) => one.role === roles[role].id), person);
    }
  });

  test("they are filtered, sorted, paged, and read by their number", async () => {
    const filter = { collection: { _eq: "Branch" }, action: { _in: ["read", "update"] } } as Any;
    const query = { filter, sort: ["-id"], fields: ["collection", "action"], limit: 3 } as Any;
    const told = (await client("platform").request(readPermissions(query))) as Any[];
    assert.ok(told.length === 3 && told.every((one) => one.collection === "Branch" && one.action !== "create"));
    assert.deepEqual(await client("platform").request(withSearch(readPermissions(query))), told);
    const one = (await callers["platform"]!.get("/permissions/5")).data;
    assert.equal(one.id, 5);
    assert.equal((await callers["platform"]!.get("/permissions?fields=nope")).code, "FORBIDDEN");
    assert.equal(
      (await callers["platform"]!.get("/permissions?filter[collection][_contains]=a")).code,
      "INVALID_QUERY",
    );
  });

  test("one's own rights, as they are at this moment", async () => {
    const mine = (await client("staff").request(readUserPermissions())) as Any;
    assert.equal(mine.Branch.read.access, "partial");
    assert.deepEqual(mine.Branch.update, { access: "none" });
    assert.ok(mine.users.read.fields.includes("first_name") && !mine.users.read.fields.includes("email"));
    assert.deepEqual(mine.Parking_Main_Information.create.presets, { branch: branch.id });
    assert.ok(!mine.Parking_Main_Information.create.fields.includes("date_created"));
    assert.ok(!("activity" in mine));
    const all = (await client("platform").request(readUserPermissions())) as Any;
    assert.deepEqual([all.Branch.delete.access, all.activity.create.access], ["full", "none"]);
  });

  test("what is told of rights is what is done: a read of every collection agrees, for everybody", async () => {
    for (const person of every) {
      const mine = (await client(person).request(readUserPermissions())) as Any;
      for (const { name, system } of collections) {
        const answer = await callers[person]!.get(`${system ? "" : "/items"}/${name}?limit=1&fields=id`);
        const isTold = (mine[name]?.read.access ?? "none") !== "none";
        // A singleton is one row; whoever may read none of it gets the same answer as for any row.
        assert.equal(answer.code !== "FORBIDDEN", isTold, `${person} ${name}: ${answer.text}`);
      }
    }
  });

  test("one's rights on a single row", async () => {
    const rights = async (person: string, id: number) =>
      (await client(person).request(readItemPermissions("Branch", id))) as Any;
    assert.deepEqual(await rights("manager", branch.id), {
      update: { access: true },
      delete: { access: false },
      share: { access: false },
    });
    assert.equal((await rights("manager", foreign.id)).update.access, false);
    assert.equal((await rights("manager", 999_999)).update.access, false);
    assert.equal((await rights("platform", foreign.id)).delete.access, true);
    assert.equal((await callers["manager"]!.get("/permissions/me/Nothing/1")).code, "FORBIDDEN");
  });

  test("each role has a policy, and one is told of one's own", async () => {
    const all = (await client("platform").request(readPolicies())) as Any[];
    assert.deepEqual(
      all.map((one) => one.name),
      roleNames.map((role) => roles[role].name),
    );
    assert.deepEqual(
      all.filter((one) => one.admin_access).map((one) => one.name),
      ["Platform administrator"],
    );
    const mine = (await client("staff").request(readPolicies())) as Any[];
    assert.deepEqual(
      mine.map((one) => one.roles),
      [[roles.staff.id]],
    );
    const told = (await client("staff").request(readPermissions({ limit: -1 }))) as Any[];
    assert.deepEqual(
      told.map((one) => one.id),
      mine[0].permissions,
    );
  });

  test("what one may do at large", async () => {
    assert.deepEqual(await client("staff").request(readPolicyGlobals()), {
      app_access: true,
      admin_access: false,
      enforce_tfa: false,
    });
    assert.equal(((await client("platform").request(readPolicyGlobals())) as Any).admin_access, true);
  });

  test("the roles, and one's own", async () => {
    const told = (await client("nobody").request(readRoles({ fields: ["id", "name"] }))) as Any[];
    assert.equal(told.length, roleNames.length);
    assert.equal(((await client("staff").request(readRole(roles.staff.id))) as Any).name, "Staff");
    assert.deepEqual(await client("staff").request(readRolesMe({} as Any)), [{ id: roles.staff.id }]);
    assert.equal((await callers["nobody"]!.get("/roles/me")).code, "FORBIDDEN");
  });

  test("nobody raises themselves or a colleague", async () => {
    for (const person of ["admin", "manager", "staff", "customer"]) {
      const id = people[person]!.id;
      for (const change of [
        { role: roles.platform.id },
        { role: person === "admin" ? roles.verifier.id : roles.admin.id },
        { is_admin_user: true },
        { default_company: foreign.company },
      ])
        await assert.rejects(client(person).request(updateUser(id, change as Any)), withCode("FORBIDDEN"));
    }
    for (const [person, role] of [
      ["admin", roles.platform],
      ["admin", roles.verifier],
      ["manager", roles.manager],
      ["manager", roles.admin],
    ] as const)
      await assert.rejects(
        client(person).request(updateUser(people["staff"]!.id, { role: role.id } as Any)),
        withCode("FORBIDDEN"),
      );
    await assert.rejects(
      client("admin").request(updateUser(people["stranger"]!.id, { first_name: "Mine" } as Any)),
      withCode("FORBIDDEN"),
    );
    await assert.rejects(
      client("staff").request(updateUser(people["admin"]!.id, { first_name: "Mine" } as Any)),
      withCode("FORBIDDEN"),
    );
  });
});

describe("/presets", () => {
  test("are one's own: made, read, changed and removed, and seen by nobody else", async () => {
    const made = (await client("staff").request(
      createPreset({ bookmark: "Open", collection: "Parking_Information", filter: { branch: { _eq: 1 } } } as Any),
    )) as Any;
    assert.equal(made.user, people["staff"]!.id);
    await client("staff").request(updatePreset(made.id, { bookmark: "Inside" }));
    const mine = (await client("staff").request(readPresets({ fields: ["bookmark", "filter"] }))) as Any[];
    assert.deepEqual(mine, [{ bookmark: "Inside", filter: { branch: { _eq: 1 } } }]);
    for (const person of ["manager", "admin", "stranger"]) {
      assert.deepEqual(await client(person).request(readPresets()), []);
      await assert.rejects(client(person).request(updatePreset(made.id, { bookmark: "Mine" })), withCode("FORBIDDEN"));
    }
    await client("staff").request(deletePreset(made.id));
  });

  test("are not given to anybody else, and nobody has any", async () => {
    const theirs = { bookmark: "Yours", user: people["manager"]!.id };
    await assert.rejects(client("staff").request(createPreset(theirs as Any)), withCode("FORBIDDEN"));
    assert.equal((await callers["nobody"]!.get("/presets")).code, "FORBIDDEN");
  });
});

describe("/activity and /revisions", () => {
  test("a change leaves both in the same transaction, with who, from where, and what", async () => {
    const block = { branch: branch.id, service: "is_parking", zone_or_block: "T", slot_prefix: "T", total_slots: 2 };
    const { id } = (await client("manager").request(createItem("Slot_Blocks", block))) as Any;
    await client("manager").request(updateItem("Slot_Blocks", id, { total_slots: 3 }));
    const filter = { collection: { _eq: "Slot_Blocks" }, item: { _eq: String(id) } } as Any;
    const told = (await client("admin").request(
      readActivities({
        filter,
        sort: ["id"],
        fields: ["action", "user", "ip", "item", { revisions: ["data", "delta"] }] as Any,
      }),
    )) as Any[];
    assert.deepEqual(
      told.map((one) => [one.action, one.user, one.item]),
      [
        ["create", people["manager"]!.id, String(id)],
        ["update", people["manager"]!.id, String(id)],
      ],
    );
    assert.equal(told[0].ip, "127.0.0.1");
    const [revision] = told[1].revisions;
    assert.equal(revision.delta.total_slots, 3);
    assert.deepEqual([revision.data.zone_or_block, revision.data.total_slots], ["T", 3]);
    const revisions = (await client("admin").request(
      readRevisions({ filter, fields: ["collection", "item", "activity"] }),
    )) as Any[];
    assert.equal(revisions.length, 2);
  });

  test("a log-in leaves activity", async () => {
    await fetch(`${address}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: people["manager"]!.email, password: people["manager"]!.password }),
    });
    const filter = { action: { _eq: "login" }, user: { _eq: people["manager"]!.id } } as Any;
    const [told] = (await client("admin").request(
      readActivities({ filter, fields: ["action", "collection", "item"] }),
    )) as Any[];
    assert.deepEqual(told, { action: "login", collection: "users", item: people["manager"]!.id });
  });

  test("a refused change leaves neither", async () => {
    const [had] =
      await sql`select (select count(*)::int from activity) as a, (select count(*)::int from revisions) as r`;
    await assert.rejects(
      client("staff").request(updateItem("Branch", branch.id, { name: "Mine" })),
      withCode("FORBIDDEN"),
    );
    const [has] =
      await sql`select (select count(*)::int from activity) as a, (select count(*)::int from revisions) as r`;
    assert.deepEqual(has, had);
  });

  test("are a company's own, told to its admin and nobody below", async () => {
    const told = (await client("admin").request(readActivities({ limit: -1, fields: ["company"] as Any }))) as Any[];
    assert.ok(told.length > 0 && told.every((one) => one.company === branch.company));
    const [own] = (await client("stranger").request(
      readActivities({ limit: 1, sort: ["-id"], fields: ["id"] }),
    )) as Any[];
    await assert.rejects(client("admin").request(readActivity(own.id)), withCode("FORBIDDEN"));
    for (const person of ["manager", "staff", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readActivities()), withCode("FORBIDDEN"));
      await assert.rejects(client(person).request(readRevisions()), withCode("FORBIDDEN"));
    }
  });

  test("are written by nobody, the platform neither, and it is said why", async () => {
    for (const address of ["/activity", "/revisions"]) {
      const answers = [
        await callers["platform"]!.post(address, { action: "update", timestamp: "2026-01-01T00:00:00Z" }),
        await callers["platform"]!.patch(`${address}/1`, { collection: "x" }),
        await callers["platform"]!.delete(`${address}/1`),
      ];
      for (const { code, errors } of answers) {
        assert.equal(code, "FORBIDDEN");
        assert.match(errors[0]!.message, /written by the server itself/);
      }
    }
  });

  // A row as it was holds every field: what admins may not read elsewhere, they must not read there.
  test("hold nothing that an admin may not read elsewhere", async () => {
    const mine = (await client("admin").request(readUserPermissions())) as Any;
    const told = new Set(
      (await sql<{ collection: string }[]>`select distinct collection from revisions where company is not null`).map(
        (row) => row.collection,
      ),
    );
    assert.ok(told.size >= 3, [...told].join());
    for (const { name, fields } of collections.filter((one) => told.has(one.name)))
      for (const field of Object.keys(fields)) assert.ok(mine[name].read.fields.includes(field), `${name}.${field}`);
  });

  test("what is of no company is the platform's alone", async () => {
    const { data: preset } = await callers["admin"]!.post("/presets", { bookmark: "Mine" });
    const [kept] =
      await sql`select company from revisions where collection = 'presets' and item = ${String(preset.id)}`;
    assert.deepEqual({ ...kept }, { company: null });
    const filter = { collection: { _eq: "presets" } } as Any;
    assert.deepEqual(await client("stranger").request(readRevisions({ filter })), []);
    assert.equal(((await client("platform").request(readRevisions({ filter, limit: 1 }))) as Any[]).length, 1);
  });
});

describe("/settings and /server", () => {
  test("settings are read by all and changed by the platform alone", async () => {
    for (const person of every)
      assert.equal(((await client(person).request(readSettings())) as Any).project_name, "Chaavi");
    await client("platform").request(updateSettings({ project_url: "https://chaavi.example" } as Any));
    for (const person of ["admin", "staff", "customer", "nobody"])
      await assert.rejects(client(person).request(updateSettings({ project_name: "Mine" })), withCode("FORBIDDEN"));
    assert.equal((await callers["platform"]!.post("/settings", {})).code, "ROUTE_NOT_FOUND");
  });

  test("ping, and information: the project for all, the limits for who is logged in", async () => {
    assert.equal(await client("nobody").request(serverPing()), "pong");
    const open = (await client("nobody").request(serverInfo())) as Any;
    assert.deepEqual(Object.keys(open), ["project"]);
    assert.deepEqual([open.project.project_name, open.project.public_registration], ["Chaavi", false]);
    const told = (await client("staff").request(serverInfo())) as Any;
    assert.deepEqual(told.queryLimit, { default: 100, max: -1 });
  });

  test("health: its parts for the platform, a word for all others", async () => {
    assert.deepEqual(await client("nobody").request(serverHealth()), { status: "ok" });
    const told = (await client("platform").request(serverHealth())) as Any;
    for (const part of ["database", "files"]) assert.equal(told.checks[`${part}:responseTime`][0].status, "ok");
    const answer = await fetch(`${address}/server/health`);
    assert.match(answer.headers.get("content-type")!, /^application\/health\+json/);
  });
});

test("a person who was just moved to another branch has its rights on the next request", async () => {
  const moved = await make.user("staff", { branch });
  const caller = await as(moved);
  const presets = async () => (await caller.get("/permissions/me")).data.Parking_Main_Information.create.presets;
  assert.deepEqual(await presets(), { branch: branch.id });
  await sql`update users set default_branch = ${sister.id} where id = ${moved.id}`;
  assert.deepEqual(await presets(), { branch: sister.id });
});
