// §6 field by field, and the checks that apply to all users: suspended, not present, closed branch.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { collections } from "#domain/collections.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const factories = createFactories(sql);
let branch: CreatedBranch;
let staff: CreatedUser;
let callers: { [person: string]: TestClient };

before(async () => {
  branch = await factories.branch({ slots: 5 });
  staff = await factories.user("staff", { branch, pin_number: "4321" });
  const one = async (role: CreatedUser["role"]) => asUser(await factories.user(role, { branch }));
  callers = {
    staff: await asUser(staff),
    nobody: await asUser(),
    admin: await one("admin"),
    manager: await one("manager"),
    approver: await one("approver"),
    employee: await one("employee"),
    verifier: await asUser(await factories.user("verifier")),
    platform: await asUser(await factories.user("platform")),
    customer: await asUser(await factories.user("customer")),
  };
});

const publicBranchFields = [
  "id",
  "name",
  "slug",
  "status",
  "company",
  "address",
  "city",
  "state",
  "area",
  "pincode",
  "latitude",
  "longitude",
  "entity_type",
  "is_parking",
  "is_valet_and_parking",
  "is_pre_booking",
  "tags",
  "amenities",
  "banner_images",
  "time_charges",
  "valet_number",
  "time_zone",
  "opening_hours",
];

/** Fields of a collection that some users may read; every other field must be closed to them. */
const visibleFieldCases: { [collection: string]: { people: string[]; address: string; fields: string[] }[] } = {
  users: [
    {
      people: ["staff", "approver", "employee"],
      address: "/users",
      fields: [
        "id",
        "first_name",
        "role",
        "status",
        "in_out_flag",
        "is_manager_user",
        "is_staff_user",
        "is_employee_user",
        "department",
        "designation",
        "staff_service_type",
        "default_branch",
      ],
    },
    {
      people: ["verifier"],
      address: "/users",
      fields: ["id", "first_name", "email", "contact_number", "role", "status", "default_company", "default_branch"],
    },
  ],
  roles: [
    {
      people: ["staff", "nobody", "customer", "admin", "verifier"],
      address: "/roles",
      fields: ["id", "name", "icon", "description"],
    },
  ],
  Companies: [
    {
      people: ["nobody", "customer"],
      address: "/items/Companies",
      fields: ["id", "name", "slug", "status", "company_type", "company_logo", "branches"],
    },
  ],
  Branch: [
    { people: ["nobody"], address: "/items/Branch", fields: publicBranchFields },
    {
      people: ["customer"],
      address: "/items/Branch",
      fields: [...publicBranchFields, "allow_person_entries", "allow_vehicle_type_required", "invite_max_days"],
    },
  ],
};

for (const [name, rules] of Object.entries(visibleFieldCases))
  test(`${name}: unreadable fields cannot be named, filtered by, sorted by or searched, and * omits them`, async () => {
    const every = Object.keys(collections.find((one) => one.name === name)!.fields);
    for (const { people, address, fields } of rules)
      for (const person of people) {
        const caller = callers[person]!;
        const all = await caller.get(`${address}?limit=1`);
        assert.deepEqual(Object.keys(all.data[0]).toSorted(), fields.toSorted(), `${person} *`);
        for (const field of every.filter((one) => !fields.includes(one)))
          for (const query of [`fields=${field}`, `filter[${field}][_nnull]=true`, `sort=${field}`]) {
            const response = await caller.get(`${address}?${query}`);
            const label = `${person} ${address}?${query}: ${response.text}`;
            assert.equal(response.code, "FORBIDDEN", label);
            assert.match(
              response.errors[0]!.message,
              new RegExp(`access field "${field}" in collection "${name}"`),
              label,
            );
          }
      }
  });

test("unreadable fields stay closed through relations: fields, filters and sorting", async () => {
  const { customer, nobody, staff: gate } = callers;
  for (const query of [
    "fields=company.pan",
    "fields=company.branches.agreement",
    "filter[company][cin_number][_nnull]=true",
    "sort=company.pan",
    'filter={"_or":[{"company":{"pan":{"_starts_with":"A"}}}]}',
    "filter[time_charges][branch][gstin][_nnull]=true",
  ])
    for (const caller of [customer!, nobody!])
      assert.equal((await caller.get(`/items/Branch?${query}`)).code, "FORBIDDEN", query);
  for (const query of [
    "fields=user_created.email",
    "fields=user_created.password",
    "filter[user_created][email][_contains]=a",
    "sort=user_created.contact_number",
    "filter[user_created][pin_number][_nnull]=true",
  ])
    assert.equal((await gate!.get(`/items/Parking_Information?${query}`)).code, "FORBIDDEN", query);
});

