// reading.md §4, §6: checks the code or QR code of a handover under the ticket's lock.
import { z } from "zod";
import { describeWrongCode } from "#domain/accounts/code-attempts.ts";
import { removeSpaces } from "#domain/schema/fields.ts";
import { handoverModes, valetSequence } from "#domain/valet/states.ts";
import { canManageValet } from "#domain/valet/valet-staff.ts";
import { type ErrorCode, isErrorCode } from "#domain/errors.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { isEqualConstantTime, isTicketCodeLocked, attemptTicketCode } from "#server/auth/code-attempts.ts";
import { hashCodeWithAll, getSecretKeys } from "#server/auth/secrets.ts";
import { isHandoverToken } from "#server/features/valet/handover-token.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/** Values for the write path; or the error to throw after the attempt has been counted and committed. */
export const handoverProof = z.union([
  z.object({ systemValues: z.object({ handover_mode: z.enum(handoverModes).optional() }) }),
  z.object({ errorCode: z.custom<ErrorCode>(isErrorCode), triesLeft: z.int().optional() }),
]);
export type HandoverProof = z.output<typeof handoverProof>;

/**
 * The QR code is that of the customer's page or of a slip printed by a manager; the one that drivers print only identifies
 * the ticket. Without code and QR code the rules decide: a manager's note, otherwise HANDOVER_OTP_REQUIRED.
 */
export async function checkHandoverProof({
  ctx,
  services,
  id,
  body,
}: {
  ctx: WriteContext;
  services: AppServices;
  id: number;
  body: { otp?: unknown; qr?: unknown };
}): Promise<HandoverProof> {
  const ticket = await loadWritableTicket({ ctx, id });
  // The write refuses the handover of a car that is not at the gate; the code is not tried.
  if (ticket.status_id !== valetSequence.atTheGate) return { systemValues: {} };
  const { otp, qr } = body;
  const ignoresLock = canManageValet(ctx.actor);
  const attempt = { tx: ctx.tx, ticket: id, purpose: "handover", now: ctx.now } as const;
  if (typeof otp !== "string" && typeof qr !== "string") {
    const isLocked = !ignoresLock && (await isTicketCodeLocked(attempt));
    return isLocked ? { errorCode: "HANDOVER_LOCKED" } : { systemValues: {} };
  }
  const keys = getSecretKeys(services.config);
  const isCorrect =
    typeof otp === "string"
      ? hashCodeWithAll({ code: removeSpaces(otp), keys }).some((hash) => isEqualConstantTime(ticket.OTP_Value, hash))
      : isHandoverToken({ tokens: services.tokens, token: qr, id, renewedAt: ticket.otp_renewed_at });
  const verdict = await attemptTicketCode({ ...attempt, isCorrect, ignoresLock });
  if (verdict.kind === "wrong") return { errorCode: "OTP_INVALID", triesLeft: verdict.triesLeft };
  if (verdict.kind === "locked") return { errorCode: "HANDOVER_LOCKED" };
  return { systemValues: { handover_mode: typeof otp === "string" ? "otp" : "qr" } };
}

export function assertProof(proof: HandoverProof): void {
  if (!("errorCode" in proof)) return;
  const message = proof.triesLeft === undefined ? undefined : describeWrongCode(proof.triesLeft);
  throwApiError(proof.errorCode, { field: "otp", path: ["otp"] }, message);
}
