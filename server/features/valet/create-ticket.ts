// §2 /valet-parking/create: creates a ticket with its token, receipt number and handover code; the customer gets the code by
// SMS, unless it is a test.
import { z } from "zod";
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import type { QuotaExceededAction } from "#domain/messages/message-quota.ts";
import { runInTransaction } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem } from "#server/items/write/write.ts";
import type { AppServices } from "#server/context.ts";
import { upsertCustomer } from "#server/features/accounts/customers.ts";
import { notifyOfDebts } from "#server/features/debts/notify-of-debts.ts";
import { queueSms } from "#server/messaging/outbox.ts";
import { parseEntryImages } from "#server/http/action-request.ts";
import { buildTicketPagePath, getTicketMessageEvent } from "#server/features/valet/ticket.ts";

const createdTicket = z.object({ id: z.int(), otp: z.string() });

/**
 * Returns the ticket's id and its code in plain text, which is stored only as a hash. Throws the field errors of §5,
 * VEHICLE_IN_PROGRESS, SERVICE_NOT_ENABLED, IMAGE_REQUIRED, VEHICLE_TYPE_REQUIRED, STAFF_NOT_AVAILABLE,
 * USER_ATTENDANCE_OFF.
 */
export async function createTicket({
  body,
  ...context
}: ContractCall<typeof valetActions.createTicket>): Promise<{ id: number; otp: string }> {
  const { entry_images: _, ...fields } = body;
  const payload: Row = { ...fields, ...parseEntryImages(body) };
  return runInTransaction({
    ...context,
    result: createdTicket,
    work: async (ctx) => {
      let otp = "";
      const id = await createItem({
        ctx: { ...ctx, revealSecret: ({ value }) => (otp = value) },
        collection: ValetAndParkingInformation,
        payload,
      });
      if (isTestOf(ctx.actor)) return { id, otp };
      await addToCustomer({ ctx, id });
      await notifyCustomer({ services: context.services, ctx, id, otp });
      await notifyOfTicketDebts({ services: context.services, ctx, id });
      return { id, otp };
    },
  });
}

/** §5: an existing customer gets the vehicle, and a new one an account as at a check-in, by the values as stored. */
export async function addToCustomer({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const [visitorRecord] = await ctx.tx<Row[]>`
    select "Vehicle_Number" as vehicle_no, "Customer_Phone_Number" as phone_no, vehicle_type, email, "Customer_Name" as name
    from "Valet_and_Parking_Information" where id = ${id}`;
  await upsertCustomer({ ctx, visitorRecord: visitorRecord! });
}

async function notifyOfTicketDebts({
  services,
  ctx,
  id,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
}): Promise<void> {
  const [ticket] = await ctx.tx<{ branch: number; plate: string }[]>`
    select branch, "Vehicle_Number" as plate from "Valet_and_Parking_Information" where id = ${id}`;
  await notifyOfDebts({ services, ctx, ...ticket!, page: `valet-parking/detail?id=${id}`, event: `V${id}` });
}

/** §2: queues the SMS with the code and the link to the ticket's page, in the transaction of the ticket. */
export async function notifyCustomer({
  services,
  ctx,
  id,
  otp,
  template = "valet-ticket",
  onExceeded,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  otp: string;
  template?: "valet-ticket" | "valet-new-code";
  onExceeded?: QuotaExceededAction;
}): Promise<void> {
  const [ticket] = await ctx.tx<
    {
      plate: string;
      token: string;
      phone: string;
      branch: number;
      slug: string;
      company: string;
      renewedAt: Date | null;
    }[]
  >`
    select v."Vehicle_Number" as plate, v.token_no as token, v."Customer_Phone_Number" as phone, b.id as branch, b.slug, c.slug as company,
      v.otp_renewed_at as "renewedAt"
    from "Valet_and_Parking_Information" v join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where v.id = ${id}`;
  const { plate, token, phone, branch, slug, company, renewedAt } = ticket!;
  const { tokens, config } = services;
  const link = `${config.publicUrl}${buildTicketPagePath({ company, branch: slug, id, renewedAt, tokens })}`;
  await queueSms({
    ctx,
    branch,
    to: phone,
    template,
    values: { plate, otp, token, link },
    event: getTicketMessageEvent({ id, renewedAt }),
    ...(onExceeded && { onExceeded }),
  });
}
