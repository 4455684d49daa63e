// reading.md §10: exports all stored data of a person as a zip file with `data.json` and the images of their vehicles.
import { Readable } from "node:stream";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Sql } from "#server/db/pool.ts";
import { buildSubjectConditions, type DataSubject } from "#server/privacy/subject.ts";
import type { FileStore } from "#server/storage/file-store.ts";

export interface PersonalDataExport {
  /** Rows by collection. */
  data: { [collection: string]: Row[] };
  pictures: { id: string; type: string; storage: string; key: string }[];
}

/** Reads all stored data of the person, without secrets such as password hashes. */
export async function readPersonalData({
  sql,
  subject,
}: {
  sql: Sql;
  subject: DataSubject;
}): Promise<PersonalDataExport> {
  const rows = buildSubjectConditions({ sql, subject });
  const visitorRecords = await sql<
    KeyedRow[]
  >`select m.* from "Parking_Main_Information" m where ${rows.visitorRecords} order by m.id`;
  const entries = await sql<KeyedRow[]>`
    select * from "Parking_Information" where parking_main_info = any(${getIds(visitorRecords)}) order by id`;
  const tickets = await sql<KeyedRow[]>`
    select t.* from "Valet_and_Parking_Information" t where ${rows.tickets} order by t.id`;
  const chats = await sql<KeyedRow[]>`
    select * from valet_chats where valet_and_parking_information = any(${getIds(tickets)}) order by id`;
  const users = await sql<
    (Row & { id: string })[]
  >`select u.* from users u where ${rows.users} and u.is_customer_user order by u.id`;
  const userIds = users.map(({ id }) => id);
  const payments = await sql<(Row & { invoice: number | null })[]>`
    select * from payments where parking_information = any(${getIds(entries)})
      or valet_and_parking_information = any(${getIds(tickets)}) or pass = any(${getIds(visitorRecords)}) order by id`;
  const data: PersonalDataExport["data"] = {
    users: redactRows("users", users),
    Parking_Main_Information: redactRows("Parking_Main_Information", visitorRecords),
    Parking_Information: redactRows("Parking_Information", entries),
    Valet_and_Parking_Information: redactRows("Valet_and_Parking_Information", tickets),
    valet_chats: redactRows("valet_chats", chats),
    valet_chat_messages: [
      ...(await sql<Row[]>`select * from valet_chat_messages where chat = any(${getIds(chats)}) order by id`),
    ],
    Pre_Booking_Information: redactRows(
      "Pre_Booking_Information",
      await sql<Row[]>`select b.* from "Pre_Booking_Information" b where ${rows.bookings} order by b.id`,
    ),
    Enquiries: [...(await sql<Row[]>`select e.* from "Enquiries" e where ${rows.enquiries} order by e.id`)],
    Outbox: [...(await sql<Row[]>`select o.* from "Outbox" o where ${rows.messages} order by o.id`)],
    payments: redactRows("payments", payments),
    tax_invoices: [
      ...(await sql<Row[]>`
        select * from tax_invoices where kind = 'single'
          and id = any(${payments.flatMap(({ invoice }) => (invoice === null ? [] : [invoice]))}) order by id`),
    ],
    log_ins: [
      ...(await sql<Row[]>`
        select created_at, expires_at, ended_at, ip, user_agent from sessions where "user" = any(${userIds}) order by created_at`),
    ],
    activity: [
      ...(await sql<Row[]>`
        select action, timestamp, ip, user_agent, collection, item from activity where "user" = any(${userIds}) order by id`),
    ],
  };
  const pictures = await sql<PersonalDataExport["pictures"]>`
    select f.id, f.type, f.storage, f.filename_disk as key from files f where f.id in (
      select vehicle_image from "Parking_Vehicle_Images" where parking_information = any(${getIds(entries)})
      union select vehicle_image from valet_parking_vehicle_images
        where valet_and_parking_information = any(${getIds(tickets)}))
    order by f.date_created`;
  return { data, pictures: [...pictures] };
}

type KeyedRow = Row & { id: number };
const getIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Removes secret fields from rows. */
function redactRows(name: string, rows: readonly Row[]): Row[] {
  const { fields } = findCollection(name)!;
  const secret = new Set(Object.keys(fields).filter((field) => fields[field]!.kind === "secret"));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !secret.has(field))));
}

/** Streams the zip file with one image in memory at a time. Unreadable images are listed in `missing.txt`. */
export function createExportZip({
  export: { data, pictures },
  store,
}: {
  export: PersonalDataExport;
  store: FileStore;
}): Readable {
  return Readable.from(createZipChunks({ data, pictures, store }), { objectMode: false });
}

async function* createZipChunks({
  data,
  pictures,
  store,
}: PersonalDataExport & { store: FileStore }): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const takeChunks = (): Uint8Array[] => chunks.splice(0);
  const addText = (name: string, text: string): void => {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(new TextEncoder().encode(text), true);
  };
  addText("data.json", JSON.stringify(data, null, 2));
  yield* takeChunks();
  const missing: string[] = [];
  for (const { id, type, storage, key } of pictures) {
    const bytes = await readBytes({ store, storage, key });
    if (!bytes) {
      missing.push(id);
      continue;
    }
    const file = new ZipPassThrough(`pictures/${id}.${type.split("/")[1] ?? "bin"}`);
    zip.add(file);
    file.push(bytes, true);
    yield* takeChunks();
  }
  if (missing.length > 0) addText("missing.txt", `These pictures could not be read:\n${missing.join("\n")}\n`);
  zip.end();
  yield* takeChunks();
  chunks = [];
}

async function readBytes({
  store,
  storage,
  key,
}: {
  store: FileStore;
  storage: string;
  key: string;
}): Promise<Buffer | undefined> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await store.read({ storage, key, span: null })) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}
