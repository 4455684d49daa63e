// The SMS with the code and the link of a ticket: its state, sending it again, and withdrawing it.
import { z } from "zod";
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { canManageValet } from "#domain/valet/valet-staff.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { isTicketCodeLocked } from "#server/auth/code-attempts.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { jsonText } from "#server/json-text.ts";
import { resendMessage, withdrawMessage } from "#server/messaging/outbox.ts";
import { readListAs } from "#server/request.ts";
import { notifyCustomer } from "#server/features/valet/create-ticket.ts";
import { getTicketMessageEvent, loadWritableTicket } from "#server/features/valet/ticket.ts";

type TicketMessage = NonNullable<ContractResult<typeof valetActions.readMessage>>;
const phoneRows = jsonText(z.array(z.object({ Customer_Phone_Number: z.string() })));

/** The latest SMS to the ticket's phone number, which the index of the outbox finds. */
async function findTicketMessage({
  sql,
  id,
  phone,
}: {
  sql: Sql | Tx;
  id: number;
  phone: string;
}): Promise<(TicketMessage & { message: number }) | undefined> {
  const event = getTicketMessageEvent({ id, renewedAt: null });
  const [row] = await sql<(TicketMessage & { message: number })[]>`
    select id as message, status, last_error as error, coalesce(sent_at, date_created) as at from "Outbox"
    where channel = 'sms' and recipient = ${phone} and (event = ${event} or event like ${`${event}:%`})
    order by id desc limit 1`;
  return row;
}

/** Returns null for a ticket whose SMS was deleted after its retention period. FORBIDDEN. */
export async function readTicketMessage({
  services,
  session,
  id,
}: ContractCall<typeof valetActions.readMessage>): Promise<TicketMessage | null> {
  const query = buildQueryById({
    collection: ValetAndParkingInformation,
    id: String(id),
    fields: ["Customer_Phone_Number"],
  })!;
  const { data } = await readListAs({ services, session, collection: ValetAndParkingInformation, query });
  const [ticket] = phoneRows.parse(data);
  if (!ticket) return throwApiError("FORBIDDEN");
  const found = await findTicketMessage({ sql: services.sql, id, phone: ticket.Customer_Phone_Number });
  if (!found) return null;
  const { status, error, at } = found;
  return { status, error, at };
}

/** Withdraws an SMS that still waits for a phone number that was wrong. */
export async function withdrawTicketMessage({
  ctx,
  id,
  phone,
}: {
  ctx: WriteContext;
  id: number;
  phone: string;
}): Promise<void> {
  const message = await findTicketMessage({ sql: ctx.tx, id, phone });
  if (message?.status === "waiting") await withdrawMessage({ ctx, id: message.message });
}

/**
 * Sends an SMS that still waits at once. Otherwise the customer gets a new code and link, since they are not stored in
 * readable form; the old ones are then invalid, and staff do not see the new code. Throws NO_NEXT_STATUS,
 * HANDOVER_LOCKED, USER_ATTENDANCE_OFF, and the errors of a message quota.
 */
export async function resendTicketMessage({
  id,
  body: _,
  ...context
}: ContractCall<typeof valetActions.resendMessage>): Promise<void> {
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const ticket = await loadWritableTicket({ ctx, id });
      if (ticket.status_id === valetSequence.checkedOut) throwApiError("NO_NEXT_STATUS");
      const message = await findTicketMessage({ sql: ctx.tx, id, phone: ticket.Customer_Phone_Number });
      if (message?.status === "waiting") return resendMessage({ ctx, id: message.message });
      const isLocked = await isTicketCodeLocked({ tx: ctx.tx, ticket: id, purpose: "handover", now: ctx.now });
      if (isLocked && !canManageValet(ctx.actor)) throwApiError("HANDOVER_LOCKED");
      let otp = "";
      await updateItem({
        ctx: { ...ctx, revealSecret: ({ value }) => (otp = value) },
        collection: ValetAndParkingInformation,
        id,
        payload: {},
        systemValues: { otp_renewed_at: ctx.now },
      });
      // Without a stored SMS the ticket is so old that the customer has had one.
      const isFirst = message !== undefined && message.status !== "sent";
      const template = isFirst ? "valet-ticket" : "valet-new-code";
      await notifyCustomer({ services: context.services, ctx, id, otp, template, onExceeded: "refuse" });
    },
  });
}
