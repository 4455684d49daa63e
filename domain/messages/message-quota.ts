// §7 §8: daily quotas of emails and SMS caused by user actions. Table: docs/rules/outbox.md.
import type { ErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import type { Channel, MailTemplate, SmsTemplate } from "#domain/messages/messages.ts";
import { can } from "#domain/access/capabilities.ts";
import { isCustomer, type Role } from "#domain/access/roles.ts";

/** Scope in which the messages of a day are counted. */
export type QuotaScope = "branch" | "account" | "recipient";

/** `refuse` rejects the action that causes the message; `withhold` stores the message as not sent. */
export type QuotaExceededAction = "refuse" | "withhold";

export interface MessageQuota {
  scopes: readonly QuotaScope[];
  onExceeded: QuotaExceededAction;
}

const visitorQuota: MessageQuota = { scopes: ["branch", "account", "recipient"], onExceeded: "refuse" };
/** Messages of gate operations, which must not fail because of a quota. */
const gateQuota: MessageQuota = { scopes: ["branch", "account", "recipient"], onExceeded: "withhold" };
const colleagueQuota: MessageQuota = { scopes: ["branch", "recipient"], onExceeded: "withhold" };
/** Without the account scope, since an import can invite thousands of users. */
const invitationQuota: MessageQuota = { scopes: ["branch", "recipient"], onExceeded: "refuse" };

/**
 * Messages without a quota have their own limits (one-time codes, reset links, enquiries), are security notices, or
 * follow a single decision of the platform or a payment.
 */
const messageQuotas: {
  sms: { readonly [name in SmsTemplate]?: MessageQuota };
  mail: { readonly [name in MailTemplate]?: MessageQuota };
} = {
  sms: {
    "staff-invitation": invitationQuota,
    "valet-ticket": gateQuota,
    "valet-new-code": gateQuota,
    "valet-ready": gateQuota,
    invite: visitorQuota,
    "invite-withdrawn": gateQuota,
    "payment-refunded": gateQuota,
    "booking-refunded": gateQuota,
    "parking-link": gateQuota,
    "booking-link": gateQuota,
    "pass-link": visitorQuota,
    receipt: visitorQuota,
    "pass-ending": colleagueQuota,
    "long-visit": colleagueQuota,
    "nearby-offer": colleagueQuota,
    "approval-asked": colleagueQuota,
    "visitor-asks": colleagueQuota,
    "visitor-arrived": colleagueQuota,
    "visitor-left": colleagueQuota,
    test: visitorQuota,
  },
  mail: {
    invite: visitorQuota,
    "invite-withdrawn": gateQuota,
    "approval-asked": colleagueQuota,
    "confirm-email": visitorQuota,
    receipt: visitorQuota,
    invitation: invitationQuota,
    report: colleagueQuota,
    test: visitorQuota,
  },
};

/** Returns the quota of a message, or undefined if it has none. */
export function findMessageQuota({
  channel,
  template,
}: {
  channel: Channel;
  template: string;
}): MessageQuota | undefined {
  const table: { readonly [name: string]: MessageQuota } = messageQuotas[channel];
  return Object.hasOwn(table, template) ? table[template] : undefined;
}

/** Emails, or SMS, per account and day. */
function getAccountAllowance(role: Role): number {
  if (can({ role }, "gate.operate")) return limits.messagesPerOperator;
  return isCustomer({ role }) ? limits.messagesPerCustomer : limits.messagesPerEmployee;
}

/**
 * Allowed messages of one channel per scope and day. Customers can use a tenth of the branch's allowance, and messages
 * that may fail (`refuse`) half of the recipient's, so that neither blocks the messages of the gate. `branch` is the
 * branch's own allowance, if the platform has set one.
 */
export function getMessageAllowance({
  scope,
  role,
  onExceeded,
  branch,
}: {
  scope: QuotaScope;
  role: Role;
  onExceeded: QuotaExceededAction;
  branch: number | null;
}): number {
  if (scope === "account") return getAccountAllowance(role);
  if (scope === "recipient")
    return onExceeded === "refuse" ? limits.messagesPerRecipient / 2 : limits.messagesPerRecipient;
  const allowed = getBranchAllowance(branch);
  return isCustomer({ role }) ? Math.ceil(allowed / 10) : allowed;
}

/** Emails, or SMS, per branch and day. */
export function getBranchAllowance(branchLimit: number | null): number {
  return branchLimit ?? limits.messagesPerBranch;
}

/** Invites per account and day. */
export function getInviteAllowance(role: Role): number {
  if (can({ role }, "gate.operate")) return limits.invitesPerOperator;
  return isCustomer({ role }) ? limits.invitesPerCustomer : limits.invitesPerEmployee;
}

export const quotaErrors = {
  branch: "BRANCH_MESSAGES_EXCEEDED",
  account: "ACCOUNT_MESSAGES_EXCEEDED",
  recipient: "RECIPIENT_MESSAGES_EXCEEDED",
} as const satisfies { [scope in QuotaScope]: ErrorCode };

/** Reasons for withheld messages, shown in the outbox. */
export const withheldReasons: { readonly [scope in QuotaScope]: string } = {
  branch: "Not sent: the branch has reached its daily message limit.",
  account: "Not sent: the sender has reached the daily message limit.",
  recipient: "Not sent: the recipient has reached the daily message limit.",
};