test("an unreadable related row is null, and its values cannot be guessed by a filter", async () => {
  const other = await factories.branch({ city: "Hyderabad" });
  const colleague = await factories.user("staff", { branch: other, first_name: "Vijay" });
  await sql`update "Slot_Blocks" set user_created = ${colleague.id} where branch = ${branch.id}`;
  const gate = callers["staff"]!;
  const [block] = (await gate.get("/items/Slot_Blocks?fields=id,user_created.first_name")).data;
  assert.equal(block.user_created, null);
  const guessed = await gate.get("/items/Slot_Blocks?filter[user_created][first_name][_eq]=Vijay&meta=filter_count");
  assert.deepEqual([guessed.data, guessed.meta?.filter_count], [[], 0]);
});

test("secrets read as asterisks and cannot be filtered, sorted or searched by any user including the platform", async () => {
  const { admin, platform, manager } = callers;
  for (const caller of [admin!, platform!, manager!]) {
    const { data } = await caller.get(`/users/${staff.id}`);
    assert.equal(data.password, "**********");
    assert.equal(data.pin_number, "**********");
    assert.equal(data.tfa_secret, null);
    for (const field of ["password", "pin_number", "tfa_secret", "token", "login_otp", "password_copy"])
      for (const query of [
        `filter[${field}][_nnull]=true`,
        `filter[${field}][_gt]=a`,
        `sort=${field}`,
        `sort=-${field}`,
      ])
        assert.equal((await caller.get(`/users?${query}`)).code, "FORBIDDEN", query);
    assert.deepEqual((await caller.get("/users?search=argon2id")).data, []);
    assert.deepEqual((await caller.get("/users?search=4321")).data, []);
  }
  const me = await callers["staff"]!.get("/users/me?fields=password,pin_number,email");
  assert.deepEqual(me.data, { password: "**********", pin_number: "**********", email: staff.email });
  const stored = await sql`select password, pin_number from users where id = ${staff.id}`;
  assert.match(stored[0]!["password"], /^\$argon2id\$/);
  assert.doesNotMatch(stored[0]!["pin_number"], /4321/);
});

test("secrets never appear in revisions, history or the activity", async () => {
  const { platform } = callers;
  const colleague = await factories.user("staff", { branch });
  await platform!.patch(`/users/${colleague.id}`, { pin_number: "5678" });
  const recorded = await sql<{ text: string }[]>`
    select (r.data::text || r.delta::text) as text from revisions r where r.collection = 'users' and r.item = ${colleague.id}`;
  assert.ok(recorded.length >= 2);
  for (const { text } of recorded) assert.doesNotMatch(text, /Another@2026|Chaavi@2026|argon2|5678|4321/);
  assert.match(recorded.at(-1)!.text, /\*{10}/);
});

test("fields without write permission are rejected by name and nothing is changed", async () => {
  const cases: [string, string, object][] = [
    ["admin", `/items/Branch/${branch.id}`, { platform_charges: 0 }],
    ["admin", `/items/Branch/${branch.id}`, { status: "archived" }],
    ["admin", `/items/Branch/${branch.id}`, { valet_number: "9840012345", company: 1 }],
    ["manager", `/items/Branch/${branch.id}`, { name: "Renamed" }],
    ["admin", `/items/Companies/${branch.company}`, { name: "Renamed" }],
    ["admin", `/users/${staff.id}`, { role: "c4aa0000-0000-4000-8000-000000000001" }],
    ["admin", `/users/${staff.id}`, { auth_version: 9 }],
    ["admin", `/users/${staff.id}`, { is_admin_user: true }],
    ["admin", `/users/${staff.id}`, { default_company: 1 }],
    ["manager", `/users/${staff.id}`, { in_out_flag: false, email: "renamed@example.com" }],
    ["staff", `/users/${staff.id}`, { status: "active" }],
    ["staff", `/users/${staff.id}`, { default_branch: branch.id }],
    ["verifier", `/items/Branch/${branch.id}`, { name: "Renamed" }],
  ];
  const before =
    await sql`select (select to_jsonb(b) from "Branch" b where id = ${branch.id}) as b, (select to_jsonb(u) from users u where id = ${staff.id}) as u`;
  for (const [person, address, body] of cases) {
    const response = await callers[person]!.patch(address, body);
    assert.equal(response.code, "FORBIDDEN", `${person} ${JSON.stringify(body)}: ${response.text}`);
  }
  const now =
    await sql`select (select to_jsonb(b) from "Branch" b where id = ${branch.id}) as b, (select to_jsonb(u) from users u where id = ${staff.id}) as u`;
  assert.deepEqual(now[0], before[0]);
});

