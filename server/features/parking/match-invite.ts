// §4 Invited: finds the valid invite of a visitor entered at the gate, and checks the proof of an invite.
import type { Row } from "#domain/schema/collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { InviteProof } from "#domain/invites/invite.ts";
import { ApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getGenericPlanPool } from "#server/db/pools.ts";
import { selectHeldBooking } from "#server/features/parking/bookings/arrive.ts";
import { parseUnverified, toLinkVersion } from "#server/auth/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { AppServices } from "#server/context.ts";

const { vehicle_no: plateField, name, phone_no: phoneField } = ParkingMainInformation.fields;

/** Who is expected: the entry of a valid invite, and the booking whose slot is held now. */
export async function findExpected(
  context: SessionContext & { body: Row },
): Promise<{ invite?: number | undefined; booking?: number | undefined }> {
  const [invite, booking] = [selectInvite(context), selectHeldBooking(context)];
  if (!invite && !booking) return {};
  const sql = getGenericPlanPool(context.services.sql);
  const [found] = await sql<{ invite: number | null; booking: number | null }[]>`
    select (${invite ?? sql`null`})::bigint as invite, (${booking ?? sql`null`})::bigint as booking`;
  return { invite: found?.invite ?? undefined, booking: found?.booking ?? undefined };
}

/**
 * Selects the entry of a currently valid invite for the vehicle (or person) and phone number at the actor's branch. The
 * phone number is required because anybody can read a vehicle number. Selects nothing without an invite, for a
 * visitor who is already inside or at the gate, and for one with a valid pass, which costs nothing.
 */
function selectInvite({ body, services, session }: SessionContext & { body: Row }) {
  const { sql } = services;
  const isPerson = body["is_person"] === true;
  const identifier = isPerson
    ? normaliseField(name, body["name"])?.toLowerCase()
    : normaliseField(plateField, body["vehicle_no"]);
  const branch = body["branch"] ?? session.actor.branch;
  const phone = normaliseField(phoneField, body["phone_no"]);
  if (!identifier || !phone || typeof branch !== "number" || !Number.isInteger(branch)) return undefined;
  const now = services.clock();
  const visitor = isPerson
    ? sql`is_person and lower(name) = ${identifier} and phone_no = ${phone}`
    : sql`not is_person and vehicle_no = ${identifier}`;
  return sql`
    with visitor as materialized (
      select id, phone_no, parking_type, parking_status_id, pass_start_time, pass_end_time
      from "Parking_Main_Information" where branch = ${branch} and ${visitor})
    select p.id from visitor m join "Parking_Information" p on p.parking_main_info = m.id
    where m.phone_no = ${phone} and p.parking_status_id = 3 and p.is_invited and p.invite_start_date <= ${now} and p.invite_end_date > ${now}
      and not exists (select 1 from visitor v join "Parking_Information" o on o.parking_main_info = v.id
        where o.parking_status_id = 1 or (o.parking_status_id = 3 and not o.is_invited and not o.is_awaiting_arrival))
      and not exists (select 1 from visitor v where v.parking_type = 'long_time' and v.parking_status_id <> 4
        and v.pass_start_time <= ${now} and v.pass_end_time > ${now})
    order by p.invite_end_date, p.id limit 1`;
}

const inviteLinkPattern = /\/invite\?t=([\w.-]{1,60})$/;

/** The id of the entry whose invite link was pasted or scanned; undefined for any other text. */
export async function readInviteLink({
  services: { tokens },
  sql,
  text,
}: {
  services: AppServices;
  sql: Sql | Tx;
  text: string;
}): Promise<number | undefined> {
  const token = inviteLinkPattern.exec(text.trim())?.[1];
  const id = parseUnverified({ kind: tokenKinds.inviteLink, token });
  if (id === undefined) return undefined;
  const [entry] = await sql<{ renewedAt: Date | null }[]>`
    select link_renewed_at as "renewedAt" from "Parking_Information" where id = ${id} and is_invited`;
  if (!entry) return undefined;
  return tokens.tryVerify({ kind: tokenKinds.inviteLink, token, version: toLinkVersion(entry.renewedAt) });
}

/**
 * Returns how the body proves that the invited visitor is present; null without proof or if the entry is not invited.
 */
export async function proveInvite({
  services,
  ctx,
  id,
  body,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  body: Row;
}): Promise<InviteProof | null> {
  const { qr } = body;
  const token = typeof qr === "string" ? qr.trim() : undefined;
  const qrContent = services.tokens.tryVerify({ kind: tokenKinds.qr, token });
  const phone = normaliseField(phoneField, body["phone_no"]);
  const isCodeScanned = qrContent?.kind === "P" && qrContent.id === id;
  const isCodeValid =
    isCodeScanned || (token !== undefined && (await readInviteLink({ services, sql: ctx.tx, text: token })) === id);
  if (!isCodeValid && !phone) return null;
  const [invited] = await ctx.tx<{ phone: string }[]>`
    select m.phone_no as phone from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info where p.id = ${id} and p.is_invited`;
  if (!invited) return null;
  if (isCodeValid) return "code";
  return invited.phone === phone ? "phone" : null;
}

function normaliseField(field: { normalise?: (typed: string) => string }, input: unknown): string | undefined {
  return typeof input === "string" ? field.normalise!(input) : undefined;
}

const inviteGoneCodes = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

/** Whether the invite was used or withdrawn between the lookup and the check-in. */
export function isInviteGone(error: unknown): boolean {
  return error instanceof ApiError && inviteGoneCodes.includes(error.code);
}
