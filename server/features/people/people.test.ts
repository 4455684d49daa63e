// §2 §6: creating, inviting, changing, suspending and reactivating users by permission, their attendance, and isolation
// of branches.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { roles, type Role } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch();
const siblingBranch = await make.branch({ company: branch.company });
const otherCompanyBranch = await make.branch();
const anonymous = await asUser();
const admin = await asUser(await make.user("admin", { branch }));
const manager = await asUser(await make.user("manager", { branch }));

beforeEach(() => {
  clock.now = null;
});

let count = 0;
const next = (): number => (count += 1);
const body = (role: string, more: object = {}) => ({
  role,
  first_name: "Ravi Kumar",
  email: `ravi${next()}@people.example`,
  contact_number: `98400${10_000 + count}`,
  ...(roles[role as Role]?.list === "staff" ? { pin_number: String(1_000 + count) } : {}),
  ...more,
});
const findInviteToken = async (to: string): Promise<string> => {
  const { values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to });
  return new URL(values["invite_link"]!).searchParams.get("token")!;
};
const readStoredUser = async (id: string) =>
  (await sql`select to_jsonb(u) as row from users u where id = ${id}`)[0]!["row"];

/** Creates an active user and returns it with its client. */
async function createColleague(role: Role, more: object = {}) {
  const user = await make.user(role, { branch, ...more });
  return { ...user, caller: await asUser(user) };
}

test("creates a staff member with all fields, who sets a password with the mailed link", async () => {
  const sent = body("staff", {
    department: "Gate",
    designation: "Gate 2",
    employee_id: "E-1042",
    staff_service_type: ["is_parking"],
    user_vehicles: [{ vehicleNo: "tn 09 ab 1234" }, { vehicleNo: "TN09AB1234" }, { vehicleNo: "TN09CD5678" }],
  });
  const { data, status, text } = await manager.post("/actions/people", sent);
  assert.equal(status, 200, text);
  const row = await readStoredUser(data.id);
  assert.deepEqual(row.user_vehicles, [
    { vehicleNo: "TN09AB1234", type: null },
    { vehicleNo: "TN09CD5678", type: null },
  ]);
  assert.equal(row.user_vehicle_type, "multiple");
  assert.deepEqual([row.status, row.password, row.default_branch], ["invited", null, branch.id]);
  assert.notEqual(row.pin_number, sent.pin_number);
  const token = await findInviteToken(sent.email);
  assert.equal((await anonymous.post("/users/invite/accept", { token, password: "Chosen@2026" })).status, 204);
  assert.equal((await anonymous.post("/auth/login", { email: sent.email, password: "Chosen@2026" })).status, 200);
  assert.equal((await manager.post(`/actions/people/${data.id}/invite`)).code, "INVITATION_ACCEPTED");
});

test("resends an invitation and invalidates the first one", async () => {
  const sent = body("employee");
  const { data } = await manager.post("/actions/people", sent);
  const first = await findInviteToken(sent.email);
  assert.equal((await manager.post(`/actions/people/${data.id}/invite`)).status, 204);
  assert.notEqual(await findInviteToken(sent.email), first);
  assert.equal((await anonymous.post("/actions/invitations/read", { token: first })).code, "INVALID_INVITE");
});

