// §7 §8 Outbox: sends the queued messages of one recipient, oldest first, and stops at the first that cannot be sent
// yet.
import { z } from "zod";
import type { CustomTemplates } from "#domain/messages/message-templates.ts";
import { countSmsSegments, type RegisteredSms } from "#domain/messages/sms-texts.ts";
import type { Row } from "#domain/schema/collection.ts";
import { Outbox, type OutboxStatus } from "#domain/messages/outbox.collection.ts";
import { findTemplate, type MessageChannel, type MessageValues, renderText } from "#domain/messages/messages.ts";
import { renderMail } from "#domain/messages/mail-html.ts";
import { translatePush } from "#domain/messages/message-translations.ts";
import type { Language } from "#domain/people/languages.ts";
import { anonymous } from "#domain/access/roles.ts";
import { applyCustomTemplate } from "#domain/messages/message-templates.ts";
import { decideRetry } from "#domain/messages/retry.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";
import type { SessionLocks } from "#server/db/session-locks.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { SendOutcome } from "#server/messaging/message-adapters.ts";
import { queueDelivery } from "#server/messaging/outbox.ts";
import { sendToDevices } from "#server/messaging/push/send-to-devices.ts";

interface Recipient {
  channel: MessageChannel;
  recipient: string;
}

interface QueuedMessage extends Recipient {
  id: number;
  template: string;
  language: Language;
  sms_text: RegisteredSms | null;
  values: unknown;
  attempts: number;
  next_try_at: Date | null;
  expires_at: Date | null;
  reference: string;
  sealed: string | null;
  /** Custom message templates of the branch. */
  texts: CustomTemplates | null;
}

/** Values of a queued message, possibly of an older version; anything but a text counts as missing. */
const openValuesSchema = z.record(z.string(), z.string().catch("")).catch({});
/** Values that contain a code or link. */
const secretValuesSchema = z.record(z.string(), z.string());

/** Time in ms after which delivery is retried if another process holds the recipient's lock. */
const lockRetryMs = 500;

/**
 * Sends the queued messages of a recipient. A database lock per recipient preserves the order across servers; no
 * transaction is open while the external service responds.
 */
export async function deliverMessages({
  services,
  locks,
  ...to
}: { services: AppServices; locks: SessionLocks } & Recipient): Promise<void> {
  const lock = { name: "delivery", key: `${to.channel}:${to.recipient}` } as const;
  const work = async (): Promise<void> => {
    let hasMore = true;
    while (hasMore) hasMore = await deliverNextMessage({ services, ...to });
  };
  if (await locks.runWhileHeld({ lock, work })) return;
  await runWrite({ services, work: (ctx) => queueDelivery({ ctx, ...to, delayMs: lockRetryMs }) });
}

/** Sends one message; returns true if the next one can be sent. */
async function deliverNextMessage({
  services,
  channel,
  recipient,
}: { services: AppServices } & Recipient): Promise<boolean> {
  const now = services.clock();
  const [message] = await services.sql<QueuedMessage[]>`
    select o.id, channel, recipient, template, coalesce(language, 'en') as language, sms_text, "values", attempts, next_try_at, expires_at, reference, sealed,
      b.mail_texts as texts
    from "Outbox" o left join outbox_secrets s on s.message = o.id left join "Branch" b on b.id = o.branch
    where channel = ${channel} and recipient = ${recipient} and o.status = 'waiting'
      and (o.held_until is null or o.held_until <= ${now}) order by o.id limit 1`;
  if (!message) return queueHeldMessage({ services, channel, recipient, now });
  const { id, next_try_at: nextTry, expires_at: expiresAt } = message;
  if (expiresAt && expiresAt <= now)
    return runWrite({
      services,
      work: (ctx) =>
        recordOutcomeOnce({ ctx, message, work: () => closeMessage({ ctx, id, status: "expired", values: {} }) }),
    });
  if (nextTry && nextTry > now) {
    const delayMs = nextTry.getTime() - now.getTime();
    await runWrite({ services, work: (ctx) => queueDelivery({ ctx, channel, recipient, delayMs }) });
    return false;
  }
  const outcome = await sendMessage({ services, message });
  return runWrite({
    services,
    work: (ctx) =>
      recordOutcomeOnce({
        ctx,
        message,
        outcome,
        work: () => recordOutcome({ ctx, message, outcome, attemptedAt: now }),
      }),
  });
}

/** Queues the next attempt at a message that is held: its job may have run a moment too early. */
async function queueHeldMessage({
  services,
  now,
  ...to
}: { services: AppServices; now: Date } & Recipient): Promise<false> {
  const [held] = await services.sql<{ id: number; until: Date }[]>`
    select id, held_until as until from "Outbox"
    where channel = ${to.channel} and recipient = ${to.recipient} and status = 'waiting' and held_until > ${now}
    order by held_until limit 1`;
  if (!held) return false;
  const delayMs = held.until.getTime() - now.getTime();
  await runWrite({ services, work: (ctx) => queueDelivery({ ctx, ...to, delayMs, held: held.id }) });
  return false;
}

