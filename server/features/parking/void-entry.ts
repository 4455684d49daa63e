// §4: voids an entry made by mistake or cancels one whose vehicle turned away, and refunds what was paid online.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { Row } from "#domain/schema/collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { createSystemContext } from "#server/features/payments/payment-records.ts";
import { refundEntryPayments } from "#server/features/payments/refund-payment.ts";
import { type IdempotentContext, requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Throws CHANGE_REASON_REQUIRED, VOID_NOT_ALLOWED, VOID_CASH_RECEIVED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS,
 * USER_ATTENDANCE_OFF, and the errors of a refund.
 */
export async function voidEntry({
  id,
  body,
  ...context
}: IdempotentContext & { id: number; body: Row }): Promise<void> {
  const reason = requireChangeReason(body["reason"]);
  const { services } = context;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const { actor, tx } = ctx;
      const [entry] = await tx<{ branch: number; company: number }[]>`
        select branch, company from "Parking_Information" where id = ${id}`;
      if (!entry || !isInScope({ actor, ...entry })) throwApiError("FORBIDDEN");
      await cancelEntry({ services, ctx, id, reason });
    },
  });
}

/** Refunds what was paid online, and cancels the entry; the errors are those of `voidEntry`. */
export async function cancelEntry({
  services,
  ctx,
  id,
  reason,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  reason: string;
}): Promise<void> {
  const systemValues = { voided_at: ctx.now, voided_by: ctx.actor.id, change_reason: reason };
  await refundAndCancel({ services, ctx, id, reason, write: { systemValues } });
}

async function refundAndCancel({
  services,
  ctx,
  id,
  reason,
  write,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  reason: string;
  write: Pick<Parameters<typeof updateItem>[0], "systemValues" | "bypassAccess">;
}): Promise<void> {
  // Before the entry changes, in the order in which payments are settled: first the attempts, then the entry.
  await refundEntryPayments({ services, ctx, entry: { kind: "P", id }, reason });
  const payload = { parking_status_id: parkingSequence.cancelled };
  await updateItem({ ctx, collection: ParkingInformation, id, payload, ...write });
}

/**
 * Refunds all that was paid online for an entry that is rejected, whoever rejects it; called before the entry is locked, in
 * the order in which payments are settled. Money that staff received stops the rejection: VOID_CASH_RECEIVED.
 */
export function refundRejectedEntry({
  services,
  tx,
  ...refund
}: {
  services: AppServices;
  tx: Tx;
  id: number;
  reason: string;
}): Promise<void> {
  const ctx = createSystemContext({ services, tx });
  return refundEntryPayments({ services, ctx, entry: { kind: "P", id: refund.id }, reason: refund.reason });
}

/**
 * Refunds what was paid online for an invite or a booking that nobody used, and cancels its entry. Returns false if it was
 * used or cancelled meanwhile, or if it has cash, which is returned first.
 */
export async function expireEntry({
  services,
  now,
  id,
  reason,
}: {
  services: AppServices;
  now: Date;
  id: number;
  reason: string;
}): Promise<boolean> {
  try {
    await runTransaction({
      sql: services.sql,
      work: (tx) => closeUnused({ services, ctx: { ...createSystemContext({ services, tx }), now }, id, reason }),
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** As `expireEntry`, within a transaction of the server and with its errors: STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, VOID_CASH_RECEIVED. */
export function closeUnused(entry: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  reason: string;
}): Promise<void> {
  return refundAndCancel({ ...entry, write: { bypassAccess: true } });
}