test("corrects the e-mail of an invited user, sends a new invitation and invalidates the first link", async () => {
  const sent = body("employee");
  const { data } = await manager.post("/actions/people", sent);
  const path = `/actions/people/${data.id}/invite`;
  const firstToken = await findInviteToken(sent.email);
  const correctedEmail = `right${next()}@people.example`;
  const existing = body("employee");
  await manager.post("/actions/people", existing);
  for (const [email, code] of [
    ["nobody", "FAILED_VALIDATION"],
    [null, "FAILED_VALIDATION"],
    [sent.email.toUpperCase(), "EMAIL_SAME_AS_OLD"],
    [existing.email, "USER_EMAIL_EXIST"],
  ] as const) {
    const response = await manager.post(path, { email });
    assert.deepEqual([response.code, response.errors[0]?.extensions["field"]], [code, "email"], response.text);
  }
  assert.equal((await manager.post(path, { role: "admin" })).code, "INVALID_PAYLOAD");
  assert.equal(
    (await anonymous.post("/actions/invitations/read", { token: firstToken })).status,
    200,
    "the first link is still valid",
  );
  assert.equal((await manager.post(path, { email: correctedEmail })).status, 204);
  assert.equal((await readStoredUser(data.id)).email, correctedEmail);
  const firstLink = { token: firstToken };
  assert.equal((await anonymous.post("/actions/invitations/read", firstLink)).code, "INVALID_INVITE");
  const acceptance = { ...firstLink, password: "Chosen@2026" };
  assert.equal((await anonymous.post("/users/invite/accept", acceptance)).code, "INVALID_INVITE");
  const token = await findInviteToken(correctedEmail);
  assert.equal((await anonymous.post("/users/invite/accept", { token, password: "Chosen@2026" })).status, 204);
  const tooLate = await manager.post(path, { email: `late${next()}@people.example` });
  assert.equal(tooLate.code, "INVITATION_ACCEPTED");
  assert.equal((await readStoredUser(data.id)).email, correctedEmail);
  const emailChanges = await sql`
    select 1 from activity a join revisions r on r.activity = a.id
    where a.collection = 'users' and a.item = ${data.id} and r.delta ->> 'email' = ${correctedEmail}`;
  assert.equal(emailChanges.length, 1);
});

test("reports values in use by field and creates no user", async () => {
  const existing = body("staff", { employee_id: "E-77" });
  await manager.post("/actions/people", existing);
  const cases: [object, string, string][] = [
    [{ email: existing.email.toUpperCase() }, "USER_EMAIL_EXIST", "email"],
    [{ contact_number: existing.contact_number }, "USER_PHONE_EXIST", "contact_number"],
    [{ pin_number: existing.pin_number }, "STAFF_PIN_EXIST", "pin_number"],
    [{ employee_id: "e-77" }, "EMPLOYEE_ID_EXIST", "employee_id"],
    [{ pin_number: "" }, "STAFF_PIN_REQUIRED", "pin_number"],
    [{ first_name: "Al" }, "FAILED_VALIDATION", "first_name"],
    [{ employee_id: "1234567890123" }, "FAILED_VALIDATION", "employee_id"],
    [{ user_vehicles: [{ vehicleNo: "TN1" }] }, "INVALID_VEHICLE_NUMBER", "user_vehicles"],
    [{ staff_service_type: ["is_flying"] }, "INVALID_USER_DETAILS", "staff_service_type"],
  ];
  const before = (await sql`select count(*)::int as all from users`)[0]!["all"];
  for (const [more, code, field] of cases) {
    const response = await manager.post("/actions/people", body("staff", more));
    assert.deepEqual([response.code, response.errors[0]?.extensions.field], [code, field], response.text);
  }
  assert.equal((await sql`select count(*)::int as all from users`)[0]!["all"], before);
  // PINs are unique per branch and employee ids per company; phone numbers of other companies do not conflict.
  const otherManager = await asUser(await make.user("manager", { branch: otherCompanyBranch }));
  const sameValues = { pin_number: existing.pin_number, employee_id: "E-77", contact_number: existing.contact_number };
  assert.equal((await otherManager.post("/actions/people", body("staff", sameValues))).status, 200);
});

