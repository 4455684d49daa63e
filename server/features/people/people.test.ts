// §2 §6: people made, invited, changed, suspended and taken back, each by who may; their attendance; and nobody's of elsewhere.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { roles, type Role } from "#domain/roles.ts";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig, type Caller } from "#tests/support/app.ts";
import { mailTo } from "#tests/support/mail.ts";
import { factories } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql);
const branch = await make.branch();
const sister = await make.branch({ company: branch.company });
const foreign = await make.branch();
const nobody = await as();
const admin = await as(await make.user("admin", { branch }));
const manager = await as(await make.user("manager", { branch }));

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
  ...(role === "staff" ? { pin_number: String(1_000 + count) } : {}),
  ...more,
});
const linkTo = async (to: string): Promise<string> => {
  const { values } = await mailTo({ sql, sealer: sealer(testConfig.secret), to });
  return new URL(values["invite_link"]!).searchParams.get("token")!;
};
const stored = async (id: string) => (await sql`select to_jsonb(u) as row from users u where id = ${id}`)[0]!["row"];

/** A colleague who has answered: `status` active, a password of their own. */
async function colleague(role: Role, more: object = {}) {
  const user = await make.user(role, { branch, ...more });
  return { ...user, caller: await as(user) };
}

test("a manager makes a staff member with all that is told of them, who chooses a password by the mail", async () => {
  const sent = body("staff", {
    department: "Gate",
    designation: "Gate 2",
    employee_id: "E-1042",
    staff_service_type: ["is_parking"],
    user_vehicles: [{ vehicleNo: "tn 09 ab 1234" }, { vehicleNo: "TN09AB1234" }, { vehicleNo: "TN09CD5678" }],
  });
  const { data, status, text } = await manager.post("/actions/people", sent);
  assert.equal(status, 200, text);
  const row = await stored(data.id);
  assert.deepEqual(row.user_vehicles, [
    { vehicleNo: "TN09AB1234", type: null },
    { vehicleNo: "TN09CD5678", type: null },
  ]);
  assert.equal(row.user_vehicle_type, "multiple");
  assert.deepEqual([row.status, row.password, row.default_branch], ["invited", null, branch.id]);
  assert.notEqual(row.pin_number, sent.pin_number);
  const token = await linkTo(sent.email);
  assert.equal((await nobody.post("/users/invite/accept", { token, password: "Chosen@2026" })).status, 204);
  assert.equal((await nobody.post("/auth/login", { email: sent.email, password: "Chosen@2026" })).status, 200);
  assert.equal((await manager.post(`/actions/people/${data.id}/invite`)).code, "INVITATION_ACCEPTED");
});

test("the invitation is sent again, and the first one is over", async () => {
  const sent = body("employee");
  const { data } = await manager.post("/actions/people", sent);
  const first = await linkTo(sent.email);
  assert.equal((await manager.post(`/actions/people/${data.id}/invite`)).status, 204);
  assert.notEqual(await linkTo(sent.email), first);
  assert.equal((await nobody.post("/actions/invitations/read", { token: first })).code, "INVALID_INVITE");
});

