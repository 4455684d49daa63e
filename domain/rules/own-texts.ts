// §2 configuration: a branch's own words for the mails it sends. SMS keep theirs: they are registered word for word with the operator.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { type Mail, mailTemplates, type MailTemplate } from "#domain/messages.ts";

/** The mails whose words a branch may choose: what carries log-ins and codes of the product stays the product's. */
export const ownTextNames = ["invite", "invite-withdrawn", "approval-asked"] as const satisfies readonly MailTemplate[];
export type OwnTextName = (typeof ownTextNames)[number];

export interface OwnText {
  subject: string;
  text: string;
}
export type OwnTexts = { readonly [name in OwnTextName]?: OwnText };

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))];
}

/** The values a mail can hold, `branch` among them; of these the links, without which it would be of no use, are needed. */
export function valuesOfText(name: OwnTextName): { known: string[]; needed: string[] } {
  const { subject, text } = mailTemplates[name];
  const known = [...new Set([...namesIn(`${subject} ${text}`), "branch"])];
  return { known, needed: known.filter((value) => value.endsWith("link")) };
}

/** What is wrong with a text: FAILED_VALIDATION for its form, TEXT_LACKS_VALUE where a needed value is missing. */
export function ownTextError({ name, own }: { name: OwnTextName; own: unknown }): Refusal | undefined {
  const wrong = new Refusal("FAILED_VALIDATION", "mail_texts", { about: name });
  if (typeof own !== "object" || own === null || Object.keys(own).length !== 2) return wrong;
  const { subject, text } = own as Partial<OwnText>;
  if (typeof subject !== "string" || typeof text !== "string") return wrong;
  const isLong = subject.length > limits.mailSubject || text.length > limits.mailText;
  if (subject.trim() === "" || text.trim() === "" || isLong) return wrong;
  const { known, needed } = valuesOfText(name);
  const used = namesIn(`${subject} ${text}`);
  if (used.some((value) => !known.includes(value))) return wrong;
  const lacking = needed.find((value) => !namesIn(text).includes(value));
  return lacking === undefined ? undefined : new Refusal("TEXT_LACKS_VALUE", "mail_texts", { about: name, lacking });
}

export function ownTextsAreSound({ changes }: RuleArgs): Refusal | undefined {
  const sent = changes["mail_texts"];
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== "object" || Array.isArray(sent)) return new Refusal("FAILED_VALIDATION", "mail_texts");
  for (const [name, own] of Object.entries(sent)) {
    const known = ownTextNames.find((one) => one === name);
    if (!known) return new Refusal("FAILED_VALIDATION", "mail_texts", { about: name });
    const refusal = ownTextError({ name: known, own });
    if (refusal) return refusal;
  }
  return undefined;
}

/** A mail in the branch's own words where it has some. */
export function inOwnWords({ mail, template, texts }: { mail: Mail; template: string; texts: unknown }): Mail {
  const known = ownTextNames.find((one) => one === template);
  const own = known && typeof texts === "object" && texts !== null ? (texts as OwnTexts)[known] : undefined;
  return own ? { ...mail, subject: own.subject, text: own.text } : mail;
}
