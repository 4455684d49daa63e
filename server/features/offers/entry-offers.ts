// §3 Offers: those that apply to an entry or a ticket now, and what they save (docs/rules/offers.md). Nothing is written here.
import type { ServiceName } from "#domain/branches/services.ts";
import {
  type Candidate,
  chooseOffers,
  findRefusal,
  type OfferChoice,
  type OfferedCharge,
} from "#domain/offers/choose-offers.ts";
import { normaliseCode, type OfferRefusal, type OfferUsage, type OfferVisit } from "#domain/offers/offer-check.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import { getOfferedCharge } from "#domain/payments/stay-breakdown.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/field-values.ts";

export const offeredServices = { P: "is_parking", V: "is_valet_and_parking" } as const satisfies {
  [kind in EntryKey["kind"]]: ServiceName;
};

interface Visitor {
  company: number;
  branch: number;
  zone: string;
  vehicleType: number | null;
  phone: string | null;
  vehicle: string | null;
}

export async function readVisitor({ sql, entry: { kind, id } }: { sql: Sql | Tx; entry: EntryKey }): Promise<Visitor> {
  const [visitor] =
    kind === "P"
      ? await sql<Visitor[]>`
          select e.company, e.branch, b.time_zone as zone, m.vehicle_type as "vehicleType", m.phone_no as phone, m.vehicle_no as vehicle
          from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
            join "Branch" b on b.id = e.branch where e.id = ${id}`
      : await sql<Visitor[]>`
          select t.company, t.branch, b.time_zone as zone, t.vehicle_type as "vehicleType",
            t."Customer_Phone_Number" as phone, t."Vehicle_Number" as vehicle
          from "Valet_and_Parking_Information" t join "Branch" b on b.id = t.branch where t.id = ${id}`;
  return visitor!;
}

/** Whether the phone number has no other visit at the company, and whether a pass of it or of the plate is valid at the branch. */
async function readHistory({
  sql,
  entry: { kind, id },
  visitor: { company, branch, phone, vehicle },
  now,
}: {
  sql: Sql | Tx;
  entry: EntryKey;
  visitor: Visitor;
  now: Date;
}): Promise<Pick<OfferVisit, "isFirstVisit" | "hasPass">> {
  const [history] = await sql<[Pick<OfferVisit, "isFirstVisit" | "hasPass">]>`
    select not exists (select 1 from "Parking_Main_Information" m join "Parking_Information" e on e.parking_main_info = m.id
        where m.phone_no = ${phone} and e.company = ${company} and e.parking_status_id in (1, 2)
          and not (${kind === "P"} and e.id = ${id}))
      and not exists (select 1 from "Valet_and_Parking_Information" t
        where t."Customer_Phone_Number" = ${phone} and t.company = ${company} and not (${kind === "V"} and t.id = ${id})
          and t.voided_at is null) as "isFirstVisit",
    exists (select 1 from "Parking_Main_Information" m where m.branch = ${branch} and m.parking_type = 'long_time'
      and not m.is_unpaid and m.parking_status_id <> 4 and m.pass_start_time <= ${now} and m.pass_end_time > ${now}
      and (m.phone_no = ${phone} or m.vehicle_no = ${vehicle})) as "hasPass"`;
  return history;
}

/** How often the offer was used by the phone number and by the plate; undefined values are of no one. */
export async function countUses({
  sql,
  offer,
  phone,
  vehicle,
}: {
  sql: Sql | Tx;
  offer: number;
  phone: string | null;
  vehicle: string | null;
}): Promise<{ byCustomer: number; byVehicle: number }> {
  const [counts] = await sql<[{ byCustomer: number; byVehicle: number }]>`
    select (count(*) filter (where coalesce(m.phone_no, t."Customer_Phone_Number") = ${phone}))::int as "byCustomer",
      (count(*) filter (where coalesce(m.vehicle_no, t."Vehicle_Number") = ${vehicle}))::int as "byVehicle"
    from "Offer_Uses" u
      left join "Parking_Information" e on e.id = u.parking_information
      left join "Parking_Main_Information" m on m.id = e.parking_main_info
      left join "Valet_and_Parking_Information" t on t.id = u.valet_and_parking_information
    where u.offer = ${offer} and u.state in ('held', 'used')`;
  return counts;
}

