// Requests of the customer's pages, authorised by the ticket's token instead of an account.
import type { PickupEstimate } from "#domain/valet/pickup-estimate.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { parseApiError, createOfflineError } from "#web/api/api-error.ts";
import type { ChatApi, ConversationPage } from "#web/features/valet/chat/conversation.ts";

export interface CustomerTicket {
  id: number;
  Vehicle_Number: string;
  token_no: string;
  receipt_no: string;
  status: { sequence: number; name: string };
  in_time: string | null;
  out_time: string | null;
  pickup_requested_at: string | null;
  pickup_wanted_at: string | null;
  driver: string | null;
  ahead: number;
  estimate: PickupEstimate | null;
  owed: EntryBalance;
  payment_status: string;
  payment_type: string | null;
  /** Token of the payment page. */
  pay: string;
  payment_mode: string | null;
  badge: "Free" | "Paid" | "Partially Paid" | "Pending";
  /** Paise. */
  valet_tip: number | null;
  customer_name: string | null;
  chat: { id: number; unread: number } | null;
  branch: { zone: string; name: string; address: string | null; valet_number: string | null; company: string };
}

interface TicketRequestOptions {
  action: string;
  token?: string;
  body?: object;
}

/** Throws ApiError: INVALID_TOKEN for an expired link, OTP_INVALID, STATUS_ALREADY_UPDATED, OFFLINE. */
async function requestTicket<T>({ action, token, body }: TicketRequestOptions): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/actions/valet/customer/${action}`, {
      method: body ? "POST" : "GET",
      headers: { ...(token ? { "x-ticket": token } : {}), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw createOfflineError();
  }
  const payload: { data: T } | null = await response.json().catch(() => null);
  if (!response.ok || !payload) throw parseApiError({ status: response.status, body: payload });
  return payload.data;
}

export function readTicket(token: string): Promise<CustomerTicket> {
  return requestTicket({ action: "status", token });
}

export function requestPickup(token: string): Promise<CustomerTicket> {
  return requestTicket({ action: "request-pickup", token, body: {} });
}

/** Schedules the pickup; null cancels it. Throws ApiError PICKUP_TIME, STAFF_NOT_AVAILABLE. */
export function schedulePickup({ token, at }: { token: string; at: Date | null }): Promise<CustomerTicket> {
  return requestTicket({ action: "want", token, body: { at: at?.toISOString() ?? null } });
}

/** `rupees` in wire format: '30.00'. */
export function setDriverTip({ token, rupees }: { token: string; rupees: string }): Promise<CustomerTicket> {
  return requestTicket({ action: "tip", token, body: { tip: rupees } });
}

/** The customer's side of the ticket's chat. */
export function createCustomerChatApi({ token, name }: { token: string; name: () => string }): ChatApi {
  return {
    side: "customer",
    read: (after) => requestTicket<ConversationPage>({ action: `chat?after=${after}`, token }),
    send: ({ text, client_id, after }) =>
      requestTicket<ConversationPage>({
        action: `chat/send?after=${after}`,
        token,
        body: { text, client_id, name: name() },
      }),
    markRead: (to) => requestTicket({ action: "chat/read", token, body: { to } }),
  };
}

/** `values` is returned with the code; `resend_at` (ISO 8601) is when another code can be requested. */
export interface SentTicketCode {
  values: string;
  resend_at: string;
}

/** Sends a code to the phone number of the matching ticket; the response is the same without a match. */
export function sendTicketCode(body: { company: string; branch: string; text: string }): Promise<SentTicketCode> {
  return requestTicket({ action: "send-code", body });
}

export interface TicketAccess {
  token: string;
  Vehicle_Number: string;
}

/** Tickets that the code gives access to, newest first. */
export async function openTicketWithCode(body: { values: string; otp: string }): Promise<TicketAccess[]> {
  const { tickets } = await requestTicket<{ tickets: TicketAccess[] }>({ action: "log-in", body });
  return tickets;
}

export function getTicketLivePath(token: string): string {
  return `/actions/valet/customer/live?t=${encodeURIComponent(token)}`;
}
