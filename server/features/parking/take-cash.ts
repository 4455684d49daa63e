// §4 Cash payment: collects cash for a parking entry; with `auto_checkout` the entry is closed in the same write.
import type { Row } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { collectCash } from "#server/features/cash/take-cash.ts";
import type { ActionContext } from "#server/http/action-request.ts";

/** As `server/features/cash/take-cash.ts`; `auto_checkout` closes the entry with the payment. */
export async function takeEntryCash({
  id,
  body,
  ...context
}: ActionContext & { id: number; body: Row }): Promise<void> {
  const { auto_checkout: isAutoCheckout, ...rest } = body;
  const closingValues = isAutoCheckout === true ? { parking_status_id: 2 } : {};
  await runInTransaction({
    ...context,
    work: (ctx) => collectCash({ ctx, collection: ParkingInformation, id, body: rest, closingValues }),
  });
}
