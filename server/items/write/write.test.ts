// §7 POST, PATCH, DELETE: the write path and the requests it must reject.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { collections } from "#domain/collections.ts";
import { startApp, type TestResponse, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const factories = createFactories(sql);
const entries = "/items/Parking_Information";
const visitorRecords = "/items/Parking_Main_Information";
const areas = "/items/Areas";
let branch: CreatedBranch;
let staff: TestClient;
let staffUser: CreatedUser;
let manager: TestClient;
let verifier: TestClient;
let platform: TestClient;

before(async () => {
  branch = await factories.branch({ slots: 200, rate: "20.00", allow_person_entries: true });
  staffUser = await factories.user("staff", { branch });
  staff = await asUser(staffUser);
  manager = await asUser(await factories.user("manager", { branch }));
  verifier = await asUser(await factories.user("verifier"));
  platform = await asUser(await factories.user("platform"));
});

const newVisitorRecord = (): object => ({ vehicle_no: factories.plate(), phone_no: "9840012345" });
async function createEntry(): Promise<number> {
  const response = await staff.post(entries, { parking_main_info: newVisitorRecord() });
  assert.equal(response.status, 200, response.text);
  return response.data.id;
}
async function countRows(table: string): Promise<number> {
  const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from "${table}"`);
  return row!.count;
}
/** Asserts that a rejected call adds no rows. */
async function assertNothingAdded(call: () => Promise<TestResponse>): Promise<TestResponse> {
  // Excludes the security log, which records rejected calls asynchronously.
  const tables = [...collections.map(({ name }) => name).filter((name) => name !== "Security_Events"), "counters"];
  const countAll = async () => Promise.all(tables.map(countRows));
  const [previousCounts, response] = [await countAll(), await call()];
  assert.ok(response.status >= 400, response.text);
  assert.ok(response.status < 500, response.text);
  assert.deepEqual(await countAll(), previousCounts, response.text);
  return response;
}
function assertErrorCode(response: TestResponse, code: string): void {
  assert.equal(response.code, code, response.text);
}

test("POST of one row returns the whole row with defaults", async () => {
  const created = await verifier.post(areas, { area_name: "Adyar" });
  assert.equal(created.status, 200);
  assert.deepEqual(
    { ...created.data, id: 0, date_created: "", user_created: "" },
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
  assert.match(created.data.date_created, /Z$/);
  const selected = await verifier.post(`${areas}?fields=city,area_name`, {
    area_name: "Besant Nagar",
    city: "Chennai",
  });
  assert.deepEqual(selected.data, { city: "Chennai", area_name: "Besant Nagar" });
});

test("the slug of a company is made of its name if none is given", async () => {
  const company = { name: "Velan Car Parks", company_type: "franchise" };
  const created = await platform.post("/items/Companies", company);
  assert.equal(created.data.slug, "velan-car-parks", created.text);
  const sameSlug = await assertNothingAdded(() =>
    platform.post("/items/Companies", { ...company, name: "Velan-Car-Parks" }),
  );
  assertErrorCode(sameSlug, "RECORD_NOT_UNIQUE");
  const named = await platform.post("/items/Companies", { ...company, name: "Velan Lots", slug: "lots" });
  assert.equal(named.data.slug, "lots");
  const unreadable = await assertNothingAdded(() => platform.post("/items/Companies", { ...company, name: "வேலன்" }));
  assertErrorCode(unreadable, "FAILED_VALIDATION");
});

test("POST of a list creates all rows in order, or none", async () => {
  const list = await verifier.post(`${areas}?fields=area_name`, [
    { area_name: "Velachery" },
    { area_name: "Guindy" },
    { area_name: "Tambaram" },
  ]);
  assert.deepEqual(
    list.data.map((row: { area_name: string }) => row.area_name),
    ["Velachery", "Guindy", "Tambaram"],
  );
  assert.deepEqual((await verifier.post(areas, [])).data, []);
  for (const invalid of [{ area_name: "ab" }, { area_name: "Guindy" }, { nope: 1 }, {}, null, "text", 5, []]) {
    const response = await assertNothingAdded(() => verifier.post(areas, [{ area_name: "Perungudi" }, invalid]));
    assert.ok(response.code);
  }
  const long = Array.from({ length: 1001 }, () => ({ area_name: "Perungudi" }));
  assertErrorCode(await assertNothingAdded(() => verifier.post(areas, long)), "INVALID_PAYLOAD");
});

test("PATCH of one row, by keys and as a list: all or nothing, returned in the order of the keys", async () => {
  const ids: number[] = (
    await verifier.post(
      areas,
      ["Mylapore", "Egmore", "Kilpauk"].map((area_name) => ({ area_name })),
    )
  ).data.map(({ id }: { id: number }) => id);
  const first = await verifier.patch(`${areas}/${ids[0]}?fields=city,user_updated`, { city: "Chennai" });
  assert.equal(first.data.city, "Chennai");
  assert.ok(first.data.user_updated);
  assert.equal((await verifier.patch(`${areas}/${ids[0]}`, {})).status, 200);
  const updated = await verifier.patch(`${areas}/${ids[0]}`, { id: 99_999, city: "Madras" });
  assert.deepEqual([updated.data.id, updated.data.city], [ids[0], "Madras"]);
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
  assertErrorCode(
    await assertNothingAdded(() => verifier.patch(areas, { keys: [ids[0], 999_999], data: { city: "X" } })),
    "FORBIDDEN",
  );
  assertErrorCode(
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
    assertErrorCode(await verifier.patch(areas, body), "INVALID_PAYLOAD");
  for (const key of [[{}], [null], ["x"], [1.5], [-1], [[1]]])
    assertErrorCode(await verifier.patch(areas, { keys: key, data: { city: "X" } }), "FORBIDDEN");
});

test("DELETE of one row, by a plain list and by keys: all or nothing", async () => {
  const createAreas = async (): Promise<number[]> =>
    (
      await verifier.post(
        `${areas}?fields=id`,
        [1, 2, 3].map((n) => ({ area_name: `To go ${n}` })),
      )
    ).data.map(({ id }: { id: number }) => id);
  const [first, second, third] = await createAreas();
  const deleted = await verifier.delete(`${areas}/${first}`);
  assert.deepEqual([deleted.status, deleted.text], [204, ""]);
  assertErrorCode(await verifier.delete(`${areas}/${first}`), "FORBIDDEN");
  assertErrorCode(await assertNothingAdded(() => verifier.delete(areas, [second, 999_999])), "FORBIDDEN");
  assert.equal((await verifier.delete(areas, { keys: [second] })).status, 204);
  assert.equal((await verifier.delete(areas, [third])).status, 204);
  assertErrorCode(await verifier.delete(areas), "INVALID_PAYLOAD");
  assertErrorCode(await verifier.delete(areas, {}), "INVALID_PAYLOAD");
  assertErrorCode(await verifier.delete(`${areas}/x`), "FORBIDDEN");
  assertErrorCode(await verifier.delete(areas, ["1; drop table users"]), "FORBIDDEN");
});

test("rejects unknown and server-set fields and JavaScript property names", async () => {
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
    const response = await assertNothingAdded(() =>
      staff.post(entries, { parking_main_info: newVisitorRecord(), [name]: null }),
    );
    assertErrorCode(response, "FORBIDDEN");
    assert.match(response.errors[0]!.message, new RegExp(`field "${name}" in collection "Parking_Information"`));
  }
  const proto = `{"__proto__":{"x":1},"area_name":"Adyar"}`;
  assertErrorCode(await assertNothingAdded(() => verifier.post(areas, proto)), "FORBIDDEN");
  const nested = { parking_main_info: { ...newVisitorRecord(), parking_status_id: 1 } };
  assertErrorCode(await assertNothingAdded(() => staff.post(entries, nested)), "FORBIDDEN");
});

/** An invalid value and the error text of its field. */
type InvalidCase = [field: string, value: unknown, message: string];
async function assertErrorTexts({
  caller: client,
  address: path,
  body,
  cases,
}: {
  caller: TestClient;
  address: string;
  body: object;
  cases: InvalidCase[];
}) {
  for (const [field, value, message] of cases) {
    const response = await assertNothingAdded(() => client.post(path, { ...body, [field]: value }));
    const label = `${field} = ${JSON.stringify(value)}: ${response.text.slice(0, 300)}`;
    const error = response.errors.find(({ extensions }) => extensions.field === field);
    assert.ok(error, label);
    assert.equal(error.message, message, label);
    assert.equal(error.extensions.code, "FAILED_VALIDATION", label);
    assert.equal(response.status, 400, label);
  }
}

test("§5: invalid values of catalogue fields get the error text of their field", async () => {
  const required = "is required";
  await assertErrorTexts({
    caller: staff,
    address: visitorRecords,
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
      ["entry_reason", "a\ud800b", "*Entry reason contains a character that is not allowed"],
      ["is_person", "yes", "*Is person must be true or false"],
      ["parking_type", "sometimes", "*Parking type must be one of single_time, long_time"],
      ["time_type", "weeks", "*Time type must be one of years, hours, days, month"],
      ["pass_start_time", "tomorrow", "*Pass start time must be a date and time"],
      ["pass_start_time", "2026-02-30", "*Pass start time must be a date and time"],
      ["pass_start_time", 12, "*Pass start time must be a date and time"],
      ["vehicle_type", "two", "*Vehicle type must be an id"],
      ["vehicle_type", 1.5, "*Vehicle type must be an id"],
      ["vehicle_type", -1, "*Vehicle type must be an id"],
      ["vehicle_type", 1e17, "*Vehicle type must be an id"],
      ["vehicle_type", [1], "*Vehicle type must be an id"],
    ],
  });
  const company = { name: "Chennai Parking", slug: "chennai-parking", company_type: "franchise" };
  await assertErrorTexts({
    caller: platform,
    address: "/items/Companies",
    body: company,
    cases: [
      ["name", "", `*Company name ${required}`],
      ["name", "ab", "*Minimum 3 characters required"],
      ["name", "a".repeat(51), "*Company name must have at most 50 characters"],
      ["slug", "Not A Slug", "*Slug must contain only lowercase letters, digits and hyphens"],
      ["pan", "AAAPL1234", "*Invalid PAN number format"],
      ["pan", "AAAPL12345", "*Invalid PAN number format"],
      ["company_type", "club", "*Company type must be one of single_organization, franchise, individual, government"],
      ["company_logo", "not-a-uuid", "*Company logo must be an id"],
      ["branches", "all", "*branches must be a list"],
    ],
  });
  await assertErrorTexts({
    caller: platform,
    address: "/items/Branch",
    body: { company: branch.company, name: "Anna Nagar", slug: "anna-nagar" },
    cases: [
      ["pincode", "60001", "*Invalid pin code"],
      ["pincode", "6000011", "*Invalid pin code"],
      ["gstin", "33AAAPL1234C1Y5", "*Invalid GSTIN number format"],
      ["address", "x".repeat(151), "*Address must have at most 150 characters"],
      ["sms_per_day", 1_000_001, "*SMS per day must be from 0 to 1000000"],
      ["sms_per_day", "ten", "*SMS per day must be a whole number"],
      ["company", null, `*Company ${required}`],
      ["amenities", ["a\u0000b"], "*Amenities contains a character that is not allowed"],
      ["amenities", { half: "\udc00" }, "*Amenities contains a character that is not allowed"],
    ],
  });
  await assertErrorTexts({
    caller: platform,
    address: "/users",
    body: { first_name: "Someone", email: "someone@example.com", role: "c4aa0000-0000-4000-8000-000000000005" },
    cases: [
      [
        "password",
        "short",
        "*Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!",
      ],
      [
        "password",
        "alllowercase1!",
        "*Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!",
      ],
      [
        "password",
        "NoSpecial123",
        "*Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!",
      ],
      ["pin_number", "12345", "*Invalid PIN"],
      ["pin_number", "0999", "*Invalid PIN"],
      ["employee_id", "E".repeat(13), "*Employee ID must have at most 12 characters"],
      ["role", "staff", "*Role must be an id"],
      ["role", null, `*Role ${required}`],
    ],
  });
  await assertErrorTexts({
    caller: manager,
    address: "/items/Time_Charges",
    body: { branch: branch.id, service: "is_pre_booking" },
    cases: [
      ["charge_amount_for_minutes", "-1", "*Charge amount for minutes must be at least ₹0.00"],
      ["charge_amount_for_minutes", "12.345", "*Charge amount for minutes must be an amount, for example 120.00"],
      ["charge_amount_for_minutes", "1e3", "*Charge amount for minutes must be an amount, for example 120.00"],
      ["charge_amount_for_minutes", 99_999_999_999, "*Charge amount for minutes must be an amount, for example 120.00"],
      ["time_value_for_minutes", 0, "*Time value for minutes must be from 1 to 100000"],
      ["service", "parking", "*Service must be one of is_parking, is_valet_and_parking, is_pre_booking"],
    ],
  });
});

test("reports several invalid fields together", async () => {
  const response = await assertNothingAdded(() =>
    staff.post(visitorRecords, { vehicle_no: "x", phone_no: "1", name: "a" }),
  );
  assert.deepEqual(response.errors.map(({ extensions }) => extensions.field ?? "").toSorted(), [
    "name",
    "phone_no",
    "vehicle_no",
  ]);
  const empty = await assertNothingAdded(() => platform.post("/items/Companies", {}));
  assert.deepEqual(empty.errors.map(({ message }) => message).toSorted(), [
    "*Company name is required",
    "*Company type is required",
    "*Slug is required",
  ]);
  assert.ok(empty.errors.every(({ extensions }) => extensions["type"] === "required"));
});

test("normalises values before validation", async () => {
  const created = await staff.post(visitorRecords, {
    vehicle_no: "tn 09-ab 9999",
    phone_no: " 9840012345 ",
    name: "  Asha   Devi ",
    email: "",
  });
  assert.equal(created.status, 200, created.text);
  assert.deepEqual(
    [created.data.vehicle_no, created.data.phone_no, created.data.name, created.data.email],
    ["TN09AB9999", "9840012345", "Asha Devi", null],
  );
  const pass = await staff.post(visitorRecords, {
    ...newVisitorRecord(),
    pass_start_time: "2026-01-05 10:00",
    pass_end_time: "2026-01-05T10:00:00+05:30",
  });
  assert.equal(pass.code, "FAILED_VALIDATION");
  const day = await staff.post(visitorRecords, {
    ...newVisitorRecord(),
    pass_start_time: "2026-01-05",
    pass_end_time: "2026-01-06T10:00:00+05:30",
  });
  assert.deepEqual(
    [day.data.pass_start_time, day.data.pass_end_time],
    ["2026-01-05T00:00:00.000Z", "2026-01-06T04:30:00.000Z"],
  );
});

test("SQL in any position is treated as text or rejected", async () => {
  const sqlText = `x'); drop table "users"; --`;
  const stored = await verifier.post(areas, { area_name: sqlText, city: `\\'; delete from "Areas"; --` });
  assert.equal(stored.data.area_name, sqlText);
  const users = await countRows("users");
  await assertNothingAdded(() => verifier.post(areas, { [sqlText]: 1 }));
  await assertNothingAdded(() => verifier.patch(`${areas}/${encodeURIComponent("1 or 1=1")}`, { city: "X" }));
  await assertNothingAdded(() =>
    verifier.patch(`${areas}?fields=${encodeURIComponent(sqlText)}`, { keys: [stored.data.id], data: {} }),
  );
  await assertNothingAdded(() => verifier.delete(`/items/${encodeURIComponent(sqlText)}/1`));
  assert.equal(await countRows("users"), users);
});

