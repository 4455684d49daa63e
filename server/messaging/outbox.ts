// §7 §8 Outbox: mails, SMS and notifications, queued in the transaction of their cause and sent after its commit.
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { Outbox, type OutboxStatus } from "#domain/messages/outbox.collection.ts";
import {
  type MessageChannel,
  hasSecretValues,
  type MailTemplate,
  mailTemplates,
  type MailValues,
  splitSecretValues,
  type SmsTemplate,
  smsTemplates,
  type SmsValues,
  findTemplate,
  type MessageValues,
  getSender,
} from "#domain/messages/messages.ts";
import {
  type QuotaExceededAction,
  quotaErrors,
  findMessageQuota,
  type QuotaScope,
  withheldReasons,
} from "#domain/messages/message-quota.ts";
import type { Language } from "#domain/people/languages.ts";
import type { RegisteredSms, SmsTexts } from "#domain/messages/sms-texts.ts";
import { acquireLock } from "#server/db/locks.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { countMessage, type QuotaBranch } from "#server/messaging/quota.ts";
import { chooseLanguage } from "#server/messaging/choose-language.ts";
import { queueJob } from "#server/jobs/jobs.ts";

export interface QueueMessageOptions<T, V> {
  /** Context of the write that causes the message; both are committed together. */
  ctx: WriteContext;
  /**
   * Branch of the message, whose name it contains and whose managers see it. Null for messages of the product itself.
   */
  branch: number | null;
  /** Email address, or ten digits for an SMS. */
  to: string;
  template: T;
  values: V;
  /**
   * Id of the recipient whose account does not have the address: the language is that of the account. Otherwise the account
   * is found by `to`.
   */
  account?: string;
  /** Key of the cause, such as `valet-ready:42`: an event creates one message only. */
  event?: string;
  /** Time in ms for which the message waits before its first attempt, without delaying others of its recipient. */
  holdMs?: number | undefined;
  /** Overrides the template's action when a quota is exceeded (domain/messages/message-quota.ts). */
  onExceeded?: QuotaExceededAction;
}

/**
 * Queues a mail; returns its id in the outbox, or undefined if the event already created one. If a quota is exceeded,
 * the mail is withheld or rejected with the error of the scope: BRANCH_, ACCOUNT_ or RECIPIENT_MESSAGES_EXCEEDED.
 */
export async function queueMail<T extends MailTemplate>(
  mail: QueueMessageOptions<T, MailValues<T>>,
): Promise<number | undefined> {
  // Placeholder addresses, which the product generates, cannot receive mail.
  if (isPlaceholderEmail(mail.to)) return undefined;
  const { secrets, lifeMinutes }: SecretsOfTemplate = mailTemplates[mail.template];
  return queueMessage({ ...mail, values: mail.values, channel: "mail", secrets, lifeMinutes });
}

/** Queues an SMS; otherwise like `queueMail`. */
export function queueSms<T extends SmsTemplate>(
  sms: QueueMessageOptions<T, SmsValues<T>>,
): Promise<number | undefined> {
  const { secrets, lifeMinutes }: SecretsOfTemplate = smsTemplates[sms.template];
  return queueMessage({ ...sms, values: sms.values, channel: "sms", secrets, lifeMinutes });
}

interface SecretsOfTemplate {
  secrets?: readonly string[];
  lifeMinutes: number;
}

export interface QueuedMessage extends QueueMessageOptions<string, MessageValues> {
  channel: MessageChannel;
  secrets?: readonly string[] | undefined;
  lifeMinutes: number;
  /** Of a message that is sent again. */
  language?: Language;
  sms_text?: RegisteredSms | null;
}

