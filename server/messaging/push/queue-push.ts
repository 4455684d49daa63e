// §7: queues notifications in the transaction of their cause, and the SMS that replaces one which no device has shown.
import {
  type PushDefinition,
  type PushTemplate,
  pushTemplates,
  type PushValues,
  smsFallbackMs,
} from "#domain/messages/notifications.ts";
import { roles } from "#domain/access/roles.ts";
import type { SmsTemplate, SmsValues } from "#domain/messages/messages.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMessage, type QueueMessageOptions, queueSms } from "#server/messaging/outbox.ts";
import { hasDevice } from "#server/messaging/push/devices.ts";

interface QueuePushOptions<T extends PushTemplate> {
  ctx: WriteContext;
  branch: number;
  /** Id of the user. */
  user: string;
  template: T;
  values: PushValues<T>;
  /** Page that a press opens, with query; may contain a token. */
  path: string;
  /** Id of the row that an answer is about. */
  subject?: number;
  event: string;
}

/** Queues a notification; returns its id, or undefined if no device of the user shows this kind. */
export async function queuePush<T extends PushTemplate>({
  user,
  path,
  subject,
  ...push
}: QueuePushOptions<T>): Promise<number | undefined> {
  const { ctx, template } = push;
  const { kind, lifeMinutes }: PushDefinition = pushTemplates[template];
  if (!(await hasDevice({ sql: ctx.tx, now: ctx.now, user, kind }))) return undefined;
  const event = `${push.event}:push:${user}`;
  const id = await queueMessage({ ...push, values: push.values, channel: "push", to: user, event, lifeMinutes });
  if (id === undefined) return undefined;
  await ctx.tx`
    insert into push_messages (message, "user", path, subject)
    values (${id}, ${user}, ${ctx.seal(JSON.stringify(path))}, ${subject ?? null})`;
  return id;
}

/** As above for the customer who has verified a phone number; undefined without one. */
export async function queueCustomerPush<T extends PushTemplate>({
  phone,
  ...push
}: Omit<QueuePushOptions<T>, "user"> & { phone: string | null }): Promise<number | undefined> {
  if (phone === null) return undefined;
  const [customer] = await push.ctx.tx<{ id: string }[]>`
    select id from users where contact_number = ${phone} and phone_verified_at is not null and role = ${roles.customer.id}`;
  return customer && queuePush({ ...push, user: customer.id });
}

/**
 * Queues an SMS; if `push` was queued for the same person, it waits until a device could have shown that, and is
 * withdrawn once one has.
 */
export async function queueSmsUnlessSeen<T extends SmsTemplate>({
  push,
  ...sms
}: QueueMessageOptions<T, SmsValues<T>> & { push: number | undefined }): Promise<void> {
  if (push === undefined) return void (await queueSms(sms));
  const fallback = await queueSms({ ...sms, holdMs: smsFallbackMs });
  if (fallback !== undefined) await sms.ctx.tx`update push_messages set fallback = ${fallback} where message = ${push}`;
}
