// §2 §7: the language of a message, chosen when it is queued.
import { findRole, isCustomer } from "#domain/access/roles.ts";
import { isTranslated } from "#domain/messages/message-translations.ts";
import type { MessageChannel } from "#domain/messages/messages.ts";
import { findRegisteredTexts, type RegisteredSms, type SmsTexts } from "#domain/messages/sms-texts.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { type Language, languages } from "#domain/people/languages.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface MessageReader {
  ctx: WriteContext;
  channel: MessageChannel;
  template: string;
  to: string;
  /** Id of the recipient, if known. */
  account?: string;
}

/**
 * The language of the recipient's account; for a guest without account, that in which the branch prints. Emails to staff,
 * vendors and the platform are English. Notifications are about screens that staff have in their language; so are SMS,
 * which are English unless their branch has registered the text in that language.
 */
export async function chooseLanguage({
  branch,
  ...message
}: MessageReader & { branch: { language: Language; smsTexts: SmsTexts | null } }): Promise<{
  language: Language;
  smsText: RegisteredSms | null;
}> {
  const { channel, template } = message;
  const registered = channel === "sms" ? findRegisteredTexts({ texts: branch.smsTexts, template }) : {};
  const isInLanguages = isTranslated({ channel, template }) || Object.keys(registered).length > 0;
  if (!isInLanguages) return { language: "en", smsText: null };
  const language = (await findReaderLanguage(message)) ?? branch.language;
  if (channel !== "sms") return { language, smsText: null };
  const smsText = registered[language] ?? null;
  return { language: smsText ? language : "en", smsText };
}

/** Undefined for a recipient without account. */
async function findReaderLanguage({ ctx: { tx }, channel, to, account }: MessageReader): Promise<Language | undefined> {
  const id = channel === "push" ? to : account;
  // Of a phone number that is not verified, only the accounts that a company has created are its owner's.
  const isReader =
    id !== undefined
      ? tx`id = ${id}`
      : channel === "mail"
        ? tx`lower(email) = ${to.toLowerCase()}`
        : tx`contact_number = ${to} and (phone_verified_at is not null or not is_customer_user)`;
  const [reader] = await tx<{ role: string | null; language: string | null }[]>`
    select role, language from users where ${isReader} order by language is null, is_customer_user desc, id limit 1`;
  if (!reader) return undefined;
  const isReadInOwn = channel !== "mail" || isCustomer({ role: findRole(reader.role) });
  return isReadInOwn && isKeyOf(languages, reader.language) ? reader.language : "en";
}
