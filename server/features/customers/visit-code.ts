// §2 Account: the code of a visit, with which a vehicle of another account is added. See docs/rules/customer-accounts.md.
import { type PresentedVisit, provesVehicle } from "#domain/accounts/profile/own-vehicles.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { AppServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { readPayLink } from "#server/features/payments/resolve-pay-link.ts";
import { resolveTicketToken } from "#server/features/valet/customer/customer-status.ts";
import { isHandoverToken } from "#server/features/valet/handover-token.ts";
import { parseUnverified } from "#server/auth/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { ApiError } from "#server/items/api-error.ts";

/** Whether the code is that of a visit which proves the vehicle: the QR code of a slip or ticket, or the link of its messages. */
export async function isCodeOfVehicle({
  services,
  code,
  vehicleNo,
}: {
  services: AppServices;
  code: unknown;
  vehicleNo: string;
}): Promise<boolean> {
  const text = typeof code === "string" ? code.trim().slice(0, 500) : "";
  const entry = await resolveCode({ services, text });
  const visit = entry && (await readVisit({ sql: services.sql, ...entry }));
  return visit !== undefined && provesVehicle({ visit, vehicleNo, now: services.clock() });
}

interface VisitKey {
  kind: "P" | "V";
  id: number;
}

async function resolveCode({ services, text }: { services: AppServices; text: string }): Promise<VisitKey | undefined> {
  const scanned =
    services.tokens.tryVerify({ kind: tokenKinds.qr, token: text }) ?? (await resolveHandoverCode({ services, text }));
  // '…/pay/P1.x', '…/receipt/P1.x' and '…/customer/status?t=1.x' end with their token.
  const token = /[A-Z]?\d+\.[\w-]+$/.exec(text)?.[0];
  try {
    const { kind, id } = scanned ?? (await resolveLink({ services, token }));
    return kind === "P" || kind === "V" ? { kind, id } : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_TOKEN") return undefined;
    throw error;
  }
}

/** The QR code of a valet ticket, as its customer has it. */
async function resolveHandoverCode({
  services: { sql, tokens },
  text: token,
}: {
  services: AppServices;
  text: string;
}): Promise<VisitKey | undefined> {
  const id = parseUnverified({ kind: tokenKinds.handover, token });
  if (id === undefined) return undefined;
  const [ticket] = await sql<{ renewedAt: Date | null }[]>`
    select otp_renewed_at as "renewedAt" from "Valet_and_Parking_Information" where id = ${id}`;
  return ticket && isHandoverToken({ tokens, token, id, ...ticket }) ? { kind: "V", id } : undefined;
}

async function resolveLink({ services, token }: { services: AppServices; token: string | undefined }) {
  if (token === undefined || /^[A-Z]/.test(token)) return (await readPayLink({ services, token })).entry;
  return { kind: "V", id: await resolveTicketToken({ services, token }) } as const;
}

async function readVisit({ sql, kind, id }: VisitKey & { sql: Sql }): Promise<PresentedVisit | undefined> {
  const [visit] =
    kind === "P"
      ? await sql<PresentedVisit[]>`
          select case when not m.is_person then m.vehicle_no end as plate, coalesce(e.in_time, e.date_created) as "startedAt",
            (e.voided_at is not null or e.is_test or e.is_awaiting_arrival or (e.is_invited and e.in_time is null)
              or e.parking_status_id = ${parkingSequence.cancelled}) as "isVoid"
          from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info where e.id = ${id}`
      : await sql<PresentedVisit[]>`
          select "Vehicle_Number" as plate, date_created as "startedAt", (voided_at is not null or is_test) as "isVoid"
          from "Valet_and_Parking_Information" where id = ${id}`;
  return visit;
}
