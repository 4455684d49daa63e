// reading.md §10: export and erasure of every column that can hold a phone number, plate, name or image. The columns are
// read from the database and the classification, so that a new one fails here until it is classified, exported and erased.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findCollection } from "#domain/collections.ts";
import type { Row } from "#domain/schema/collection.ts";
import { internalTables } from "#domain/privacy/internal-tables.ts";
import { needsClassification, personalData, type ErasureMethod } from "#domain/privacy/personal-data.ts";
import { unlistedCollections } from "#domain/privacy/subject-links.ts";
import { createServices } from "#server/context.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });

interface Column {
  table: string;
  column: string;
  type: string;
  length: number | null;
  reference: string | null;
}
const columns = await sql<Column[]>`
  select c.table_name as table, c.column_name as column, c.udt_name as type, c.character_maximum_length as length,
    (select f.confrelid::regclass::text from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     where f.contype = 'f' and f.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name limit 1) as reference
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`;

/** Types of columns that cannot hold what identifies a person. */
const plainTypes = [
  "int2",
  "int4",
  "int8",
  "xid8",
  "bool",
  "numeric",
  "float8",
  "timestamptz",
  "date",
  "time",
  "interval",
];
const canHoldPerson = ({ type, reference }: Column): boolean =>
  reference === "files" || (!plainTypes.includes(type) && reference === null);

test("every text, JSON and image column of the database is classified", () => {
  const unclassified = columns.filter(canHoldPerson).filter(({ table, column }) => {
    const collection = findCollection(table);
    if (collection) {
      const field = collection.fields[column];
      if (!field) return true;
      const { personal = {}, business = [], legal = [], none = [] } = personalData[table] ?? {};
      const isClassified = [...Object.keys(personal), ...business, ...legal, ...none].includes(column);
      return needsClassification(field) && !isClassified;
    }
    const { personal = {}, none = [] } = internalTables[table] ?? {};
    return !Object.hasOwn(personal, column) && !none.includes(column);
  });
  assert.deepEqual(
    unclassified.map(({ table, column }) => `${table}.${column}`),
    [],
  );
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const gone = Object.entries(internalTables)
    .flatMap(([table, { personal = {}, none = [] }]) =>
      [...Object.keys(personal), ...none].map((name) => [table, name]),
    )
    .filter(([table, name]) => !known.has(`${table}.${name}`));
  assert.deepEqual(gone, []);
});

const name = "Quirine Zandstra";
const phone = "9799954321";
const email = "quirine.columns@persons.example";

/** Columns by which the rows are found; the other tests of personal data cover their values. */
const identifyingColumns: { readonly [table: string]: readonly string[] } = {
  users: ["contact_number", "email", "password"],
  Parking_Main_Information: ["phone_no"],
  Valet_and_Parking_Information: ["Customer_Phone_Number"],
  Pre_Booking_Information: ["phone_no"],
  Enquiries: ["phone", "email"],
  Mistakes: ["phone", "email"],
  Outbox: ["recipient"],
  Offers: ["phones"],
  Webhook_Events: ["subject"],
  // A placement of the file store, by which its content is found.
  files: ["filename_disk"],
};

interface SubjectRow {
  table: string;
  id: string | number;
}