test("a wrong email is corrected while nobody has accepted: the invitation goes there, and the first link is dead", async () => {
  const sent = body("employee");
  const { data } = await manager.post("/actions/people", sent);
  const path = `/actions/people/${data.id}/invite`;
  const wrong = await linkTo(sent.email);
  const right = `right${next()}@people.example`;
  const taken = body("employee");
  await manager.post("/actions/people", taken);
  for (const [email, code] of [
    ["nobody", "FAILED_VALIDATION"],
    [null, "FAILED_VALIDATION"],
    [sent.email.toUpperCase(), "EMAIL_SAME_AS_OLD"],
    [taken.email, "USER_EMAIL_EXIST"],
  ] as const) {
    const answer = await manager.post(path, { email });
    assert.deepEqual([answer.code, answer.errors[0]?.extensions["field"]], [code, "email"], answer.text);
  }
  assert.equal((await manager.post(path, { role: "admin" })).code, "INVALID_PAYLOAD");
  assert.equal((await nobody.post("/actions/invitations/read", { token: wrong })).status, 200, "nothing was sent yet");
  assert.equal((await manager.post(path, { email: right })).status, 204);
  assert.equal((await stored(data.id)).email, right);
  for (const url of ["/actions/invitations/read", "/users/invite/accept"])
    assert.equal((await nobody.post(url, { token: wrong, password: "Chosen@2026" })).code, "INVALID_INVITE", url);
  const token = await linkTo(right);
  assert.equal((await nobody.post("/users/invite/accept", { token, password: "Chosen@2026" })).status, 204);
  const late = await manager.post(path, { email: `late${next()}@people.example` });
  assert.equal(late.code, "INVITATION_ACCEPTED");
  assert.equal((await stored(data.id)).email, right);
  const told = await sql`
    select 1 from activity a join revisions r on r.activity = a.id
    where a.collection = 'users' and a.item = ${data.id} and r.delta ->> 'email' = ${right}`;
  assert.equal(told.length, 1);
});

test("what somebody has already is told by its field, and nobody is made", async () => {
  const known = body("staff", { employee_id: "E-77" });
  await manager.post("/actions/people", known);
  const cases: [object, string, string][] = [
    [{ email: known.email.toUpperCase() }, "USER_EMAIL_EXIST", "email"],
    [{ contact_number: known.contact_number }, "USER_PHONE_EXIST", "contact_number"],
    [{ pin_number: known.pin_number }, "STAFF_PIN_EXIST", "pin_number"],
    [{ employee_id: "e-77" }, "EMPLOYEE_ID_EXIST", "employee_id"],
    [{ pin_number: "" }, "STAFF_PIN_REQUIRED", "pin_number"],
    [{ first_name: "Al" }, "FAILED_VALIDATION", "first_name"],
    [{ employee_id: "1234567890123" }, "FAILED_VALIDATION", "employee_id"],
    [{ user_vehicles: [{ vehicleNo: "TN1" }] }, "INVALID_VEHICLE_NUMBER", "user_vehicles"],
    [{ staff_service_type: ["is_flying"] }, "INVALID_USER_DETAILS", "staff_service_type"],
  ];
  const before = (await sql`select count(*)::int as all from users`)[0]!["all"];
  for (const [more, code, field] of cases) {
    const answer = await manager.post("/actions/people", body("staff", more));
    assert.deepEqual([answer.code, answer.errors[0]?.extensions.field], [code, field], answer.text);
  }
  assert.equal((await sql`select count(*)::int as all from users`)[0]!["all"], before);
  // A PIN and an employee ID are a branch's and a company's own; a customer's phone is nobody's hindrance.
  const elsewhere = await as(await make.user("manager", { branch: foreign }));
  const same = { pin_number: known.pin_number, employee_id: "E-77", contact_number: known.contact_number };
  assert.equal((await elsewhere.post("/actions/people", body("staff", same))).status, 200);
});