/** Queues a message of any channel; returns undefined if the event already created one. */
export async function queueMessage(message: QueuedMessage): Promise<number | undefined> {
  const { ctx, branch, to, channel, template, event } = message;
  if (event !== undefined && (await isEventQueued({ ctx, event }))) return undefined;
  const { open, secret } = splitSecretValues(message);
  const messageBranch = await loadMessageBranch({ ctx, branch });
  const { name, company, companyName } = messageBranch;
  const sender = getSender({ channel, template, branch: name, company: companyName });
  const withheld = await checkQuota({ ...message, messageBranch });
  const { holdMs } = message;
  const { language, smsText } =
    message.language === undefined
      ? await chooseLanguage({ ...message, branch: messageBranch })
      : { language: message.language, smsText: message.sms_text ?? null };
  const systemValues = {
    channel,
    recipient: to,
    template,
    language,
    sms_text: smsText,
    values: { ...open, branch: sender },
    expires_at: new Date(ctx.now.getTime() + message.lifeMinutes * 60_000),
    held_until: holdMs === undefined ? null : new Date(ctx.now.getTime() + holdMs),
    reference: Buffer.from(ctx.random(18)).toString("base64url"),
    event: event ?? null,
    branch,
    company,
    ...(withheld && { status: "failed", last_error: withheldReasons[withheld] }),
  };
  const id = await createItem({ ctx, collection: Outbox, payload: {}, systemValues, bypassAccess: true });
  if (withheld) return id;
  if (Object.keys(secret).length > 0)
    await ctx.tx`insert into outbox_secrets (message, sealed) values (${id}, ${ctx.seal(JSON.stringify(secret))})`;
  // A job of its own, since one of the recipient would replace that of another message.
  const held = holdMs === undefined ? {} : { held: id, delayMs: holdMs };
  await queueDelivery({ ctx, channel, recipient: to, ...held });
  return id;
}

/** Returns the exceeded scope of a message to be withheld; throws if it is to be rejected. */
async function checkQuota(message: {
  ctx: WriteContext;
  to: string;
  channel: MessageChannel;
  template: string;
  onExceeded?: QuotaExceededAction;
  messageBranch: MessageBranch;
}): Promise<QuotaScope | undefined> {
  const { ctx, channel, to: recipient, template, messageBranch } = message;
  // Notifications cost nothing and go only to those who have turned them on.
  const quota = channel === "push" ? undefined : findMessageQuota({ channel, template });
  if (!quota || channel === "push") return undefined;
  const onExceeded = message.onExceeded ?? quota.onExceeded;
  const exceeded = await countMessage({ ctx, channel, recipient, branch: messageBranch.quota, quota, onExceeded });
  if (exceeded && onExceeded === "refuse") throwApiError(quotaErrors[exceeded]);
  return exceeded;
}

/**
 * Resends a message: a queued or failed one is retried, a sent one is queued again as a new message. Throws
 * MESSAGE_HAD_A_SECRET for a code or link, which is not stored, unless it is still queued; and if a quota is exceeded
 * as `queueMail`, whatever the template.
 */