/** One row of the person in each collection with personal data. */
async function createSubjectRows(): Promise<{ customer: string; rows: SubjectRow[] }> {
  const branch = await make.valetBranch({ is_parking: true });
  const { id: branchId, company } = branch;
  const gate = await asUser(await make.user("staff", { branch }));
  const { id: customer } = await make.user("customer", { contact_number: phone, first_name: name, email });
  const visit = { vehicle_no: make.plate(), phone_no: phone, name };
  const entered = await gate.post("/actions/parking/check-in", visit);
  assert.equal(entered.status, 200, entered.text);
  const entry: number = entered.data.id;
  assert.equal((await gate.post(`/actions/parking/${entry}/check-out`)).status, 200);
  const handed = { Vehicle_Number: make.plate(), Customer_Phone_Number: phone, Customer_Name: name };
  const created = await gate.post("/actions/valet/create-ticket", handed);
  assert.equal(created.status, 200, created.text);
  const ticket: number = created.data.id;
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), payment_status = 'paid' where id = ${ticket}`;
  const rows: SubjectRow[] = [
    { table: "users", id: customer },
    { table: "Parking_Information", id: entry },
    { table: "Valet_and_Parking_Information", id: ticket },
  ];
  /** Adds a row through SQL, since what only the server sets is given too. */
  const add = async (table: string, values: Row): Promise<number> => {
    const [row] = await sql<
      { id: number }[]
    >`insert into ${sql(table)} ${sql(values as { [name: string]: string })} returning id`;
    rows.push({ table, id: row!.id });
    return row!.id;
  };
  const [visitor] = await sql<{ id: number }[]>`
    select parking_main_info as id from "Parking_Information" where id = ${entry}`;
  rows.push({ table: "Parking_Main_Information", id: visitor!.id });
  const addFile = async (): Promise<string> => {
    const [file] = await sql<{ id: string }[]>`
      insert into files (id, storage, filename_disk, filename_download, type)
      values (gen_random_uuid(), 'local', gen_random_uuid()::text, 'car.jpg', 'image/jpeg') returning id`;
    rows.push({ table: "files", id: file!.id });
    return file!.id;
  };
  await sql`update users set picture = ${await addFile()} where id = ${customer}`;
  await add("Parking_Vehicle_Images", { parking_information: entry, vehicle_image: await addFile() });
  await add("valet_parking_vehicle_images", {
    valet_and_parking_information: ticket,
    vehicle_image: await addFile(),
  });
  for (const [table, column, id] of [
    ["Parking_History", "parking_information", entry],
    ["Valet_and_Parking_History", "valet_and_parking_information", ticket],
  ] as const) {
    const [line] = await sql<{ id: number }[]>`select id from ${sql(table)} where ${sql(column)} = ${id} limit 1`;
    rows.push({ table, id: line!.id });
  }
  await add("Ratings", { branch: branchId, company, parking_information: entry, stars: 5 });
  const chat = await add("valet_chats", { valet_and_parking_information: ticket });
  await add("valet_chat_messages", { chat, client_id: "client-00001", text: "Hello" });
  await add("Pre_Booking_Information", { branch: branchId, phone_no: phone });
  await add("Enquiries", { kind: "suggestion", name, phone, email, message: "Hello" });
  await add("Mistakes", { branch: branchId, kind: "other", phone, words: "Hello" });
  const message = { channel: "sms", recipient: phone, template: "test", status: "sent", values: {} };
  const [outbox] = await sql<{ id: number }[]>`
    insert into "Outbox" ${sql({ ...message, values: sql.json({}), reference: "columns-1" })} returning id`;
  rows.push({ table: "Outbox", id: outbox!.id });
  const paid = { branch: branchId, company, parking_information: entry, amount: 40 };
  const attempt = await add("payment_attempts", {
    ...paid,
    merchant_transaction_id: "columns-1",
    gateway: "simulator",
    state: "success",
  });
  await add("payment_refunds", {
    attempt,
    amount: 10,
    kind: "manager",
    state: "done",
    merchant_refund_id: "columns-2",
  });
  await add("payments", { ...paid, mode: "cash", kind: "payment", received_at: new Date().toISOString() });
  const at = new Date().toISOString();
  await add("Security_Events", {
    kind: "log-in-failed",
    account: customer,
    count: 1,
    first_at: at,
    last_at: at,
    bucket: "columns-1",
  });
  const activity = await add("activity", { action: "update", user: customer, timestamp: at, collection: "users" });
  await add("revisions", { activity, collection: "Parking_Main_Information", item: String(visitor!.id) });
  await add("presets", { user: customer });
  const { id: offer } = await make.row("Offers", {
    branch: branchId,
    coupon_title: "Festival",
    short_description: "For invited customers",
    coupon_code: "COLS10",
    kind: "percent",
    company,
    percent: 10,
    audience: "phones",
    phones: [phone],
  });
  rows.push({ table: "Offers", id: offer });
  await add("Saved_Offers", { user: customer, offer });
  await add("Report_Schedules", { company, branch: branchId, report: "revenue", frequency: "daily", hour: 7 });
  const printer = await add("Printers", {
    company,
    branch: branchId,
    name: "Gate",
    address: "192.168.1.50",
    paper_width: "80",
  });
  await add("Print_Jobs", {
    company,
    branch: branchId,
    printer,
    kind: "entry",
    parking_information: entry,
    content: "x",
  });
  const endpoint = await add("Webhook_Endpoints", { company, url: "https://hooks.example/columns", secret: "x" });
  const event = await add("Webhook_Events", {
    company,
    key: "columns-1",
    type: "entry.checked_in",
    subject: `entry:${entry}`,
    payload: "{}",
  });
  await add("Webhook_Deliveries", { company, endpoint, event, subject: `entry:${entry}` });
  return { customer, rows };
}

interface Mark {
  table: string;
  column: string;
  id: string | number;
  erasure: ErasureMethod;
  text: string;
}

/** Text that fits into the column, and is found nowhere else if it has ten characters. */
function toMark(index: number, { length }: Column): string {
  return length !== null && length < 10 ? `Z${index}`.slice(0, length) : `Zq${String(index).padStart(8, "0")}`;
}

function toStoredValue({ table, column, type, erasure, text }: Mark & { type: string }): Row[string] {
  // Words of a rating go only if they name the person.
  if (table === "Ratings" && column === "words") return `${text}, call ${phone}`;
  if (type !== "jsonb") return text;
  if (erasure === "list") return JSON.stringify([{ name: text }]);
  if (erasure === "strip") return JSON.stringify({ [table === "revisions" ? "name" : "change_reason"]: text });
  return JSON.stringify({ text });
}

/** Writes a text of its own into every personal column of the rows. */
async function markColumns(rows: readonly SubjectRow[]): Promise<Mark[]> {
  const marks: Mark[] = [];
  for (const { table, id } of rows)
    for (const [column, erasure] of Object.entries(personalData[table]?.personal ?? {})) {
      if (identifyingColumns[table]?.includes(column)) continue;
      const found = columns.find((other) => other.table === table && other.column === column)!;
      if (found.reference !== null || found.type === "uuid") continue;
      const mark = { table, column, id, erasure, text: toMark(marks.length, found) };
      await sql.unsafe(
        `update ${quoteIdentifier(table)} set ${quoteIdentifier(column)} = $1${found.type === "jsonb" ? "::text::jsonb" : ""} where id = $2`,
        [toStoredValue({ ...mark, type: found.type }) as string, id],
      );
      marks.push(mark);
    }
  return marks;
}

/** The marks that are still where they were written. */
async function findRemaining(marks: readonly Mark[]): Promise<string[]> {
  const remaining: string[] = [];
  for (const { table, column, id, text } of marks) {
    const rows = await sql.unsafe(
      `select 1 from ${quoteIdentifier(table)} where id = $1 and position($2 in ${quoteIdentifier(column)}::text) > 0`,
      [id, text],
    );
    if (rows.length > 0) remaining.push(`${table}.${column}`);
  }
  return remaining;
}

test("the export has every personal column of the person, and erasure leaves none of them", async () => {
  const { customer, rows } = await createSubjectRows();
  const missing = Object.keys(personalData).filter(
    (table) => personalData[table]!.personal && !rows.some((row) => row.table === table),
  );
  assert.deepEqual(missing, [], "each collection with personal data has a row here");
  const marks = await markColumns(rows);
  assert.deepEqual(
    await findRemaining(marks),
    marks.map(({ table, column }) => `${table}.${column}`),
    "control: every column is written",
  );

  const own = await asUser({ id: customer });
  const exported = await app.inject({
    method: "POST",
    url: "/actions/account/export",
    headers: { authorization: `Bearer ${own.token}` },
    payload: { password: testPassword },
  });
  assert.equal(exported.statusCode, 200, exported.body);
  const { data, pictures } = exported.json<{ data: { [table: string]: Row[] }; pictures: { id: string }[] }>();
  const files = rows.filter(({ table }) => table === "files").map(({ id }) => String(id));
  assert.deepEqual(new Set(pictures.map(({ id }) => id)), new Set(files), "every image is exported");
  const notExported = marks.filter(
    ({ table, column, text }) =>
      !Object.hasOwn(unlistedCollections, table) &&
      findCollection(table)!.fields[column]!.kind !== "secret" &&
      !data[table]!.some((row) => JSON.stringify(row[column] ?? null).includes(text)),
  );
  assert.deepEqual(notExported, []);
  assert.equal(data["Saved_Offers"]!.length, 1);

  const asked = await own.post("/actions/account/erase", { password: testPassword });
  assert.equal(asked.status, 204, asked.text);
  const [request] = await sql<{ id: number }[]>`
    select id from privacy_requests where requested_by = ${customer} and kind = 'erasure'`;
  await erasePerson({ services, request: request!.id });
  const [{ state } = { state: null }] = await sql`select state from privacy_requests where id = ${request!.id}`;
  assert.equal(state, "done");
  assert.deepEqual(await findRemaining(marks), []);
  assert.deepEqual(
    [...(await sql`select id from files where id = any(${files}::uuid[])`)],
    [],
    "every image is deleted",
  );
  assert.equal((await sql`select 1 from "Saved_Offers" where "user" = ${customer}`).length, 0);
  const long = marks.map(({ text }) => text).filter((text) => text.length >= 10);
  for (const table of new Set(columns.map((column) => column.table))) {
    const found = await sql.unsafe(
      `select w from unnest($1::text[]) w where exists (select 1 from ${quoteIdentifier(table)} t where position(w in to_jsonb(t)::text) > 0)`,
      [long],
    );
    assert.deepEqual([...found], [], table);
  }
  const remaining = await sql`select amount from payments where parking_information in
    (select id from "Parking_Information" where id = ${rows.find(({ table }) => table === "Parking_Information")!.id})`;
  assert.deepEqual(
    remaining.map(({ amount }) => Number(amount)),
    [40],
    "money records stay",
  );
});
