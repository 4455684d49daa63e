// §7 POST, PATCH, DELETE: the one write path, and everything it must refuse.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { collections } from "#domain/collections/all.ts";
import { startApp, type Answer, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
const entries = "/items/Parking_Information";
const mains = "/items/Parking_Main_Information";
const areas = "/items/Areas";
let branch: MadeBranch;
let staff: Caller;
let person: MadeUser;
let manager: Caller;
let verifier: Caller;
let platform: Caller;

before(async () => {
  branch = await make.branch({ slots: 200, rate: "20.00", allow_person_entries: true });
  person = await make.user("staff", { branch });
  staff = await as(person);
  manager = await as(await make.user("manager", { branch }));
  verifier = await as(await make.user("verifier"));
  platform = await as(await make.user("platform"));
});

const main = (): object => ({ vehicle_no: make.plate(), phone_no: "9840012345" });
async function enter(): Promise<number> {
  const answer = await staff.post(entries, { parking_main_info: main() });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.id;
}
async function countOf(table: string): Promise<number> {
  const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from "${table}"`);
  return row!.count;
}
/** Nothing at all was added by this refused call. */
async function leavesNothing(call: () => Promise<Answer>): Promise<Answer> {
  const tables = [...collections.map(({ name }) => name), "counters"];
  const countAll = async () => Promise.all(tables.map(countOf));
  const [had, answer] = [await countAll(), await call()];
  assert.ok(answer.status >= 400, answer.text);
  assert.ok(answer.status < 500, answer.text);
  assert.deepEqual(await countAll(), had, answer.text);
  return answer;
}
function refusedAs(answer: Answer, code: string): void {
  assert.equal(answer.code, code, answer.text);
}

test("one row: the whole of it comes back, with what was not sent by its default", async () => {
  const made = await verifier.post(areas, { area_name: "Adyar" });
  assert.equal(made.status, 200);
  assert.deepEqual(
    { ...made.data, id: 0, date_created: "", user_created: "" },
    {
      id: 0,
      area_name: "Adyar",
      city: null,
      state: null,
      date_created: "",
      date_updated: null,
      user_created: "",
      user_updated: null,
    },
  );
  assert.match(made.data.date_created, /Z$/);
  const some = await verifier.post(`${areas}?fields=city,area_name`, { area_name: "Besant Nagar", city: "Chennai" });
  assert.deepEqual(some.data, { city: "Chennai", area_name: "Besant Nagar" });
});

test("a list: all in their order, or none at all", async () => {
  const many = await verifier.post(`${areas}?fields=area_name`, [
    { area_name: "Velachery" },
    { area_name: "Guindy" },
    { area_name: "Tambaram" },
  ]);
  assert.deepEqual(
    many.data.map((row: { area_name: string }) => row.area_name),
    ["Velachery", "Guindy", "Tambaram"],
  );
  assert.deepEqual((await verifier.post(areas, [])).data, []);
  for (const bad of [{ area_name: "ab" }, { area_name: "Guindy" }, { nope: 1 }, {}, null, "text", 5, []]) {
    const answer = await leavesNothing(() => verifier.post(areas, [{ area_name: "Perungudi" }, bad]));
    assert.ok(answer.code);
  }
  const long = Array.from({ length: 1001 }, () => ({ area_name: "Perungudi" }));
  refusedAs(await leavesNothing(() => verifier.post(areas, long)), "INVALID_PAYLOAD");
});

test("PATCH one, by keys, and as a list of rows; all or nothing; the answer in the order of the keys", async () => {
  const ids: number[] = (
    await verifier.post(
      areas,
      ["Mylapore", "Egmore", "Kilpauk"].map((area_name) => ({ area_name })),
    )
  ).data.map(({ id }: { id: number }) => id);
  const one = await verifier.patch(`${areas}/${ids[0]}?fields=city,user_updated`, { city: "Chennai" });
  assert.equal(one.data.city, "Chennai");
  assert.ok(one.data.user_updated);
  assert.equal((await verifier.patch(`${areas}/${ids[0]}`, {})).status, 200);
  const moved = await verifier.patch(`${areas}/${ids[0]}`, { id: 99_999, city: "Madras" });
  assert.deepEqual([moved.data.id, moved.data.city], [ids[0], "Madras"]);
  const byKeys = await verifier.patch(`${areas}?fields=id,state`, { keys: [ids[2], ids[0]], data: { state: "TN" } });
  assert.deepEqual(byKeys.data, [
    { id: ids[0], state: "TN" },
    { id: ids[2], state: "TN" },
  ]);
  const rows = await verifier.patch(`${areas}?fields=city`, [
    { id: ids[1], city: "B" },
    { id: ids[0], city: "A" },
  ]);
  assert.deepEqual(rows.data, [{ city: "A" }, { city: "B" }]);
  refusedAs(
    await leavesNothing(() => verifier.patch(areas, { keys: [ids[0], 999_999], data: { city: "X" } })),
    "FORBIDDEN",
  );
  refusedAs(
    await verifier.patch(areas, [
      { id: ids[0], city: "X" },
      { id: ids[1], area_name: "ab" },
    ]),
    "FAILED_VALIDATION",
  );
  assert.equal((await verifier.get(`${areas}/${ids[0]}`)).data.city, "A");
  for (const body of [
    undefined,
    null,
    {},
    { keys: [1] },
    { data: {} },
    { keys: "1", data: {} },
    { keys: [1], data: [] },
    "x",
    [1],
    [null],
  ])
    refusedAs(await verifier.patch(areas, body), "INVALID_PAYLOAD");
  for (const key of [[{}], [null], ["x"], [1.5], [-1], [[1]]])
    refusedAs(await verifier.patch(areas, { keys: key, data: { city: "X" } }), "FORBIDDEN");
});

test("DELETE one, by a bare list and by keys; one that is missing keeps all", async () => {
  const make5 = async (): Promise<number[]> =>
    (
      await verifier.post(
        `${areas}?fields=id`,
        [1, 2, 3].map((n) => ({ area_name: `To go ${n}` })),
      )
    ).data.map(({ id }: { id: number }) => id);
  const [one, two, three] = await make5();
  const gone = await verifier.delete(`${areas}/${one}`);
  assert.deepEqual([gone.status, gone.text], [204, ""]);
  refusedAs(await verifier.delete(`${areas}/${one}`), "FORBIDDEN");
  refusedAs(await leavesNothing(() => verifier.delete(areas, [two, 999_999])), "FORBIDDEN");
  assert.equal((await verifier.delete(areas, { keys: [two] })).status, 204);
  assert.equal((await verifier.delete(areas, [three])).status, 204);
  refusedAs(await verifier.delete(areas), "INVALID_PAYLOAD");
  refusedAs(await verifier.delete(areas, {}), "INVALID_PAYLOAD");
  refusedAs(await verifier.delete(`${areas}/x`), "FORBIDDEN");
  refusedAs(await verifier.delete(areas, ["1; drop table users"]), "FORBIDDEN");
});

test("unknown fields, server-set fields and names of JavaScript are refused by name", async () => {
  const names = [
    "nope",
    "receipt_no",
    "branch",
    "company",
    "in_time",
    "out_time",
    "total_amount",
    "paid_amount",
    "merchant_id",
    "date_created",
    "user_created",
    "user_updated",
    "approved_by",
    "id",
    "constructor",
    "toString",
  ];
  for (const name of names) {
    const answer = await leavesNothing(() => staff.post(entries, { parking_main_info: main(), [name]: null }));
    refusedAs(answer, "FORBIDDEN");
    assert.match(answer.errors[0]!.message, new RegExp(`field "${name}" in collection "Parking_Information"`));
  }
  const proto = `{"__proto__":{"x":1},"area_name":"Adyar"}`;
  refusedAs(await leavesNothing(() => verifier.post(areas, proto)), "FORBIDDEN");
  const nested = { parking_main_info: { ...main(), parking_status_id: 1 } };
  refusedAs(await leavesNothing(() => staff.post(entries, nested)), "FORBIDDEN");
});

/** A wrong value, and the text by its field. */
type Wrong = [field: string, value: unknown, message: string];
async function eachHasItsText({
  caller,
  address,
  body,
  cases,
}: {
  caller: Caller;
  address: string;
  body: object;
  cases: Wrong[];
}) {
  for (const [field, value, message] of cases) {
    const answer = await leavesNothing(() => caller.post(address, { ...body, [field]: value }));
    const what = `${field} = ${JSON.stringify(value)}: ${answer.text.slice(0, 300)}`;
    const error = answer.errors.find(({ extensions }) => extensions.field === field);
    assert.ok(error, what);
    assert.equal(error.message, message, what);
    assert.equal(error.extensions.code, "FAILED_VALIDATION", what);
    assert.equal(answer.status, 400, what);
  }
}

test("§5: every catalogue field's wrong value gets its text, by its field", async () => {
  const required = "is required";
  await eachHasItsText({
    caller: staff,
    address: mains,
    body: { vehicle_no: "TN09AB1234", phone_no: "9840012345" },
    cases: [
      ["phone_no", "", `*Phone number ${required}`],
      ["phone_no", null, `*Phone number ${required}`],
      ["phone_no", "123456789", "*Invalid phone number"],
      ["phone_no", "98400123456", "*Invalid phone number"],
      ["phone_no", "98400x2345", "*Invalid phone number"],
      ["phone_no", "९८४००१२३४५", "*Invalid phone number"],
      ["phone_no", 9_840_012_345, "*Phone number must be text"],
      ["vehicle_no", "AB123", "*Invalid vehicle number"],
      ["vehicle_no", "TN09 AB!234", "*Invalid vehicle number"],
      ["vehicle_no", "A".repeat(16), "*Invalid vehicle number"],
      ["vehicle_no", "TN09\u0000AB12", "*Invalid vehicle number"],
      ["name", "ab", "*Minimum 3 characters required"],
      ["name", "a".repeat(51), "*Name must have at most 50 characters"],
      ["name", {}, "*Name must be text"],
      ["email", "nobody", "*Invalid email"],
      ["email", "a@b", "*Invalid email"],
      ["email", `${"a".repeat(250)}@example.com`, "*Email must have at most 255 characters"],
      ["entry_reason", "x".repeat(151), "*Entry reason must have at most 150 characters"],
      ["entry_reason", "a\ud800b", "*Entry reason has a character that cannot be stored"],
      ["is_person", "yes", "*Is person must be true or false"],
      ["parking_type", "sometimes", "*Parking type must be one of single_time, long_time"],
      ["time_type", "weeks", "*Time type must be one of years, hours, days, month"],
      ["pass_start_time", "tomorrow", "*Pass start time must be a date and time"],
      ["pass_start_time", "2026-02-30", "*Pass start time must be a date and time"],
      ["pass_start_time", 12, "*Pass start time must be a date and time"],
      ["vehicle_type", "two", "*Vehicle type must be an id"],
      ["vehicle_type", 1.5, "*Vehicle type must be an id"],
      ["vehicle_type", -1, "*Vehicle type must be an id"],
      ["vehicle_type", 99_999_999_999, "*Vehicle type must be an id"],
      ["vehicle_type", [1], "*Vehicle type must be an id"],
    ],
  });
  const company = { name: "Chennai Parking", slug: "chennai-parking", company_type: "franchise" };
  await eachHasItsText({
    caller: platform,
    address: "/items/Companies",
    body: company,
    cases: [
      ["name", "", `*Company name ${required}`],
      ["name", "ab", "*Company name must have at least 3 characters"],
      ["name", "a".repeat(51), "*Company name must have at most 50 characters"],
      ["slug", "Not A Slug", "*Slug must be small letters, digits and hyphens"],
      ["pan", "AAAPL1234", "*Invalid PAN number format"],
      ["pan", "AAAPL12345", "*Invalid PAN number format"],
      ["company_type", "club", "*Company type must be one of single_organization, franchise, individual, government"],
      ["company_logo", "not-a-uuid", "*Company logo must be an id"],
      ["branches", "all", "*branches must be a list"],
    ],
  });
  await eachHasItsText({
    caller: platform,
    address: "/items/Branch",
    body: { company: branch.company, name: "Anna Nagar", slug: "anna-nagar" },
    cases: [
      ["pincode", "60001", "*Invalid pin code"],
      ["pincode", "6000011", "*Invalid pin code"],
      ["gstin", "33AAAPL1234C1Y5", "*Invalid GSTIN number format"],
      ["address", "x".repeat(151), "*Address must have at most 150 characters"],
      ["platform_charges", 10_001, "*Platform charges must be from 0 to 10000"],
      ["platform_charges", "ten", "*Platform charges must be a whole number"],
      ["company", null, `*Company ${required}`],
      ["amenities", ["a\u0000b"], "*Amenities has a character that cannot be stored"],
      ["amenities", { half: "\udc00" }, "*Amenities has a character that cannot be stored"],
    ],
  });
  await eachHasItsText({
    caller: platform,
    address: "/users",
    body: { first_name: "Someone", email: "someone@example.com", role: "c4aa0000-0000-4000-8000-000000000005" },
    cases: [
      ["password", "short", "*Use 8 or more characters with a capital, a small letter, a digit and one of @#$%^&+=!"],
      [
        "password",
        "alllowercase1!",
        "*Use 8 or more characters with a capital, a small letter, a digit and one of @#$%^&+=!",
      ],
      [
        "password",
        "NoSpecial123",
        "*Use 8 or more characters with a capital, a small letter, a digit and one of @#$%^&+=!",
      ],
      ["pin_number", "12345", "*Invalid PIN"],
      ["pin_number", "0999", "*Invalid PIN"],
      ["employee_id", "E".repeat(13), "*Employee ID must have at most 12 characters"],
      ["role", "staff", "*Role must be an id"],
      ["role", null, `*Role ${required}`],
    ],
  });
  await eachHasItsText({
    caller: manager,
    address: "/items/Time_Charges",
    body: { branch: branch.id, service: "is_pre_booking" },
    cases: [
      ["charge_amount_for_minutes", "-1", "*Charge amount for minutes must be at least ₹0.00"],
      ["charge_amount_for_minutes", "12.345", "*Charge amount for minutes must be an amount like 120.00"],
      ["charge_amount_for_minutes", "1e3", "*Charge amount for minutes must be an amount like 120.00"],
      ["charge_amount_for_minutes", 99_999_999_999, "*Charge amount for minutes must be an amount like 120.00"],
      ["time_value_for_minutes", 0, "*Time value for minutes must be from 1 to 100000"],
      ["service", "parking", "*Service must be one of is_parking, is_valet_and_parking, is_pre_booking"],
    ],
  });
});

test("several wrong fields are told together", async () => {
  const answer = await leavesNothing(() => staff.post(mains, { vehicle_no: "x", phone_no: "1", name: "a" }));
  assert.deepEqual(answer.errors.map(({ extensions }) => extensions.field ?? "").toSorted(), [
    "name",
    "phone_no",
    "vehicle_no",
  ]);
  const empty = await leavesNothing(() => platform.post("/items/Companies", {}));
  assert.deepEqual(empty.errors.map(({ message }) => message).toSorted(), [
    "*Company name is required",
    "*Company type is required",
    "*Slug is required",
  ]);
  assert.ok(empty.errors.every(({ extensions }) => extensions["type"] === "required"));
});

test("typed values are brought to their form before they are checked", async () => {
  const made = await staff.post(mains, {
    vehicle_no: "tn 09-ab 9999",
    phone_no: " 9840012345 ",
    name: "  Asha   Devi ",
    email: "",
  });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(
    [made.data.vehicle_no, made.data.phone_no, made.data.name, made.data.email],
    ["TN09AB9999", "9840012345", "Asha Devi", null],
  );
  const pass = await staff.post(mains, {
    ...main(),
    pass_start_time: "2026-01-05 10:00",
    pass_end_time: "2026-01-05T10:00:00+05:30",
  });
  assert.equal(pass.code, "FAILED_VALIDATION");
  const day = await staff.post(mains, {
    ...main(),
    pass_start_time: "2026-01-05",
    pass_end_time: "2026-01-06T10:00:00+05:30",
  });
  assert.deepEqual(
    [day.data.pass_start_time, day.data.pass_end_time],
    ["2026-01-05T00:00:00.000Z", "2026-01-06T04:30:00.000Z"],
  );
});

test("SQL in every position is text, or refused, and nothing happens", async () => {
  const sqlText = `x'); drop table "users"; --`;
  const kept = await verifier.post(areas, { area_name: sqlText, city: `\\'; delete from "Areas"; --` });
  assert.equal(kept.data.area_name, sqlText);
  const users = await countOf("users");
  await leavesNothing(() => verifier.post(areas, { [sqlText]: 1 }));
  await leavesNothing(() => verifier.patch(`${areas}/${encodeURIComponent("1 or 1=1")}`, { city: "X" }));
  await leavesNothing(() =>
    verifier.patch(`${areas}?fields=${encodeURIComponent(sqlText)}`, { keys: [kept.data.id], data: {} }),
  );
  await leavesNothing(() => verifier.delete(`/items/${encodeURIComponent(sqlText)}/1`));
  assert.equal(await countOf("users"), users);
});

