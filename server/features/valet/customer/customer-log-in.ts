// §2 /…/valet-parking/customer/login: log-in without an account by phone or vehicle number and a code sent to the
// ticket's phone. The handover code is not accepted here: guessing it would give access to the vehicle.
import { ticketSearch } from "#domain/valet/customer-fields.ts";
import { parseSearchTerm } from "#domain/valet/header-search.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { runWithMinDuration } from "#server/auth/constant-duration.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { verifyOtp, sendOtpTo } from "#server/auth/otp/otp.ts";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";

/** State that the page carries between the two steps, sealed. */
interface TicketSearch {
  company: string;
  branch: string;
  /** Phone number or vehicle number. */
  text: string;
}

/** Longer than queueing a message takes, so that the response time does not disclose whether one was sent. */
const responseTimeMs = 300;
/** Placeholder without a ticket, so that the sealed value has the same length. */
const noPhone = "0000000000";

interface OpenTicket {
  id: number;
  phone: string;
  plate: string;
  renewedAt: Date | null;
}

async function findOpenTickets({
  services,
  company,
  branch,
  text,
}: TicketSearch & { services: AppServices }): Promise<OpenTicket[]> {
  const { kind, value } = parseSearch(text);
  const column = kind === "phone" ? "Customer_Phone_Number" : "Vehicle_Number";
  const { sql } = services;
  return sql<OpenTicket[]>`
    select v.id, v."Customer_Phone_Number" as phone, v."Vehicle_Number" as plate, v.otp_renewed_at as "renewedAt" from "Valet_and_Parking_Information" v
    join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where c.slug = ${company} and b.slug = ${branch} and b.status = 'published'
      and v.out_time is null and not v.is_test and v.${sql(column)} = ${value}
    order by v.id desc`;
}

interface BranchAddress {
  services: AppServices;
  company: string;
  branch: string;
}

async function findBranch({ services: { sql }, company, branch }: BranchAddress) {
  const [row] = await sql<{ name: string; hasValet: boolean | null }[]>`
    select c.name || ', ' || b.name as name, b.is_valet_and_parking as "hasValet" from "Branch" b join "Companies" c on c.id = b.company
    where c.slug = ${company} and b.slug = ${branch} and b.status = 'published'`;
  return row;
}

/** Throws INVALID_COMPANY_OR_BRANCH, SERVICE_NOT_ENABLED. */
async function checkValet(address: BranchAddress): Promise<void> {
  const found = await findBranch(address);
  if (!found) throwApiError("INVALID_COMPANY_OR_BRANCH");
  if (!found.hasValet) throwApiError("SERVICE_NOT_ENABLED");
}

/** Company and branch of the pages of an address, as on the tickets; undefined without a published branch with a valet. */
export async function readValetName(address: BranchAddress): Promise<string | undefined> {
  const found = await findBranch(address);
  return found?.hasValet ? found.name : undefined;
}

function parseSearch(text: string): { kind: "phone" | "vehicle"; value: string } {
  const term = parseSearchTerm(text);
  if (typeof term !== "string" && (term.kind === "phone" || term.kind === "vehicle"))
    return { kind: term.kind, value: term.value };
  // Customers find their car by less than staff do.
  const code = typeof term === "string" ? term : "HEADER_SEARCH_VALIDATION_2";
  return throwApiError(code, { field: "text", path: ["text"] }, ticketSearch.message);
}

/**
 * Sends a code to the phone of the matching ticket and returns the sealed values for the log-in. Behaves the same
 * without a match, so that tickets cannot be enumerated. Throws the errors of `checkValet`, HEADER_SEARCH_VALIDATION_1 and _2,
 * VALID_OTP_ALREADY_EXIST, REQUESTS_EXCEEDED.
 */
export function sendTicketPageCode({
  services,
  origin,
  ...search
}: TicketSearch & { services: AppServices; origin: RequestOrigin }): Promise<{ values: string; resendAt: Date }> {
  const { value } = parseSearch(search.text);
  return runWithMinDuration({
    ms: responseTimeMs,
    work: async () => {
      await checkValet({ services, ...search });
      const [ticket] = await findOpenTickets({ services, ...search });
      const recipient = `${search.company}/${search.branch} ${value}`;
      const { binding, resendAt } = await sendOtpTo({
        services,
        branch: null,
        origin,
        channel: "sms",
        purpose: "valet",
        recipient,
        deliverTo: ticket?.phone ?? null,
      });
      const extra = { ...search, phone: ticket?.phone ?? noPhone };
      const values = services.tokens.issue({ kind: tokenKinds.otp.valet, payload: { binding, extra } });
      return { values, resendAt };
    },
  });
}

export interface TicketPageToken {
  /** Token of the ticket's page. */
  token: string;
  Vehicle_Number: string;
}

/** Returns the open tickets of the phone the code was sent to, newest first. Throws the errors of `verifyOtp`. */
export async function logInTicketHolder({
  services,
  origin,
  values,
  otp,
}: {
  services: AppServices;
  origin: RequestOrigin;
  values: unknown;
  otp: string;
}): Promise<[TicketPageToken, ...TicketPageToken[]]> {
  const { binding, extra } = services.tokens.verify({ kind: tokenKinds.otp.valet, token: values });
  await verifyOtp({ services, origin, binding, otp });
  const { company, branch, text, phone } = extra;
  const openTickets = await findOpenTickets({
    services,
    company: String(company),
    branch: String(branch),
    text: String(text),
  });
  const { tokens } = services;
  const links = openTickets
    // The same vehicle number may since have a ticket of another customer.
    .filter((ticket) => ticket.phone === phone)
    .map(({ id, plate, renewedAt }) => ({
      token: createTicketToken({ tokens, id, renewedAt }),
      Vehicle_Number: plate,
    }));
  const [first, ...others] = links;
  return first ? [first, ...others] : throwApiError("OTP_INVALID", { field: "otp", path: ["otp"] });
}
