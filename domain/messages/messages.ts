// §7 §8: templates of all emails and SMS; their values are derived from the placeholders. `{branch}` is always
// available: the name of the branch, or of the product. All messages to users are defined here and in notifications.ts.
import { findPushTemplate, type PushDefinition } from "#domain/messages/notifications.ts";

export interface SmsDefinition {
  text: string;
  /** Names of values that are not stored after the message is sent. */
  secrets?: readonly string[];
  /** The message is not sent after this time: a late code would only confuse. */
  lifeMinutes: number;
}
export interface MailDefinition extends SmsDefinition {
  subject: string;
}

const dayMinutes = 24 * 60;

/** SMS texts are registered templates: change them here and at the DLT operator together. */
export const smsTemplates = {
  otp: {
    text: "{otp} is your code for {branch}. It is valid for 10 minutes. Never share it.",
    secrets: ["otp"],
    lifeMinutes: 10,
  },
  "staff-invitation": {
    text: "{inviter} added you to the staff of {branch}. Log in with this phone number: {log_in_link}",
    lifeMinutes: dayMinutes,
  },
  "valet-ticket": {
    text: "{branch} has received {plate}. OTP {otp}, token {token}. View or request your car: {link}",
    secrets: ["otp", "link"],
    lifeMinutes: 4 * 60,
  },
  /** For a customer who got an earlier code, which no longer works. */
  "valet-new-code": {
    text: "{branch}: new OTP {otp} for {plate}, token {token}. Earlier OTPs and links no longer work. View or request your car: {link}",
    secrets: ["otp", "link"],
    lifeMinutes: 4 * 60,
  },
  "payment-refunded": {
    text: "{branch} refunded Rs {amount} of your payment for {vehicle}. It reaches your account usually within a few days.",
    lifeMinutes: dayMinutes,
  },
  "booking-refunded": {
    text: "{branch} cancelled the booking of {vehicle} for {from}. Rs {amount} is refunded and reaches your account usually within a few days.",
    lifeMinutes: dayMinutes,
  },
  "valet-ready": {
    text: "{plate} is at the gate of {branch}. Show your OTP to collect your car.",
    lifeMinutes: 30,
  },
  invite: {
    text: "You are invited to {branch} from {from} till {until}. Show the code at the gate: {invite_link}",
    lifeMinutes: dayMinutes,
  },
  "invite-withdrawn": { text: "Your invite to {branch} for {from} was withdrawn.", lifeMinutes: dayMinutes },
  "parking-link": {
    text: "{visitor} is parked at {branch}. View and pay: {link}",
    secrets: ["link"],
    lifeMinutes: 4 * 60,
  },
  "booking-link": {
    text: "Your slot for {visitor} at {branch} is booked from {from}. View and pay: {link}",
    secrets: ["link"],
    lifeMinutes: dayMinutes,
  },
  "pass-link": {
    text: "Your pass for {visitor} at {branch}: {link}",
    secrets: ["link"],
    lifeMinutes: dayMinutes,
  },
  receipt: {
    text: "Your receipt for {visitor} at {branch}: {link}",
    secrets: ["link"],
    lifeMinutes: dayMinutes,
  },
  "pass-ending": {
    text: "Your pass for {visitor} at {branch} ends on {until}. Renew it at the gate.",
    lifeMinutes: 2 * dayMinutes,
  },
  "long-visit": {
    text: "{visitor} has been parked at {branch} for {hours} hours. See the charge: {home_link}",
    lifeMinutes: 4 * 60,
  },
  "nearby-offer": {
    text: "Offer near {place}: {offer} at {branch}. To get no such messages: {account_link}",
    lifeMinutes: 10 * 60,
  },
  "approval-asked": {
    text: "{visitor} requests entry at {branch}. Approve or reject: {approvals_link}",
    lifeMinutes: 60,
  },
  "visitor-asks": {
    text: "{visitor} is at the gate of {branch} to visit {unit}. Approve or reject: {answer_link}",
    secrets: ["answer_link"],
    lifeMinutes: 15,
  },
  "visitor-arrived": { text: "{visitor} has arrived at {branch} to meet you.", lifeMinutes: 60 },
  "visitor-left": { text: "{visitor} has left {branch}.", lifeMinutes: 60 },
  test: { text: "Test message from {branch}. SMS is working.", lifeMinutes: 60 },
} as const satisfies { [name: string]: SmsDefinition };

