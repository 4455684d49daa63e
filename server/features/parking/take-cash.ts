// §4 Cash payment: staff took the money; with auto-checkout the vehicle goes in the same write.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import type { House, Origin } from "#server/context.ts";
import { inTransaction } from "#server/context.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { updateItem } from "#server/items/write.ts";

const adjustments = ["additional_charge", "addition_note", "deduction_charge", "deduction_note"];

/**
 * Takes what is owed. `expected` (paise) is what the person at the gate saw: another sum is AMOUNT_MISMATCH and nothing is
 * taken. Throws ALREADY_PAID, NOTE_REQUIRED, STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF.
 */
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
  const { auto_checkout: isLast, is_extra: isExtra, expected, ...rest } = body;
  for (const name of Object.keys(rest))
    if (!adjustments.includes(name)) refusePayload(`"${name}" is not part of a payment.`);
  const payload: Row = {
    ...rest,
    payment_status: "paid",
    payment_mode: "cash",
    ...(isExtra === true ? { payment_type: "extra" } : {}),
    ...(isLast === true ? { parking_status_id: 2 } : {}),
  };
  const collection = ParkingInformation as unknown as Collection;
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const paidBefore = await paidAmount({ tx: ctx.tx, id });
      await updateItem({ ctx, collection, id, payload });
      const taken = (await paidAmount({ tx: ctx.tx, id })) - paidBefore;
      if (expected !== undefined && expected !== taken) refuse("AMOUNT_MISMATCH", { owed: taken });
    },
  });
}

/** Paise received so far. */
async function paidAmount({
  tx,
  id,
}: {
  tx: Parameters<Parameters<House["sql"]["begin"]>[1]>[0];
  id: number;
}): Promise<number> {
  const [row] = await tx<
    { paise: number }[]
  >`select (coalesce(paid_amount, 0) * 100)::int as paise from "Parking_Information" where id = ${id}`;
  return row?.paise ?? 0;
}