test("limits who may create, invite, change and suspend which users; rejected requests change nothing", async () => {
  const branchesByRelation = { own: branch, sibling: siblingBranch, foreign: otherCompanyBranch };
  const targets = await Promise.all(
    Object.entries(branchesByRelation).flatMap(([relation, targetBranch]) =>
      (["admin", "manager", "staff", "approver", "employee"] as const).map(async (role) => ({
        place: relation,
        role,
        id: (await make.user(role, { branch: targetBranch, status: "active" })).id,
      })),
    ),
  );
  const callers: { [role: string]: TestClient } = { admin, manager, nobody: anonymous };
  for (const role of ["staff", "approver", "employee", "customer", "verifier"] as const)
    callers[role] = await asUser(await make.user(role, role === "customer" || role === "verifier" ? {} : { branch }));
  const below = ["staff", "employee"];
  const roleRows = readMarkdownTable({ file: "docs/rules/capabilities.md", heading: "Roles" });
  let rejected = 0;
  for (const [callerRole, caller] of Object.entries(callers)) {
    for (const role of Object.keys(roles)) {
      const superiors = roleRows.find((row) => row["role"] === role)?.["managed by"]?.split(", ") ?? [];
      const isAllowed = superiors.includes(callerRole);
      const response = await caller.post("/actions/people", body(role));
      assert.equal(response.status, isAllowed ? 200 : 403, `${callerRole} makes ${role}: ${response.text}`);
    }
    for (const { place: relation, role, id } of targets) {
      const isAllowed =
        callerRole === "admin"
          ? relation !== "foreign"
          : callerRole === "manager" && relation === "own" && below.includes(role);
      const changes: object[] = [
        { designation: `Gate ${next()}` },
        { status: "suspended" },
        { status: "active" },
        { pin_number: String(2_000 + count) },
      ];
      for (const change of changes) {
        const before = await readStoredUser(id);
        const response = await caller.patch(`/users/${id}`, change);
        assert.equal(
          response.status,
          isAllowed ? 200 : 403,
          `${callerRole} changes ${role} at ${relation}: ${response.text}`,
        );
        if (!isAllowed) assert.deepEqual(await readStoredUser(id), before);
        if (!isAllowed) rejected += 1;
      }
      const reinvited = await caller.post(`/actions/people/${id}/invite`);
      assert.equal(
        reinvited.code,
        isAllowed ? "INVITATION_ACCEPTED" : "FORBIDDEN",
        `${callerRole} invites ${role} at ${relation} again`,
      );
    }
    if (callerRole === "admin" || callerRole === "manager") continue;
    assert.equal((await caller.get("/actions/people/attendance?day=2026-11-21")).code, "FORBIDDEN", callerRole);
    for (const importPath of ["preview?role=staff", "preview?role=employee", "?role=staff"])
      assert.equal(
        (await caller.post(`/actions/people/import/${importPath}`.replace("/?", "?"))).code,
        "FORBIDDEN",
        callerRole,
      );
  }
  assert.ok(rejected > 300, String(rejected));
  for (const id of ["7", "no-id", "00000000-0000-4000-8000-000000000000"])
    assert.equal((await admin.post(`/actions/people/${id}/invite`)).code, "FORBIDDEN");
});

test("rejects suspending, promoting or moving oneself and assigning roles beyond the actor's permissions", async () => {
  const adminUser = await createColleague("admin");
  const managerUser = await createColleague("manager");
  const staffUser = await createColleague("staff");
  for (const [caller, id, change] of [
    [adminUser.caller, adminUser.id, { status: "suspended" }],
    [adminUser.caller, adminUser.id, { role: roles.manager.id }],
    [managerUser.caller, managerUser.id, { designation: "Owner" }],
    [managerUser.caller, staffUser.id, { role: roles.employee.id }],
    [adminUser.caller, staffUser.id, { role: roles.platform.id }],
    [adminUser.caller, staffUser.id, { role: roles.customer.id }],
    [adminUser.caller, staffUser.id, { status: "draft" }],
    [adminUser.caller, staffUser.id, { default_branch: otherCompanyBranch.id }],
    [adminUser.caller, staffUser.id, { email: "other@people.example" }],
    [staffUser.caller, staffUser.id, { pin_number: "1234" }],
  ] as const)
    assert.equal((await caller.patch(`/users/${id}`, change)).code, "FORBIDDEN", JSON.stringify(change));
  const staff = await make.user("staff", { branch, pin_number: "9876" });
  assert.equal((await admin.patch(`/users/${staff.id}`, { pin_number: null })).code, "STAFF_PIN_REQUIRED");
});

