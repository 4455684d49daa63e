// reading.md §4, §6: the code or the QR that opens a handover, tried under the ticket's lock.
import type { Row } from "#domain/collection.ts";
import { isManaging } from "#domain/rules/valet-staff.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { isSameHash, isTicketLocked, tryAtTicket } from "#server/services/code-tries.ts";
import { readQr } from "#server/services/qr.ts";
import { codeHash } from "#server/services/secrets.ts";
import { ownTicket, type OwnTicket } from "#server/features/valet/ticket.ts";

/** What the write path is told of the proof; or the refusal to be thrown once the try has been counted and committed. */
export type Proof = { set: Row } | { refusal: ErrorCode };

/** With neither code nor QR the rules decide: a manager's note, else HANDOVER_OTP_REQUIRED. */
export async function proveHandover({
  ctx,
  house,
  id,
  body,
}: {
  ctx: WriteContext;
  house: House;
  id: number;
  body: Row;
}): Promise<Proof> {
  const ticket = await ownTicket({ ctx, id });
  const { otp, qr } = body;
  const mayPassLock = isManaging(ctx.who);
  const where = { tx: ctx.tx, ticket: id, purpose: "handover", now: ctx.now } as const;
  if (typeof otp !== "string" && typeof qr !== "string") {
    const isRefused = !mayPassLock && (await isTicketLocked(where));
    return isRefused ? { refusal: "HANDOVER_LOCKED" } : { set: {} };
  }
  const { secret } = house.config;
  const isRight =
    typeof otp === "string"
      ? isSameHash(ticket.OTP_Value, codeHash({ code: otp.trim(), key: secret }))
      : isOwnQr({ ticket, text: qr as string, secret });
  const verdict = await tryAtTicket({ ...where, isRight, mayPassLock });
  if (verdict === "right") return { set: { handover_mode: typeof otp === "string" ? "otp" : "qr" } };
  return { refusal: verdict === "locked" ? "HANDOVER_LOCKED" : "OTP_INVALID" };
}

/** A slip that was lost opens nothing once its customer has another code. */
function isOwnQr({ ticket, text, secret }: { ticket: OwnTicket; text: string; secret: string }): boolean {
  const read = readQr({ text, secret });
  return read?.kind === "V" && read.id === ticket.id && ticket.otp_renewed_at === null;
}

export function throwIfRefused(proof: Proof): void {
  if ("refusal" in proof) refuse(proof.refusal, { field: "otp", path: ["otp"] });
}
