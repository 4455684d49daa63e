// The newest mail or SMS to somebody, as it stands in the outbox, with what of it is sealed.
import type { Sql } from "#server/db/pool.ts";
import type { Sealer } from "#server/services/secrets.ts";

export interface WaitingMail {
  template: string;
  values: { [name: string]: string };
}

interface Sought {
  sql: Sql;
  sealer: Sealer;
  to: string;
}

export function mailTo(sought: Sought): Promise<WaitingMail> {
  return messageTo({ ...sought, channel: "mail" });
}

/** The code of the newest SMS. */
export async function codeTo(sought: Sought): Promise<string> {
  return (await messageTo({ ...sought, channel: "sms" })).values["otp"]!;
}

async function messageTo({ sql, sealer, to, channel }: Sought & { channel: "mail" | "sms" }): Promise<WaitingMail> {
  const [mail] = await sql<{ template: string; values: WaitingMail["values"]; sealed: string | null }[]>`
    select o.template, o.values, s.sealed from "Outbox" o left join outbox_secrets s on s.message = o.id
    where o.channel = ${channel} and lower(o.recipient) = ${to.toLowerCase()} order by o.id desc limit 1`;
  if (!mail) throw new Error(`No ${channel} was queued to ${to}`);
  const secrets = mail.sealed ? (JSON.parse(sealer.open(mail.sealed)) as WaitingMail["values"]) : {};
  return { template: mail.template, values: { ...mail.values, ...secrets } };
}
