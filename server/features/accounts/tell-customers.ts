// §2: messages that customers have consented to: a visit that takes long, and an offer near a pinned place. That of a
// pass that ends is in server/features/passes/warn-holders.ts.
import { type MessageConsentKind, longVisitHours, nearbyOfferMetres } from "#domain/messages/message-consents.ts";
import { getCustomerType } from "#domain/accounts/customer-type.ts";
import { anonymous } from "#domain/access/roles.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueSms } from "#server/messaging/outbox.ts";

const batchSize = 200;
/** Offers are told in the daytime of India only. */
const offerHours = { from: 10, until: 20 };

interface ToldCustomer {
  phone: string;
  branch: number;
  govt_customer: boolean;
}

export async function tellCustomers({ services }: { services: AppServices }): Promise<void> {
  await tellOfLongVisits({ services });
  await tellOfNearbyOffers({ services });
}

/** SQL condition for `u`: a customer with a verified phone number who has consented. */
const consentsTo = ({ sql }: AppServices, kind: MessageConsentKind) =>
  sql`(u.is_customer_user and u.phone_verified_at is not null and u.status = 'active'
    and u.message_consents @> ${sql.json([{ kind }])})`;

/** Visits of the last day only: who consents later is not told of what has stood for weeks. */
async function tellOfLongVisits({ services }: { services: AppServices }): Promise<void> {
  const { sql } = services;
  const now = services.clock();
  const [since, until] = [2 * longVisitHours, longVisitHours].map(
    (hours) => new Date(now.getTime() - hours * 3_600_000),
  );
  const consents = consentsTo(services, "long_visit");
  for (const [kind, visits] of [
    [
      "P",
      sql`select e.id, e.branch, coalesce(m.vehicle_no, m.name) as visitor, m.phone_no as phone
        from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
        where e.parking_status_id = ${parkingSequence.in} and not e.is_test and e.in_time > ${since!} and e.in_time <= ${until!}`,
    ],
    [
      "V",
      sql`select t.id, t.branch, t."Vehicle_Number" as visitor, t."Customer_Phone_Number" as phone
        from "Valet_and_Parking_Information" t
        where t.status_id <> ${valetSequence.checkedOut} and not t.is_test and t.voided_at is null and t.date_created > ${since!} and t.date_created <= ${until!}`,
    ],
  ] as const) {
    const long = await sql<(ToldCustomer & { id: number; visitor: string })[]>`
      select v.*, u.govt_customer from (${visits}) v join users u on u.contact_number = v.phone and ${consents}
      where not exists (select 1 from "Outbox" o where o.event = 'long-visit:' || ${kind}::text || ':' || v.id)
      order by v.id limit ${batchSize}`;
    for (const { id, branch, phone, visitor, ...customer } of long)
      await inTransaction(services, (ctx) =>
        queueSms({
          ctx,
          branch,
          to: phone,
          template: "long-visit",
          values: {
            visitor,
            hours: String(longVisitHours),
            home_link: `${services.config.publicUrl}/${getCustomerType(customer)}/home`,
          },
          event: `long-visit:${kind}:${id}`,
        }),
      );
  }
}

/** The nearest offer for everybody on public pages that the customer has not been told of; at most one in a day. */
async function tellOfNearbyOffers({ services }: { services: AppServices }): Promise<void> {
  const { sql } = services;
  const now = services.clock();
  const hour = Number(
    new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: "Asia/Kolkata" }).format(now),
  );
  if (hour < offerHours.from || hour >= offerHours.until) return;
  const found = await sql<(ToldCustomer & { user: string; offer: number; title: string; place: string })[]>`
    select * from (
      select distinct on (u.id) u.id as user, u.contact_number as phone, u.govt_customer, o.id as offer, o.coupon_title as title,
        b.id as branch, p.place ->> 'name' as place
      from users u cross join lateral jsonb_array_elements(u.pinned_places) p(place)
        join "Branch" b on b.status = 'published' and not b.is_suspended and b.latitude is not null and b.longitude is not null
        join "Companies" c on c.id = b.company and c.status = 'published'
        join "Offers" o on o.company = c.id and (o.branch is null or o.branch = b.id)
        cross join lateral (select 2 * 6371000 * asin(sqrt(least(1,
          power(sin(radians(b.latitude::float8 - (p.place ->> 'latitude')::float8) / 2), 2)
          + cos(radians((p.place ->> 'latitude')::float8)) * cos(radians(b.latitude::float8))
            * power(sin(radians(b.longitude::float8 - (p.place ->> 'longitude')::float8) / 2), 2)))) as metres) d
      where ${consentsTo(services, "nearby_offers")} and d.metres <= ${nearbyOfferMetres}
        and o.state = 'running' and o.is_listed and o.audience = 'all'
        and (o.starts_at is null or o.starts_at <= ${now}) and (o.ends_at is null or o.ends_at > ${now})
        and not exists (select 1 from "Outbox" m where m.event = 'nearby-offer:' || o.id || ':' || u.id)
        and not exists (select 1 from "Outbox" m where m.channel = 'sms' and m.recipient = u.contact_number
          and m.template = 'nearby-offer' and m.date_created > ${now}::timestamptz - interval '20 hours')
      order by u.id, d.metres, o.id) nearest
    limit ${batchSize}`;
  for (const { user, phone, branch, offer, title, place, ...customer } of found)
    await inTransaction(services, (ctx) =>
      queueSms({
        ctx,
        branch,
        to: phone,
        template: "nearby-offer",
        values: {
          place,
          offer: title,
          account_link: `${services.config.publicUrl}/${getCustomerType(customer)}/my-account`,
        },
        event: `nearby-offer:${offer}:${user}`,
      }),
    );
}

function inTransaction<T>(services: AppServices, work: (ctx: WriteContext) => Promise<T>): Promise<T> {
  return runTransaction({
    sql: services.sql,
    work: (tx) => work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  });
}
