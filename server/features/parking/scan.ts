// §2 /parking/scan-parking-entry: reads a slip's, an invite's or a pass's QR and says what can be done next.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { nextStep, nextStepOfPass, type NextStep } from "#domain/rules/next-step.ts";
import { listStatement, queryById, readList } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
import { fromDatabase } from "#server/items/values.ts";
import { type Acting } from "#server/services/action.ts";
import { readQr } from "#server/services/qr.ts";

const visits = ParkingInformation as unknown as Collection;
const standing = ParkingMainInformation as unknown as Collection;
const gateRoles = ["platform", "admin", "manager", "staff", "approver"];

export interface Scanned {
  /** The visit; null for a pass that nobody is in with. */
  entry: number | null;
  main: number;
  is_person: boolean;
  next: NextStep;
}

/** Throws QR_NOT_VALID for what is forged, foreign, of another branch or no parking entry. */
export async function scan({ body, ...acting }: Acting & { body: Row }): Promise<Scanned> {
  if (!gateRoles.includes(acting.session.who.role)) refuse("FORBIDDEN");
  const text = String(body["text"] ?? "").trim();
  const read = readQr({ text, secret: acting.house.config.secret });
  if (!read || read.kind === "V") refuse("QR_NOT_VALID");
  return read.kind === "P" ? scanEntry({ ...acting, id: read.id }) : scanPass({ ...acting, id: read.id });
}

async function scanEntry({ id, ...acting }: Acting & { id: number }): Promise<Scanned> {
  const entry = await readRow({ ...acting, collection: visits, id, fields: ["*", "parking_main_info.*"] });
  if (!entry) refuse("QR_NOT_VALID");
  const main = entry["parking_main_info"] as Row;
  const next = nextStep({ entry, main, now: acting.house.clock() });
  return { entry: id, main: main["id"] as number, is_person: entry["is_person"] === true, next };
}

async function scanPass({ id, ...acting }: Acting & { id: number }): Promise<Scanned> {
  const main = await readRow({ ...acting, collection: standing, id, fields: ["*"] });
  if (!main) refuse("QR_NOT_VALID");
  const [open] = await acting.house.sql<{ id: number }[]>`
    select id from "Parking_Information" where parking_main_info = ${id} and parking_status_id in (1, 3)`;
  if (open) return scanEntry({ ...acting, id: open.id });
  const next = nextStepOfPass({ main, now: acting.house.clock() });
  return { entry: null, main: id, is_person: main["is_person"] === true, next };
}

/** A row as the rules work with it, if the reader may see it. */
async function readRow({
  house,
  session,
  collection,
  id,
  fields,
}: Acting & { collection: Collection; id: number; fields: readonly string[] }): Promise<Row | undefined> {
  const query = queryById({ collection, id: String(id), fields })!;
  const { data } = await readList({
    sql: house.sql,
    statement: listStatement({ collection, who: session.who, query, now: house.clock() }),
  });
  const [row] = JSON.parse(data) as Row[];
  return row && fromDatabase(collection, row);
}
