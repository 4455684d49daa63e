// §7 §8: every mail and SMS the product sends: its text, and from its text the values it takes. `{branch}` is always there:
// the branch's name, or the product's where none is meant. Add a message by adding a line; nobody else writes to people.

export interface Sms {
  text: string;
  /** Names of values that must not be kept longer than it takes to send them. */
  secrets?: readonly string[];
  /** After this it is no longer sent: a code that came too late would only confuse. */
  lifeMinutes: number;
}
export interface Mail extends Sms {
  subject: string;
}

const dayMinutes = 24 * 60;

/** An SMS is a registered template: change its text here and at the DLT operator together. */
export const smsTemplates = {
  otp: {
    text: "{otp} is your code for {branch}. It is valid for 10 minutes. Tell it to nobody.",
    secrets: ["otp"],
    lifeMinutes: 10,
  },
  "valet-ticket": {
    text: "{branch} has the key of {plate}. OTP {otp}, token {token}. See your car and ask for it: {link}",
    secrets: ["otp", "link"],
    lifeMinutes: 4 * 60,
  },
  "valet-ready": {
    text: "{plate} is at the gate of {branch}. Say your OTP to get the key.",
    lifeMinutes: 30,
  },
  invite: {
    text: "You are invited to {branch} from {from} until {until}. Show the code at the gate: {invite_link}",
    lifeMinutes: dayMinutes,
  },
  "invite-withdrawn": { text: "Your invite to {branch} for {from} was withdrawn.", lifeMinutes: dayMinutes },
  "approval-asked": { text: "{visitor} asks to come in at {branch}. Answer: {approvals_link}", lifeMinutes: 60 },
  test: { text: "This is a test message of {branch}. SMS works.", lifeMinutes: 60 },
} as const satisfies { [name: string]: Sms };

/** Blank lines part paragraphs; a value whose name ends in `link` alone on its line becomes a button. */
export const mailTemplates = {
  otp: {
    subject: "Your code for {branch}",
    text: "{otp} is your code for {branch}.\n\nIt is valid for 10 minutes. Tell it to nobody: nobody of us will ask you for it.",
    secrets: ["otp"],
    lifeMinutes: 10,
  },
  "reset-password": {
    subject: "Set a new password",
    text: "Hello {name},\n\nYou can set a new password for {branch} here:\n\n{reset_link}\n\nThe link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.",
    secrets: ["reset_link"],
    lifeMinutes: 60,
  },
  "password-changed": {
    subject: "Your password was changed",
    text: "Hello {name},\n\nThe password of your {branch} account was changed just now, and every device was logged out.\n\nIf that was not you, set a new one at once: {reset_page}",
    lifeMinutes: dayMinutes,
  },
  invitation: {
    subject: "{inviter} invites you to {branch}",
    text: "Hello {name},\n\n{inviter} has made an account for you at {branch}, as {role}. Choose your password here:\n\n{invite_link}\n\nThe link works once, for 7 days.",
    secrets: ["invite_link"],
    lifeMinutes: 7 * dayMinutes,
  },
  "confirm-email": {
    subject: "Confirm your new email",
    text: "Hello {name},\n\nYou want to use this address for your {branch} account. Confirm it here:\n\n{confirm_link}\n\nThe link works once, for a day. Until then your old address stays. If this was not you, do nothing.",
    secrets: ["confirm_link"],
    lifeMinutes: dayMinutes,
  },
  "email-changed": {
    subject: "Your email was changed",
    text: "Hello {name},\n\nYour {branch} account now uses the address {email}. You can no longer log in with this one.\n\nIf that was not you, tell your admin at once.",
    lifeMinutes: dayMinutes,
  },
  "verify-email": {
    subject: "Confirm your email",
    text: "Hello {name},\n\nConfirm your email for {branch} here:\n\n{verify_link}\n\nThe link works once, for a day.",
    secrets: ["verify_link"],
    lifeMinutes: dayMinutes,
  },
  "second-factor-reset": {
    subject: "Two-factor log-in was switched off",
    text: "Hello {name},\n\n{admin} has switched off the two-factor log-in of your {branch} account, so that you can log in with your password alone and set it up anew.\n\nIf you did not ask for it, tell your admin at once.",
    lifeMinutes: dayMinutes,
  },
  "application-received": {
    subject: "We have your registration of {place}",
    text: "Hello {name},\n\nThank you for registering {place}. We now look at what you have told us and at your documents, and write to you as soon as it is decided.\n\nUntil then you cannot log in. See how it stands here:\n\n{state_link}",
    secrets: ["state_link"],
    lifeMinutes: 7 * dayMinutes,
  },
  "application-published": {
    subject: "{place} is published",
    text: "Hello {name},\n\n{place} is verified and published. {next}\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "application-rejected": {
    subject: "{place}: something has to be corrected",
    text: "Hello {name},\n\nWe could not publish {place} yet. This is not right:\n\n{remarks}\n\nLog in, correct it and send it again:\n\n{log_in_link}",
    lifeMinutes: 7 * dayMinutes,
  },
  "payment-received": {
    subject: "₹{amount} received online for {vehicle}",
    text: "{branch} has received ₹{amount} online for {vehicle}, receipt {receipt}.\n\nTransaction {transaction} at the payment provider.",
    lifeMinutes: 7 * dayMinutes,
  },
  invite: {
    subject: "Your invite to {branch}",
    text: "Hello {visitor},\n\n{host} invites you to {branch}, from {from} until {until}.\n\nShow the code on this page at the gate:\n\n{invite_link}",
    lifeMinutes: dayMinutes,
  },
  "invite-withdrawn": {
    subject: "Your invite to {branch} was withdrawn",
    text: "Hello {visitor},\n\nyour invite to {branch} for {from} was withdrawn: its code lets nobody in any more.",
    lifeMinutes: dayMinutes,
  },
  "approval-asked": {
    subject: "{visitor} asks to come in at {branch}",
    text: "{visitor} asks to come in at {branch}.\n\nReason: {reason}\n\nApprove or reject it here:\n\n{approvals_link}",
    lifeMinutes: 60,
  },
  "change-answered": {
    subject: "Your change of {subject}: {outcome}",
    text: "Hello {name},\n\nyou asked to change {subject}. It was {outcome}.\n\n{answer}",
    lifeMinutes: 7 * dayMinutes,
  },
  "area-answered": {
    subject: "The area {area}: {outcome}",
    text: "Hello {name},\n\nyou asked for the area {area}. It was {outcome}.\n\n{answer}",
    lifeMinutes: 7 * dayMinutes,
  },
  enquiry: {
    subject: "{about}: {name}",
    text: "{name} wrote to {branch}.\n\n{message}\n\nEmail {email}, phone {phone}.",
    lifeMinutes: 7 * dayMinutes,
  },
  test: {
    subject: "Test mail of {branch}",
    text: "This is a test mail of {branch}.\n\nMail works.",
    lifeMinutes: dayMinutes,
  },
} as const satisfies { [name: string]: Mail };

