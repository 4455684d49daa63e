// What the customer's page asks of the server: a ticket's token in place of an account.
import type { Estimate } from "#domain/rules/pickup-estimate.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { errorFrom, offlineError } from "#web/items/api-error.ts";
import type { ChatDoor, Conversation } from "#web/features/valet/conversation.ts";

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
  estimate: Estimate | null;
  owed: Owed;
  payment_status: string;
  payment_type: string | null;
  /** The key to the pay page. */
  pay: string;
  payment_mode: string | null;
  badge: "Free" | "Paid" | "Partially Paid" | "Pending";
  /** Paise. */
  valet_tip: number | null;
  customer_name: string | null;
  chat: { id: number; unread: number } | null;
  branch: { zone: string; name: string; address: string | null; valet_number: string | null; company: string };
}

interface Asked {
  action: string;
  token?: string;
  body?: object;
}

/** Throws ApiError: INVALID_TOKEN for a link that is over, OTP_INVALID, STATUS_ALREADY_UPDATED, OFFLINE. */
async function ask<T>({ action, token, body }: Asked): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/actions/valet/customer/${action}`, {
      method: body ? "POST" : "GET",
      headers: { ...(token ? { "x-ticket": token } : {}), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw offlineError();
  }
  const answer = (await response.json().catch(() => null)) as { data: T } | null;
  if (!response.ok || !answer) throw errorFrom({ status: response.status, body: answer });
  return answer.data;
}

export function readTicket(token: string): Promise<CustomerTicket> {
  return ask({ action: "status", token });
}

export function requestPickup(token: string): Promise<CustomerTicket> {
  return ask({ action: "request-pickup", token, body: {} });
}

/** Wants the car at a moment; null takes the wish back. Throws ApiError PICKUP_TIME, STAFF_NOT_AVAILABLE. */
export function wantAt({ token, at }: { token: string; at: Date | null }): Promise<CustomerTicket> {
  return ask({ action: "want", token, body: { at: at?.toISOString() ?? null } });
}

/** `rupees` as the wire has it: '30.00'. */
export function tipDriver({ token, rupees }: { token: string; rupees: string }): Promise<CustomerTicket> {
  return ask({ action: "tip", token, body: { tip: rupees } });
}

/** The customer's side of the ticket's chat. */
export function customerDoor({ token, name }: { token: string; name: () => string }): ChatDoor {
  return {
    side: "customer",
    read: (after) => ask<Conversation>({ action: `chat?after=${after}`, token }),
    send: ({ text, client_id, after }) =>
      ask<Conversation>({ action: `chat/send?after=${after}`, token, body: { text, client_id, name: name() } }),
    markRead: (to) => ask({ action: "chat/read", token, body: { to } }),
  };
}

/** The ticket's token, for a phone number or plate with the ticket's OTP. */
export async function logInWithCode(body: {
  company: string;
  branch: string;
  text: string;
  otp: string;
}): Promise<string> {
  const { token } = await ask<{ token: string }>({ action: "log-in", body });
  return token;
}

export function liveAddress(token: string): string {
  return `/actions/valet/customer/live?t=${encodeURIComponent(token)}`;
}
