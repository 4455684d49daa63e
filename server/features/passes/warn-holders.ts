// §4: tells the holders of passes by SMS that their pass ends soon, once per end.
import { runTransaction } from "#server/db/transaction.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { anonymous } from "#domain/access/roles.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { warningDays } from "#domain/passes/pass.ts";
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { queueSms } from "#server/messaging/outbox.ts";

const batchSize = 200;

interface EndingPass {
  id: number;
  branch: number;
  phone: string;
  visitor: string;
  until: Date;
  zone: string;
}

/**
 * Queues the warnings that are due; returns how many passes were considered. A pass that is renewed is warned of its new end. A
 * pass shorter than the warning and a day is not: its holder has just bought it. The customer whose account has verified the
 * number gets the warning with a consent only (domain/messages/message-consents.ts).
 */
export async function warnPassHolders({ services }: { services: AppServices }): Promise<number> {
  const now = services.clock();
  let considered = 0;
  let lastId = 0;
  for (;;) {
    const ending = await services.sql<EndingPass[]>`
      select m.id, m.branch, m.phone_no as phone, coalesce(m.vehicle_no, m.name) as visitor, m.pass_end_time as until, b.time_zone as zone
      from "Parking_Main_Information" m join "Branch" b on b.id = m.branch
      where m.id > ${lastId} and m.parking_type = 'long_time' and b.status = 'published' and not b.is_suspended
        and m.pass_end_time > ${now} and m.pass_end_time <= ${now}::timestamptz + ${warningDays} * interval '1 day'
        and m.pass_start_time < m.pass_end_time - ${warningDays + 1} * interval '1 day'
        and m.parking_status_id <> ${parkingSequence.cancelled} and not m.is_unpaid and not m.is_waiting_for_approve
        and not exists (select 1 from users u where u.contact_number = m.phone_no and u.is_customer_user and u.phone_verified_at is not null
          and not coalesce(u.message_consents, '[]') @> '[{"kind": "pass_ends"}]')
        and m.phone_no is not null and m.phone_no <> ${erasedPlaceholder}
      order by m.id limit ${batchSize}`;
    for (const pass of ending) await warnHolder({ services, pass });
    considered += ending.length;
    if (ending.length < batchSize) return considered;
    lastId = ending.at(-1)!.id;
  }
}

function warnHolder({
  services,
  pass: { id, branch, phone, visitor, until, zone },
}: {
  services: AppServices;
  pass: EndingPass;
}): Promise<unknown> {
  return runTransaction({
    sql: services.sql,
    work: (tx) =>
      queueSms({
        ctx: createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } }),
        branch,
        to: phone,
        template: "pass-ending",
        values: { visitor, until: formatDateTime12({ at: until, zone }) },
        event: `pass-ending:${id}:${until.getTime()}`,
      }),
  });
}
