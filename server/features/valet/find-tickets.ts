// §5 Header search and returning vehicles; both search the actor's branch only.
import type { ContractResult } from "#domain/schema/contract.ts";
import type { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { parseSearchTerm, type SearchTerm } from "#domain/valet/header-search.ts";
import { normaliseKeyTag } from "#domain/valet/key-tags.ts";
import { canManageValet } from "#domain/valet/valet-staff.ts";
import type { AppServices } from "#server/context.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { parseUnverified } from "#server/auth/tokens.ts";
import { isHandoverToken } from "#server/features/valet/handover-token.ts";
import { hashCodeWithAll, getSecretKeys } from "#server/auth/secrets.ts";

const maxTickets = 20;
/** Searches by code that one manager may make in five minutes. */
const maxCodeSearches = 30;

function requireBranch({ actor }: Session): number {
  const hasAccess = (["read", "update"] as const).every((operation) =>
    getGrant({ collection: ValetAndParkingInformation, operation, actor }),
  );
  return hasAccess && actor.branch !== null ? actor.branch : throwApiError("FORBIDDEN");
}

/**
 * Finds the tickets of a phone number, vehicle number or its last four digits, code, token, key tag, receipt number or
 * name, newest first; a code or a key tag finds open ones only, and a code only for managers: otherwise drivers could try
 * codes until one finds a ticket. HEADER_SEARCH_VALIDATION_1, _2, REQUESTS_EXCEEDED.
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
  const isByCode = term.kind === "digits" && canManageValet(session.actor);
  if (isByCode)
    await services.throttle.count({
      keys: [{ key: `valet-find:${session.actor.id}`, max: maxCodeSearches }],
      now: services.clock(),
    });
  const codeHashes = isByCode ? hashCodeWithAll({ code: term.value, keys: getSecretKeys(services.config) }) : [];
  const { text: statement, values } = buildTicketSearch({ branch, term, codeHashes });
  const rows = await services.sql.unsafe<{ id: number }[]>(statement, values, { prepare: true });
  return rows.map(({ id }) => id);
}

interface TicketSearch {
  branch: number;
  term: SearchTerm;
  /** Hashes of the term as a handover code; none for who may not search by code. */
  codeHashes: string[];
}

/**
 * The matching tickets are found by indexes before they are sorted. With the sort the planner could instead read the
 * branch's tickets backwards, which for a term without twenty matches are all of them.
 */
export function buildTicketSearch({ branch, term: { kind, value }, codeHashes }: TicketSearch) {
  const { conditions, values } = toConditions({ kind, value, codeHashes });
  const matches = conditions.map(
    (condition) => `select id from "Valet_and_Parking_Information" where branch = $1 and ${condition}`,
  );
  const text = `with matches as materialized (${matches.join(" union ")})
    select id from matches order by id desc limit ${maxTickets}`;
  return { text, values: [branch, ...values] };
}

/**
 * Tokens that end with the digits: they are written with the branch's prefix, which can have any spelling and can have been
 * another one earlier. By a range, since a plan for any value does not find the index for a pattern.
 */
const tokenEnd = "reverse(token_no) ~>=~ $2 and reverse(token_no) ~<~ $3";
const wholeToken = String.raw`${tokenEnd} and upper(regexp_replace(token_no, '[\s\-.()]+', '', 'g')) = $4`;

function toReversedRange(digits: string): [from: string, to: string] {
  const from = Array.from(digits).toReversed().join("");
  return [from, from.slice(0, -1) + String.fromCodePoint(from.codePointAt(from.length - 1)! + 1)];
}

/** Alternatives, each of which has an index; their first parameter is $2. */
function toConditions({ kind, value, codeHashes }: SearchTerm & Pick<TicketSearch, "codeHashes">): {
  conditions: string[];
  values: (string | string[])[];
} {
  switch (kind) {
    case "phone":
      return { conditions: ['"Customer_Phone_Number" = $2'], values: [value] };
    case "vehicle": {
      const digits = /\d{5,}$/.exec(value)?.[0];
      if (digits === undefined)
        return { conditions: ['"Vehicle_Number" = $2', "key_tag_in_use = $2"], values: [value] };
      const token = digits === value ? tokenEnd : wholeToken;
      return {
        conditions: ['"Vehicle_Number" = $4', "key_tag_in_use = $4", token],
        values: [...toReversedRange(digits), value],
      };
    }
    case "token":
      return { conditions: [tokenEnd, "key_tag_in_use = $4"], values: [...toReversedRange(value), value] };
    case "tag":
      return { conditions: ["key_tag_in_use = $2"], values: [value] };
    case "digits": {
      const conditions = ['"Vehicle_Number" like $2', "key_tag_in_use = $3"];
      const values = [`%${value}`, value];
      return codeHashes.length === 0
        ? { conditions, values }
        : {
            conditions: [...conditions, '"OTP_Value" = any($4) and out_time is null'],
            values: [...values, codeHashes],
          };
    }
    case "receipt":
      return { conditions: ["receipt_no = $2"], values: [value] };
    case "name":
      return {
        conditions: ['"Customer_Name" ilike $2', "key_tag_in_use = $3"],
        values: [`%${value}%`, normaliseKeyTag(value) ?? ""],
      };
  }
}

/**
 * Returns the ticket of a scanned QR code, and whether the code proves its handover. Throws QR_NOT_VALID for a forged code,
 * another branch's ticket, a code from before its renewal, or one that is not of a valet ticket.
 */
export async function scanTicket({
  services,
  session,
  text,
}: {
  services: AppServices;
  session: Session;
  text: string;
}): Promise<ContractResult<typeof valetActions.scan>> {
  const branch = requireBranch(session);
  const { tokens, sql } = services;
  const token = text.trim();
  const proven = parseUnverified({ kind: tokenKinds.handover, token });
  const slip = tokens.tryVerify({ kind: tokenKinds.qr, token });
  const id = proven ?? (slip?.kind === "V" ? slip.id : undefined);
  if (id === undefined) return throwApiError("QR_NOT_VALID");
  const [row] = await sql<{ renewedAt: Date | null }[]>`
    select otp_renewed_at as "renewedAt" from "Valet_and_Parking_Information" where id = ${id} and branch = ${branch}`;
  if (!row) return throwApiError("QR_NOT_VALID");
  if (proven !== undefined && !isHandoverToken({ tokens, token, id, ...row })) return throwApiError("QR_NOT_VALID");
  return { ticket: id, is_proof: proven !== undefined };
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
    select "Customer_Name", "Customer_Phone_Number", vehicle_type, email, case when out_time is null then id end as open_ticket
    from "Valet_and_Parking_Information"
    where branch = ${branch} and "Vehicle_Number" = ${stored} order by id desc limit 1`;
  return row ?? null;
}