export async function resendMessage({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const [row] = await ctx.tx<StoredMessage[]>`
    select id, channel, recipient, template, "values", status, branch, coalesce(language, 'en') as language, sms_text from "Outbox" where id = ${id} for update`;
  if (!row) throwApiError("FORBIDDEN");
  const { channel, recipient, template, status } = row;
  // A late notification would be about something that is over.
  if (channel === "push") throwApiError("FORBIDDEN");
  const messageTemplate = findTemplate({ channel, template });
  if (!messageTemplate || (hasSecretValues({ channel, template }) && status !== "waiting"))
    throwApiError("MESSAGE_HAD_A_SECRET");
  if (status === "sent") {
    await queueMessage({
      ctx,
      to: recipient,
      secrets: [],
      ...row,
      lifeMinutes: messageTemplate.lifeMinutes,
      onExceeded: "refuse",
    });
    return;
  }
  if (status !== "waiting") {
    const messageBranch = await loadMessageBranch({ ctx, branch: row.branch });
    await checkQuota({ ctx, to: recipient, channel, template, onExceeded: "refuse", messageBranch });
  }
  const expiresAt = new Date(ctx.now.getTime() + messageTemplate.lifeMinutes * 60_000);
  const requeued = { status: "waiting", attempts: 0, last_error: null, expires_at: expiresAt };
  const systemValues = { ...(status === "waiting" ? {} : requeued), next_try_at: null, held_until: null };
  await updateItem({ ctx, collection: Outbox, id, payload: {}, systemValues, bypassAccess: true });
  await queueDelivery({ ctx, channel, recipient });
}

interface StoredMessage {
  id: number;
  channel: MessageChannel;
  recipient: string;
  template: string;
  values: MessageValues;
  status: OutboxStatus;
  branch: number | null;
  language: Language;
  sms_text: RegisteredSms | null;
}

/** Withdraws a queued message that is replaced by a newer one, or is not needed for the given reason. */
export async function withdrawMessage({
  ctx,
  id,
  reason,
}: {
  ctx: WriteContext;
  id: number;
  reason?: string;
}): Promise<void> {
  const [queued] = await ctx.tx`select 1 from "Outbox" where id = ${id} and status = 'waiting'`;
  if (!queued) return;
  const systemValues = {
    status: "expired",
    next_try_at: null,
    ...(reason === undefined ? {} : { last_error: reason }),
  };
  await updateItem({ ctx, collection: Outbox, id, payload: {}, systemValues, bypassAccess: true });
  await ctx.tx`delete from outbox_secrets where message = ${id}`;
}

const deliveryTasks = { mail: "deliver-mail", sms: "deliver-sms", push: "deliver-push" } as const;

/** Queues one job per recipient, so that its messages are sent one after the other. */
export function queueDelivery({
  ctx: { tx },
  channel,
  recipient,
  delayMs = 0,
  held,
}: {
  ctx: Pick<WriteContext, "tx">;
  channel: MessageChannel;
  recipient: string;
  delayMs?: number;
  /** Id of a message that is held until then. */
  held?: number;
}): Promise<void> {
  const key = `deliver:${channel}:${recipient}${held === undefined ? "" : `:${held}`}`;
  return queueJob({ tx, task: deliveryTasks[channel], payload: { recipient }, key, delayMs });
}

/** Locks the event, so that the second of two concurrent writes sees the message of the first. */
async function isEventQueued({ ctx: { tx }, event }: { ctx: WriteContext; event: string }): Promise<boolean> {
  await acquireLock({ tx, name: "outboxEvent", key: event });
  const existing = await tx`select 1 from "Outbox" where event = ${event}`;
  return existing.length > 0;
}

interface MessageBranch {
  name: string;
  company: number | null;
  companyName: string | null;
  language: Language;
  smsTexts: SmsTexts | null;
  quota: QuotaBranch | null;
}

async function loadMessageBranch({
  ctx,
  branch,
}: {
  ctx: WriteContext;
  branch: number | null;
}): Promise<MessageBranch> {
  if (branch === null)
    return { name: "Chaavi", company: null, companyName: null, language: "en", smsTexts: null, quota: null };
  const [row] = await ctx.tx<
    {
      name: string;
      company: number;
      companyName: string;
      language: Language;
      smsTexts: SmsTexts | null;
      zone: string;
      sms: number | null;
      mails: number | null;
    }[]
  >`
    select b.name, b.company, c.name as "companyName", coalesce(b.print_language, 'en') as language, b.sms_texts as "smsTexts",
      b.time_zone as zone, b.sms_per_day as sms, b.mails_per_day as mails
    from "Branch" b join "Companies" c on c.id = b.company where b.id = ${branch}`;
  const { name, company, companyName, language, smsTexts, zone, sms: smsPerDay, mails: mailsPerDay } = row!;
  return { name, company, companyName, language, smsTexts, quota: { id: branch, zone, smsPerDay, mailsPerDay } };
}