test("a field that may not be named in the answer is FORBIDDEN, and then nothing is written", async () => {
  refusedAs(
    await leavesNothing(() => verifier.post(`${areas}?fields=nope`, { area_name: "Kodambakkam" })),
    "FORBIDDEN",
  );
  const id = await enter();
  refusedAs(
    await staff.patch(`${entries}/${id}?fields=user_created.email`, { additional_charge: "5.00", addition_note: "x" }),
    "FORBIDDEN",
  );
  assert.equal((await staff.get(`${entries}/${id}`)).data.additional_charge, "0.00");
});

test("somebody else's branch: neither made there, nor moved there, nor from there", async () => {
  const other = await make.branch({ slots: 5 });
  const block = (await manager.get("/items/Slot_Blocks?limit=1")).data[0].id;
  const [foreign] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${other.id}`;
  const foreignMain = await make.row("Parking_Main_Information", { ...main(), branch: other.id });
  const calls: (() => Promise<Answer>)[] = [
    () => staff.post(mains, { ...main(), branch: other.id }),
    () => staff.post(entries, { parking_main_info: { ...main(), branch: other.id } }),
    () => staff.post(entries, { parking_main_info: foreignMain.id }),
    () =>
      manager.post("/items/Slot_Blocks", {
        branch: other.id,
        service: "is_parking",
        zone_or_block: "B",
        total_slots: 1,
      }),
    () => manager.patch(`/items/Slot_Blocks/${block}`, { branch: other.id }),
    () => manager.patch(`/items/Slot_Blocks/${foreign!.id}`, { branch: branch.id }),
    () => manager.patch(`/items/Slot_Blocks/${foreign!.id}`, { total_slots: 1 }),
    () => manager.delete(`/items/Slot_Blocks/${foreign!.id}`),
    () => manager.patch("/items/Slot_Blocks", { keys: [block, foreign!.id], data: { total_slots: 1 } }),
  ];
  for (const call of calls) refusedAs(await leavesNothing(call), "FORBIDDEN");
  const rows =
    await sql`select branch, total_slots from "Slot_Blocks" where id in (${block}, ${foreign!.id}) order by id`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { branch: branch.id, total_slots: 200 },
      { branch: other.id, total_slots: 5 },
    ],
  );
});

test("a visit stays with its standing record", async () => {
  const [one, other] = [await enter(), await enter()];
  const { parking_main_info: elsewhere } = (await staff.get(`${entries}/${other}`)).data;
  refusedAs(await staff.patch(`${entries}/${one}`, { parking_main_info: elsewhere }), "FORBIDDEN");
});

test("a status moves through PATCH as its table says, and only so", async () => {
  const id = await enter();
  const move = (status: unknown): Promise<Answer> => staff.patch(`${entries}/${id}`, { parking_status_id: status });
  refusedAs(await move(1), "STATUS_ALREADY_UPDATED");
  refusedAs(await move("1"), "STATUS_ALREADY_UPDATED");
  for (const status of [3, 4, 99, null]) refusedAs(await move(status), "NO_NEXT_STATUS");
  refusedAs(await move(2), "NOT_SETTLED");
  const paid = await staff.patch(`${entries}/${id}`, { payment_status: "paid", payment_mode: "cash" });
  assert.equal(paid.data.payment_status, "paid", paid.text);
  assert.equal(paid.data.payment_collected_by, person.id);
  refusedAs(await staff.patch(`${entries}/${id}`, { payment_status: "paid" }), "ALREADY_PAID");
  refusedAs(await staff.patch(`${entries}/${id}`, { payment_status: "not_paid" }), "ALREADY_PAID");
  assert.equal((await move("2")).data.parking_status_id, 2);
  for (const status of [1, 3, 4]) refusedAs(await move(status), "NO_NEXT_STATUS");
  refusedAs(await staff.post(entries, { parking_main_info: main(), parking_status_id: 2 }), "NO_NEXT_STATUS");
  const online = await staff.patch(`${entries}/${await enter()}`, { payment_status: "paid", payment_mode: "online" });
  refusedAs(online, "FORBIDDEN");
});

test("onboarding statuses move by their table too", async () => {
  const { id } = await make.branch();
  const move = (status: string): Promise<Answer> => platform.patch(`/items/Branch/${id}?fields=status`, { status });
  refusedAs(await move("published"), "STATUS_ALREADY_UPDATED");
  assert.equal((await move("archived")).data.status, "archived");
  refusedAs(await move("published"), "NO_NEXT_STATUS");
  assert.equal((await move("draft")).data.status, "draft");
  assert.equal((await move("published")).data.status, "published");
});

test("a slot is changed only to one that there is and that is free", async () => {
  const [one, other] = [await enter(), await enter()];
  const taken = (await staff.get(`${entries}/${other}?fields=slot_prefix,slot_no`)).data;
  const move = (slot: object): Promise<Answer> => staff.patch(`${entries}/${one}`, slot);
  refusedAs(await move(taken), "SLOT_EXIST");
  refusedAs(await move({ slot_no: 201 }), "SLOT_EXIST");
  refusedAs(await move({ slot_no: 1, slot_prefix: "Z" }), "SLOT_EXIST");
  refusedAs(await move({ slot_prefix: null, slot_no: 150 }), "SLOT_EXIST");
  assert.equal((await move({ slot_no: 150 })).data.slot_no, 150);
});

test("nested rows: a parent by object, children in a list, all in one go or not at all", async () => {
  const file = await make.row("files", { filename_download: "car.jpg" }, { branch: branch.id });
  const made = await staff.post(`${entries}?fields=*,parking_main_info.*,entry_images.vehicle_image`, {
    parking_main_info: { ...main(), name: "Asha" },
    entry_images: [{ vehicle_image: file.id }],
  });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.data.parking_main_info.name, "Asha");
  assert.equal(made.data.parking_main_info.branch, branch.id);
  assert.deepEqual(made.data.entry_images, [{ vehicle_image: file.id }]);
  const { id } = made.data.parking_main_info;
  const through = await staff.patch(`${entries}/${made.data.id}?fields=parking_main_info.name`, {
    parking_main_info: { id, name: "Bala" },
  });
  assert.equal(through.data.parking_main_info.name, "Bala", through.text);
  const bad: object[] = [
    { parking_main_info: { ...main(), phone_no: "1" } },
    { parking_main_info: main(), entry_images: [{ vehicle_image: file.id }, { vehicle_image: "nope" }] },
    { parking_main_info: main(), entry_images: [{ vehicle_image: "00000000-0000-4000-8000-000000000000" }] },
    { parking_main_info: main(), entry_images: [file.id] },
    { parking_main_info: main(), entry_images: [null] },
    { parking_main_info: main(), entry_images: { create: {} } },
    { parking_main_info: { id: 1, ...main() } },
    { parking_main_info: [] },
    { parking_main_info: main(), visitor_id: { first_name: "New", email: "new@example.com" } },
  ];
  for (const body of bad) await leavesNothing(() => staff.post(entries, body));
  for (const key of ["x", {}, null, 1.5, -1])
    refusedAs(
      await staff.patch(`${entries}/${made.data.id}`, { parking_main_info: { id: key, name: "Charu" } }),
      "FORBIDDEN",
    );
});

test("what must be unique, and what must exist, is told in the wire's words", async () => {
  await verifier.post(areas, { area_name: "Porur", city: "Chennai", state: "TN" });
  refusedAs(
    await leavesNothing(() => verifier.post(areas, { area_name: "PORUR", city: "chennai", state: "tn" })),
    "AREA_EXIST",
  );
  const email = {
    first_name: "Someone",
    email: person.email.toUpperCase(),
    role: "c4aa0000-0000-4000-8000-000000000005",
  };
  const twice = await leavesNothing(() => platform.post("/users", email));
  refusedAs(twice, "RECORD_NOT_UNIQUE");
  assert.deepEqual(
    [twice.status, twice.errors[0]!.extensions.field, twice.errors[0]!.extensions["collection"]],
    [400, "email", "users"],
  );
  const tag = await make.row("Tags_Category", { Name: "Quiet" });
  const gone = await leavesNothing(() => manager.post("/items/Branch_Tags", { branch: branch.id, tag: 999_999 }));
  refusedAs(gone, "INVALID_FOREIGN_KEY");
  assert.deepEqual([gone.status, gone.errors[0]!.extensions.field], [400, "tag"]);
  assert.equal((await manager.post("/items/Branch_Tags", { branch: branch.id, tag: tag.id })).status, 200);
  refusedAs(
    await leavesNothing(() => manager.post("/items/Branch_Tags", { branch: branch.id, tag: tag.id })),
    "RECORD_NOT_UNIQUE",
  );
  refusedAs(await leavesNothing(() => staff.post(entries, { parking_main_info: 999_999 })), "INVALID_FOREIGN_KEY");
  assert.doesNotMatch(gone.text + twice.text, /violates|constraint|insert into/);
});

test("every change is told: activity, revision and history, in the same transaction", async () => {
  const id = await enter();
  const told = async () => {
    const activity =
      await sql`select a.action, a."user", a.branch, a.company, r.data, r.delta from activity a join revisions r on r.activity = a.id
      where a.collection = 'Parking_Information' and a.item = ${String(id)} order by a.id`;
    const history =
      await sql`select status_id, changes, user_created from "Parking_History" where parking_information = ${id} order by id`;
    return { activity, history };
  };
  const born = await told();
  assert.equal(born.activity.length, 1);
  assert.deepEqual(
    [born.activity[0]!["action"], born.activity[0]!["user"], born.activity[0]!["branch"], born.activity[0]!["company"]],
    ["create", person.id, branch.id, branch.company],
  );
  assert.deepEqual(
    born.history.map((row) => ({ ...row })),
    [{ status_id: 1, changes: {}, user_created: person.id }],
  );
  await staff.patch(`${entries}/${id}`, { additional_charge: "12.50", addition_note: "Two tickets" });
  const changed = await told();
  assert.deepEqual(changed.activity[1]!["delta"]["additional_charge"], "12.50");
  assert.equal(changed.activity[1]!["data"]["parking_status_id"], 1);
  assert.deepEqual(changed.history[1]!["changes"]["additional_charge"], ["0.00", "12.50"]);
  // Refused changes, and such as change nothing, leave no trace.
  await staff.patch(`${entries}/${id}`, { additional_charge: "-1" });
  await staff.patch(`${entries}/${id}`, { parking_status_id: 3 });
  await staff.patch(`${entries}/${id}`, {});
  const still = await told();
  assert.deepEqual([still.activity.length, still.history.length], [2, 2]);
  const all = await sql`select
    (select count(*)::int from activity a where a.collection = 'Parking_Information' and a.action <> 'delete'
      and not exists (select 1 from revisions r where r.activity = a.id)) as without_revision,
    (select count(*)::int from "Parking_Information" p where not exists (select 1 from "Parking_History" h where h.parking_information = p.id)) as without_history`;
  assert.deepEqual({ ...all[0] }, { without_revision: 0, without_history: 0 });
});

test("a deleted row leaves what it was in its revision", async () => {
  const { data } = await verifier.post(areas, { area_name: "Royapettah" });
  await verifier.delete(`${areas}/${data.id}`);
  const [row] = await sql`select a.action, r.data from activity a join revisions r on r.activity = a.id
    where a.collection = 'Areas' and a.item = ${String(data.id)} order by a.id desc limit 1`;
  assert.equal(row!["action"], "delete");
  assert.equal(row!["data"]["area_name"], "Royapettah");
});

test("a null that is sent is kept, also where the column has a default", async () => {
  const made = await platform.post("/items/Vehicle_Type", { name: "Tram", sort: null });
  assert.equal(made.data.sort, null, made.text);
  refusedAs(await leavesNothing(() => staff.post(mains, { ...main(), is_person: null })), "NOT_NULL_VIOLATION");
});

test("broken bodies are answered, never a 500", async () => {
  for (const body of ["{", "[1,", "nope", '"text"', "5", "true"])
    refusedAs(await verifier.post(areas, body), "INVALID_PAYLOAD");
  refusedAs(await verifier.post(areas, `{"area_name":"${"x".repeat(1_100_000)}"}`), "CONTENT_TOO_LARGE");
  refusedAs(await verifier.patch("/items/Areas/1", [1]), "INVALID_PAYLOAD");
  let deep: unknown = 1;
  for (let level = 0; level < 3000; level += 1) deep = [deep];
  refusedAs(await platform.patch(`/items/Branch/${branch.id}`, { amenities: deep }), "FAILED_VALIDATION");
});

test("the one row of a singleton is changed without a key; none is added or taken away", async () => {
  const settings = "/items/Configuration_Settings";
  assert.equal((await verifier.patch(settings, { support_phone: "044 2345" })).data.support_phone, "044 2345");
  assert.equal((await staff.get(settings)).data.support_phone, "044 2345");
  refusedAs(await platform.post(settings, { support_phone: "1" }), "ROUTE_NOT_FOUND");
});