/**
 * Blank lines separate paragraphs; a placeholder ending in `link` alone in a paragraph becomes a button, and one ending in
 * `lines` keeps its lines.
 */
export const mailTemplates = {
  otp: {
    subject: "Your code for {branch}",
    text: "{otp} is your code for {branch}.\n\nIt is valid for 10 minutes. Never share it. We will never ask for it.",
    secrets: ["otp"],
    lifeMinutes: 10,
  },
  "reset-password": {
    subject: "Set your password",
    text: "Hello {name},\n\nSet a new password for {branch} here:\n\n{reset_link}\n\nThe link can be used once and expires in an hour. If you did not request this, ignore this email; your password stays the same.",
    secrets: ["reset_link"],
    lifeMinutes: 60,
  },
  "password-changed": {
    subject: "Your password was changed",
    text: "Hello {name},\n\nThe password of your {branch} account was changed and all devices were logged out.\n\nIf this was not you, set a new password now: {reset_page}",
    lifeMinutes: dayMinutes,
  },
  invitation: {
    subject: "{inviter} invited you to {branch}",
    text: "Hello {name},\n\n{inviter} created an account for you at {branch} as {role}. Choose your password here:\n\n{invite_link}\n\nThe link can be used once and expires in 7 days.",
    secrets: ["invite_link"],
    lifeMinutes: 7 * dayMinutes,
  },
  "confirm-email": {
    subject: "Confirm your new email",
    text: "Hello {name},\n\nPlease confirm the new email address of your {branch} account:\n\n{confirm_link}\n\nThe link can be used once and expires in a day. Until then your old address stays valid. If this was not you, ignore this email.",
    secrets: ["confirm_link"],
    lifeMinutes: dayMinutes,
  },
  "email-changed": {
    subject: "Your email was changed",
    text: "Hello {name},\n\nThe email of your {branch} account is now {email}. You can no longer log in with this address.\n\nIf this was not you, tell your admin at once. If you are the admin, contact us.",
    lifeMinutes: dayMinutes,
  },
  "phone-changed": {
    subject: "Your phone number was changed",
    text: "Hello {name},\n\nYour {branch} account now uses the phone number ending in {phone_end}. Login codes are sent to that number, and the account shows its visits.\n\nIf this was not you, set a new password now: {reset_page}",
    lifeMinutes: dayMinutes,
  },
  "verify-email": {
    subject: "Confirm your email",
    text: "Hello {name},\n\nPlease confirm your email for {branch}:\n\n{verify_link}\n\nThe link can be used once and expires in a day.",
    secrets: ["verify_link"],
    lifeMinutes: dayMinutes,
  },
  "second-factor-reset": {
    subject: "Two-factor authentication was turned off",
    text: "Hello {name},\n\n{admin} turned off two-factor authentication for your {branch} account. You can log in with your password and set it up again.\n\nIf you did not request this, tell your admin at once.",
    lifeMinutes: dayMinutes,
  },
  "application-received": {
    subject: "Registration of {place} received",
    text: "Hello {name},\n\nThank you for registering {place}. We will check your details and documents and email you our decision.\n\nYou find the status, and what you can do meanwhile, here:\n\n{state_link}",
    secrets: ["state_link"],
    lifeMinutes: 7 * dayMinutes,
  },
  "application-published": {
    subject: "{place} is published",
    text: "Hello {name},\n\n{place} has been verified and published. {next}\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "application-rejected": {
    subject: "{place}: correction needed",
    text: "Hello {name},\n\nWe could not publish {place} yet. Please correct the following:\n\n{remarks}\n\n{next}\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "application-archived": {
    subject: "{place} is closed",
    text: "Hello {name},\n\nWe have closed {place}:\n\n{reason}\n\n{effect} No data is deleted. Contact our support to clear this up.",
    lifeMinutes: 7 * dayMinutes,
  },
  "company-suspended": {
    subject: "{place} is suspended",
    text: "Hello {name},\n\nWe have suspended {place}: {reason}\n\nUntil it is resumed its branches take in no vehicles and its people cannot log in. Where vehicles are still inside, the gate can log in to let them out. No data is deleted. Contact our support to clear this up.",
    lifeMinutes: 7 * dayMinutes,
  },
  "company-resumed": {
    subject: "{place} is open again",
    text: "Hello {name},\n\nThe suspension of {place} has ended: {reason}\n\nIts people can log in again.\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "webhook-disabled": {
    subject: "A webhook is disabled",
    text: "Hello {name},\n\n{address} has accepted no events for three days, so we have stopped sending them. What has not been delivered is kept for 30 days.\n\nWhen the receiver works again, open Webhooks in the settings of API and integrations and resume it.",
    lifeMinutes: 7 * dayMinutes,
  },
  "team-role-changed": {
    subject: "Your role is now {after}",
    text: "Hello {name},\n\n{by} changed your role from {before} to {after}. You were logged out everywhere: log in again to continue.\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "fees-changed": {
    subject: "Fees of {place} from {start}",
    text: "Hello {name},\n\nThe fees of {place} change from {start}:\n\n{fees}\n\nReason: {reason}\n\nCustomers pay nothing more. You find the fees with the payment settings of the branch. Contact our support if you do not agree.\n\n{settings_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "support-asked": {
    subject: "Our support asks to read {place}",
    text: "Hello {name},\n\n{supporter} of our support asks to read {place} for one hour.\n\nReason: {reason}\n\nNothing can be changed, and passwords, codes and documents are not shown. Log in to approve or decline; you can end the access at any time.\n\n{branch_link}",
    lifeMinutes: dayMinutes,
  },
  "support-opened": {
    subject: "Our support reads {place}",
    text: "Hello {name},\n\n{supporter} of our support opened {place} to read it for one hour, until {until}.\n\nReason: {reason}\n\nNothing can be changed, and passwords, codes and documents are not shown. You can end the access at any time; it stays in the security log of the branch.\n\n{branch_link}",
    lifeMinutes: dayMinutes,
  },
  receipt: {
    subject: "Your receipt for {visitor} at {branch}",
    text: "Hello {name},\n\nHere is the receipt of your visit to {branch} with {visitor}. You can download it as a PDF:\n\n{receipt_link}",
    secrets: ["receipt_link"],
    lifeMinutes: dayMinutes,
  },
  "payment-received": {
    subject: "Online payment of ₹{amount} received for {vehicle}",
    text: "{branch} received ₹{amount} online for {vehicle}, receipt {receipt}.\n\nPayment provider transaction: {transaction}.",
    lifeMinutes: 7 * dayMinutes,
  },
  invite: {
    subject: "Your invite to {branch}",
    text: "Hello {visitor},\n\n{host} invited you to {branch} from {from} till {until}.\n\nShow the code on this page at the gate:\n\n{invite_link}",
    lifeMinutes: dayMinutes,
  },
  "invite-withdrawn": {
    subject: "Your invite to {branch} was withdrawn",
    text: "Hello {visitor},\n\nYour invite to {branch} for {from} was withdrawn. Its code is no longer valid.",
    lifeMinutes: dayMinutes,
  },
  "approval-asked": {
    subject: "Approval requested: {visitor} at {branch}",
    text: "{visitor} requests entry at {branch}.\n\nPurpose: {reason}\n\nTo meet: {person}\n\nApprove or reject:\n\n{approvals_link}",
    lifeMinutes: 60,
  },
  "change-answered": {
    subject: "Your change request for {subject}: {outcome}",
    text: "Hello {name},\n\nYour request to change {subject} was {outcome}:\n\n{change_lines}\n\n{answer}",
    lifeMinutes: 7 * dayMinutes,
  },
  "area-answered": {
    subject: "Area {area}: {outcome}",
    text: "Hello {name},\n\nYour request to add the area {area} was {outcome}.\n\n{answer}",
    lifeMinutes: 7 * dayMinutes,
  },
  "enquiry-answered": {
    subject: "Answer to your message to {branch}",
    text: "Hello {name},\n\n{answer_lines}\n\nYou wrote to us:\n\n{message_lines}\n\nIf anything is still open, write to us again:\n\n{enquiry_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  enquiry: {
    subject: "{about}: {name}",
    text: "{name} wrote to {branch}.\n\n{message}\n\nEmail {email}, phone {phone}.",
    lifeMinutes: 7 * dayMinutes,
  },
  report: {
    subject: "{report} of {place}, {period}",
    text: 'Hello {name},\n\n{report} of {place}, {period}:\n\n{figures_lines}\n\nOpen the report:\n\n{report_link}\n\nYou receive this email because you were chosen as a recipient. To stop it, open the report and choose "Email this report".',
    secrets: ["figures_lines"],
    lifeMinutes: 2 * dayMinutes,
  },
  test: {
    subject: "Test email from {branch}",
    text: "This is a test email from {branch}.\n\nEmail is working.",
    lifeMinutes: dayMinutes,
  },
} as const satisfies { [name: string]: MailDefinition };

