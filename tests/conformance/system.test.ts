// §7: the system collections with the published SDK: schema metadata, permissions, activity, and server status.
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
import { collections } from "#domain/collections.ts";
import { roleNames, roles } from "#domain/access/roles.ts";
import { matchErrorCode } from "#tests/support/sdk.ts";
import { startSystemFixture } from "#tests/support/system-fixture.ts";

const { as, sql, factories, address, branch, sister, foreign, people, callers, client } = await startSystemFixture();
// oxlint-disable-next-line typescript/no-explicit-any
type JsonAny = any;
const allPeople = ["platform", "admin", "manager", "staff", "customer", "nobody"];

describe("/collections, /fields, /relations", () => {
  test("the platform sees every collection", async () => {
    const listed = (await client("platform").request(readCollections())) as JsonAny[];
    assert.deepEqual(
      listed.map((one) => String(one.collection)).toSorted(),
      collections.map(({ name }) => name).toSorted(),
    );
  });

  test("other users see the collections they may read", async () => {
    for (const person of allPeople) {
      const listed = ((await client(person).request(readCollections())) as JsonAny[]).map((one) => one.collection);
      const own = Object.keys((await client(person).request(readUserPermissions() as JsonAny)) as object);
      for (const name of listed) assert.ok(own.includes(name), `${person} ${name}`);
    }
    const public_ = ((await client("nobody").request(readCollections())) as JsonAny[]).map((one) => one.collection);
    assert.ok(public_.includes("Branch") && !public_.includes("users") && !public_.includes("activity"));
  });

  test("a collection can be read by its name and with the CMS's prefix", async () => {
    const listed = (await client("admin").request(readCollection("Vehicle_Type"))) as JsonAny;
    assert.deepEqual(
      [listed.schema.name, listed.meta.sort_field, listed.meta.singleton],
      ["Vehicle_Type", "sort", false],
    );
    assert.equal(((await client("admin").request(readCollection("directus_users"))) as JsonAny).collection, "users");
    assert.equal(((await client("admin").request(readCollection("settings"))) as JsonAny).meta.singleton, true);
  });

  test("an unknown collection gets the same response as an inaccessible one", async () => {
    for (const name of ["Nothing", "sessions", "__proto__"])
      await assert.rejects(client("platform").request(readCollection(name)), matchErrorCode("FORBIDDEN"));
    await assert.rejects(client("staff").request(readCollection("activity")), matchErrorCode("FORBIDDEN"));
  });

  test("the fields of a collection with their types and properties", async () => {
    const listed = (await client("platform").request(readFieldsByCollection("Parking_Information"))) as JsonAny[];
    const getType = (name: string) => listed.find((one) => one.field === name)?.type;
    assert.deepEqual(
      ["id", "receipt_no", "total_amount", "in_time", "is_person", "approved_by", "branch", "history"].map(getType),
      ["integer", "string", "decimal", "timestamp", "boolean", "uuid", "integer", "alias"],
    );
  });

  test("a single field with its column and accepted values", async () => {
    const field = (await client("platform").request(readField("Companies", "name"))) as JsonAny;
    assert.deepEqual(
      [field.schema.data_type, field.schema.max_length, field.schema.is_nullable, field.meta.required],
      ["character varying", 50, false, true],
    );
    const key = (await client("platform").request(readField("users", "id"))) as JsonAny;
    assert.deepEqual([key.schema.is_primary_key, key.meta.special], [true, ["uuid"]]);
    const choice = (await client("platform").request(readField("Branch", "status"))) as JsonAny;
    assert.ok(choice.meta.options.choices.some((one: JsonAny) => one.value === "published"));
    const secret = (await client("platform").request(readField("users", "password"))) as JsonAny;
    assert.deepEqual([secret.type, secret.meta.special], ["hash", ["hash", "conceal"]]);
    const list = (await client("platform").request(readField("Companies", "branches"))) as JsonAny;
    assert.deepEqual([list.type, list.schema], ["alias", null]);
  });

  test("unreadable fields are not listed", async () => {
    const listed = (await client("nobody").request(readFieldsByCollection("Companies"))) as JsonAny[];
    assert.deepEqual(listed.map((one) => String(one.field)).toSorted(), [
      "branches",
      "company_logo",
      "company_type",
      "id",
      "name",
      "slug",
      "status",
    ]);
    await assert.rejects(client("nobody").request(readField("Companies", "pan")), matchErrorCode("FORBIDDEN"));
    const all = (await client("nobody").request(readFields())) as JsonAny[];
    assert.ok(all.every((one) => one.collection !== "users"));
  });

  test("field metadata matches the columns of the database", async () => {
    const listed = (await client("platform").request(readFields())) as JsonAny[];
    const columns = await sql<
      { table: string; name: string; type: string; nullable: boolean; length: number | null }[]
    >`
      select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        character_maximum_length as length from information_schema.columns where table_schema = 'public'`;
    const found = new Map(columns.map((column) => [`${column.table}.${column.name}`, column]));
    let checked = 0;
    for (const { collection, field, schema } of listed.filter((one) => one.schema)) {
      const column = found.get(`${collection}.${field}`)!;
      // Ids have 64 bits in the database, and are numbers for clients as before.
      const type = { "timestamp with time zone": "timestamptz", bigint: "integer" }[column.type] ?? column.type;
      assert.deepEqual(
        [schema.data_type, schema.is_nullable, schema.max_length],
        [type, column.nullable, column.length],
        `${collection}.${field}`,
      );
      checked += 1;
    }
    assert.ok(checked > 300, `${checked}`);
  });

  test("relations from the side of the foreign key, with the delete rule", async () => {
    const relation = (await client("platform").request(readRelation("Branch", "company"))) as JsonAny;
    assert.deepEqual(
      [relation.related_collection, relation.meta.one_field, relation.schema.on_delete],
      ["Companies", "branches", "CASCADE"],
    );
    const listed = (await client("platform").request(readRelations())) as JsonAny[];
    const keys = await sql<{ name: string }[]>`
      select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    const names = new Set(keys.map(({ name }) => name));
    for (const one of listed) assert.ok(names.has(one.schema.constraint_name), one.schema.constraint_name);
    const outside = ((await client("nobody").request(readRelations())) as JsonAny[]).map(
      (one) => one.related_collection,
    );
    assert.ok(!outside.includes("users"));
  });

  const writes: [string, () => Promise<unknown>][] = [
    [
      "a collection",
      () => client("platform").request(createCollection({ collection: "Mine", schema: {}, meta: {} } as JsonAny)),
    ],
    ["deletion of a collection", () => client("platform").request(deleteCollection("Branch"))],
    ["a field", () => client("platform").request(createField("Branch", { field: "mine", type: "string" } as JsonAny))],
    ["deletion of a field", () => client("platform").request(deleteField("Branch", "name"))],
    [
      "a relation",
      () => client("platform").request(createRelation({ collection: "Branch", field: "mine" } as JsonAny)),
    ],
    [
      "a permission",
      () => client("platform").request(createPermission({ collection: "users", action: "read" } as JsonAny)),
    ],
    ["a change of a permission", () => client("platform").request(updatePermission(1, { fields: ["*"] } as JsonAny))],
    ["deletion of a collection", () => client("platform").request(deletePermission(1))],
    ["a policy", () => client("platform").request(createPolicy({ name: "Mine" } as JsonAny))],
    ["a role", () => client("platform").request(createRole({ name: "Mine" }))],
    ["a change of a role", () => client("platform").request(updateRole(roles.staff.id, { name: "Mine" }))],
    ["deletion of a role", () => client("platform").request(deleteRole(roles.staff.id))],
  ];
  for (const [name, write] of writes)
    test(`${name} is rejected with a reason`, async () => {
      await assert.rejects(write(), (error: JsonAny) => {
        assert.equal(error.errors[0].extensions.code, "FORBIDDEN");
        assert.match(error.errors[0].message, /declared in the program itself/);
        return true;
      });
    });
});

describe("/permissions, /policies, /roles", () => {
  test("the platform sees the permissions of every role in filter syntax", async () => {
    const listed = (await client("platform").request(readPermissions({ limit: -1 }))) as JsonAny[];
    assert.ok(listed.length > 200, `${listed.length}`);
    const row = listed.find(
      (one) => one.role === roles.manager.id && one.collection === "Slot_Blocks" && one.action === "read",
    );
    assert.deepEqual(row.permissions, { branch: { _eq: "$CURRENT_USER.default_branch" } });
    assert.deepEqual([row.fields, row.system], [["*"], true]);
  });

  test("other users see those of their own role", async () => {
    for (const person of ["admin", "staff", "customer", "nobody"]) {
      const listed = (await client(person).request(readPermissions({ limit: -1 }))) as JsonAny[];
      const role = person === "nobody" ? "public" : (person as keyof typeof roles);
      assert.ok(listed.length > 0 && listed.every((one) => one.role === roles[role].id), person);
    }
  });

  test("can be filtered, sorted, paged, and read by id", async () => {
    const filter = { collection: { _eq: "Branch" }, action: { _in: ["read", "update"] } } as JsonAny;
    const query = { filter, sort: ["-id"], fields: ["collection", "action"], limit: 3 } as JsonAny;
    const listed = (await client("platform").request(readPermissions(query))) as JsonAny[];
    assert.ok(listed.length === 3 && listed.every((one) => one.collection === "Branch" && one.action !== "create"));
    assert.deepEqual(await client("platform").request(withSearch(readPermissions(query))), listed);
    const one = (await callers["platform"]!.get("/permissions/5")).data;
    assert.equal(one.id, 5);
    assert.equal((await callers["platform"]!.get("/permissions?fields=nope")).code, "FORBIDDEN");
    assert.equal(
      (await callers["platform"]!.get("/permissions?filter[collection][_contains]=a")).code,
      "INVALID_QUERY",
    );
  });

  test("the user's current permissions", async () => {
    const own = (await client("staff").request(readUserPermissions())) as JsonAny;
    assert.equal(own.Branch.read.access, "partial");
    assert.deepEqual(own.Branch.update, { access: "none" });
    assert.ok(own.users.read.fields.includes("first_name") && !own.users.read.fields.includes("email"));
    assert.deepEqual(own.Parking_Main_Information.create.presets, { branch: branch.id });
    assert.ok(!own.Parking_Main_Information.create.fields.includes("date_created"));
    assert.ok(!("activity" in own));
    const all = (await client("platform").request(readUserPermissions())) as JsonAny;
    assert.deepEqual([all.Branch.delete.access, all.activity.create.access], ["full", "none"]);
  });

  test("documented permissions match actual reads of every collection for all users", async () => {
    for (const person of allPeople) {
      const own = (await client(person).request(readUserPermissions())) as JsonAny;
      for (const { name, isSystem } of collections) {
        const response = await callers[person]!.get(`${isSystem ? "" : "/items"}/${name}?limit=1&fields=id`);
        const isReadable = (own[name]?.read.access ?? "none") !== "none";
        // A singleton is one row; without read permission it gets the same error as any row.
        assert.equal(response.code !== "FORBIDDEN", isReadable, `${person} ${name}: ${response.text}`);
      }
    }
  });

  test("permissions on a single row", async () => {
    const permissions = async (person: string, id: number) =>
      (await client(person).request(readItemPermissions("Branch", id))) as JsonAny;
    assert.deepEqual(await permissions("manager", branch.id), {
      update: { access: true },
      delete: { access: false },
      share: { access: false },
    });
    assert.equal((await permissions("manager", foreign.id)).update.access, false);
    assert.equal((await permissions("manager", 999_999)).update.access, false);
    assert.equal((await permissions("platform", foreign.id)).delete.access, true);
    assert.equal((await callers["manager"]!.get("/permissions/me/Nothing/1")).code, "FORBIDDEN");
  });

  test("each role has a policy, and users see their own", async () => {
    const all = (await client("platform").request(readPolicies())) as JsonAny[];
    assert.deepEqual(
      all.map((one) => one.name),
      roleNames.map((role) => roles[role].name),
    );
    assert.deepEqual(
      all.filter((one) => one.admin_access).map((one) => one.name),
      ["Platform administrator"],
    );
    const own = (await client("staff").request(readPolicies())) as JsonAny[];
    assert.deepEqual(
      own.map((one) => one.roles),
      [[roles.staff.id]],
    );
    const listed = (await client("staff").request(readPermissions({ limit: -1 }))) as JsonAny[];
    assert.deepEqual(
      listed.map((one) => one.id),
      own[0].permissions,
    );
  });

  test("global permissions", async () => {
    assert.deepEqual(await client("staff").request(readPolicyGlobals()), {
      app_access: true,
      admin_access: false,
      enforce_tfa: false,
    });
    assert.equal(((await client("platform").request(readPolicyGlobals())) as JsonAny).admin_access, true);
  });

  test("the roles, and the own role", async () => {
    const listed = (await client("nobody").request(readRoles({ fields: ["id", "name"] }))) as JsonAny[];
    assert.equal(listed.length, roleNames.length);
    assert.equal(((await client("staff").request(readRole(roles.staff.id))) as JsonAny).name, "Staff");
    assert.deepEqual(await client("staff").request(readRolesMe({} as JsonAny)), [{ id: roles.staff.id }]);
    assert.equal((await callers["nobody"]!.get("/roles/me")).code, "FORBIDDEN");
  });

  test("users cannot promote themselves or a colleague", async () => {
    for (const person of ["admin", "manager", "staff", "customer"]) {
      const id = people[person]!.id;
      for (const change of [
        { role: roles.platform.id },
        { role: person === "admin" ? roles.verifier.id : roles.admin.id },
        { is_admin_user: true },
        { default_company: foreign.company },
      ])
        await assert.rejects(client(person).request(updateUser(id, change as JsonAny)), matchErrorCode("FORBIDDEN"));
    }
    for (const [person, role] of [
      ["admin", roles.platform],
      ["admin", roles.verifier],
      ["manager", roles.manager],
      ["manager", roles.admin],
    ] as const)
      await assert.rejects(
        client(person).request(updateUser(people["staff"]!.id, { role: role.id } as JsonAny)),
        matchErrorCode("FORBIDDEN"),
      );
    await assert.rejects(
      client("admin").request(updateUser(people["stranger"]!.id, { first_name: "Mine" } as JsonAny)),
      matchErrorCode("FORBIDDEN"),
    );
    await assert.rejects(
      client("staff").request(updateUser(people["admin"]!.id, { first_name: "Mine" } as JsonAny)),
      matchErrorCode("FORBIDDEN"),
    );
  });
});

describe("/presets", () => {
  test("can be created, read, changed and deleted by their owner, and are invisible to others", async () => {
    const created = (await client("staff").request(
      createPreset({ bookmark: "Open", collection: "Parking_Information", filter: { branch: { _eq: 1 } } } as JsonAny),
    )) as JsonAny;
    assert.equal(created.user, people["staff"]!.id);
    await client("staff").request(updatePreset(created.id, { bookmark: "Inside" }));
    const own = (await client("staff").request(readPresets({ fields: ["bookmark", "filter"] }))) as JsonAny[];
    assert.deepEqual(own, [{ bookmark: "Inside", filter: { branch: { _eq: 1 } } }]);
    for (const person of ["manager", "admin", "stranger"]) {
      assert.deepEqual(await client(person).request(readPresets()), []);
      await assert.rejects(
        client(person).request(updatePreset(created.id, { bookmark: "Mine" })),
        matchErrorCode("FORBIDDEN"),
      );
    }
    await client("staff").request(deletePreset(created.id));
  });

  test("cannot be assigned to other users or to none", async () => {
    const theirs = { bookmark: "Yours", user: people["manager"]!.id };
    await assert.rejects(client("staff").request(createPreset(theirs as JsonAny)), matchErrorCode("FORBIDDEN"));
    assert.equal((await callers["nobody"]!.get("/presets")).code, "FORBIDDEN");
  });
});

describe("/activity and /revisions", () => {
  test("a change adds both in its transaction, with user, address and values", async () => {
    const block = { branch: branch.id, service: "is_parking", zone_or_block: "T", slot_prefix: "T", total_slots: 2 };
    const { id } = (await client("manager").request(createItem("Slot_Blocks", block))) as JsonAny;
    await client("manager").request(updateItem("Slot_Blocks", id, { total_slots: 3 }));
    const filter = { collection: { _eq: "Slot_Blocks" }, item: { _eq: String(id) } } as JsonAny;
    const listed = (await client("admin").request(
      readActivities({
        filter,
        sort: ["id"],
        fields: ["action", "user", "ip", "item", { revisions: ["data", "delta"] }] as JsonAny,
      }),
    )) as JsonAny[];
    assert.deepEqual(
      listed.map((one) => [one.action, one.user, one.item]),
      [
        ["create", people["manager"]!.id, String(id)],
        ["update", people["manager"]!.id, String(id)],
      ],
    );
    assert.equal(listed[0].ip, "127.0.0.1");
    const [revision] = listed[1].revisions;
    assert.equal(revision.delta.total_slots, 3);
    assert.deepEqual([revision.data.zone_or_block, revision.data.total_slots], ["T", 3]);
    const revisions = (await client("admin").request(
      readRevisions({ filter, fields: ["collection", "item", "activity"] }),
    )) as JsonAny[];
    assert.equal(revisions.length, 2);
  });

  test("a login adds activity", async () => {
    await fetch(`${address}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: people["manager"]!.email, password: people["manager"]!.password }),
    });
    const filter = { action: { _eq: "login" }, user: { _eq: people["manager"]!.id } } as JsonAny;
    const [listed] = (await client("admin").request(
      readActivities({ filter, fields: ["action", "collection", "item"] }),
    )) as JsonAny[];
    assert.deepEqual(listed, { action: "login", collection: "users", item: people["manager"]!.id });
  });

  test("a rejected change adds neither", async () => {
    const [previous] =
      await sql`select (select count(*)::int from activity) as a, (select count(*)::int from revisions) as r`;
    await assert.rejects(
      client("staff").request(updateItem("Branch", branch.id, { name: "Mine" })),
      matchErrorCode("FORBIDDEN"),
    );
    const [has] =
      await sql`select (select count(*)::int from activity) as a, (select count(*)::int from revisions) as r`;
    assert.deepEqual(has, previous);
  });

  test("belong to a company and are visible to its admin only", async () => {
    const listed = (await client("admin").request(
      readActivities({ limit: -1, fields: ["company"] as JsonAny }),
    )) as JsonAny[];
    assert.ok(listed.length > 0 && listed.every((one) => one.company === branch.company));
    const [own] = (await client("stranger").request(
      readActivities({ limit: 1, sort: ["-id"], fields: ["id"] }),
    )) as JsonAny[];
    await assert.rejects(client("admin").request(readActivity(own.id)), matchErrorCode("FORBIDDEN"));
    for (const person of ["manager", "staff", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readActivities()), matchErrorCode("FORBIDDEN"));
      await assert.rejects(client(person).request(readRevisions()), matchErrorCode("FORBIDDEN"));
    }
  });

  test("cannot be written by any user including the platform, with a reason", async () => {
    for (const address of ["/activity", "/revisions"]) {
      const responses = [
        await callers["platform"]!.post(address, { action: "update", timestamp: "2026-01-01T00:00:00Z" }),
        await callers["platform"]!.patch(`${address}/1`, { collection: "x" }),
        await callers["platform"]!.delete(`${address}/1`),
      ];
      for (const { code, errors } of responses) {
        assert.equal(code, "FORBIDDEN");
        assert.match(errors[0]!.message, /written by the server itself/);
      }
    }
  });

  // A revision contains every field: admins must not read fields in it that they may not read elsewhere.
  test("contain nothing that an admin may not read elsewhere", async () => {
    const own = (await client("admin").request(readUserPermissions())) as JsonAny;
    const listed = new Set(
      (await sql<{ collection: string }[]>`select distinct collection from revisions where company is not null`).map(
        (row) => row.collection,
      ),
    );
    assert.ok(listed.size >= 3, [...listed].join());
    for (const { name, fields } of collections.filter((one) => listed.has(one.name)))
      for (const field of Object.keys(fields)) assert.ok(own[name].read.fields.includes(field), `${name}.${field}`);
  });

  test("rows without a company are visible to the platform only", async () => {
    const { data: preset } = await callers["admin"]!.post("/presets", { bookmark: "Mine" });
    const [stored] =
      await sql`select company from revisions where collection = 'presets' and item = ${String(preset.id)}`;
    assert.deepEqual({ ...stored }, { company: null });
    const filter = { collection: { _eq: "presets" } } as JsonAny;
    assert.deepEqual(await client("stranger").request(readRevisions({ filter })), []);
    assert.equal(((await client("platform").request(readRevisions({ filter, limit: 1 }))) as JsonAny[]).length, 1);
  });
});

