// reading.md §10: personal data is exported and erased on request in every table, and has a retention period. Financial
// records remain without the person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { Users } from "#domain/people/users.collection.ts";
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import { defaultRetention, retentionClasses } from "#domain/privacy/retention.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { anonymous } from "#domain/access/roles.ts";
import { loadConfig } from "#server/config.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { applyRetention } from "#server/privacy/apply-retention.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { carPhoto } from "#tests/support/files-fixture.ts";
import { createFactories, testPassword, type CreatedBranch } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp({ runsJobs: true });
const factories = createFactories(sql);
const appServices = createServices({ sql, config: testConfig, clock: () => new Date() });
const reason = "Asked for it in writing; the number was checked by a call";
const verifier = await asUser(await factories.user("verifier"));

let count = 0;
interface TestVisitor {
  phone: string;
  email: string;
  name: string;
  plate: string;
  valetPlate: string;
  branch: CreatedBranch;
  staff: TestClient;
  entry: number;
  ticket: number;
  file: string;
  customer: string;
}

/**
 * A person with an entry, a valet ticket, images, a chat, messages, an enquiry and an account; everything closed and
 * paid.
 */
async function createVisitor(): Promise<TestVisitor> {
  count += 1;
  const phone = `97${String(count).padStart(3, "0")}54321`;
  const name = `Quirine Zandstra${String.fromCodePoint(96 + count)}`;
  const email = `quirine${count}@persons.example`;
  const branch = await factories.valetBranch({ is_parking: true, slots: 50 });
  const staff = await asUser(await factories.user("staff", { branch }));
  const [plate, valetPlate] = [factories.plate(), factories.plate()];
  // The gate finds this account by its phone number.
  const customer = await factories.user("customer", { contact_number: phone, first_name: name, email });
  const form = new FormData();
  form.append("title", `${name} car`);
  form.append("file", new Blob([new Uint8Array(carPhoto)], { type: "image/jpeg" }), `${name}.jpg`);
  const request = new Request("http://x/", { method: "POST", body: form });
  const uploaded = await app.inject({
    method: "POST",
    url: "/files",
    headers: { authorization: `Bearer ${staff.token}`, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const file = uploaded.json<{ data: { id: string } }>().data.id;
  const checkInResponse = await staff.post("/actions/parking/check-in", {
    vehicle_no: plate,
    phone_no: phone,
    name,
    email,
    entry_images: [file],
  });
  assert.equal(checkInResponse.status, 200, checkInResponse.text);
  const created = await staff.post("/actions/valet/create-ticket", {
    Vehicle_Number: valetPlate,
    Customer_Phone_Number: phone,
    Customer_Name: name,
  });
  assert.equal(created.status, 200, created.text);
  const { id: chat } = await factories.row("valet_chats", { valet_and_parking_information: created.data.id });
  await factories.row("valet_chat_messages", { chat, client_id: `client-${count}-x`, text: `I am ${name}` });
  await factories.row("Enquiries", { kind: "suggestion", name, email, phone, message: `I am ${name}` });
  await writeInTransaction((ctx) => queueMail({ ctx, branch: branch.id, to: email, template: "test", values: {} }));
  return {
    phone,
    email,
    name,
    plate,
    valetPlate,
    branch,
    staff,
    file,
    entry: checkInResponse.data.id,
    ticket: created.data.id,
    customer: customer.id,
  };
}

const writeInTransaction = <T>(work: (ctx: ReturnType<typeof createWriteContext>) => Promise<T>): Promise<T> =>
  sql.begin((tx) =>
    work(createWriteContext({ services: appServices, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;

async function checkOut({ staff, entry, ticket }: TestVisitor): Promise<void> {
  const out = await staff.post(`/actions/parking/${entry}/check-out`);
  assert.equal(out.status, 200, out.text);
  // Valet transitions have tests of their own.
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), payment_status = 'paid' where id = ${ticket}`;
}

const tables = await sql<{ name: string }[]>`
  select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema = 'graphile_worker' and table_name = '_private_jobs'))`;

/** The tables that still contain any of these texts. */
async function findTablesContaining(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(
      `select 1 from ${name} t where exists (select 1 from unnest($1::text[]) w where position(w in to_jsonb(t)::text) > 0) limit 1`,
      [texts as string[]],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
const getIdentifyingValues = ({ phone, email, name, plate, valetPlate }: TestVisitor): string[] => [
  phone,
  email,
  name,
  plate,
  valetPlate,
];

async function waitUntilErased(id: number): Promise<void> {
  await eventually(async () => {
    const [row] = await sql`select state, sealed from privacy_requests where id = ${id}`;
    assert.deepEqual({ ...row }, { state: "done", sealed: null });
  });
}

test("a verifier sees the stored data and erases all of it; data of others and financial records remain", async () => {
  const person = await createVisitor();
  const other = await createVisitor();
  await checkOut(person);
  await checkOut(other);
  const { branch, name, phone, plate } = person;
  await factories.row("Pre_Booking_Information", { branch: branch.id, name, phone_no: phone, vehicle_no: plate });
  const before = await findTablesContaining(getIdentifyingValues(person));
  for (const table of ["users", '"Parking_Main_Information"', "revisions", '"Outbox"', "files", "valet_chat_messages"])
    assert.ok(before.includes(`public.${table}`), `control: ${table}`);
  const othersBefore = await findTablesContaining(getIdentifyingValues(other));
  const payments = await sql`
    insert into payments (company, branch, parking_information, mode, amount, received_at, reference, reason)
    values (${person.branch.company}, ${person.branch.id}, ${person.entry}, 'cash', 40, now(), ${person.name}, ${person.plate})
    returning id`;

  // Another user typed this email for their own account: the email is erased, the account remains.
  await writeInTransaction((ctx) =>
    updateItem({
      ctx,
      collection: Users,
      id: other.customer,
      payload: {},
      systemValues: { temporary_email: person.email },
      bypassAccess: true,
    }),
  );
  const request = { phone: person.phone, email: person.email };
  const preview = await verifier.post("/actions/platform/privacy/preview", request);
  assert.equal(preview.status, 200, preview.text);
  assert.deepEqual(preview.data.blockers, { inside: 0, owed: 0 });
  const { counts } = preview.data;
  assert.deepEqual(
    [
      counts.visitors,
      counts.visits,
      counts.tickets,
      counts.pictures,
      counts.chat_messages,
      counts.bookings,
      counts.enquiries,
      counts.accounts,
    ],
    [1, 1, 1, 1, 1, 1, 1, 1],
  );
  const response = await verifier.post("/actions/platform/privacy/erase", { ...request, reason });
  assert.equal(response.status, 200, response.text);
  await waitUntilErased(response.data.id);

  assert.deepEqual(await findTablesContaining(getIdentifyingValues(person)), []);
  assert.deepEqual(await findTablesContaining(getIdentifyingValues(other)), othersBefore, "nothing of another person");
  const [entry] = await sql`select receipt_no, in_time, out_time from "Parking_Information" where id = ${person.entry}`;
  assert.ok(entry!["receipt_no"] && entry!["out_time"], "the record stays");
  assert.equal((await sql`select 1 from payments where id = ${payments[0]!["id"]} and amount = 40`).length, 1);
  const [user] = await sql`select first_name, status, contact_number from users where id = ${person.customer}`;
  assert.deepEqual({ ...user }, { first_name: erasedPlaceholder, status: "suspended", contact_number: null });
  assert.equal((await sql`select 1 from files where id = ${person.file}`).length, 0);
  const [bytes] = await sql`select count(*)::int as due from loose_files`;
  assert.ok(bytes!["due"] >= 1, "its bytes are swept");
  const [record] = await sql`select subject, counts, requested_by from privacy_requests where id = ${response.data.id}`;
  assert.ok(record!["requested_by"] && record!["counts"].visits === 1);
  assert.ok(!record!["subject"].includes(person.phone));
  const [line] =
    await sql`select action from activity where collection = 'privacy_requests' and item = ${String(response.data.id)}`;
  assert.equal(line!["action"], "erasure");
});

test("a customer exports all own data as one file, without secrets and data of others", async () => {
  const person = await createVisitor();
  const other = await createVisitor();
  // Typed but not verified: the number belongs to somebody else.
  const stranger = await factories.user("customer", { contact_number: "9840012321" });
  await sql`update users set contact_number = ${person.phone}, phone_verified_at = null where id = ${stranger.id}`;
  const readExport = async (id: string, password: string) => {
    const { token } = await asUser({ id });
    return app.inject({
      method: "POST",
      url: "/actions/account/export",
      headers: { authorization: `Bearer ${token}` },
      payload: { password },
    });
  };
  const wrong = await readExport(person.customer, "Wrong@2026");
  assert.equal(
    wrong.json<{ errors: { extensions: { code: string } }[] }>().errors[0]!.extensions.code,
    "INVALID_CREDENTIALS",
  );
  const response = await readExport(person.customer, testPassword);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers["content-disposition"], 'attachment; filename="my-data.json"');
  for (const word of getIdentifyingValues(person)) assert.ok(response.body.includes(word), word);
  for (const word of getIdentifyingValues(other)) assert.ok(!response.body.includes(word), word);
  assert.equal(/"(password|password_copy|OTP_Value|otp_sealed|pin_number|tfa_secret)":.*/.exec(response.body), null);
  const { data, pictures } = response.json<{ data: { [name: string]: object[] }; pictures: { content: string }[] }>();
  for (const name of [
    "users",
    "Parking_Information",
    "Valet_and_Parking_Information",
    "valet_chat_messages",
    "Enquiries",
  ])
    assert.equal(data[name]!.length, 1, name);
  assert.deepEqual(
    pictures.map(({ content }) => Buffer.from(content, "base64").subarray(0, 2).toString("hex")),
    ["ffd8"],
  );
  const ofStranger = await readExport(stranger.id, testPassword);
  assert.ok(!ofStranger.body.includes(person.plate) && !ofStranger.body.includes(person.name));
});

test("a customer erases the own data with the password; financial records and data of others remain", async () => {
  const person = await createVisitor();
  const other = await createVisitor();
  const own = await asUser({ id: person.customer });
  const inside = await own.post("/actions/account/erase", { password: testPassword });
  assert.equal(inside.code, "ERASURE_VEHICLE_INSIDE");
  await checkOut(person);
  await sql`update "Parking_Information" set extended_amount = 20 where id = ${person.entry}`;
  assert.equal((await own.post("/actions/account/erase", { password: testPassword })).code, "ERASURE_MONEY_OWED");
  await sql`update "Parking_Information" set extended_amount = 0 where id = ${person.entry}`;
  assert.equal((await own.post("/actions/account/erase", { password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
  assert.equal((await person.staff.post("/actions/account/erase", { password: testPassword })).code, "FORBIDDEN");
  const { id: offer } = await factories.row("Offers", {
    branch: person.branch.id,
    coupon_title: "Festival",
    short_description: "For invited customers",
    coupon_code: "FEST10",
    kind: "percent",
    company: person.branch.company,
    percent: 10,
    audience: "phones",
    phones: [person.phone, other.phone],
  });
  const before = await findTablesContaining(getIdentifyingValues(person));
  for (const table of [
    "users",
    '"Parking_Main_Information"',
    "revisions",
    '"Outbox"',
    "files",
    "valet_chat_messages",
    '"Offers"',
  ])
    assert.ok(before.includes(`public.${table}`), `control: ${table}`);
  const othersBefore = await findTablesContaining(getIdentifyingValues(other));
  const [payment] = await sql<{ id: number }[]>`
    insert into payments (company, branch, parking_information, mode, amount, received_at, reference)
    values (${person.branch.company}, ${person.branch.id}, ${person.entry}, 'cash', 40, now(), ${person.name}) returning id`;

  const response = await own.post("/actions/account/erase", { password: testPassword });
  assert.equal(response.status, 204, response.text);
  const [request] = await sql<{ id: number }[]>`
    select id from privacy_requests where requested_by = ${person.customer} and kind = 'erasure'`;
  await waitUntilErased(request!.id);
  assert.deepEqual(await findTablesContaining(getIdentifyingValues(person)), []);
  assert.deepEqual(await findTablesContaining(getIdentifyingValues(other)), othersBefore, "nothing of another person");
  assert.equal((await sql`select 1 from payments where id = ${payment!.id} and amount = 40`).length, 1);
  assert.equal(
    (await sql`select 1 from "Parking_Information" where id = ${person.entry} and receipt_no is not null`).length,
    1,
  );
  const [left] = await sql<{ phones: string[] }[]>`select phones from "Offers" where id = ${offer}`;
  assert.deepEqual(left!.phones, [other.phone]);
  assert.notEqual((await own.get("/users/me")).status, 200, "the account has ended");
});

test("erasure leaves what accounts owe: the person's own gets a neutral name, one that others are charged to keeps it", async () => {
  const person = await createVisitor();
  const other = await createVisitor();
  await checkOut(person);
  const { company, id: branch } = person.branch;
  const add = async (row: { kind: string; amount: number; entry?: number; reference?: string; account?: string }) => {
    const channel = row.kind === "payment" ? "on_account" : "cash";
    const [created] = await sql<{ id: number }[]>`
      insert into payments (company, branch, parking_information, kind, mode, channel, amount, received_at, reference, account)
      values (${company}, ${branch}, ${row.entry ?? null}, ${row.kind}, ${channel === "cash" ? "cash" : "online"}, ${channel},
        ${row.amount}, now(), ${row.reference ?? null}, ${row.account ?? null}) returning id`;
    return created!.id;
  };
  const own = await add({ kind: "payment", amount: 40, entry: person.entry, reference: person.name });
  await add({ kind: "settlement", amount: 15, account: person.name });
  await add({ kind: "payment", amount: 30, entry: person.entry, reference: "Acme Ltd" });
  await add({ kind: "payment", amount: 10, entry: other.entry, reference: "ACME LTD" });
  await add({ kind: "settlement", amount: 5, account: "Acme Ltd" });
  const readAccounts = async () => {
    const { accounts } = (await person.staff.get("/actions/debts/accounts")).data;
    return accounts.map(({ account, owed }: { account: string; owed: number }) => [account, owed]).toSorted();
  };
  assert.deepEqual(await readAccounts(), [
    ["ACME LTD", 3_500],
    [person.name, 2_500],
  ]);
  const response = await verifier.post("/actions/platform/privacy/erase", { phone: person.phone, reason });
  assert.equal(response.status, 200, response.text);
  await waitUntilErased(response.data.id);
  assert.deepEqual(await findTablesContaining([person.name]), []);
  const neutral = `${erasedPlaceholder}${own}`;
  assert.deepEqual(await readAccounts(), [
    [neutral, 2_500],
    ["ACME LTD", 3_500],
  ]);
  // The neutral account is settled like any other.
  const settlement = { account: neutral, channel: "cash", amount: "25.00", expected: 2_500 };
  const settled = await person.staff.post("/actions/debts/accounts/settle", settlement);
  assert.equal(settled.status, 200, settled.text);
  assert.deepEqual(await readAccounts(), [["ACME LTD", 3_500]]);
});

test("erasure is rejected while a vehicle is inside or a balance is due, and changes nothing", async () => {
  const person = await createVisitor();
  const request = { phone: person.phone, reason };
  const inside = await verifier.post("/actions/platform/privacy/erase", request);
  assert.deepEqual([inside.status, inside.code], [409, "ERASURE_VEHICLE_INSIDE"]);
  await checkOut(person);
  await sql`update "Parking_Information" set extended_amount = 20 where id = ${person.entry}`;
  const balanceError = await verifier.post("/actions/platform/privacy/erase", request);
  assert.deepEqual([balanceError.status, balanceError.code], [409, "ERASURE_MONEY_OWED"]);
  assert.equal((await sql`select 1 from "Parking_Main_Information" where phone_no = ${person.phone}`).length, 1);
  await sql`update "Parking_Information" set extended_amount = 0 where id = ${person.entry}`;
  const ready = await verifier.post("/actions/platform/privacy/erase", request);
  assert.equal(ready.status, 200, "control");
  await waitUntilErased(ready.data.id);
});

test("only platform users may request it, with a reason and a person", async () => {
  const person = await createVisitor();
  const callers = [person.staff, await asUser()];
  for (const role of ["admin", "manager", "approver", "employee"] as const)
    callers.push(await asUser(await factories.user(role, { branch: person.branch })));
  callers.push(await asUser({ id: person.customer }));
  for (const caller of callers) {
    for (const verb of ["preview", "export", "erase"])
      assert.equal(
        (await caller.post(`/actions/platform/privacy/${verb}`, { phone: person.phone, reason })).code,
        "FORBIDDEN",
      );
    assert.equal((await caller.get("/actions/platform/privacy/requests")).code, "FORBIDDEN");
  }
  const rejected = async (body: object) => (await verifier.post("/actions/platform/privacy/erase", body)).code;
  assert.equal(await rejected({ reason }), "FAILED_VALIDATION");
  assert.equal(await rejected({ phone: "12", reason }), "FAILED_VALIDATION");
  assert.equal(await rejected({ phone: person.phone }), "FAILED_VALIDATION");
  assert.equal(await rejected({ phone: person.phone, reason, all: true }), "INVALID_PAYLOAD");
});

test("all data of a person is exported as one file, without secrets and data of others", async () => {
  const person = await createVisitor();
  const other = await createVisitor();
  const response = await app.inject({
    method: "POST",
    url: "/actions/platform/privacy/export",
    headers: { authorization: `Bearer ${verifier.token}` },
    payload: { phone: person.phone, email: person.email, reason },
  });
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers["content-type"], "application/zip");
  const files = unzipSync(new Uint8Array(response.rawPayload));
  const text = new TextDecoder().decode(files["data.json"]);
  for (const word of getIdentifyingValues(person)) assert.ok(text.includes(word), word);
  for (const word of getIdentifyingValues(other)) assert.ok(!text.includes(word), word);
  const secret = /"(password|password_copy|OTP_Value|pin_number|tfa_secret)":.*/.exec(text);
  assert.equal(secret, null);
  const image = Object.keys(files).find((name) => name.startsWith(`pictures/${person.file}`))!;
  assert.equal(Buffer.from(files[image]!.subarray(0, 2)).toString("hex"), "ffd8");
  const { data } = await verifier.get("/actions/platform/privacy/requests");
  assert.equal(data[0].kind, "export");
  assert.equal(data[0].reason, reason);
});

test("an interrupted erasure resumes; a second run changes nothing", async () => {
  const person = await createVisitor();
  await checkOut(person);
  const { phone } = person;
  for (let index = 0; index < 45; index += 1) {
    const visitorRecord = await factories.row("Parking_Main_Information", {
      branch: person.branch.id,
      phone_no: phone,
      vehicle_no: factories.plate(),
    });
    const entry = await factories.row("Parking_Information", { parking_main_info: visitorRecord.id });
    await sql`update "Parking_Information" set parking_status_id = 2, out_time = now(), payment_status = 'paid' where id = ${entry.id}`;
    await sql`update "Parking_Main_Information" set parking_status_id = 2 where id = ${visitorRecord.id}`;
  }
  // Locked by another transaction while the job first runs, as if it had been interrupted there.
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const locked = sql.begin(async (tx) => {
    await tx`select 1 from "Parking_Main_Information" where phone_no = ${phone} order by id desc limit 3 for update`;
    await blocked;
  });
  const response = await verifier.post("/actions/platform/privacy/erase", { phone, reason });
  await eventually(async () => {
    const [row] = await sql`select counts from privacy_requests where id = ${response.data.id}`;
    assert.equal(row!["counts"].visitors, 43);
  });
  const left = async () => (await sql`select 1 from "Parking_Main_Information" where phone_no = ${phone}`).length;
  assert.equal(await left(), 3);
  release();
  await locked;
  await erasePerson({ services: appServices, request: response.data.id });
  await waitUntilErased(response.data.id);
  assert.equal(await left(), 0);
  const [done] = await sql`select counts from privacy_requests where id = ${response.data.id}`;
  assert.equal(done!["counts"].visitors, 46);
  await erasePerson({ services: appServices, request: response.data.id });
  const [repeated] = await sql`select counts from privacy_requests where id = ${response.data.id}`;
  assert.deepEqual(repeated!["counts"], done!["counts"]);
});

test("data older than the settings is anonymised; recent entries, vehicles inside and balances due are kept", async () => {
  const [old, young, open, owing] = [
    await createVisitor(),
    await createVisitor(),
    await createVisitor(),
    await createVisitor(),
  ];
  for (const person of [old, young, owing]) await checkOut(person);
  await sql`update "Parking_Information" set extended_amount = 20 where id = ${owing.entry}`;
  const ago = `${defaultRetention.visits + 1} days`;
  for (const { entry, ticket, phone, branch } of [old, open, owing]) {
    await sql`update "Parking_Information" set date_created = now() - ${ago}::interval, in_time = now() - ${ago}::interval,
      out_time = out_time - ${ago}::interval where id = ${entry}`;
    await sql`update "Parking_Main_Information" set date_created = now() - ${ago}::interval where phone_no = ${phone}`;
    await sql`update "Valet_and_Parking_Information" set date_created = date_created - ${ago}::interval,
      out_time = out_time - ${ago}::interval where id = ${ticket}`;
    await sql`update activity set timestamp = now() - ${ago}::interval, ip = '203.0.113.9' where branch = ${branch.id}`;
  }
  const keeps = async ({ phone }: TestVisitor): Promise<number> =>
    (await sql`select 1 from "Parking_Main_Information" where phone_no = ${phone}`).length;
  const counts = await applyRetention({ services: appServices });
  assert.deepEqual([counts["visitors"], counts["tickets"]], [1, 2]);
  assert.ok(counts["log_lines"]! > 0);
  assert.deepEqual([await keeps(old), await keeps(young), await keeps(open), await keeps(owing)], [0, 1, 1, 1]);
  const tablesWithText = (await findTablesContaining(getIdentifyingValues(old))).filter((table) =>
    /Parking|valet|revisions|files/.test(table),
  );
  // The account, its messages and enquiries do not belong to the entry: they are erased on request.
  const revised =
    await sql`select distinct collection from revisions where position(${old.phone} in to_jsonb(revisions)::text) > 0`;
  assert.deepEqual(
    tablesWithText.filter((table) => table !== "public.revisions"),
    [],
  );
  assert.ok(
    revised.every(({ collection }) => ["users", "Enquiries", "Outbox"].includes(collection)),
    JSON.stringify(revised),
  );
  assert.deepEqual(await applyRetention({ services: appServices }), {}, "a second run finds nothing");
});

test("each class has a setting with a default and a minimum", () => {
  for (const [name, { setting, days, least }] of Object.entries(retentionClasses)) {
    const read = (value: string) =>
      loadConfig({ env: { [setting]: value, SECRET: "s".repeat(40), CREDENTIALS_KEY: "c".repeat(40) } });
    assert.equal(read(String(least)).retention[name as keyof typeof retentionClasses], least);
    assert.throws(() => read(String(least - 1)), new RegExp(setting));
    assert.equal(read("").retention[name as keyof typeof retentionClasses], days);
  }
});
