// §2 §7: the language of a message, chosen when it is queued.
import { findRole, isCustomer } from "#domain/access/roles.ts";
import { isTranslated } from "#domain/messages/message-translations.ts";
import type { MessageChannel } from "#domain/messages/messages.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { type Language, languages } from "#domain/people/languages.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * The language of the recipient's account; for a guest without account, that in which the branch prints. Emails to staff,
 * vendors and the platform, and all SMS, are English. Notifications are about screens that staff have in their language.
 */
export async function chooseLanguage({
  ctx,
  channel,
  template,
  to,
  account,
  branchLanguage,
}: {
  ctx: WriteContext;
  channel: MessageChannel;
  template: string;
  to: string;
  /** Id of the recipient, if known. */
  account?: string;
  branchLanguage: Language;
}): Promise<Language> {
  if (!isTranslated({ channel, template })) return "en";
  const id = channel === "push" ? to : account;
  const [reader] = await ctx.tx<{ role: string | null; language: string | null }[]>`
    select role, language from users where ${id === undefined ? ctx.tx`lower(email) = ${to.toLowerCase()}` : ctx.tx`id = ${id}`}`;
  if (!reader) return branchLanguage;
  const isReadInOwn = channel === "push" || isCustomer({ role: findRole(reader.role) });
  return isReadInOwn && isKeyOf(languages, reader.language) ? reader.language : "en";
}
