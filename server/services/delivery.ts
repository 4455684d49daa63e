// §7 §8 Outbox: sends what waits for one recipient, oldest first, and stops at the first that cannot be sent yet.
import type { Collection, Row } from "#domain/collection.ts";
import { Outbox, type OutboxStatus } from "#domain/collections/outbox.ts";
import { type Channel, renderMail, renderText, templateOf, type Values } from "#domain/messages.ts";
import { nobody } from "#domain/roles.ts";
import { inOwnWords } from "#domain/rules/own-texts.ts";
import { afterFailure } from "#domain/rules/retry.ts";
import { type House, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Outcome } from "#server/adapters/messages.ts";
import { queueDelivery } from "#server/services/outbox.ts";

const outbox = Outbox as unknown as Collection;

interface Recipient {
  channel: Channel;
  recipient: string;
}

interface Waiting extends Recipient {
  id: number;
  template: string;
  values: Values;
  attempts: number;
  next_try_at: Date | null;
  expires_at: Date | null;
  reference: string;
  sealed: string | null;
  /** The branch's own words. */
  texts: unknown;
}

/** How soon it is looked again whether another process is done with the same recipient, in ms. */
const turnMs = 500;

export async function deliverMessages({ house, channel, recipient }: { house: House } & Recipient): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await deliverNext({ house, channel, recipient });
}

/**
 * Sends one message; true where the next one's turn has come. The transaction is open while the service is asked: who dies
 * in the middle leaves no lock and no half-told story, and nobody else sends to the same recipient meanwhile.
 */
function deliverNext({ house, channel, recipient }: { house: House } & Recipient): Promise<boolean> {
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const ctx = writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
      const [turn] = await tx<{ isOurs: boolean }[]>`
        select pg_try_advisory_xact_lock(7306, hashtext(${`${channel}:${recipient}`})) as "isOurs"`;
      if (!turn!.isOurs) {
        await queueDelivery({ ctx, channel, recipient, delayMs: turnMs });
        return false;
      }
      const [message] = await tx<Waiting[]>`
        select o.id, channel, recipient, template, "values", attempts, next_try_at, expires_at, reference, sealed,
          b.mail_texts as texts
        from "Outbox" o left join outbox_secrets s on s.message = o.id left join "Branch" b on b.id = o.branch
        where channel = ${channel} and recipient = ${recipient} and o.status = 'waiting' order by o.id limit 1`;
      return message ? deliver({ house, ctx, message }) : false;
    },
  });
}

async function deliver({
  house,
  ctx,
  message,
}: {
  house: House;
  ctx: WriteContext;
  message: Waiting;
}): Promise<boolean> {
  const { id, channel, recipient, attempts, next_try_at: nextTry, expires_at: expiresAt } = message;
  const { now } = ctx;
  if (expiresAt && expiresAt <= now) return close({ ctx, id, status: "expired", set: {} });
  if (nextTry && nextTry > now) {
    await queueDelivery({ ctx, channel, recipient, delayMs: nextTry.getTime() - now.getTime() });
    return false;
  }
  const outcome = await send({ house, message });
  const tried = { attempts: attempts + 1 };
  if (outcome.isSent) {
    const set = {
      ...tried,
      sent_at: house.clock(),
      provider_id: outcome.providerId?.slice(0, 255) ?? null,
      last_error: null,
    };
    return close({ ctx, id, status: "sent", set });
  }
  const after = afterFailure({ attempts: attempts + 1, isFinal: outcome.isFinal, expiresAt, now });
  const failed = { ...tried, last_error: outcome.reason.slice(0, 255) };
  if (after.status !== "waiting") return close({ ctx, id, status: after.status, set: failed });
  const { delayMs } = after;
  await change({ ctx, id, set: { ...failed, next_try_at: new Date(now.getTime() + delayMs) } });
  await queueDelivery({ ctx, channel, recipient, delayMs });
  return false;
}

/** The message is done with, one way or another: what was secret of it goes. */
async function close({
  ctx,
  id,
  status,
  set,
}: {
  ctx: WriteContext;
  id: number;
  status: Exclude<OutboxStatus, "waiting">;
  set: Row;
}): Promise<true> {
  await change({ ctx, id, set: { ...set, status, next_try_at: null } });
  await ctx.tx`delete from outbox_secrets where message = ${id}`;
  return true;
}

function change({ ctx, id, set }: { ctx: WriteContext; id: number; set: Row }): Promise<void> {
  return updateItem({ ctx, collection: outbox, id, payload: {}, set, isOurs: true });
}

async function send({ house, message }: { house: House; message: Waiting }): Promise<Outcome> {
  const values = allValues({ house, message });
  if (values === undefined) return refused("What was secret of this message can no longer be read.");
  const { channel, template, recipient: to, reference } = message;
  const found = templateOf({ channel, template });
  // A message of an older version may be of a template there is no more.
  if (!found) return refused(`There is no message called "${template}".`);
  if ("subject" in found) {
    if (!house.outside.mail) return later("No mail server is set: see SMTP_URL.");
    const mail = inOwnWords({ mail: found, template, texts: message.texts });
    return house.outside.mail.send({ to, reference, ...renderMail({ mail, values }) });
  }
  if (!house.outside.sms) return later("No SMS service is set: see SMS_PROVIDER.");
  return house.outside.sms.send({ to, reference, template, values, text: renderText({ text: found.text, values }) });
}

function allValues({ house, message }: { house: House; message: Waiting }): Values | undefined {
  if (message.sealed === null) return message.values;
  try {
    return { ...message.values, ...(JSON.parse(house.sealer.open(message.sealed)) as Values) };
  } catch {
    return undefined;
  }
}

const refused = (reason: string): Outcome => ({ isSent: false, isFinal: true, reason });
const later = (reason: string): Outcome => ({ isSent: false, isFinal: false, reason });
