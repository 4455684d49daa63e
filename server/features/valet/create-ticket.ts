// §2 /valet-parking/create: the key is taken: token, receipt and code are made here; the code is told once.
import type { Row } from "#domain/collection.ts";
import { takenFields } from "#domain/rules/valet-entry.ts";
import { inTransaction } from "#server/context.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { createItem } from "#server/items/write.ts";
import type { House } from "#server/context.ts";
import { queueSms } from "#server/services/outbox.ts";
import { imagesIn } from "#server/services/action.ts";
import { onlyNaming, pageOf, type Press, tickets } from "#server/features/valet/ticket.ts";

const names = [...takenFields, "entry_images"];

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
    work: async (ctx) => {
      const id = await createItem({
        ctx: { ...ctx, reveal: ({ value }) => (otp = value) },
        collection: tickets,
        payload,
      });
      await tellCustomer({ house, ctx, id: id as number, otp });
      return id;
    },
  });
  return { id: id as number, otp };
}

/** §2: the message with the code and the way to the customer's own page, kept or not with the ticket itself. */
export async function tellCustomer({
  house,
  ctx,
  id,
  otp,
}: {
  house: House;
  ctx: WriteContext;
  id: number;
  otp: string;
}): Promise<void> {
  const [ticket] = await ctx.tx<
    { plate: string; token: string; phone: string; branch: number; slug: string; company: string }[]
  >`
    select v."Vehicle_Number" as plate, v.token_no as token, v."Customer_Phone_Number" as phone, b.id as branch, b.slug, c.slug as company
    from "Valet_and_Parking_Information" v join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where v.id = ${id}`;
  const { plate, token, phone, branch, slug, company } = ticket!;
  const { publicUrl, secret } = house.config;
  const link = `${publicUrl}${pageOf({ company, branch: slug, id, secret })}`;
  await queueSms({ ctx, branch, to: phone, template: "valet-ticket", values: { plate, otp, token, link } });
}