test("who may make, invite, change and suspend whom: everything else is refused and changes nothing", async () => {
  const places = { own: branch, sister, foreign };
  const targets = await Promise.all(
    Object.entries(places).flatMap(([place, at]) =>
      (["admin", "manager", "staff", "approver", "employee"] as const).map(async (role) => ({
        place,
        role,
        id: (await make.user(role, { branch: at, status: "active" })).id,
      })),
    ),
  );
  const callers: { [role: string]: Caller } = { admin, manager, nobody };
  for (const role of ["staff", "approver", "employee", "customer", "verifier"] as const)
    callers[role] = await as(await make.user(role, role === "customer" || role === "verifier" ? {} : { branch }));
  const below = ["staff", "employee"];
  let refused = 0;
  for (const [who, caller] of Object.entries(callers)) {
    for (const role of Object.keys(roles)) {
      const may =
        who === "admin"
          ? [...below, "admin", "manager", "approver"].includes(role)
          : who === "manager" && below.includes(role);
      const answer = await caller.post("/actions/people", body(role));
      assert.equal(answer.status, may ? 200 : 403, `${who} makes ${role}: ${answer.text}`);
    }
    for (const { place, role, id } of targets) {
      const isTheirs =
        who === "admin" ? place !== "foreign" : who === "manager" && place === "own" && below.includes(role);
      const changes: object[] = [
        { designation: `Gate ${next()}` },
        { status: "suspended" },
        { status: "active" },
        { pin_number: String(2_000 + count) },
      ];
      for (const change of changes) {
        const was = await stored(id);
        const answer = await caller.patch(`/users/${id}`, change);
        assert.equal(answer.status, isTheirs ? 200 : 403, `${who} changes ${role} at ${place}: ${answer.text}`);
        if (!isTheirs) assert.deepEqual(await stored(id), was);
        if (!isTheirs) refused += 1;
      }
      const again = await caller.post(`/actions/people/${id}/invite`);
      assert.equal(
        again.code,
        isTheirs ? "INVITATION_ACCEPTED" : "FORBIDDEN",
        `${who} invites ${role} at ${place} again`,
      );
    }
    if (who === "admin" || who === "manager") continue;
    assert.equal((await caller.get("/actions/people/attendance?day=2026-11-21")).code, "FORBIDDEN", who);
    for (const address of ["preview?role=staff", "preview?role=employee", "?role=staff"])
      assert.equal((await caller.post(`/actions/people/import/${address}`.replace("/?", "?"))).code, "FORBIDDEN", who);
  }
  assert.ok(refused > 300, String(refused));
  for (const id of ["7", "no-id", "00000000-0000-4000-8000-000000000000"])
    assert.equal((await admin.post(`/actions/people/${id}/invite`)).code, "FORBIDDEN");
});

test("nobody suspends, promotes or moves themselves, and no role is given beyond one's own reach", async () => {
  const me = await colleague("admin");
  const boss = await colleague("manager");
  const mate = await colleague("staff");
  for (const [caller, id, change] of [
    [me.caller, me.id, { status: "suspended" }],
    [me.caller, me.id, { role: roles.manager.id }],
    [boss.caller, boss.id, { designation: "Owner" }],
    [boss.caller, mate.id, { role: roles.employee.id }],
    [me.caller, mate.id, { role: roles.platform.id }],
    [me.caller, mate.id, { role: roles.customer.id }],
    [me.caller, mate.id, { status: "draft" }],
    [me.caller, mate.id, { default_branch: foreign.id }],
    [me.caller, mate.id, { email: "other@people.example" }],
    [mate.caller, mate.id, { pin_number: "1234" }],
  ] as const)
    assert.equal((await caller.patch(`/users/${id}`, change)).code, "FORBIDDEN", JSON.stringify(change));
  const staff = await make.user("staff", { branch, pin_number: "9876" });
  assert.equal((await admin.patch(`/users/${staff.id}`, { pin_number: null })).code, "STAFF_PIN_REQUIRED");
});

test("suspension, another role and attendance count on the very next request", async () => {
  const { id, caller } = await colleague("staff");
  const press = () => caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal((await press()).status, 200);
  await manager.patch(`/users/${id}`, { in_out_flag: false });
  assert.equal((await press()).code, "USER_ATTENDANCE_OFF");
  await manager.patch(`/users/${id}`, { in_out_flag: true });
  assert.equal((await press()).status, 200);
  await manager.patch(`/users/${id}`, { status: "suspended" });
  assert.equal((await press()).status, 401);
  const row = await stored(id);
  assert.deepEqual([row.in_out_flag, row.on_duty_since], [false, null]);
  assert.equal(
    (await as({ id, auth_version: row.auth_version }).then((again) => again.get("/users/me"))).code,
    "ACCOUNT_SUSPEND",
  );
  assert.equal((await manager.patch(`/users/${id}`, { in_out_flag: true })).code, "FORBIDDEN");
  await manager.patch(`/users/${id}`, { status: "active" });
  const back = await as({ id, auth_version: (await stored(id)).auth_version });
  assert.equal((await back.get("/users/me")).status, 200);
  const changed = await admin.patch(`/users/${id}`, { role: roles.employee.id });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await back.get("/users/me")).status, 401);
  const now = await as({ id, auth_version: (await stored(id)).auth_version });
  assert.equal(
    (await now.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" })).code,
    "FORBIDDEN",
  );
});