export type SmsTemplate = keyof typeof smsTemplates;
export type MailTemplate = keyof typeof mailTemplates;
export type Channel = "sms" | "mail";

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesIn<T extends { text: string; subject?: string }> = {
  [
    Name in Exclude<NamesIn<T["text"]> | (T extends { subject: infer S extends string } ? NamesIn<S> : never), "branch">
  ]: string;
};
/** The values a message takes: those its text names, but the branch. */
export type SmsValues<T extends SmsTemplate> = ValuesIn<(typeof smsTemplates)[T]>;
export type MailValues<T extends MailTemplate> = ValuesIn<(typeof mailTemplates)[T]>;
export type Values = { readonly [name: string]: string };

/** The declaration of a message; undefined for a name there is not, as one of an older version. */
export function templateOf({ channel, template }: { channel: Channel; template: string }): Sms | Mail | undefined {
  const table: { readonly [name: string]: Sms | Mail } = channel === "sms" ? smsTemplates : mailTemplates;
  return Object.hasOwn(table, template) ? table[template] : undefined;
}

/** Whether the message carries what must not be read: then it can be neither shown whole nor sent again. */
export function hasSecrets(message: { channel: Channel; template: string }): boolean {
  return (templateOf(message)?.secrets ?? []).length > 0;
}

const mask = "••••";

/** A message as managers read it: its secrets are dots. One of an older version, which is known no more, has its name alone. */
export function shownMessage({ channel, template, values }: { channel: Channel; template: string; values: Values }): {
  title: string;
  text: string;
} {
  const found = templateOf({ channel, template });
  if (!found) return { title: template, text: "" };
  const shown = { ...values, ...Object.fromEntries((found.secrets ?? []).map((name) => [name, mask])) };
  const text = renderText({ text: found.text, values: shown });
  return "subject" in found
    ? { title: renderText({ text: found.subject, values: shown }), text }
    : { title: text, text };
}

/** The values of one message in two: those that may be kept and read, and those that may not. */
export function partedValues({ secrets = [], values }: { secrets?: readonly string[] | undefined; values: Values }): {
  open: Values;
  secret: Values;
} {
  const entries = Object.entries(values);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !secrets.includes(name))),
    secret: Object.fromEntries(entries.filter(([name]) => secrets.includes(name))),
  };
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The text with its values, each on one line: what people typed makes no line, header or markup of its own. */
export function renderText({ text, values }: { text: string; values: Values }): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => oneLine(values[name] ?? ""));
}

export function renderMail({ mail, values }: { mail: Mail; values: Values }): RenderedMail {
  const paragraphs = mail.text.split("\n\n").map((part) => htmlParagraph({ part, values }));
  return {
    subject: renderText({ text: mail.subject, values }),
    text: renderText({ text: mail.text, values }),
    html: `<!doctype html><html lang="en"><body style="${bodyStyle}"><h1 style="${headStyle}">${escaped(values["branch"] ?? "")}</h1>${paragraphs.join("")}</body></html>`,
  };
}

const bodyStyle = "font:16px/1.5 sans-serif;color:#14213d;max-width:36rem;margin:0 auto;padding:24px";
const headStyle = "font-size:18px;margin:0 0 24px";
const buttonStyle =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#14213d;color:#ffffff;text-decoration:none";

function htmlParagraph({ part, values }: { part: string; values: Values }): string {
  const link = /^\{(\w*link)\}$/.exec(part)?.[1];
  if (link === undefined) return `<p>${escaped(renderText({ text: part, values }))}</p>`;
  const address = oneLine(values[link] ?? "");
  // Only the web's own addresses become a link: whatever else stands there is shown as the text it is.
  if (!/^https?:\/\//.test(address)) return `<p>${escaped(address)}</p>`;
  return `<p><a href="${escaped(address)}" style="${buttonStyle}">Open</a></p><p>${escaped(address)}</p>`;
}

function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}

function escaped(text: string): string {
  const marks: { [mark: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!);
}