test("users cannot be moved to a branch of another company", async () => {
  const foreign = await factories.branch();
  const sister = await factories.branch({ company: branch.company });
  const person = await factories.user("manager", { branch });
  const { admin } = callers;
  assert.equal((await admin!.patch(`/users/${person.id}`, { default_branch: foreign.id })).code, "FORBIDDEN");
  assert.equal((await admin!.patch(`/users/${person.id}`, { default_branch: sister.id })).status, 200);
  const [stored] = await sql`select default_branch from users where id = ${person.id}`;
  assert.equal(stored!["default_branch"], sister.id);
});

test("every request of a suspended user, and of users of a closed branch or company, gets the code of its check", async () => {
  const closed = await factories.branch();
  const shut = await factories.branch();
  const cases: [TestClient, string][] = [
    [await asUser(await factories.user("staff", { branch, status: "suspended" })), "ACCOUNT_SUSPEND"],
    [await asUser(await factories.user("admin", { branch, status: "suspended" })), "ACCOUNT_SUSPEND"],
    [await asUser(await factories.user("customer", { status: "suspended" })), "ACCOUNT_SUSPEND"],
    [await asUser(await factories.user("staff", { branch, status: "draft" })), "STAFF_IS_INACTIVE"],
    [await asUser(await factories.user("manager", { branch, status: "draft" })), "MANAGER_IS_INACTIVE"],
    [await asUser(await factories.user("staff", { branch: closed })), "BRANCH_ARCHIVED"],
    [await asUser(await factories.user("manager", { branch: shut })), "COMPANY_ARCHIVED"],
  ];
  await sql`update "Branch" set status = 'archived' where id = ${closed.id}`;
  await sql`update "Companies" set status = 'archived' where id = ${shut.company}`;
  for (const [caller, code] of cases) {
    for (const { name, isSystem, isSingleton } of collections) {
      const address = isSystem ? `/${name}` : `/items/${name}`;
      assert.equal((await caller.get(address)).code, code, `read ${name}`);
      if (!isSingleton && name !== "files") assert.equal((await caller.post(address, {})).code, code, `create ${name}`);
      assert.equal((await caller.delete(address, [1])).code, code, `delete ${name}`);
    }
    assert.equal((await caller.get("/users/me")).code, code);
    assert.equal((await caller.post("/live/ticket")).code, code);
    assert.equal((await caller.post("/actions/parking/check-in", {})).code, code);
  }
});

test("a user who is not present can read, but not check in, collect cash or change an entry", async () => {
  const checkInResponse = await callers["staff"]!.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  const { id } = checkInResponse.data;
  for (const role of ["staff", "manager"] as const) {
    const absent = await asUser(await factories.user(role, { branch, in_out_flag: false }));
    assert.equal((await absent.get(`/items/Parking_Information/${id}`)).status, 200);
    const attempts = [
      await absent.post("/actions/parking/check-in", { vehicle_no: factories.plate(), phone_no: "9840012345" }),
      await absent.post(`/actions/parking/${id}/take-cash`, {}),
      await absent.post(`/actions/parking/${id}/check-out`, {}),
      await absent.patch(`/items/Parking_Information/${id}`, { payment_status: "paid", payment_mode: "cash" }),
      await absent.patch(`/items/Parking_Main_Information/${checkInResponse.data.parking_main_info.id}`, {
        name: "Somebody",
      }),
    ];
    for (const response of attempts) assert.equal(response.code, "USER_ATTENDANCE_OFF", response.text);
  }
  const [stored] = await sql`select payment_status, parking_status_id from "Parking_Information" where id = ${id}`;
  assert.deepEqual({ ...stored }, { payment_status: "not_paid", parking_status_id: 1 });
});

test("an unknown collection, and a system collection under /items, get the same error", async () => {
  for (const name of ["Nothing", "users", "sessions", "counters", "constructor", "__proto__", "pg_user", "roles"])
    for (const caller of [callers["platform"]!, callers["nobody"]!]) {
      const response = await caller.get(`/items/${name}`);
      assert.equal(response.code, "FORBIDDEN", name);
      assert.match(response.errors[0]!.message, /You don't have permission to access collection/);
    }
});