describe("/settings and /server", () => {
  test("settings can be read by all and changed by the platform only", async () => {
    for (const person of allPeople)
      assert.equal(((await client(person).request(readSettings())) as JsonAny).project_name, "Chaavi");
    await client("platform").request(updateSettings({ project_url: "https://chaavi.example" } as JsonAny));
    for (const person of ["admin", "staff", "customer", "nobody"])
      await assert.rejects(
        client(person).request(updateSettings({ project_name: "Mine" })),
        matchErrorCode("FORBIDDEN"),
      );
    assert.equal((await callers["platform"]!.post("/settings", {})).code, "ROUTE_NOT_FOUND");
  });

  test("ping, and information: the project for all, the limits for logged-in users", async () => {
    assert.equal(await client("nobody").request(serverPing()), "pong");
    const open = (await client("nobody").request(serverInfo())) as JsonAny;
    assert.deepEqual(Object.keys(open), ["project"]);
    assert.deepEqual([open.project.project_name, open.project.public_registration], ["Chaavi", false]);
    const listed = (await client("staff").request(serverInfo())) as JsonAny;
    assert.deepEqual(listed.queryLimit, { default: 100, max: -1 });
  });

  test("health: components for the platform, the overall status for others", async () => {
    assert.deepEqual(await client("nobody").request(serverHealth()), { status: "ok" });
    const listed = (await client("platform").request(serverHealth())) as JsonAny;
    for (const part of ["database", "files"]) assert.equal(listed.checks[`${part}:responseTime`][0].status, "ok");
    const response = await fetch(`${address}/server/health`);
    assert.match(response.headers.get("content-type")!, /^application\/health\+json/);
  });
});

test("a user who was just moved to another branch has its permissions on the next request", async () => {
  const transferred = await factories.user("staff", { branch });
  const caller = await as(transferred);
  const presets = async () => (await caller.get("/permissions/me")).data.Parking_Main_Information.create.presets;
  assert.deepEqual(await presets(), { branch: branch.id });
  await sql`update users set default_branch = ${sister.id} where id = ${transferred.id}`;
  assert.deepEqual(await presets(), { branch: sister.id });
});