function runWrite<T>({
  services,
  work,
}: {
  services: AppServices;
  work: (ctx: WriteContext) => Promise<T>;
}): Promise<T> {
  return runTransaction({
    sql: services.sql,
    work: (tx) => work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  });
}

/**
 * Records the outcome of a message once. Meanwhile the message may have been withdrawn, or sent by another server if
 * this one lost its lock with its connection. Only a successful sending overrides that.
 */
async function recordOutcomeOnce({
  ctx,
  message: { id, attempts },
  outcome,
  work,
}: {
  ctx: WriteContext;
  message: QueuedMessage;
  outcome?: SendOutcome;
  work: () => Promise<boolean>;
}): Promise<boolean> {
  const [row] = await ctx.tx<{ status: OutboxStatus; attempts: number }[]>`
    select status, attempts from "Outbox" where id = ${id} for update`;
  const isUnchanged = row?.status === "waiting" && row.attempts === attempts;
  const isSentAnyway = row !== undefined && row.status !== "sent" && outcome?.isSent === true;
  return isUnchanged || isSentAnyway ? work() : true;
}

async function recordOutcome({
  ctx,
  message,
  outcome,
  attemptedAt,
}: {
  ctx: WriteContext;
  message: QueuedMessage;
  outcome: SendOutcome;
  /** Time of the attempt, from which the next one is scheduled. */
  attemptedAt: Date;
}): Promise<boolean> {
  const { id, channel, recipient, attempts, expires_at: expiresAt } = message;
  const counted = { attempts: attempts + 1 };
  if (outcome.isSent) {
    const providerId = outcome.providerId?.slice(0, 255) ?? null;
    return closeMessage({
      ctx,
      id,
      status: "sent",
      values: { ...counted, sent_at: ctx.now, provider_id: providerId, last_error: null },
    });
  }
  const retry = decideRetry({ attempts: attempts + 1, isFinal: outcome.isPermanent, expiresAt, now: attemptedAt });
  const failed = { ...counted, last_error: outcome.reason.slice(0, 255) };
  if (retry.status !== "waiting") return closeMessage({ ctx, id, status: retry.status, values: failed });
  const { delayMs } = retry;
  await updateMessage({ ctx, id, values: { ...failed, next_try_at: new Date(attemptedAt.getTime() + delayMs) } });
  await queueDelivery({ ctx, channel, recipient, delayMs });
  return false;
}

/** Closes a finished message and deletes its secrets. */
async function closeMessage({
  ctx,
  id,
  status,
  values,
}: {
  ctx: WriteContext;
  id: number;
  status: Exclude<OutboxStatus, "waiting">;
  values: Row;
}): Promise<true> {
  await updateMessage({ ctx, id, values: { ...values, status, next_try_at: null } });
  await ctx.tx`delete from outbox_secrets where message = ${id}`;
  return true;
}

function updateMessage({ ctx, id, values }: { ctx: WriteContext; id: number; values: Row }): Promise<void> {
  return updateItem({ ctx, collection: Outbox, id, payload: {}, systemValues: values, bypassAccess: true });
}

async function sendMessage({
  services,
  message,
}: {
  services: AppServices;
  message: QueuedMessage;
}): Promise<SendOutcome> {
  const values = getAllValues({ services, message });
  if (values === undefined) return permanentFailure("The code or link of this message can no longer be decrypted.");
  const { channel, template, language, sms_text: registered, recipient: to, reference } = message;
  const messageTemplate = findTemplate({ channel, template });
  // A message of an older version may use a template that no longer exists.
  if (!messageTemplate) return permanentFailure(`Unknown message template "${template}".`);
  if ("title" in messageTemplate) {
    const push = translatePush({ push: messageTemplate, language });
    return sendToDevices({ services, message, template: push, values });
  }
  if ("subject" in messageTemplate) {
    if (!services.integrations.mail) return temporaryFailure("No mail server is configured: see SMTP_URL.");
    const mail = applyCustomTemplate({ mail: messageTemplate, template, texts: message.texts });
    const isOwnText = mail !== messageTemplate;
    const rendered = renderMail({ mail, values, language: isOwnText ? "ownLanguage" : language });
    return services.integrations.mail.send({ to, reference, ...rendered });
  }
  if (!services.integrations.sms) return temporaryFailure("No SMS service is configured: see SMS_PROVIDER.");
  const text = renderText({ text: registered?.text ?? messageTemplate.text, values });
  return services.integrations.sms.send({
    to,
    reference,
    template,
    values,
    text,
    isUnicode: countSmsSegments(text).isUnicode,
    ...(registered && { templateId: registered.template_id }),
  });
}

function getAllValues({
  services,
  message,
}: {
  services: AppServices;
  message: QueuedMessage;
}): MessageValues | undefined {
  const { sealed } = message;
  const values = openValuesSchema.parse(message.values);
  if (sealed === null) return values;
  const secretValues = unsealJson({ sealer: services.sealer, sealed, schema: secretValuesSchema });
  return secretValues && { ...values, ...secretValues };
}

const permanentFailure = (reason: string): SendOutcome => ({ isSent: false, isPermanent: true, reason });
const temporaryFailure = (reason: string): SendOutcome => ({ isSent: false, isPermanent: false, reason });
