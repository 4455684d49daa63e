// §2: ticket page of customers without an account: a signed link or a log-in by code gives access to one ticket.
import type { FastifyInstance } from "fastify";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import { getPickupRequestTime } from "#domain/valet/pickup/pickup-time.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { isTimestamp, parseTimestamp } from "#domain/schema/stored-value.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { readConversation, markChatRead, sendMessage } from "#server/features/valet/chat/chat.ts";
import { logInTicketHolder, sendTicketPageCode } from "#server/features/valet/customer/customer-log-in.ts";
import {
  type CustomerStatus,
  readCustomerStatus,
  resolveTicketToken,
} from "#server/features/valet/customer/customer-status.ts";
import { startTip } from "#server/features/valet/tips/start-tip.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { watchTicket } from "#server/features/valet/customer/watch-ticket.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { implement, type PublicContext } from "#server/http/implement.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Maximum messages and read receipts of one ticket's customer in five minutes. */
const maxChatMessagesPerWindow = 200;

/** A call with the ticket's token. */
type HolderContext = PublicContext & { headers: { "x-ticket"?: string } };

const resolveTicketId = ({ services, headers }: HolderContext): Promise<number> =>
  resolveTicketToken({ services, token: headers["x-ticket"] });

/** Runs a ticket holder's action through the write path as an anonymous actor. */
async function runAsTicketHolder({
  services,
  origin,
  work,
}: PublicContext & { work: (ctx: WriteContext) => Promise<void> }): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: (tx) => work(createWriteContext({ services, tx, actor: anonymous, origin })),
  });
}

interface TicketChange {
  payload: Row;
  systemValues?: Partial<RowOf<"Valet_and_Parking_Information">>;
}

/** Changes the ticket and returns it afterwards. */
const changeTicket =
  <B>(toChange: (args: { ticket: CustomerStatus; body: B; now: Date }) => TicketChange) =>
  async ({ body, ...context }: HolderContext & { body: B }): Promise<CustomerStatus> => {
    const { services } = context;
    const id = await resolveTicketId(context);
    const ticket = await readCustomerStatus({ services, id });
    const change = toChange({ ticket, body, now: services.clock() });
    const work = (ctx: WriteContext) =>
      updateItem({ ctx, collection: ValetAndParkingInformation, id, ...change, bypassAccess: true });
    await runAsTicketHolder({ ...context, work });
    return readCustomerStatus({ services, id });
  };

/** Payload of a scheduled pickup, with the time of the request, early enough for this branch's slower pickups. */
function toPickupPayload({
  ticket,
  body: { at },
  now,
}: {
  ticket: CustomerStatus;
  body: { at?: unknown };
  now: Date;
}): TicketChange {
  if (typeof at !== "string" || !isTimestamp(at)) return { payload: { pickup_wanted_at: at ?? null } };
  const leadMinutes = ticket.estimate?.high ?? limits.pickupLeadMinutes;
  return {
    payload: { pickup_wanted_at: at },
    systemValues: { pickup_due_at: getPickupRequestTime({ scheduledFor: parseTimestamp(at), leadMinutes, now }) },
  };
}

/** Runs the work for the chat of the ticket and returns the conversation afterwards. */
const changeChat =
  <B>(work: (args: { ctx: WriteContext; ticket: number; body: B }) => Promise<void>) =>
  async ({ body, query, ...context }: HolderContext & { body: B; query: { after?: string } }) => {
    const { services } = context;
    const ticket = await resolveTicketId(context);
    await readCustomerStatus({ services, id: ticket });
    await services.throttle.count({
      keys: [{ key: `valet-chat:${ticket}`, max: maxChatMessagesPerWindow }],
      now: services.clock(),
    });
    await runAsTicketHolder({ ...context, work: (ctx) => work({ ctx, ticket, body }) });
    return readConversation({ sql: services.sql, ticket, isCustomer: true, after: query.after });
  };

const implementations = [
  implement(valetCustomerActions.sendCode, async ({ body: { company, branch, text }, ...context }) => {
    const { values, resendAt } = await sendTicketPageCode({ ...context, company, branch, text });
    return { values, resend_at: resendAt };
  }),
  implement(valetCustomerActions.logIn, async ({ body: { values, otp }, ...context }) => {
    const tickets = await logInTicketHolder({ ...context, values, otp });
    return { token: tickets[0].token, tickets };
  }),
  implement(valetCustomerActions.readStatus, async (call) =>
    readCustomerStatus({ services: call.services, id: await resolveTicketId(call) }),
  ),
  implement(
    valetCustomerActions.requestPickup,
    changeTicket(({ ticket }) => ({
      payload: { status_id: valetSequence.pickupRequested },
      systemValues: { told_wait_minutes: ticket.estimate?.high ?? null },
    })),
  ),
  implement(
    valetCustomerActions.cancelPickup,
    changeTicket(() => ({
      payload: { status_id: valetSequence.parked },
      systemValues: { told_wait_minutes: null },
    })),
  ),
  implement(valetCustomerActions.schedulePickup, changeTicket(toPickupPayload)),
  implement(
    valetCustomerActions.choosePickupGate,
    changeTicket(({ body }: { body: { pickup_gate: string } }) => ({ payload: { pickup_gate: body.pickup_gate } })),
  ),
  implement(
    valetCustomerActions.setTip,
    changeTicket(({ body }: { body: { tip?: unknown } }) => ({ payload: { valet_tip: body.tip } })),
  ),
  implement(valetCustomerActions.payTip, async ({ body: { tip }, ...call }) => {
    const ticket = await resolveTicketId(call);
    await readCustomerStatus({ services: call.services, id: ticket });
    return startTip({ ...call, ticket, amount: tip ?? 0 });
  }),
  implement(
    valetCustomerActions.rate,
    changeTicket(({ ticket, body: { rating } }: { ticket: CustomerStatus; body: { rating: number } }) => {
      const isHandedOver = ticket.status.sequence === valetSequence.checkedOut && !ticket.is_cancelled;
      return isHandedOver ? { payload: {}, systemValues: { rating } } : throwApiError("NO_NEXT_STATUS");
    }),
  ),
  implement(valetCustomerActions.readChat, async (call) => {
    const { services, query } = call;
    const ticket = await resolveTicketId(call);
    await readCustomerStatus({ services, id: ticket });
    return readConversation({ sql: services.sql, ticket, isCustomer: true, after: query.after });
  }),
  implement(valetCustomerActions.sendMessage, changeChat(sendMessage)),
  implement(valetCustomerActions.markChatRead, changeChat(markChatRead)),
];

export function valetCustomerRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  const watch = implement(valetCustomerActions.watch, ({ query }, exchange) =>
    watchTicket({ services, live, token: query.t, ...exchange }),
  );
  for (const mount of [...implementations, watch]) mount(app, services);
}
