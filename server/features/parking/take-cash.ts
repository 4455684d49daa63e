// §4 Cash payment: staff took the money; with auto-checkout the vehicle goes in the same write.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import type { House, Origin } from "#server/context.ts";
import { inTransaction } from "#server/context.ts";
import type { Session } from "#server/items/who.ts";
import { takeCash as take } from "#server/services/cash.ts";

const collection = ParkingInformation as unknown as Collection;

/** As `server/services/cash.ts`; `auto_checkout` closes the entry with the payment. */
export async function takeCash({
  house,
  session,
  origin,
  id,
  body,
}: {
  house: House;
  session: Session;
  origin: Origin;
  id: number;
  body: Row;
}): Promise<void> {
  const { auto_checkout: isLast, ...rest } = body;
  const closing = isLast === true ? { parking_status_id: 2 } : {};
  await inTransaction({
    house,
    session,
    origin,
    work: (ctx) => take({ ctx, collection, id, body: rest, closing }),
  });
}
