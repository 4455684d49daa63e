// §4 Payments that staff take for a parking entry; with `auto_checkout` the entry is closed in the same write.
import type { parkingActions } from "#domain/parking/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { collectCash, collectThroughChannel } from "#server/features/cash/take-cash.ts";
import { takeWithCode } from "#server/features/cash/typed-code.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";

/** As `server/features/cash/take-cash.ts`; `auto_checkout` closes the entry with the payment. */
export async function takeEntryCash({
  id,
  body,
  ...context
}: ContractCall<typeof parkingActions.takeCash>): Promise<void> {
  const { auto_checkout: isAutoCheckout, debts, ...rest } = body;
  const closingValues = isAutoCheckout === true ? { parking_status_id: 2 } : {};
  const take = () =>
    runInTransaction({
      ...context,
      result: noResult,
      work: (ctx) => collectCash({ ctx, collection: ParkingInformation, id, body: rest, debts, closingValues }),
    });
  await takeWithCode({ call: context, entry: { kind: "P", id }, offers: body.offers, take });
}

/** As `takeEntryCash`, for UPI, the card terminal and on account. */
export async function takeEntryPayment({
  id,
  body: { auto_checkout: isAutoCheckout, ...body },
  ...context
}: ContractCall<typeof parkingActions.takePayment>): Promise<void> {
  const closingValues = isAutoCheckout === true ? { parking_status_id: 2 } : {};
  const take = () =>
    runInTransaction({
      ...context,
      result: noResult,
      work: (ctx) => collectThroughChannel({ ctx, collection: ParkingInformation, id, body, closingValues }),
    });
  await takeWithCode({ call: context, entry: { kind: "P", id }, offers: body.offers, take });
}