test("who never chose a password is invited again when taken back, and a withdrawn invitation opens nothing", async () => {
  const sent = body("staff");
  const { data } = await manager.post("/actions/people", sent);
  const token = await linkTo(sent.email);
  await manager.patch(`/users/${data.id}`, { status: "suspended" });
  assert.equal((await nobody.post("/users/invite/accept", { token, password: "Chosen@2026" })).code, "INVALID_INVITE");
  await manager.patch(`/users/${data.id}`, { status: "active" });
  assert.equal((await stored(data.id)).status, "invited");
});

test("attendance: who came and left, who said so, and how long they were there", async () => {
  const mine = await make.branch({ company: branch.company });
  const boss = await make.user("manager", { branch: mine, first_name: "Meena", in_out_flag: false });
  const mate = await make.user("staff", { branch: mine, first_name: "Ravi", in_out_flag: false });
  let [lead, gate] = [nobody, nobody];
  // A log-in lives for minutes: at each hour it is a new one.
  const at = async (time: string, day = "2026-11-20"): Promise<void> => {
    clock.now = new Date(`${day}T${time}:00+05:30`);
    [lead, gate] = [await as(boss), await as(mate)];
  };
  await at("09:00");
  await gate.patch(`/users/${mate.id}`, { in_out_flag: true });
  await gate.patch(`/users/${mate.id}`, { in_out_flag: true });
  await at("13:00");
  await lead.patch(`/users/${mate.id}`, { in_out_flag: false });
  await at("14:30");
  await lead.patch(`/users/${mate.id}`, { in_out_flag: true });
  await at("16:00");
  const { data } = await lead.get("/actions/people/attendance?day=2026-11-20");
  const ravi = data.find((one: { id: string }) => one.id === mate.id);
  assert.equal(ravi.minutes, 240 + 90);
  assert.deepEqual(
    ravi.periods.map((one: { begunBy: string; endedBy: string; until: string | null }) => [
      one.begunBy,
      one.endedBy,
      one.until === null,
    ]),
    [
      ["Ravi", "Meena", false],
      ["Meena", null, true],
    ],
  );
  await at("04:00", "2026-11-21");
  const tomorrow = (await lead.get("/actions/people/attendance?day=2026-11-21")).data;
  assert.equal(tomorrow.find((one: { id: string }) => one.id === mate.id).minutes, 240);
  const history = await lead.get(
    `/items/attendance?filter[user][_eq]=${mate.id}&fields=is_present,user_created.first_name&sort=id`,
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
  // Each sees their own; nobody writes it.
  clock.now = null;
  [lead, gate] = [await as(boss), await as(mate)];
  assert.equal((await gate.get("/items/attendance")).data.length, 3);
  assert.equal((await (await as(await make.user("staff", { branch: mine }))).get("/items/attendance")).data.length, 0);
  assert.equal((await manager.get(`/items/attendance?filter[user][_eq]=${mate.id}`)).data.length, 0);
  for (const caller of [admin, lead, gate])
    assert.equal((await caller.post("/items/attendance", { is_present: true })).code, "FORBIDDEN");
});

test("whoever is moved to another branch has left the one they were at", async () => {
  const { id } = await colleague("staff");
  await admin.patch(`/users/${id}`, { default_branch: sister.id });
  const [row] = await sql`select branch, is_present from attendance where "user" = ${id} order by id desc limit 1`;
  assert.deepEqual({ ...row }, { branch: branch.id, is_present: false });
  assert.equal((await stored(id)).in_out_flag, false);
});
