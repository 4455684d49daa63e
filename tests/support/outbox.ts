// The newest email or SMS to a recipient from the outbox, with its decrypted secrets.
import type { Sql } from "#server/db/pool.ts";
import type { Sealer } from "#server/auth/secrets.ts";

export interface QueuedMessage {
  template: string;
  values: { [name: string]: string };
}

interface FindMessageOptions {
  sql: Sql;
  sealer: Sealer;
  to: string;
}

export function findMailTo(sought: FindMessageOptions): Promise<QueuedMessage> {
  return findMessageTo({ ...sought, channel: "mail" });
}

/** The code of the newest SMS. */
export async function findCodeSentTo(sought: FindMessageOptions): Promise<string> {
  return (await findMessageTo({ ...sought, channel: "sms" })).values["otp"]!;
}

async function findMessageTo({
  sql,
  sealer,
  to,
  channel,
}: FindMessageOptions & { channel: "mail" | "sms" }): Promise<QueuedMessage> {
  const [mail] = await sql<{ template: string; values: QueuedMessage["values"]; sealed: string | null }[]>`
    select o.template, o.values, s.sealed from "Outbox" o left join outbox_secrets s on s.message = o.id
    where o.channel = ${channel} and lower(o.recipient) = ${to.toLowerCase()} order by o.id desc limit 1`;
  if (!mail) throw new Error(`No ${channel} was queued to ${to}`);
  const secrets = mail.sealed ? (JSON.parse(sealer.unseal(mail.sealed)) as QueuedMessage["values"]) : {};
  return { template: mail.template, values: { ...mail.values, ...secrets } };
}
