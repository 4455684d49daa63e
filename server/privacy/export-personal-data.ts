// reading.md §10: exports all stored data of a person as a zip file with `data.json` and the images of their vehicles
// and account.
import { Readable } from "node:stream";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Sql } from "#server/db/pool.ts";
import { linkedCollections, type SubjectCollection, subjectCollections } from "#domain/privacy/subject-links.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import type { PrivacyCounts } from "#server/privacy/requests.ts";
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
  const rows = await readSubjectRows({ sql, subject });
  const invoices = getValues(rows, "payments", "invoice");
  const data: PersonalDataExport["data"] = {
    ...Object.fromEntries(Object.entries(rows).map(([name, own]) => [name, redactRows(name, own)])),
    tax_invoices: [
      ...(await sql<Row[]>`select * from tax_invoices where id in (
          select id from tax_invoices where kind = 'single' and id = any(${invoices}::bigint[])
          union all select n.id from tax_invoices i join tax_invoices n on n.credits = i.id
            where i.kind = 'single' and i.id = any(${invoices}::bigint[])) order by id`),
    ],
    log_ins: [
      ...(await sql<Row[]>`
        select created_at, expires_at, ended_at, ip, user_agent from sessions
        where "user" = any(${getValues(rows, "users", "id")}::uuid[]) order by created_at`),
    ],
  };
  const images = [
    ...imageCollections.flatMap((name) => getValues(rows, name, "vehicle_image")),
    ...getValues(rows, "users", "picture"),
  ];
  const pictures = await sql<PersonalDataExport["pictures"]>`
    select f.id, f.type, f.storage, f.filename_disk as key from files f where f.id = any(${images}::uuid[])
    order by f.date_created`;
  return { data, pictures: [...pictures] };
}

const imageCollections = ["Parking_Vehicle_Images", "valet_parking_vehicle_images"] as const;

interface RowsByCollection {
  [collection: string]: readonly Row[];
}

/** Reads the rows of every collection that belong to the person, in the order of their links. */
async function readSubjectRows({ sql, subject }: { sql: Sql; subject: DataSubject }): Promise<RowsByCollection> {
  const own = buildSubjectConditions({ sql, subject });
  const queries: { readonly [collection in SubjectCollection]: PromiseLike<readonly Row[]> } = {
    users: sql<Row[]>`select u.* from users u where ${own.users} and u.is_customer_user order by u.id`,
    Parking_Main_Information: sql<
      Row[]
    >`select m.* from "Parking_Main_Information" m where ${own.visitorRecords} order by m.id`,
    Valet_and_Parking_Information: sql<Row[]>`
      select t.* from "Valet_and_Parking_Information" t where ${own.tickets} order by t.id`,
    Pre_Booking_Information: sql<
      Row[]
    >`select b.* from "Pre_Booking_Information" b where ${own.bookings} order by b.id`,
    Enquiries: sql<Row[]>`select e.* from "Enquiries" e where ${own.enquiries} order by e.id`,
    Mistakes: sql<Row[]>`select e.* from "Mistakes" e where ${own.enquiries} order by e.id`,
    Outbox: sql<Row[]>`select o.* from "Outbox" o where ${own.messages} order by o.id`,
  };
  const rows: { [collection: string]: Row[] } = {};
  for (const name of subjectCollections) rows[name] = [...(await queries[name])];
  for (const [name, links] of Object.entries(linkedCollections)) {
    const found = new Map<unknown, Row>();
    for (const { field, to } of links) {
      const keys = getValues(rows, to, "id");
      const keyType = to === "users" ? "uuid" : "int";
      const linked = await sql.unsafe<Row[]>(
        `select * from ${quoteIdentifier(name)} where ${quoteIdentifier(field)} = any($1::text[]::${keyType}[]) order by "id"`,
        [keys],
      );
      for (const row of linked) found.set(row["id"], row);
    }
    rows[name] = [...found.values()];
  }
  return rows;
}

/** Values of a field in the rows of a collection, as texts. */
function getValues(rows: RowsByCollection, collection: string, field: string): string[] {
  return (rows[collection] ?? []).flatMap((row) => {
    const value = row[field] ?? null;
    return value === null ? [] : [String(value)];
  });
}

/** Number of exported rows by collection, and of pictures. */
export function countRows({ data, pictures }: PersonalDataExport): PrivacyCounts {
  const counts = Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length]));
  return { ...counts, pictures: pictures.length };
}

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

/** Streams one JSON file with the rows, and the images as base64 with one in memory at a time. */
export function createExportJson(args: { export: PersonalDataExport; store: FileStore }): Readable {
  return Readable.from(createJsonChunks(args), { objectMode: false });
}

async function* createJsonChunks({
  export: { data, pictures },
  store,
}: {
  export: PersonalDataExport;
  store: FileStore;
}): AsyncGenerator<string> {
  yield `{"data":${JSON.stringify(data)},"pictures":[`;
  for (const [index, { id, type, storage, key }] of pictures.entries()) {
    const bytes = await readBytes({ store, storage, key });
    // An unreadable image has no content.
    const picture = { id, type, content: bytes?.toString("base64") ?? null };
    yield `${index > 0 ? "," : ""}${JSON.stringify(picture)}`;
  }
  yield "]}";
}
