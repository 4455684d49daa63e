// §7 §8 Outbox: mails and SMS, written in the transaction of what caused them and sent after it was committed.
import type { Collection } from "#domain/collection.ts";
import { Outbox, type OutboxStatus } from "#domain/collections/outbox.ts";
import {
  type Channel,
  hasSecrets,
  type MailTemplate,
  mailTemplates,
  type MailValues,
  partedValues,
  type SmsTemplate,
  smsTemplates,
  type SmsValues,
  templateOf,
  type Values,
} from "#domain/messages.ts";
import { refuse } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { queueJob } from "#server/services/jobs.ts";

const outbox = Outbox as unknown as Collection;

interface Message<T, V> {
  /** Of the write that causes the message: they are kept together or not at all. */
  ctx: WriteContext;
  /** Whose message it is: its name is in it, its managers see it. Null is the product's own. */
  branch: number | null;
  /** An email address; ten digits for an SMS. */
  to: string;
  template: T;
  values: V;
  /** What caused it, like `valet-ready:42`: the same event makes no second message. */
  event?: string;
}

/** Queues a mail; answers its id in the outbox, or undefined where the event already made one. */
export function queueMail<T extends MailTemplate>(mail: Message<T, MailValues<T>>): Promise<number | undefined> {
  const { secrets, lifeMinutes } = mailTemplates[mail.template] as Kept;
  return queueMessage({ ...mail, values: mail.values as Values, channel: "mail", secrets, lifeMinutes });
}

/** Queues an SMS; answers its id in the outbox, or undefined where the event already made one. */
export function queueSms<T extends SmsTemplate>(sms: Message<T, SmsValues<T>>): Promise<number | undefined> {
  const { secrets, lifeMinutes } = smsTemplates[sms.template] as Kept;
  return queueMessage({ ...sms, values: sms.values as Values, channel: "sms", secrets, lifeMinutes });
}

interface Kept {
  secrets?: readonly string[];
  lifeMinutes: number;
}

interface Queued extends Message<string, Values> {
  channel: Channel;
  secrets: readonly string[] | undefined;
  lifeMinutes: number;
}

async function queueMessage(message: Queued): Promise<number | undefined> {
  const { ctx, branch, to, channel, template, event } = message;
  if (event !== undefined && (await isKnown({ ctx, event }))) return undefined;
  const { open, secret } = partedValues(message);
  const { name, company } = await placeOf({ ctx, branch });
  const set = {
    channel,
    recipient: to,
    template,
    values: { ...open, branch: name },
    expires_at: new Date(ctx.now.getTime() + message.lifeMinutes * 60_000),
    reference: Buffer.from(ctx.random(18)).toString("base64url"),
    event: event ?? null,
    branch,
    company,
  };
  const id = (await createItem({ ctx, collection: outbox, payload: {}, set, isOurs: true })) as number;
  if (Object.keys(secret).length > 0)
    await ctx.tx`insert into outbox_secrets (message, sealed) values (${id}, ${ctx.seal(JSON.stringify(secret))})`;
  await queueDelivery({ ctx, channel, recipient: to });
  return id;
}

/**
 * Sends a message once more: one that waits or failed is tried anew, one that was sent goes out a second time as a message
 * of its own. Throws MESSAGE_HAD_A_SECRET for a code or link, which is not kept, unless it still waits.
 */
export async function sendAgain({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const [row] = await ctx.tx<Again[]>`
    select id, channel, recipient, template, "values", status, branch from "Outbox" where id = ${id} for update`;
  if (!row) refuse("FORBIDDEN");
  const { channel, recipient, template, status } = row;
  const found = templateOf({ channel, template });
  if (!found || (hasSecrets({ channel, template }) && status !== "waiting")) refuse("MESSAGE_HAD_A_SECRET");
  if (status === "sent") {
    await queueMessage({ ctx, to: recipient, secrets: [], ...row, lifeMinutes: found.lifeMinutes });
    return;
  }
  const expiresAt = new Date(ctx.now.getTime() + found.lifeMinutes * 60_000);
  const anew = { status: "waiting", attempts: 0, last_error: null, expires_at: expiresAt };
  const set = { ...(status === "waiting" ? {} : anew), next_try_at: null };
  await updateItem({ ctx, collection: outbox, id, payload: {}, set, isOurs: true });
  await queueDelivery({ ctx, channel, recipient });
}

interface Again {
  id: number;
  channel: Channel;
  recipient: string;
  template: string;
  values: Values;
  status: OutboxStatus;
  branch: number | null;
}

/** Gives a message up that was not sent yet: something newer stands in its place. */
export async function withdraw({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const [waiting] = await ctx.tx`select 1 from "Outbox" where id = ${id} and status = 'waiting'`;
  if (!waiting) return;
  const set = { status: "expired", next_try_at: null };
  await updateItem({ ctx, collection: outbox, id, payload: {}, set, isOurs: true });
  await ctx.tx`delete from outbox_secrets where message = ${id}`;
}

/** One job for each recipient, so that their messages are sent one after the other. */
export function queueDelivery({
  ctx: { tx },
  channel,
  recipient,
  delayMs = 0,
}: {
  ctx: Pick<WriteContext, "tx">;
  channel: Channel;
  recipient: string;
  delayMs?: number;
}): Promise<void> {
  const key = `deliver:${channel}:${recipient}`;
  return queueJob({ tx, task: "deliver-messages", payload: { channel, recipient }, key, delayMs });
}

/** Two writes of the same event take turns, so that the second sees what the first made. */
async function isKnown({ ctx: { tx }, event }: { ctx: WriteContext; event: string }): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(7305, hashtext(${event}))`;
  const known = await tx`select 1 from "Outbox" where event = ${event}`;
  return known.length > 0;
}

async function placeOf({ ctx, branch }: { ctx: WriteContext; branch: number | null }) {
  if (branch === null) return { name: "Chaavi", company: null };
  const [found] = await ctx.tx<{ name: string; company: number }[]>`
    select name, company from "Branch" where id = ${branch}`;
  return found!;
}
