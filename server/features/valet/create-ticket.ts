// §2 /valet-parking/create: the key is taken: token, receipt and code are made here; the code is told once.
import type { Row } from "#domain/collection.ts";
import { inTransaction } from "#server/context.ts";
import { createItem } from "#server/items/write.ts";
import { imagesIn } from "#server/services/action.ts";
import { onlyNaming, type Press, tickets } from "#server/features/valet/ticket.ts";

const names = [
  "branch",
  "Vehicle_Number",
  "Customer_Phone_Number",
  "Customer_Name",
  "email",
  "vehicle_type",
  "key_tag",
  "service_type",
  "payment_type",
  "Assigned_Staff",
  "entry_images",
];

/**
 * Answers the ticket's id and its code in the clear, which is kept only as a hash. Throws the field errors of §5,
 * VEHICLE_IN_PROGRESS, SERVICE_NOT_ENABLED, IMAGE_REQUIRED, VEHICLE_TYPE_REQUIRED, STAFF_NOT_AVAILABLE, USER_ATTENDANCE_OFF.
 */
export async function createTicket({
  house,
  session,
  origin,
  body,
}: Omit<Press, "id">): Promise<{ id: number; otp: string }> {
  const { entry_images: _, ...sent } = onlyNaming({ body, names, action: "a ticket" });
  const payload: Row = { ...sent, ...imagesIn(body) };
  let otp = "";
  const id = await inTransaction({
    house,
    session,
    origin,
    work: (ctx) => createItem({ ctx: { ...ctx, reveal: ({ value }) => (otp = value) }, collection: tickets, payload }),
  });
  return { id: id as number, otp };
}
