// What the completed stays of the last 30 days would have cost by a proposed tariff.
import { setImmediate } from "node:timers/promises";
import { isInScope } from "#domain/access/roles.ts";
import { getCollection } from "#domain/collections.ts";
import { getStayBreakdown, type ChargedStay } from "#domain/payments/stay-breakdown.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { tariffActions } from "#domain/tariffs/actions.ts";
import { selectTariff } from "#domain/tariffs/select-tariff.ts";
import { parseTariff } from "#domain/tariffs/parse-tariff.ts";
import { toTariffViolation } from "#domain/tariffs/tariff-version.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import type { AppServices } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import type { TariffKey } from "#server/features/tariffs/tariff-lookups.ts";

type Preview = ContractResult<typeof tariffActions.preview>;

const periodMs = 30 * 24 * 60 * 60 * 1000;
const maxEntries = 20_000;
/** Entries per query, between which other requests run. */
const batchSize = 200;
/** Entries charged without a pause: about a millisecond. */
const chunkSize = 25;

type PricedStay = ChargedStay & { id: number; date_created: Date; vehicle_type: number | null };

/** The latest completed stays before the last one read. */
async function readStays({
  services: { sql },
  branch,
  service,
  from,
  last,
}: TariffKey & { services: AppServices; from: Date; last: PricedStay | undefined }): Promise<PricedStay[]> {
  const isValet = service === valetService;
  const collection = getCollection(isValet ? "Valet_and_Parking_Information" : "Parking_Information");
  const before = last ? sql`and (e.date_created, e.id) < (${last.date_created}, ${last.id})` : sql``;
  const columns = sql`e.id, e.date_created, e.in_time, e.out_time, e.tariff, e.parking_time_type,
    e.time_value_for_minutes, e.charge_amount_for_minutes, e.min_charge_of_minutes,
    e.is_slip_lost, e.lost_slip_proof, e.tariff_extras, e.bill_amount`;
  const completed = sql`e.branch = ${branch} and e.date_created >= ${from} ${before}
    and e.in_time is not null and e.out_time is not null`;
  const order = sql`order by e.date_created desc, e.id desc limit ${batchSize}`;
  const rows = isValet
    ? await sql<Row[]>`
        select ${columns}, e.vehicle_type from "Valet_and_Parking_Information" e where ${completed} ${order}`
    : await sql<Row[]>`
        select ${columns}, e.free_until, m.vehicle_type from "Parking_Information" e
        join "Parking_Main_Information" m on m.id = e.parking_main_info
        where ${completed} and not e.is_person and e.voided_at is null ${order}`;
  return rows.map((row) => {
    const { id, date_created, vehicle_type } = row;
    if (typeof id !== "number" || !(date_created instanceof Date)) throw new TypeError("The row is not an entry.");
    const type = typeof vehicle_type === "number" ? vehicle_type : null;
    return { ...fromDatabase(collection, row), id, date_created, vehicle_type: type };
  });
}

/** Charge by the proposed tariff; 0 for a vehicle type without a price. */
function reprice({ stay, version, zone }: { stay: PricedStay; version: TariffVersion; zone: string }): number {
  const at = stay.in_time ?? stay.date_created;
  const tariff = selectTariff({ version, number: null, vehicleType: stay.vehicle_type, at, zone });
  return tariff ? getStayBreakdown({ entry: { ...stay, tariff }, now: at }).charge : 0;
}

/** FORBIDDEN for another branch; INVALID_TARIFF. */
export async function previewTariff({
  services,
  session: { actor },
  branch,
  service,
  proposed,
}: ActionContext & TariffKey & { proposed: unknown }): Promise<Preview> {
  const [site] = await services.sql<{ company: number; zone: string }[]>`
    select company, time_zone as zone from "Branch" where id = ${branch}`;
  if (!site || !isInScope({ actor, company: site.company, branch })) throwApiError("FORBIDDEN");
  const version = parseTariff(proposed);
  if (Array.isArray(version)) throwViolation(toTariffViolation(version));
  const to = services.clock();
  const from = new Date(to.getTime() - periodMs);
  const sum = { entries: 0, charged: 0, repriced: 0 };
  let last: PricedStay | undefined;
  do {
    const stays = await readStays({ services, branch, service, from, last });
    for (const [index, stay] of stays.entries()) {
      if (index % chunkSize === 0) await setImmediate();
      sum.entries += 1;
      sum.charged += getStayBreakdown({ entry: stay, now: to }).charge;
      sum.repriced += reprice({ stay, version, zone: site.zone });
    }
    last = stays.length === batchSize ? stays.at(-1) : undefined;
  } while (last && sum.entries < maxEntries);
  return { ...sum, from, to };
}
