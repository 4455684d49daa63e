// §3 Offers: what an offer would have saved of the payments of the last 30 days.
import { setImmediate } from "node:timers/promises";
import { isInScope } from "#domain/access/roles.ts";
import { getCollection } from "#domain/collections.ts";
import type { offerActions } from "#domain/offers/actions.ts";
import type { OfferVisit } from "#domain/offers/offer-check.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import { type EarlierPayment, PreviewCounter } from "#domain/offers/preview.ts";
import { type EntryKind, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { type ChargedStay, getOfferedCharge } from "#domain/payments/stay-breakdown.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { offeredServices } from "#server/features/offers/entry-offers.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";

const periodMs = 30 * 24 * 60 * 60 * 1000;
/** Of each service, the latest. */
const maxPayments = 5_000;
/** Payments computed without a pause, in which other requests run. */
const chunkSize = 25;

type PaidVisit = Pick<OfferVisit, "company" | "branch" | "vehicleType" | "phone" | "vehicle" | "isFirstVisit"> & {
  zone: string;
  hasPass: boolean;
  at: Date;
  entry: Row;
};

async function readPaidVisits({
  services: { sql },
  kind,
  company,
  branch,
  from,
}: {
  services: AppServices;
  kind: EntryKind;
  company: number;
  branch: number | null;
  from: Date;
}): Promise<PaidVisit[]> {
  const isValet = kind === "V";
  const [phone, vehicle, type] = isValet
    ? [sql`e."Customer_Phone_Number"`, sql`e."Vehicle_Number"`, sql`e.vehicle_type`]
    : [sql`m.phone_no`, sql`m.vehicle_no`, sql`m.vehicle_type`];
  const record = isValet ? sql`` : sql`join "Parking_Main_Information" m on m.id = e.parking_main_info`;
  const earlier = isValet
    ? sql`select 1 from "Valet_and_Parking_Information" o
        where o."Customer_Phone_Number" = e."Customer_Phone_Number" and o.company = e.company and o.id < e.id`
    : sql`select 1 from "Parking_Main_Information" n join "Parking_Information" o on o.parking_main_info = n.id
        where n.phone_no = m.phone_no and o.company = e.company and o.id < e.id and o.parking_status_id in (1, 2)`;
  return sql<PaidVisit[]>`
    select row_to_json(e) as entry, e.company, e.branch, b.time_zone as zone, ${type} as "vehicleType",
      ${phone} as phone, ${vehicle} as vehicle, e.paid_at as at, not exists (${earlier}) as "isFirstVisit",
      exists (select 1 from "Parking_Main_Information" p where p.branch = e.branch and p.parking_type = 'long_time'
        and not p.is_unpaid and p.pass_start_time <= e.paid_at and p.pass_end_time > e.paid_at
        and (p.phone_no = ${phone} or p.vehicle_no = ${vehicle})) as "hasPass"
    from ${sql(paidKinds[kind].collection)} e ${record} join "Branch" b on b.id = e.branch
    where e.company = ${company} and (${branch}::bigint is null or e.branch = ${branch}) and e.paid_at >= ${from}
      and e.payment_status = 'paid' and e.voided_at is null
    order by e.paid_at desc limit ${maxPayments}`;
}

function toEarlierPayment({ kind, visit }: { kind: EntryKind; visit: PaidVisit }): EarlierPayment {
  const { entry, at, ...rest } = visit;
  // As it stood when it was paid: the exit may have come later.
  const stay: ChargedStay = { ...fromDatabase(getCollection(paidKinds[kind].collection), entry), out_time: null };
  return {
    visit: { ...rest, service: offeredServices[kind], code: null },
    charge: getOfferedCharge({ entry: stay, now: at }),
    at,
  };
}

/** FORBIDDEN for an offer that the actor does not see. */
export async function previewOffer({
  services,
  session: { actor },
  id,
}: ContractCall<typeof offerActions.preview>): Promise<ContractResult<typeof offerActions.preview>> {
  const [row] = await services.sql<Row[]>`select * from "Offers" where id = ${id} and company = ${actor.company}`;
  const offer = row && fromDatabase(Offers, row);
  if (!offer || !isInScope({ actor, company: offer.company, branch: offer.branch ?? actor.branch }))
    throwApiError("FORBIDDEN");
  const to = services.clock();
  const from = new Date(to.getTime() - periodMs);
  // An offer for all branches is previewed at those that the actor sees.
  const branch = offer.branch ?? (isInScope({ actor, company: offer.company, branch: null }) ? null : actor.branch);
  const counter = new PreviewCounter(offer);
  const visits = [];
  for (const kind of ["P", "V"] as const) {
    const read = await readPaidVisits({ services, kind, company: offer.company, branch, from });
    visits.push(...read.map((visit) => ({ kind, visit })));
  }
  visits.sort((first, second) => first.visit.at.getTime() - second.visit.at.getTime());
  for (const [index, paid] of visits.entries()) {
    if (index % chunkSize === 0) await setImmediate();
    counter.add(toEarlierPayment(paid));
  }
  return { ...counter.sum, from, to };
}
