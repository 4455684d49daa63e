// §5 Header search and returning vehicles; both search the actor's branch only.
import type { ContractResult } from "#domain/schema/contract.ts";
import type { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { parseSearchTerm, type SearchTerm } from "#domain/valet/header-search.ts";
import type { AppServices } from "#server/context.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { hashCodeWithAll, getSecretKeys } from "#server/auth/secrets.ts";

const maxTickets = 20;
/** Searches by code that one user may make in five minutes. */
const maxCodeSearches = 30;

function requireBranch(session: Session): number {
  const canWrite = getGrant({ collection: ValetAndParkingInformation, operation: "update", actor: session.actor });
  return canWrite && session.actor.branch !== null ? session.actor.branch : throwApiError("FORBIDDEN");
}

/**
 * Finds the tickets of a phone number, vehicle number or its last four digits, code, token, receipt number or name,
 * newest first; a code finds open ones only. HEADER_SEARCH_VALIDATION_1, _2, REQUESTS_EXCEEDED.
 */
export async function findTickets({
  services,
  session,
  text,
}: {
  services: AppServices;
  session: Session;
  text: string;
}): Promise<number[]> {
  const branch = requireBranch(session);
  const term = parseSearchTerm(text);
  if (typeof term === "string") return throwApiError(term, { field: "text" });
  // Limits searches by code, which would otherwise allow enumerating the codes of all open tickets.
  if (term.kind === "digits")
    await services.throttle.count({
      keys: [{ key: `valet-find:${session.actor.id}`, max: maxCodeSearches }],
      now: services.clock(),
    });
  const { sql } = services;
  const rows = await sql<{ id: number }[]>`
    select id from ${sql(ValetAndParkingInformation.name)}
    where branch = ${branch} and (${toCondition({ services, term })}) order by id desc limit ${maxTickets}`;
  return rows.map(({ id }) => id);
}

function toCondition({
  services: { sql, config },
  term: { kind, value },
}: {
  services: AppServices;
  term: SearchTerm;
}) {
  switch (kind) {
    case "phone":
      return sql`"Customer_Phone_Number" = ${value}`;
    case "vehicle":
      return sql`"Vehicle_Number" = ${value} or token_no = ${value}`;
    case "digits": {
      const hashes = hashCodeWithAll({ code: value, keys: getSecretKeys(config) });
      return sql`"OTP_Value" = any(${hashes}) and out_time is null or "Vehicle_Number" like ${`%${value}`}`;
    }
    case "receipt":
      return sql`receipt_no = ${value}`;
    case "name":
      return sql`"Customer_Name" ilike ${`%${value}%`}`;
  }
}

/**
 * Returns the ticket of a scanned QR code. Throws QR_NOT_VALID for a forged code, another branch's ticket, or a code
 * that is not of a valet ticket.
 */
export async function scanTicket({
  services,
  session,
  text,
}: {
  services: AppServices;
  session: Session;
  text: string;
}): Promise<number> {
  const branch = requireBranch(session);
  const { kind, id } = services.tokens.verify({ kind: tokenKinds.qr, token: text.trim() });
  if (kind !== "V") return throwApiError("QR_NOT_VALID");
  const [row] = await services.sql<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where id = ${id} and branch = ${branch}`;
  return row?.id ?? throwApiError("QR_NOT_VALID");
}

type ReturningCustomer = NonNullable<ContractResult<typeof valetActions.findReturning>>;

/** Returns the customer of the last ticket of this vehicle number at this branch; null without one. */
export async function findReturningCustomer({
  services,
  session,
  plate,
}: {
  services: AppServices;
  session: Session;
  plate: string;
}): Promise<ReturningCustomer | null> {
  const branch = requireBranch(session);
  const stored = uppercase(plate);
  const [row] = await services.sql<ReturningCustomer[]>`
    select "Customer_Name", "Customer_Phone_Number", vehicle_type, email from "Valet_and_Parking_Information"
    where branch = ${branch} and "Vehicle_Number" = ${stored} order by id desc limit 1`;
  return row ?? null;
}