test("an unreadable field in the requested result is FORBIDDEN, and nothing is written", async () => {
  assertErrorCode(
    await assertNothingAdded(() => verifier.post(`${areas}?fields=nope`, { area_name: "Kodambakkam" })),
    "FORBIDDEN",
  );
  const id = await createEntry();
  assertErrorCode(
    await staff.patch(`${entries}/${id}?fields=user_created.email`, { additional_charge: "5.00", addition_note: "x" }),
    "FORBIDDEN",
  );
  assert.equal((await staff.get(`${entries}/${id}`)).data.additional_charge, "0.00");
});

test("rows cannot be created in, moved to or moved from another branch", async () => {
  const second = await factories.branch({ slots: 5 });
  const block = (await manager.get("/items/Slot_Blocks?limit=1")).data[0].id;
  const [foreign] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${second.id}`;
  const foreignMain = await factories.row("Parking_Main_Information", { ...newVisitorRecord(), branch: second.id });
  const calls: (() => Promise<TestResponse>)[] = [
    () => staff.post(visitorRecords, { ...newVisitorRecord(), branch: second.id }),
    () => staff.post(entries, { parking_main_info: { ...newVisitorRecord(), branch: second.id } }),
    () => staff.post(entries, { parking_main_info: foreignMain.id }),
    () =>
      manager.post("/items/Slot_Blocks", {
        branch: second.id,
        service: "is_parking",
        zone_or_block: "B",
        total_slots: 1,
      }),
    () => manager.patch(`/items/Slot_Blocks/${block}`, { branch: second.id }),
    () => manager.patch(`/items/Slot_Blocks/${foreign!.id}`, { branch: branch.id }),
    () => manager.patch(`/items/Slot_Blocks/${foreign!.id}`, { total_slots: 1 }),
    () => manager.delete(`/items/Slot_Blocks/${foreign!.id}`),
    () => manager.patch("/items/Slot_Blocks", { keys: [block, foreign!.id], data: { total_slots: 1 } }),
  ];
  for (const call of calls) assertErrorCode(await assertNothingAdded(call), "FORBIDDEN");
  const rows =
    await sql`select branch, total_slots from "Slot_Blocks" where id in (${block}, ${foreign!.id}) order by id`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { branch: branch.id, total_slots: 200 },
      { branch: second.id, total_slots: 5 },
    ],
  );
});

test("an entry cannot move to another visitor record", async () => {
  const [first, second] = [await createEntry(), await createEntry()];
  const { parking_main_info: otherRecord } = (await staff.get(`${entries}/${second}`)).data;
  assertErrorCode(await staff.patch(`${entries}/${first}`, { parking_main_info: otherRecord }), "FORBIDDEN");
});

test("PATCH allows only the status transitions of the state table", async () => {
  const id = await createEntry();
  const setStatus = (status: unknown): Promise<TestResponse> =>
    staff.patch(`${entries}/${id}`, { parking_status_id: status });
  assertErrorCode(await setStatus(1), "STATUS_ALREADY_UPDATED");
  assertErrorCode(await setStatus("1"), "STATUS_ALREADY_UPDATED");
  for (const status of [3, 4, 99, null]) assertErrorCode(await setStatus(status), "NO_NEXT_STATUS");
  assertErrorCode(await setStatus(2), "NOT_SETTLED");
  const paid = await staff.patch(`${entries}/${id}`, { payment_status: "paid", payment_mode: "cash" });
  assert.equal(paid.data.payment_status, "paid", paid.text);
  assert.equal(paid.data.payment_collected_by, staffUser.id);
  assertErrorCode(await staff.patch(`${entries}/${id}`, { payment_status: "paid" }), "ALREADY_PAID");
  assertErrorCode(await staff.patch(`${entries}/${id}`, { payment_status: "not_paid" }), "ALREADY_PAID");
  assert.equal((await setStatus("2")).data.parking_status_id, 2);
  for (const status of [1, 3, 4]) assertErrorCode(await setStatus(status), "NO_NEXT_STATUS");
  assertErrorCode(
    await staff.post(entries, { parking_main_info: newVisitorRecord(), parking_status_id: 2 }),
    "NO_NEXT_STATUS",
  );
  const online = await staff.patch(`${entries}/${await createEntry()}`, {
    payment_status: "paid",
    payment_mode: "online",
  });
  assertErrorCode(online, "FORBIDDEN");
});

test("onboarding statuses follow their state table", async () => {
  const { id } = await factories.branch();
  const setStatus = (status: string): Promise<TestResponse> =>
    platform.patch(`/items/Branch/${id}?fields=status`, { status });
  assertErrorCode(await setStatus("published"), "STATUS_ALREADY_UPDATED");
  await sql`update "Branch" set status = 'archived' where id = ${id}`;
  assertErrorCode(await setStatus("published"), "NO_NEXT_STATUS");
  // A permitted change is that of a review (server/features/onboarding/review.test.ts).
  assertErrorCode(await setStatus("draft"), "FORBIDDEN");
});

test("a slot can change only to an existing free one", async () => {
  const [first, second] = [await createEntry(), await createEntry()];
  const occupiedSlot = (await staff.get(`${entries}/${second}?fields=slot_prefix,slot_no`)).data;
  const setStatus = (slot: object): Promise<TestResponse> => staff.patch(`${entries}/${first}`, slot);
  assertErrorCode(await setStatus(occupiedSlot), "SLOT_EXIST");
  assertErrorCode(await setStatus({ slot_no: 201 }), "SLOT_EXIST");
  assertErrorCode(await setStatus({ slot_no: 1, slot_prefix: "Z" }), "SLOT_EXIST");
  assertErrorCode(await setStatus({ slot_prefix: null, slot_no: 150 }), "SLOT_EXIST");
  assert.equal((await setStatus({ slot_no: 150 })).data.slot_no, 150);
});

test("nested rows: parent object and list of children are written together or not at all", async () => {
  const file = await factories.row(
    "files",
    { filename_download: "car.jpg" },
    { branch: branch.id, purpose: "branch_file" },
  );
  const created = await staff.post(`${entries}?fields=*,parking_main_info.*,entry_images.vehicle_image`, {
    parking_main_info: { ...newVisitorRecord(), name: "Asha" },
    entry_images: [{ vehicle_image: file.id }],
  });
  assert.equal(created.status, 200, created.text);
  assert.equal(created.data.parking_main_info.name, "Asha");
  assert.equal(created.data.parking_main_info.branch, branch.id);
  assert.deepEqual(created.data.entry_images, [{ vehicle_image: file.id }]);
  const { id } = created.data.parking_main_info;
  const viaParent = await staff.patch(`${entries}/${created.data.id}?fields=parking_main_info.name`, {
    parking_main_info: { id, name: "Bala" },
  });
  assert.equal(viaParent.data.parking_main_info.name, "Bala", viaParent.text);
  const invalid: object[] = [
    { parking_main_info: { ...newVisitorRecord(), phone_no: "1" } },
    { parking_main_info: newVisitorRecord(), entry_images: [{ vehicle_image: file.id }, { vehicle_image: "nope" }] },
    {
      parking_main_info: newVisitorRecord(),
      entry_images: [{ vehicle_image: "00000000-0000-4000-8000-000000000000" }],
    },
    { parking_main_info: newVisitorRecord(), entry_images: [file.id] },
    { parking_main_info: newVisitorRecord(), entry_images: [null] },
    { parking_main_info: newVisitorRecord(), entry_images: { create: {} } },
    { parking_main_info: { id: 1, ...newVisitorRecord() } },
    { parking_main_info: [] },
    { parking_main_info: newVisitorRecord(), visitor_id: { first_name: "New", email: "new@example.com" } },
  ];
  for (const body of invalid) await assertNothingAdded(() => staff.post(entries, body));
  for (const key of ["x", {}, null, 1.5, -1])
    assertErrorCode(
      await staff.patch(`${entries}/${created.data.id}`, { parking_main_info: { id: key, name: "Charu" } }),
      "FORBIDDEN",
    );
});

test("unique and foreign key violations are reported in terms of the wire contract", async () => {
  await verifier.post(areas, { area_name: "Porur", city: "Chennai", state: "TN" });
  assertErrorCode(
    await assertNothingAdded(() => verifier.post(areas, { area_name: "PORUR", city: "chennai", state: "tn" })),
    "AREA_EXIST",
  );
  const email = {
    first_name: "Someone",
    email: staffUser.email.toUpperCase(),
    role: "c4aa0000-0000-4000-8000-000000000005",
  };
  const duplicate = await assertNothingAdded(() => platform.post("/users", email));
  assertErrorCode(duplicate, "RECORD_NOT_UNIQUE");
  assert.deepEqual(
    [duplicate.status, duplicate.errors[0]!.extensions.field, duplicate.errors[0]!.extensions["collection"]],
    [400, "email", "users"],
  );
  const tag = await factories.row("Tags_Category", { Name: "Quiet" });
  const deleted = await assertNothingAdded(() =>
    manager.post("/items/Branch_Tags", { branch: branch.id, tag: 999_999 }),
  );
  assertErrorCode(deleted, "INVALID_FOREIGN_KEY");
  assert.deepEqual([deleted.status, deleted.errors[0]!.extensions.field], [400, "tag"]);
  assert.equal((await manager.post("/items/Branch_Tags", { branch: branch.id, tag: tag.id })).status, 200);
  assertErrorCode(
    await assertNothingAdded(() => manager.post("/items/Branch_Tags", { branch: branch.id, tag: tag.id })),
    "RECORD_NOT_UNIQUE",
  );
  assertErrorCode(
    await assertNothingAdded(() => staff.post(entries, { parking_main_info: 999_999 })),
    "INVALID_FOREIGN_KEY",
  );
  assert.doesNotMatch(deleted.text + duplicate.text, /violates|constraint|insert into/);
});

test("every change writes activity, revision and history in the same transaction", async () => {
  const id = await createEntry();
  const loadRecords = async () => {
    const activity =
      await sql`select a.action, a."user", a.branch, a.company, r.data, r.delta from activity a join revisions r on r.activity = a.id
      where a.collection = 'Parking_Information' and a.item = ${String(id)} order by a.id`;
    const history =
      await sql`select status_id, changes, user_created from "Parking_History" where parking_information = ${id} order by id`;
    return { activity, history };
  };
  const afterCreate = await loadRecords();
  assert.equal(afterCreate.activity.length, 1);
  assert.deepEqual(
    [
      afterCreate.activity[0]!["action"],
      afterCreate.activity[0]!["user"],
      afterCreate.activity[0]!["branch"],
      afterCreate.activity[0]!["company"],
    ],
    ["create", staffUser.id, branch.id, branch.company],
  );
  // The empty fields of a new row are left out.
  const { data: created, delta } = afterCreate.activity[0]!;
  assert.deepEqual(created, delta);
  assert.deepEqual([created["parking_status_id"], created["additional_charge"]], [1, "0.00"]);
  assert.ok(!("addition_note" in created));
  assert.deepEqual(
    afterCreate.history.map((row) => ({ ...row })),
    [{ status_id: 1, changes: {}, user_created: staffUser.id }],
  );
  await staff.patch(`${entries}/${id}`, { additional_charge: "12.50", addition_note: "Two tickets" });
  const afterUpdate = await loadRecords();
  assert.deepEqual(afterUpdate.activity[1]!["delta"]["additional_charge"], "12.50");
  assert.equal(afterUpdate.activity[1]!["data"]["parking_status_id"], 1);
  assert.equal(afterUpdate.activity[1]!["data"]["out_time"], null);
  assert.deepEqual(afterUpdate.history[1]!["changes"]["additional_charge"], ["0.00", "12.50"]);
  // Rejected and empty changes are not recorded.
  await staff.patch(`${entries}/${id}`, { additional_charge: "-1" });
  await staff.patch(`${entries}/${id}`, { parking_status_id: 3 });
  await staff.patch(`${entries}/${id}`, {});
  const afterRejected = await loadRecords();
  assert.deepEqual([afterRejected.activity.length, afterRejected.history.length], [2, 2]);
  const missing = await sql`select
    (select count(*)::int from activity a where a.collection = 'Parking_Information' and a.action <> 'delete'
      and not exists (select 1 from revisions r where r.activity = a.id)) as without_revision,
    (select count(*)::int from "Parking_Information" p where not exists (select 1 from "Parking_History" h where h.parking_information = p.id)) as without_history`;
  assert.deepEqual({ ...missing[0] }, { without_revision: 0, without_history: 0 });
});

test("the revision of a deleted row contains its last state", async () => {
  const { data } = await verifier.post(areas, { area_name: "Royapettah" });
  await verifier.delete(`${areas}/${data.id}`);
  const [row] = await sql`select a.action, r.data from activity a join revisions r on r.activity = a.id
    where a.collection = 'Areas' and a.item = ${String(data.id)} order by a.id desc limit 1`;
  assert.equal(row!["action"], "delete");
  assert.equal(row!["data"]["area_name"], "Royapettah");
});

test("stores an explicit null also if the column has a default", async () => {
  const created = await platform.post("/items/Vehicle_Type", { name: "Tram", sort: null });
  assert.equal(created.data.sort, null, created.text);
  assertErrorCode(
    await assertNothingAdded(() => staff.post(visitorRecords, { ...newVisitorRecord(), is_person: null })),
    "NOT_NULL_VIOLATION",
  );
  assertErrorCode(
    await platform.patch(`/items/Branch/${branch.id}`, { allow_person_entries: null }),
    "NOT_NULL_VIOLATION",
  );
});

test("malformed bodies never cause a 500", async () => {
  for (const body of ["{", "[1,", "nope", '"text"', "5", "true"])
    assertErrorCode(await verifier.post(areas, body), "INVALID_PAYLOAD");
  assertErrorCode(await verifier.post(areas, `{"area_name":"${"x".repeat(1_100_000)}"}`), "CONTENT_TOO_LARGE");
  assertErrorCode(await verifier.patch("/items/Areas/1", [1]), "INVALID_PAYLOAD");
  let deep: unknown = 1;
  for (let level = 0; level < 3000; level += 1) deep = [deep];
  assertErrorCode(await platform.patch(`/items/Branch/${branch.id}`, { amenities: deep }), "FAILED_VALIDATION");
});

test("a singleton is updated without a key, and cannot be created", async () => {
  const settings = "/items/Configuration_Settings";
  assert.equal((await verifier.patch(settings, { support_phone: "044 2345" })).data.support_phone, "044 2345");
  assert.equal((await staff.get(settings)).data.support_phone, "044 2345");
  assertErrorCode(await platform.post(settings, { support_phone: "1" }), "ROUTE_NOT_FOUND");
});
