// §2 /…/valet-parking/customer/login: phone or plate with the ticket's code opens that ticket's page; no account.
import { recogniseSearch } from "#domain/rules/header-search.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { isSameHash, tryAtTicket, type Verdict } from "#server/services/code-tries.ts";
import { codeHash } from "#server/services/secrets.ts";
import { ticketToken } from "#server/services/ticket-link.ts";

interface Asked {
  house: House;
  company: string;
  branch: string;
  /** A phone number or a plate. */
  text: string;
  otp: string;
  ip: string | null;
}

/** Wrong log-ins from one address in five minutes, whatever tickets they are for; a restaurant's guests may share one. */
const mostFromAddress = 40;

interface OpenTicket {
  id: number;
  hash: string | null;
}

async function openTickets({ house, company, branch, text }: Omit<Asked, "otp" | "ip">): Promise<OpenTicket[]> {
  const sought = recogniseSearch(text);
  if (typeof sought === "string") return refuse(sought, { field: "text", path: ["text"] });
  if (sought.kind === "otp") return refuse("HEADER_SEARCH_VALIDATION_2", { field: "text", path: ["text"] });
  const column = sought.kind === "phone" ? "Customer_Phone_Number" : "Vehicle_Number";
  const { sql } = house;
  return sql<OpenTicket[]>`
    select v.id, v."OTP_Value" as hash from "Valet_and_Parking_Information" v
    join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where c.slug = ${company} and b.slug = ${branch} and b.status = 'published'
      and v.out_time is null and v.${sql(column)} = ${sought.value}
    order by v.id`;
}

/**
 * The token of the ticket's page. A phone number, plate or code that is not right is answered alike, so that nobody learns
 * who parked here. Throws OTP_INVALID, OTP_TOO_MANY_TRIES, REQUESTS_EXCEEDED, HEADER_SEARCH_VALIDATION_1 and _2.
 */
export async function customerLogIn(asked: Asked): Promise<string> {
  const { house, otp, ip } = asked;
  const now = house.clock();
  const keys = [{ key: `valet-log-in:${ip}`, most: mostFromAddress }];
  await house.throttle.take({ keys, now });
  const { secret } = house.config;
  const given = codeHash({ code: otp.trim(), key: secret });
  const found = await openTickets(asked);
  const right = found.find(({ hash }) => isSameHash(hash, given));
  const verdicts = (await house.sql.begin(async (tx) => {
    const all: Verdict[] = [];
    for (const { id } of right ? [right] : found)
      all.push(
        await tryAtTicket({ tx, ticket: id, purpose: "login", isRight: right !== undefined, mayPassLock: false, now }),
      );
    return all;
  })) as Verdict[];
  if (verdicts.includes("locked")) refuse("OTP_TOO_MANY_TRIES");
  if (!right || !verdicts.includes("right")) refuse("OTP_INVALID", { field: "otp", path: ["otp"] });
  await house.throttle.forgive(keys);
  return ticketToken({ id: right.id, secret });
}