export type SmsTemplate = keyof typeof smsTemplates;
export type MailTemplate = keyof typeof mailTemplates;
export type Channel = "sms" | "mail";
/** Every channel of the outbox; only `Channel` has recipients who are told by their address. */
export type MessageChannel = Channel | "push";

type PlaceholdersIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
type PlaceholderValues<T extends { text: string; subject?: string }> = {
  [
    Name in Exclude<
      PlaceholdersIn<T["text"]> | (T extends { subject: infer S extends string } ? PlaceholdersIn<S> : never),
      "branch"
    >
  ]: string;
};
/** Values of a message: the placeholders of its text except `branch`. */
export type SmsValues<T extends SmsTemplate> = PlaceholderValues<(typeof smsTemplates)[T]>;
export type MailValues<T extends MailTemplate> = PlaceholderValues<(typeof mailTemplates)[T]>;
export type MessageValues = { readonly [name: string]: string };

/** Emails to people who know the company rather than its branch: about a visit, and to a person who starts to work there. */
const companyMails = ["invite", "invite-withdrawn", "receipt", "invitation"] as const satisfies readonly MailTemplate[];

/**
 * Who sends a message: 'Hotel Golconda, Banjara Hills' to customers and invited people, who know the company rather than its
 * branch; the name of the branch alone to other staff, and if it contains that of the company.
 */
