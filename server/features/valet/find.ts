// §5 Header search and the returning plate: both look at the asker's own branch alone.
import { ValetAndParkingInformation } from "#domain/collections/valet-and-parking-information.ts";
import { capitals } from "#domain/fields.ts";
import { recogniseSearch } from "#domain/rules/header-search.ts";
import type { House } from "#server/context.ts";
import { grantOf } from "#server/items/grants.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { readQr } from "#server/services/qr.ts";
import { codeHash } from "#server/services/secrets.ts";
import { tickets } from "#server/features/valet/ticket.ts";

const columns = { phone: "Customer_Phone_Number", vehicle: "Vehicle_Number", otp: "OTP_Value" } as const;
const most = 20;
/** Codes one person may look for in five minutes. */
const mostCodes = 30;

function branchOf(session: Session): number {
  const mayWrite = grantOf({ collection: tickets, operation: "update", who: session.who });
  return mayWrite && session.who.branch !== null ? session.who.branch : refuse("FORBIDDEN");
}

/** The tickets of a phone, plate or code, newest first; a code finds open ones only. HEADER_SEARCH_VALIDATION_1, _2, REQUESTS_EXCEEDED. */
export async function findTickets({
  house,
  session,
  text,
}: {
  house: House;
  session: Session;
  text: string;
}): Promise<number[]> {
  const branch = branchOf(session);
  const sought = recogniseSearch(text);
  if (typeof sought === "string") return refuse(sought, { field: "text" });
  // A code leads to its car: whoever looked for all of them would know them all.
  if (sought.kind === "otp")
    await house.throttle.take({ keys: [{ key: `valet-find:${session.who.id}`, most: mostCodes }], now: house.clock() });
  const value = sought.kind === "otp" ? codeHash({ code: sought.value, key: house.config.secret }) : sought.value;
  const { name } = ValetAndParkingInformation;
  const rows = await house.sql<{ id: number }[]>`
    select id from ${house.sql(name)} where branch = ${branch} and ${house.sql(columns[sought.kind])} = ${value}
    ${sought.kind === "otp" ? house.sql`and out_time is null` : house.sql``} order by id desc limit ${most}`;
  return rows.map(({ id }) => id);
}

/** The ticket of a scanned QR. Throws QR_NOT_VALID for what is forged, of another branch or no valet ticket. */
export async function scanTicket({
  house,
  session,
  text,
}: {
  house: House;
  session: Session;
  text: string;
}): Promise<number> {
  const branch = branchOf(session);
  const read = readQr({ text: text.trim(), secret: house.config.secret });
  if (read?.kind !== "V") return refuse("QR_NOT_VALID");
  const [row] = await house.sql<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where id = ${read.id} and branch = ${branch}`;
  return row?.id ?? refuse("QR_NOT_VALID");
}

export interface Returning {
  Customer_Name: string | null;
  Customer_Phone_Number: string;
  vehicle_type: number | null;
  email: string | null;
}

/** What the last ticket of this plate at this branch said of its customer; null for a plate that was never here. */
export async function returningPlate({
  house,
  session,
  plate,
}: {
  house: House;
  session: Session;
  plate: string;
}): Promise<Returning | null> {
  const branch = branchOf(session);
  const stored = capitals(plate);
  const [row] = await house.sql<Returning[]>`
    select "Customer_Name", "Customer_Phone_Number", vehicle_type, email from "Valet_and_Parking_Information"
    where branch = ${branch} and "Vehicle_Number" = ${stored} order by id desc limit 1`;
  return row ?? null;
}
