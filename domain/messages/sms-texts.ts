// §2 §7: texts of SMS that a branch has registered with the operators in a language of the interface. Without one the SMS
// is English.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { findPlaceholders } from "#domain/messages/message-templates.ts";
import { smsTemplates } from "#domain/messages/messages.ts";
import { getKeys, isKeyOf } from "#domain/object-keys.ts";
import { type Language, languages, type TranslatedLanguage } from "#domain/people/languages.ts";

/** Messages of a branch in the order of the settings; the others are those of the product, or go to colleagues. */
export const registrableSms = [
  "valet-ticket",
  "valet-new-code",
  "valet-ready",
  "parking-link",
  "booking-link",
  "receipt",
  "payment-refunded",
  "booking-refunded",
  "pass-link",
  "pass-ending",
  "invite",
  "invite-withdrawn",
  "approval-asked",
  "visitor-asks",
  "visitor-arrived",
  "visitor-left",
  "long-visit",
  "nearby-offer",
  "otp",
] as const satisfies readonly (keyof typeof smsTemplates)[];
export type RegistrableSms = (typeof registrableSms)[number];

export type SmsLanguage = TranslatedLanguage;
export const smsLanguages = getKeys(languages).filter((language) => language !== "en");

export interface RegisteredSms {
  /** Id by which the SMS service knows the registered text. */
  template_id: string;
  text: string;
}
export type SmsTexts = {
  readonly [name in RegistrableSms]?: { readonly [language in SmsLanguage]?: RegisteredSms };
};

/** Returns what a branch has registered of a message, by language; empty for a message that cannot be registered. */
export function findRegisteredTexts({ texts, template }: { texts: SmsTexts | null | undefined; template: string }): {
  readonly [language in Language]?: RegisteredSms;
} {
  const name = registrableSms.find((candidate) => candidate === template);
  return (name && texts?.[name]) ?? {};
}

/** The text with the operators' mark in place of each placeholder, as it is registered. */
export function toDltText(text: string): string {
  return text.replaceAll(/\{\w+\}/g, "{#var#}");
}

// GSM 03.38: the second line needs two of the 7-bit characters each.
const gsmCharacter = /[\n\r !"#$%&'()*+,\-./\d:;<=>?@A-Z_a-z£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]/;
const gsmExtension = /[\f^{}\\[~\]|€]/;

/** How many SMS the operators send, and charge, for a text: one of 160 or several of 153 characters; 70 and 67 in Unicode. */
export function countSmsSegments(text: string): { segments: number; isUnicode: boolean } {
  const characters = text.split("");
  const isUnicode = characters.some((character) => !gsmCharacter.test(character) && !gsmExtension.test(character));
  const extensions = isUnicode ? 0 : characters.filter((character) => gsmExtension.test(character)).length;
  const length = characters.length + extensions;
  const [single, part] = isUnicode ? [70, 67] : [160, 153];
  return { segments: length <= single ? 1 : Math.ceil(length / part), isUnicode };
}

/** True if the texts have the same placeholders, each as often: a registered text has a fixed number of variables. */
function hasSamePlaceholders(text: string, other: string): boolean {
  const list = (of: string): string => findPlaceholders(of).toSorted().join();
  return list(text) === list(other);
}

/** Validates one registered text: FAILED_VALIDATION for its form, SMS_TEXT_PLACEHOLDERS for its placeholders. */
export function checkSmsText({
  name,
  registered,
}: {
  name: RegistrableSms;
  registered: unknown;
}): { code: "FAILED_VALIDATION" | "SMS_TEXT_PLACEHOLDERS"; field: "template_id" | "text" } | undefined {
  const isObject = typeof registered === "object" && registered !== null && Object.keys(registered).length === 2;
  if (!isObject || !("text" in registered) || !("template_id" in registered))
    return { code: "FAILED_VALIDATION", field: "text" };
  const { template_id: id, text } = registered;
  if (typeof id !== "string" || !smsTemplateId.test(id)) return { code: "FAILED_VALIDATION", field: "template_id" };
  // oxlint-disable-next-line no-control-regex
  const isSingleLine = typeof text === "string" && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text);
  if (!isSingleLine || text.trim() !== text || text === "" || text.length > limits.smsText)
    return { code: "FAILED_VALIDATION", field: "text" };
  return hasSamePlaceholders(text, smsTemplates[name].text)
    ? undefined
    : { code: "SMS_TEXT_PLACEHOLDERS", field: "text" };
}

/** 19 digits at the operators; services such as MSG91 have ids of their own. */
export const smsTemplateId = /^[\w-]{6,50}$/;

export function validateSmsTexts({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const texts = changes.sms_texts;
  if (texts === undefined || texts === null) return undefined;
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(texts)) return new RuleViolation("FAILED_VALIDATION", "sms_texts");
  for (const [template, byLanguage] of Object.entries(texts)) {
    const name = registrableSms.find((candidate) => candidate === template);
    if (!name || !isObject(byLanguage)) return new RuleViolation("FAILED_VALIDATION", "sms_texts", { about: template });
    for (const [language, registered] of Object.entries(byLanguage)) {
      const violation =
        isKeyOf(languages, language) && language !== "en"
          ? checkSmsText({ name, registered })
          : ({ code: "FAILED_VALIDATION" } as const);
      if (violation) return new RuleViolation(violation.code, "sms_texts", { about: `${name}.${language}` });
    }
  }
  return undefined;
}
