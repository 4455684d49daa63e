// Requests of the customer's pages, authorised by the ticket's token instead of an account.
import type { ActionReply } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import type { ChatApi } from "#web/features/valet/chat/conversation.ts";

export type CustomerTicket = ActionReply<"GET /actions/valet/customer/status">;

const isPublic = true;
const withToken = (token: string) => ({ headers: { "x-ticket": token } });

/** Throws ApiError INVALID_TOKEN for an expired link, like all requests with a token. */
export function readTicket(token: string): Promise<CustomerTicket> {
  return call({ route: "GET /actions/valet/customer/status", ...withToken(token) }, { isPublic });
}

/** Throws ApiError STATUS_ALREADY_UPDATED. */
export function requestPickup(token: string): Promise<CustomerTicket> {
  return call({ route: "POST /actions/valet/customer/request-pickup", ...withToken(token) }, { isPublic });
}

/** Throws ApiError NO_NEXT_STATUS once a driver has accepted it. */
export function cancelPickup(token: string): Promise<CustomerTicket> {
  return call({ route: "POST /actions/valet/customer/cancel-request", ...withToken(token) }, { isPublic });
}

/** Schedules the pickup; null cancels it. Throws ApiError PICKUP_TIME, STAFF_NOT_AVAILABLE. */
export function schedulePickup({ token, at }: { token: string; at: Date | null }): Promise<CustomerTicket> {
  const body = { at: at?.toISOString() ?? null };
  return call({ route: "POST /actions/valet/customer/want", ...withToken(token), body }, { isPublic });
}

/** Throws ApiError NO_NEXT_STATUS once the car is at the gate. */
export function choosePickupGate({ token, gate }: { token: string; gate: string }): Promise<CustomerTicket> {
  const body = { pickup_gate: gate };
  return call({ route: "POST /actions/valet/customer/pickup-gate", ...withToken(token), body }, { isPublic });
}

/** `rupees` in wire format: '30.00'. */
export function setDriverTip({ token, rupees }: { token: string; rupees: string }): Promise<CustomerTicket> {
  const body = { tip: rupees };
  return call({ route: "POST /actions/valet/customer/tip", ...withToken(token), body }, { isPublic });
}

/** Returns the provider's page. Throws ApiError PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export async function payTip({ token, rupees }: { token: string; rupees: string }): Promise<string> {
  const body = { tip: rupees };
  const route = "POST /actions/valet/customer/pay-tip";
  return (await call({ route, ...withToken(token), body }, { isPublic })).url;
}

export function rateService({ token, rating }: { token: string; rating: number }): Promise<CustomerTicket> {
  return call({ route: "POST /actions/valet/customer/rate", ...withToken(token), body: { rating } }, { isPublic });
}

/** The customer's side of the ticket's chat. */
export function createCustomerChatApi({ token, name }: { token: string; name: () => string }): ChatApi {
  const common = withToken(token);
  return {
    side: "customer",
    read: (after) =>
      call({ route: "GET /actions/valet/customer/chat", ...common, query: { after: String(after) } }, { isPublic }),
    send: ({ after, ...message }) =>
      call(
        {
          route: "POST /actions/valet/customer/chat/send",
          ...common,
          query: { after: String(after) },
          body: { ...message, name: name() },
        },
        { isPublic },
      ),
    markRead: (to) =>
      call(
        { route: "POST /actions/valet/customer/chat/read", ...common, query: { after: String(to) }, body: { to } },
        { isPublic },
      ),
  };
}

/** `values` is returned with the code; `resend_at` (ISO 8601) is when another code can be requested. */
export type SentTicketCode = ActionReply<"POST /actions/valet/customer/send-code">;

/** Sends a code to the phone number of the matching ticket; the response is the same without a match. */
export function sendTicketCode(body: { company: string; branch: string; text: string }): Promise<SentTicketCode> {
  return call({ route: "POST /actions/valet/customer/send-code", body }, { isPublic });
}

export type TicketAccess = ActionReply<"POST /actions/valet/customer/log-in">["tickets"][number];

/** Tickets that the code gives access to, newest first. Throws ApiError OTP_INVALID. */
export async function openTicketWithCode(body: { values: string; otp: string }): Promise<TicketAccess[]> {
  const { tickets } = await call({ route: "POST /actions/valet/customer/log-in", body }, { isPublic });
  return tickets;
}

export function getTicketLivePath(token: string): string {
  return `/actions/valet/customer/live?t=${encodeURIComponent(token)}`;
}
