// §2 /parking/scan-parking-entry: reads the QR code of a slip, invite or pass, or the link of an invite, a pay page or a receipt, and
// returns the next possible step.
import type { ContractCall } from "#server/http/implement.ts";
import { z } from "zod";
import { can } from "#domain/access/capabilities.ts";
import type { Collection, Row } from "#domain/schema/collection.ts";
import type { parkingActions } from "#domain/parking/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { getNextStep, getNextPassStep } from "#domain/parking/next-step.ts";
import { buildListStatement, buildQueryById, readList } from "#server/items/read/read.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { type SessionContext } from "#server/http/action-request.ts";
import { jsonText } from "#server/json-text.ts";
import { readPayAddress } from "#server/features/payments/resolve-pay-link.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { readInviteLink } from "#server/features/parking/match-invite.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

const storedRow = z.record(z.string(), z.unknown());
const storedRows = jsonText(z.array(storedRow));

export type ScanResult = ContractResult<typeof parkingActions.scan>;

/**
 * Throws QR_NOT_VALID for a forged or foreign code, another branch's entry, or a code that is not of a parking entry.
 */
export async function scanCode({ body, ...context }: ContractCall<typeof parkingActions.scan>): Promise<ScanResult> {
  if (!can(context.session.actor, "gate.scan")) throwApiError("FORBIDDEN");
  const token = String(body["text"] ?? "").trim();
  const invited = await readInviteLink({ services: context.services, sql: context.services.sql, text: token });
  if (invited !== undefined) return scanEntry({ ...context, id: invited });
  const { kind, id } = await readCode({ ...context, token });
  if (kind === "V") throwApiError("QR_NOT_VALID");
  return kind === "P" ? scanEntry({ ...context, id }) : scanPass({ ...context, id });
}

/** QR_NOT_VALID. */
async function readCode({ services, token }: SessionContext & { token: string }): Promise<PaidKey> {
  try {
    const paid = await readPayAddress({ services, text: token });
    if (paid) return paid;
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_TOKEN") throwApiError("QR_NOT_VALID");
    throw error;
  }
  return services.tokens.verify({ kind: tokenKinds.qr, token });
}

async function scanEntry({ id, ...context }: SessionContext & { id: number }): Promise<ScanResult> {
  const row = await readRow({ ...context, collection: ParkingInformation, id, fields: ["*", "parking_main_info.*"] });
  if (!row) throwApiError("QR_NOT_VALID");
  const entry = fromDatabase(ParkingInformation, row);
  const visitorRecord = fromDatabase(ParkingMainInformation, storedRow.parse(row["parking_main_info"]));
  const next = getNextStep({ entry, visitorRecord, now: context.services.clock() });
  return { entry: id, main: visitorRecord.id, is_person: entry.is_person, next };
}

async function scanPass({ id, ...context }: SessionContext & { id: number }): Promise<ScanResult> {
  const row = await readRow({ ...context, collection: ParkingMainInformation, id, fields: ["*"] });
  if (!row) throwApiError("QR_NOT_VALID");
  const [open] = await context.services.sql<{ id: number }[]>`
    select id from "Parking_Information" where parking_main_info = ${id} and parking_status_id in (1, 3)`;
  if (open) return scanEntry({ ...context, id: open.id });
  const visitorRecord = fromDatabase(ParkingMainInformation, row);
  const next = getNextPassStep({ visitorRecord, now: context.services.clock() });
  return { entry: null, main: id, is_person: visitorRecord.is_person, next };
}

/** Reads a row as PostgreSQL returns it; undefined if the actor may not read it. */
async function readRow({
  services,
  session,
  collection,
  id,
  fields,
}: SessionContext & { collection: Collection; id: number; fields: readonly string[] }): Promise<Row | undefined> {
  const query = buildQueryById({ collection, id: String(id), fields })!;
  const { data } = await readList({
    sql: services.sql,
    statement: buildListStatement({ collection, actor: session.actor, query, now: services.clock() }),
  });
  return storedRows.parse(data)[0];
}
