// §2 configuration: custom email templates of a branch. SMS texts cannot be customised, since they are registered with
// the operator; a branch can register them in further languages (sms-texts.ts).
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { type MailDefinition, mailTemplates, type MailTemplate } from "#domain/messages/messages.ts";

/** Email templates a branch can customise; emails with login links and codes cannot be customised. */
export const customTemplateNames = [
  "invite",
  "invite-withdrawn",
  "approval-asked",
] as const satisfies readonly MailTemplate[];
export type CustomTemplateName = (typeof customTemplateNames)[number];

export interface CustomTemplate {
  subject: string;
  text: string;
}
export type CustomTemplates = { readonly [name in CustomTemplateName]?: CustomTemplate };

/** The names of all placeholders of a text, in order. */
export function findPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

export function formatPlaceholders(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

/**
 * Placeholders of a template, including `branch`; links are required, since the email would be useless without them.
 */
export function getTemplatePlaceholders(name: CustomTemplateName): { known: string[]; needed: string[] } {
  const { subject, text } = mailTemplates[name];
  const known = [...new Set([...findPlaceholders(`${subject} ${text}`), "branch"])];
  return { known, needed: known.filter((value) => value.endsWith("link")) };
}

/**
 * Validates a custom template: FAILED_VALIDATION for its form, TEXT_LACKS_VALUE if a required placeholder is missing.
 */
export function checkCustomTemplate({
  name,
  template,
}: {
  name: CustomTemplateName;
  template: unknown;
}): RuleViolation | undefined {
  const invalid = new RuleViolation("FAILED_VALIDATION", "mail_texts", { about: name });
  if (typeof template !== "object" || template === null || Object.keys(template).length !== 2) return invalid;
  if (!("subject" in template) || !("text" in template)) return invalid;
  const { subject, text } = template;
  if (typeof subject !== "string" || typeof text !== "string") return invalid;
  const isTooLong = subject.length > limits.mailSubject || text.length > limits.mailText;
  if (subject.trim() === "" || text.trim() === "" || isTooLong) return invalid;
  const { known, needed } = getTemplatePlaceholders(name);
  const usedPlaceholders = findPlaceholders(`${subject} ${text}`);
  if (usedPlaceholders.some((value) => !known.includes(value))) return invalid;
  const missingPlaceholder = needed.find((value) => !findPlaceholders(text).includes(value));
  return missingPlaceholder === undefined
    ? undefined
    : new RuleViolation("TEXT_LACKS_VALUE", "mail_texts", { about: name, lacking: missingPlaceholder });
}

export function validateCustomTemplates({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const templates = changes.mail_texts;
  if (templates === undefined || templates === null) return undefined;
  if (typeof templates !== "object" || Array.isArray(templates))
    return new RuleViolation("FAILED_VALIDATION", "mail_texts");
  for (const [name, template] of Object.entries(templates)) {
    const templateName = customTemplateNames.find((candidate) => candidate === name);
    if (!templateName) return new RuleViolation("FAILED_VALIDATION", "mail_texts", { about: name });
    const violation = checkCustomTemplate({ name: templateName, template });
    if (violation) return violation;
  }
  return undefined;
}

/** Applies the branch's custom template, if there is one. */
export function applyCustomTemplate({
  mail,
  template,
  texts,
}: {
  mail: MailDefinition;
  template: string;
  texts: CustomTemplates | null | undefined;
}): MailDefinition {
  const templateName = customTemplateNames.find((candidate) => candidate === template);
  const customTemplate = templateName && texts?.[templateName];
  return customTemplate ? { ...mail, subject: customTemplate.subject, text: customTemplate.text } : mail;
}
