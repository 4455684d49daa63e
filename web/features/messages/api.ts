// Queries and actions of the outbox: emails and SMS of a branch.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconBell, IconCheck, IconClock, IconClockOff, IconMail, IconMessage, IconX } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Filter } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import type { Channel, MessageChannel } from "#domain/messages/messages.ts";
import type { OutboxStatus } from "#domain/messages/outbox.collection.ts";
import { call } from "#web/api/call.ts";
import { omitFromSupport } from "#web/product/support/hidden-fields.ts";
import { request } from "#web/api/client.ts";
import { countQuery, pageQuery } from "#web/api/items.ts";

export interface StatusBadgeOptions {
  label: string;
  colour: string;
  icon: Icon;
}

export const messageStatusBadges: { [status in OutboxStatus]: StatusBadgeOptions } = {
  waiting: { label: "Queued", colour: "amber", icon: IconClock },
  sent: { label: "Sent", colour: "green", icon: IconCheck },
  failed: { label: "Failed", colour: "red", icon: IconX },
  expired: { label: "Expired", colour: "grey", icon: IconClockOff },
};

export const messageChannels: { [channel in MessageChannel]: { label: string; Icon: Icon } } = {
  mail: { label: "Email", Icon: IconMail },
  sms: { label: "SMS", Icon: IconMessage },
  push: { label: "Notification", Icon: IconBell },
};

/** Address or phone number; notifications go to the devices of a user, whose id says nothing. */
export function formatRecipient({ channel, recipient }: { channel: MessageChannel; recipient: string }): string {
  return channel === "push" ? "Own devices of a user" : recipient;
}

/** Filters of the list; `value` is the URL parameter. */
export const messageFilters = [
  { value: "", label: "All" },
  { value: "waiting", label: "Queued" },
  { value: "failed", label: "Not sent" },
  { value: "sent", label: "Sent" },
] as const;
export type MessageFilter = (typeof messageFilters)[number]["value"];

export interface OutboxUrlState {
  show: MessageFilter;
  /** From 1. */
  page: number;
}

export function parseOutboxUrlState(parameters: URLSearchParams): OutboxUrlState {
  const page = parameters.get("page") ?? "";
  return {
    show: messageFilters.find(({ value }) => value === parameters.get("show"))?.value ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Omits default values. */
export function serializeOutboxUrlState({ show, page }: OutboxUrlState): URLSearchParams {
  return new URLSearchParams({ ...(show ? { show } : {}), ...(page > 1 ? { page: String(page) } : {}) });
}

const fields = [
  "id",
  "channel",
  "recipient",
  "template",
  "language",
  "sms_text",
  "values",
  "status",
  "attempts",
  "last_error",
  "next_try_at",
  "sent_at",
  "date_created",
] as const;
export type Message = WireRow<"Outbox", typeof fields>;

const notSentFilter: Filter = { status: { _in: ["failed", "expired"] } };

export function messagesQuery({ branch, show, page }: OutboxUrlState & { branch: number }) {
  const statusFilter: Filter = show === "failed" ? notSentFilter : show ? { status: { _eq: show } } : {};
  const filter: Filter = { branch: { _eq: branch }, ...statusFilter };
  return pageQuery("Outbox", {
    filter,
    fields: omitFromSupport(fields, ["values"]),
    sort: ["-id"],
    limit: limits.pageSize,
    page,
  });
}

/** Number of messages that were not sent. */
export function notSentQuery(branch: number) {
  return countQuery("Outbox", { branch: { _eq: branch }, ...notSentFilter });
}

/** The key starts like that of the messages, so that live events invalidate it. */
export function usageQuery(branch: number) {
  return {
    queryKey: ["items", "Outbox", "usage", branch],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call({ route: "GET /actions/outbox/usage", query: { branch: String(branch) } }, { signal }),
  };
}

export async function resendMessage(id: number): Promise<void> {
  await call({ route: "POST /actions/outbox/:id/resend", id });
}

/** Sends a message to the current user; resolves to false if it is still queued. Throws EMAIL_API_ISSUE, SMS_OTP_FAILED, REQUESTS_EXCEEDED, INVALID_PHONE. */
export async function sendTestMessage(channel: Channel): Promise<boolean> {
  const path = channel === "mail" ? "/send-mail/test" : "/send-sms/test";
  const { data } = await request<{ data: { status: string } }>(path, { method: "POST", body: {} });
  return data.status === "sent";
}