export function getSender({
  channel,
  template,
  branch,
  company,
}: {
  channel: MessageChannel;
  template: string;
  branch: string;
  company: string | null;
}): string {
  const isForCustomers = channel === "sms" || (channel === "mail" && companyMails.some((name) => name === template));
  if (!isForCustomers || company === null || branch.toLowerCase().includes(company.toLowerCase())) return branch;
  return `${company}, ${branch}`;
}

/** Returns the template of a message; undefined if it is unknown, for example from an older version. */
export function findTemplate({
  channel,
  template,
}: {
  channel: MessageChannel;
  template: string;
}): SmsDefinition | MailDefinition | PushDefinition | undefined {
  if (channel === "push") return findPushTemplate(template);
  const table: { readonly [name: string]: SmsDefinition | MailDefinition } =
    channel === "sms" ? smsTemplates : mailTemplates;
  return Object.hasOwn(table, template) ? table[template] : undefined;
}

/** True if the message has secret values; it can be neither shown in full nor resent. */
export function hasSecretValues(message: { channel: MessageChannel; template: string }): boolean {
  return (findTemplate(message)?.secrets ?? []).length > 0;
}

const mask = "••••";

/** The message as shown to managers, with masked secrets. An unknown template is shown by its name only. */
export function redactMessage({
  channel,
  template,
  values,
  sms_text: registered,
}: {
  channel: MessageChannel;
  template: string;
  values: MessageValues;
  /** The text of an SMS that was registered in another language. */
  sms_text?: { text: string } | null;
}): {
  title: string;
  /** In English. */
  text: string;
  registeredText?: string;
} {
  const definition = findTemplate({ channel, template });
  if (!definition) return { title: template, text: "" };
  const maskedValues = { ...values, ...Object.fromEntries((definition.secrets ?? []).map((name) => [name, mask])) };
  const render = (text: string): string => renderText({ text, values: maskedValues });
  if ("title" in definition) return { title: definition.title, text: render(definition.detail) };
  const text = render(definition.text);
  const title = "subject" in definition ? render(definition.subject) : text;
  return { title, text, ...(registered && { registeredText: render(registered.text) }) };
}

/** Splits the values of a message into stored and secret ones. */
export function splitSecretValues({
  secrets = [],
  values,
}: {
  secrets?: readonly string[] | undefined;
  values: MessageValues;
}): {
  open: MessageValues;
  secret: MessageValues;
} {
  const entries = Object.entries(values);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !secrets.includes(name))),
    secret: Object.fromEntries(entries.filter(([name]) => secrets.includes(name))),
  };
}

/**
 * Replaces the placeholders by single-line values, so that user input cannot add lines, headers or markup. Only a value
 * whose name ends in `lines` keeps its lines, and is never part of a subject.
 */
export function renderText({ text, values }: { text: string; values: MessageValues }): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return name.endsWith("lines") ? value.split("\n").map(toSingleLine).join("\n") : toSingleLine(value);
  });
}

export function toSingleLine(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}