test("applies suspension, role and attendance changes to the next request", async () => {
  const { id, caller } = await createColleague("staff");
  const checkIn = () => caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal((await checkIn()).status, 200);
  await manager.patch(`/users/${id}`, { in_out_flag: false });
  assert.equal((await checkIn()).code, "USER_ATTENDANCE_OFF");
  await manager.patch(`/users/${id}`, { in_out_flag: true });
  assert.equal((await checkIn()).status, 200);
  await manager.patch(`/users/${id}`, { status: "suspended" });
  assert.equal((await checkIn()).code, "ACCOUNT_SUSPEND");
  const row = await readStoredUser(id);
  assert.deepEqual([row.in_out_flag, row.on_duty_since], [false, null]);
  assert.equal(
    (await asUser({ id, auth_version: row.auth_version }).then((newSession) => newSession.get("/users/me"))).code,
    "ACCOUNT_SUSPEND",
  );
  assert.equal((await manager.patch(`/users/${id}`, { in_out_flag: true })).code, "FORBIDDEN");
  await manager.patch(`/users/${id}`, { status: "active" });
  const reactivated = await asUser({ id, auth_version: (await readStoredUser(id)).auth_version });
  assert.equal((await reactivated.get("/users/me")).status, 200);
  const changed = await admin.patch(`/users/${id}`, { role: roles.employee.id });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await reactivated.get("/users/me")).status, 401);
  const asEmployee = await asUser({ id, auth_version: (await readStoredUser(id)).auth_version });
  assert.equal(
    (await asEmployee.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" })).code,
    "FORBIDDEN",
  );
});

test("reactivates a user without a password as invited; a withdrawn invitation is invalid", async () => {
  const sent = body("staff");
  const { data } = await manager.post("/actions/people", sent);
  const token = await findInviteToken(sent.email);
  await manager.patch(`/users/${data.id}`, { status: "suspended" });
  assert.equal(
    (await anonymous.post("/users/invite/accept", { token, password: "Chosen@2026" })).code,
    "INVALID_INVITE",
  );
  await manager.patch(`/users/${data.id}`, { status: "active" });
  assert.equal((await readStoredUser(data.id)).status, "invited");
});

