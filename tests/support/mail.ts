// The newest mail to somebody, as it waits in the outbox, with what of it is sealed.
import type { Sql } from "#server/db/pool.ts";
import type { Sealer } from "#server/services/secrets.ts";

export interface WaitingMail {
  template: string;
  values: { [name: string]: string };
}

export async function mailTo({ sql, sealer, to }: { sql: Sql; sealer: Sealer; to: string }): Promise<WaitingMail> {
  const [mail] = await sql<{ template: string; values: WaitingMail["values"]; sealed: string | null }[]>`
    select o.template, o.values, s.sealed from "Outbox" o left join outbox_secrets s on s.message = o.id
    where o.channel = 'mail' and lower(o.recipient) = ${to.toLowerCase()} order by o.id desc limit 1`;
  if (!mail) throw new Error(`No mail was queued to ${to}`);
  const secrets = mail.sealed ? (JSON.parse(sealer.open(mail.sealed)) as WaitingMail["values"]) : {};
  return { template: mail.template, values: { ...mail.values, ...secrets } };
}
