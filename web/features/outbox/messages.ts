// The branch's mails and SMS as the outbox shows them, and what is asked of the server about them.
import { IconCheck, IconClock, IconClockOff, IconX } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Filter } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import type { Channel, Values } from "#domain/messages.ts";
import type { OutboxStatus } from "#domain/collections/outbox.ts";
import { request } from "#web/items/client.ts";
import { countQuery, pageQuery } from "#web/items/items.ts";

export interface MessageWire {
  id: number;
  channel: Channel;
  recipient: string;
  template: string;
  values: Values | null;
  status: OutboxStatus;
  attempts: number;
  last_error: string | null;
  next_try_at: string | null;
  sent_at: string | null;
  date_created: string;
}

export interface Shown {
  label: string;
  colour: string;
  icon: Icon;
}

export const statusWords: { [status in OutboxStatus]: Shown } = {
  waiting: { label: "Waiting", colour: "amber", icon: IconClock },
  sent: { label: "Sent", colour: "green", icon: IconCheck },
  failed: { label: "Failed", colour: "red", icon: IconX },
  expired: { label: "Not sent in time", colour: "grey", icon: IconClockOff },
};

/** What the list may be narrowed to, as it stands in the address. */
export const choices = [
  { value: "", label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Not sent" },
  { value: "sent", label: "Sent" },
] as const;
export type Choice = (typeof choices)[number]["value"];

export interface OutboxAddress {
  show: Choice;
  /** From 1. */
  page: number;
}

export function readAddress(parameters: URLSearchParams): OutboxAddress {
  const page = parameters.get("page") ?? "";
  return {
    show: choices.find(({ value }) => value === parameters.get("show"))?.value ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** What is as at first is left out. */
export function writeAddress({ show, page }: OutboxAddress): URLSearchParams {
  return new URLSearchParams({ ...(show ? { show } : {}), ...(page > 1 ? { page: String(page) } : {}) });
}

const fields = [
  "id",
  "channel",
  "recipient",
  "template",
  "values",
  "status",
  "attempts",
  "last_error",
  "next_try_at",
  "sent_at",
  "date_created",
];

const notSent: Filter = { status: { _in: ["failed", "expired"] } };

export function messagesQuery({ branch, show, page }: OutboxAddress & { branch: number }) {
  const narrowed: Filter = show === "failed" ? notSent : show ? { status: { _eq: show } } : {};
  const filter: Filter = { branch: { _eq: branch }, ...narrowed };
  return pageQuery<MessageWire>("Outbox", { filter, fields, sort: ["-id"], limit: limits.pageSize, page });
}

/** How many were not sent. */
export function notSentQuery(branch: number) {
  return countQuery("Outbox", { branch: { _eq: branch }, ...notSent });
}

export async function resend(id: number): Promise<void> {
  await request(`/actions/outbox/${id}/resend`, { method: "POST", body: {} });
}

/** To oneself; answers whether it is known to have been sent. Throws EMAIL_API_ISSUE, SMS_OTP_FAILED, REQUESTS_EXCEEDED, INVALID_PHONE. */
export async function sendTest(channel: Channel): Promise<boolean> {
  const path = channel === "mail" ? "/send-mail/test" : "/send-sms/test";
  const { data } = await request<{ data: { status: string } }>(path, { method: "POST", body: {} });
  return data.status === "sent";
}