test("attendance: duty periods, their authors and total minutes", async () => {
  const ownBranch = await make.branch({ company: branch.company });
  const leadUser = await make.user("manager", { branch: ownBranch, first_name: "Meena", in_out_flag: false });
  const staffUser = await make.user("staff", { branch: ownBranch, first_name: "Ravi", in_out_flag: false });
  let [managerClient, staffClient] = [anonymous, anonymous];
  // Sessions expire within minutes, so each hour uses new ones.
  const setTime = async (time: string, day = "2026-11-20"): Promise<void> => {
    clock.now = new Date(`${day}T${time}:00+05:30`);
    [managerClient, staffClient] = [await asUser(leadUser), await asUser(staffUser)];
  };
  await setTime("09:00");
  await staffClient.patch(`/users/${staffUser.id}`, { in_out_flag: true });
  await staffClient.patch(`/users/${staffUser.id}`, { in_out_flag: true });
  await setTime("13:00");
  await managerClient.patch(`/users/${staffUser.id}`, { in_out_flag: false });
  await setTime("14:30");
  await managerClient.patch(`/users/${staffUser.id}`, { in_out_flag: true });
  await setTime("16:00");
  const { data } = await managerClient.get("/actions/people/attendance?day=2026-11-20");
  const ravi = data.find((period: { id: string }) => period.id === staffUser.id);
  assert.equal(ravi.minutes, 240 + 90);
  assert.deepEqual(
    ravi.periods.map((period: { begunBy: string; endedBy: string; until: string | null }) => [
      period.begunBy,
      period.endedBy,
      period.until === null,
    ]),
    [
      ["Ravi", "Meena", false],
      ["Meena", null, true],
    ],
  );
  await setTime("04:00", "2026-11-21");
  const tomorrow = (await managerClient.get("/actions/people/attendance?day=2026-11-21")).data;
  assert.equal(tomorrow.find((period: { id: string }) => period.id === staffUser.id).minutes, 240);
  const history = await managerClient.get(
    `/items/attendance?filter[user][_eq]=${staffUser.id}&fields=is_present,user_created.first_name&sort=id`,
  );
  assert.deepEqual(
    history.data.map((row: { is_present: boolean; user_created: { first_name: string } }) => [
      row.is_present,
      row.user_created.first_name,
    ]),
    [
      [true, "Ravi"],
      [false, "Meena"],
      [true, "Meena"],
    ],
  );
  // Users read their own attendance; it cannot be written through /items.
  clock.now = null;
  [managerClient, staffClient] = [await asUser(leadUser), await asUser(staffUser)];
  assert.equal((await staffClient.get("/items/attendance")).data.length, 3);
  assert.equal(
    (await (await asUser(await make.user("staff", { branch: ownBranch }))).get("/items/attendance")).data.length,
    0,
  );
  assert.equal((await manager.get(`/items/attendance?filter[user][_eq]=${staffUser.id}`)).data.length, 0);
  for (const caller of [admin, managerClient, staffClient])
    assert.equal((await caller.post("/items/attendance", { is_present: true })).code, "FORBIDDEN");
});

test("a person with uncounted cash is not moved, and one whose PIN the other branch has gets another", async () => {
  const own = await make.branch({ company: branch.company });
  const user = await make.user("staff", { branch: own, first_name: "Dinesh", pin_number: "4711" });
  await make.user("staff", { branch: siblingBranch, pin_number: "4711" });
  const [shift] = await sql<[{ id: number }]>`
    insert into cash_shifts (collector, company, branch, opened_at, opening_float, date_created)
    values (${user.id}, ${own.company}, ${own.id}, now(), 50, now()) returning id`;
  const move = (more: object = {}) => admin.patch(`/users/${user.id}`, { default_branch: siblingBranch.id, ...more });
  const uncounted = await move({ pin_number: "4712" });
  assert.deepEqual(
    [uncounted.code, uncounted.errors![0]!.message],
    ["SHIFT_COUNT_REQUIRED", "*The cash of Dinesh’s shift is not counted. Close the shift first"],
  );
  assert.equal((await readStoredUser(user.id)).default_branch, own.id);
  // A suspension may be urgent.
  assert.equal((await admin.patch(`/users/${user.id}`, { status: "suspended" })).status, 200);
  assert.equal((await admin.patch(`/users/${user.id}`, { status: "active" })).status, 200);
  await sql`update cash_shifts set closed_at = now(), counted = 50, expected = 50 where id = ${shift.id}`;
  const taken = await move();
  assert.deepEqual(
    [taken.code, taken.errors![0]!.message],
    ["STAFF_PIN_EXIST", "*Somebody at that branch has the same PIN. Set a new PIN for Dinesh"],
  );
  const moved = await move({ pin_number: "4712" });
  assert.equal(moved.status, 200, moved.text);
});

test("records going off duty when a user moves to another branch", async () => {
  const { id } = await createColleague("staff");
  await admin.patch(`/users/${id}`, { default_branch: siblingBranch.id });
  const [row] = await sql`select branch, is_present from attendance where "user" = ${id} order by id desc limit 1`;
  assert.deepEqual({ ...row }, { branch: branch.id, is_present: false });
  assert.equal((await readStoredUser(id)).in_out_flag, false);
});
