// JSON of an entry or a pass for its detail page and slip, with the signed text of its QR code.
import { z } from "zod";
import type { Actor } from "#domain/access/roles.ts";
import { can } from "#domain/access/capabilities.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { entrySlipFields, passFields } from "#domain/parking/slip-fields.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { hasFullRowAccess } from "#server/items/access/full-access.ts";
import { getGrant } from "#server/items/access/grants.ts";
import type { Session } from "#server/items/access/session.ts";
import { type ListResult, readWithCommit } from "#server/items/read/read.ts";
import { getRowStatement } from "#server/items/read/statement-cache.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { readRowAs, toFieldsQuery } from "#server/request.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { jsonText } from "#server/json-text.ts";

const slipFields: { [kind in "P" | "M"]: readonly string[] } = { P: entrySlipFields, M: passFields };
/** Fields that customers and employees may not read; their slip omits them. */
const staffFields: readonly string[] = ["company.name", "branch.gstin", "approved_by.first_name"];
const collections = {
  P: ParkingInformation,
  M: ParkingMainInformation,
};

interface EntryJsonOptions {
  services: AppServices;
  session: Session;
  id: number;
  /** Additional properties written next to the fields of the row. */
  extra?: { [name: string]: string };
}

/** Returns `{"data": …}` of an entry as JSON text; FORBIDDEN if the actor may not read it. */
export function readEntryJson(args: EntryJsonOptions): Promise<string> {
  return readJson({ ...args, kind: "P" });
}

/** Returns the same for a pass (a visitor record). */
export function readPassJson(args: EntryJsonOptions): Promise<string> {
  return readJson({ ...args, kind: "M" });
}

const renewal = jsonText(z.tuple([z.object({ link_renewed_at: z.string().nullable() })]));

function readRenewal(data: string): Date | null {
  const [{ link_renewed_at: renewedAt }] = renewal.parse(data);
  return renewedAt === null ? null : new Date(renewedAt);
}

/** The row of an entry, read by the transaction that writes it. */
export interface WrittenEntry {
  id: number;
  read: () => Promise<ListResult>;
}

/** Reads a written entry in the same round trip as the commit, for `toEntryJson`. */
export async function readWrittenEntry({
  ctx,
  id,
}: {
  ctx: WriteContext;
  id: number;
}): Promise<WrittenEntry | undefined> {
  const { actor, now, tx } = ctx;
  const collection = collections.P;
  // What the caller gets then is up to the read after the transaction, which must not roll it back.
  if (!getGrant({ collection, operation: "read", actor })) return undefined;
  const queryText = toFieldsQuery(getSlipFields({ kind: "P", actor }));
  const statement = getRowStatement({ collection, actor, queryText, id: String(id), now, isVerified: true });
  return { id, read: await readWithCommit({ tx, statement }) };
}

/** As `readEntryJson`, of a row that was read by `readWrittenEntry`. */
export async function toEntryJson({ written, ...args }: EntryJsonOptions & { written: WrittenEntry }): Promise<string> {
  return toJson({ ...args, kind: "P", data: (await written.read()).data });
}

function getSlipFields({ kind, actor }: { kind: "P" | "M"; actor: Actor }): string[] {
  return slipFields[kind].filter((name) => !can(actor, "invite.host") || !staffFields.includes(name));
}

async function readJson(args: EntryJsonOptions & { kind: "P" | "M" }): Promise<string> {
  const { services, session, id, kind } = args;
  const fields = getSlipFields({ kind, actor: session.actor });
  const { data } = await readRowAs({ services, session, collection: collections[kind], id, fields });
  return toJson({ ...args, data });
}

async function toJson({
  services,
  session,
  id,
  kind,
  extra = {},
  data,
}: EntryJsonOptions & { kind: "P" | "M"; data: string }): Promise<string> {
  if (data === "[]") throwApiError("FORBIDDEN");
  const qr = services.tokens.issue({ kind: tokenKinds.qr, payload: { kind, id } });
  // The pay page shows times and charges, so its token requires full access to the row.
  const hasFullAccess = await hasFullRowAccess({
    sql: services.sql,
    collection: collections[kind],
    id,
    actor: session.actor,
    now: services.clock(),
  });
  const pay =
    kind === "P" && hasFullAccess
      ? { pay: createPayToken({ tokens: services.tokens, entry: { kind, id }, renewedAt: readRenewal(data) }) }
      : {};
  return `{"data":${data.slice(1, -2)},${JSON.stringify({ qr, ...pay, ...extra }).slice(1)}}`;
}