/**
 * The running offers of the visit's company that need no code, or one of these, with what was used of them. What is held for an
 * online payment of the entry itself does not count. One statement, whether a code is known or not.
 */
export async function readCandidates({
  sql,
  entry: { kind, id },
  visit: { company, branch, phone, vehicle },
  codes,
}: {
  sql: Sql | Tx;
  entry: EntryKey;
  visit: OfferVisit;
  codes: readonly string[];
}): Promise<Candidate[]> {
  const isOwnHold = sql`u.state = 'held' and u.${sql(paidKinds[kind].field)} = ${id}`;
  const rows = await sql<(Row & OfferUsage)[]>`
    select o.*, coalesce(c.uses, 0) - n.held as uses, ((coalesce(c.saved, 0) - n.held_amount) * 100)::int8::float8 as saved,
      n.by_customer as "byCustomer", n.by_vehicle as "byVehicle"
    from "Offers" o left join offer_counters c on c.offer = o.id
      left join lateral (
        select (count(*) filter (where ${isOwnHold}))::int as held,
          coalesce(sum(u.amount) filter (where ${isOwnHold}), 0) as held_amount,
          (count(*) filter (where not (${isOwnHold}) and coalesce(m.phone_no, t."Customer_Phone_Number") = ${phone}))::int as by_customer,
          (count(*) filter (where not (${isOwnHold}) and coalesce(m.vehicle_no, t."Vehicle_Number") = ${vehicle}))::int as by_vehicle
        from "Offer_Uses" u
          left join "Parking_Information" e on e.id = u.parking_information
          left join "Parking_Main_Information" m on m.id = e.parking_main_info
          left join "Valet_and_Parking_Information" t on t.id = u.valet_and_parking_information
        where u.offer = o.id and u.state in ('held', 'used')
          and (o.customer_limit is not null or o.vehicle_limit is not null or u.${sql(paidKinds[kind].field)} = ${id})) n on true
    where o.company = ${company} and (o.branch is null or o.branch = ${branch}) and o.state = 'running'
      and (o.coupon_code is null or o.coupon_code = any(${[...codes]})) order by o.id`;
  return rows.map(({ uses, saved, byCustomer, byVehicle, ...row }) => ({
    offer: fromDatabase(Offers, row),
    usage: { uses, saved, byCustomer, byVehicle },
  }));
}

export interface EntryOffers extends OfferChoice {
  visit: OfferVisit;
  candidates: Candidate[];
  charge: OfferedCharge;
  /** What is to be paid before these offers, in paise. */
  due: number;
  /** Why the code saves nothing; `code` if it is unknown. Undefined without a code, or if it does. */
  refusal: OfferRefusal | undefined;
}

/**
 * The offers that save most for an entry that is not paid and has none yet. `row` is the entry as the caller has locked or
 * read it.
 */
export async function readEntryOffers({
  sql,
  entry,
  row,
  code: typedCode,
  now,
}: {
  sql: Sql | Tx;
  entry: EntryKey;
  row: PaidRow;
  code: string | null;
  now: Date;
}): Promise<EntryOffers> {
  const code = typedCode === null || typedCode.trim() === "" ? null : normaliseCode(typedCode);
  const visitor = await readVisitor({ sql, entry });
  const history = await readHistory({ sql, entry, visitor, now });
  const visit: OfferVisit = { ...visitor, ...history, service: offeredServices[entry.kind], code };
  const charge = getOfferedCharge({ entry: row, now });
  const due = computeBalance({ entry: row, now }).extended;
  const isOpen = getPaymentStatus(row) !== "paid" && (row.offer_discounts ?? []).length === 0 && !row.is_test;
  const candidates = isOpen ? await readCandidates({ sql, entry, visit, codes: code === null ? [] : [code] }) : [];
  const input = { visit, charge, due, now };
  const coded = candidates.find(({ offer }) => offer.coupon_code !== null);
  const refusal = coded ? findRefusal({ ...input, candidate: coded }) : "code";
  return {
    ...chooseOffers({ ...input, candidates }),
    visit,
    candidates,
    charge,
    due,
    refusal: code === null ? undefined : refusal,
  };
}
