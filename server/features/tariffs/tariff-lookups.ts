// Lookups of tariffs: the version in force for a new entry, and the lock and use of a version for its changes.
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import { parseTariff } from "#domain/tariffs/parse-tariff.ts";
import type { TariffInForce } from "#domain/tariffs/copy-tariff.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { LookupStep, Row, WriteContext } from "#server/items/write/write-context.ts";

/** A branch and one of its services, which has versions of its own. */
export interface TariffKey {
  branch: number;
  service: string;
}

/** Serialises changes of a tariff: of its versions and of its time charges, which are rewritten from each other. */
export async function lockTariff({ tx, branch, service }: TariffKey & { tx: Tx }): Promise<void> {
  await acquireLock({ tx, name: "tariffVersions", key: `${branch}:${service}` });
}

/** The version in force at `at`: the one that started last. */
export async function findTariffInForce({
  tx,
  branch,
  service,
  at,
}: TariffKey & { tx: Sql | Tx; at: Date }): Promise<(TariffInForce & { startsAt: Date }) | null> {
  const [row] = await tx.unsafe<(TariffInForce & { startsAt: Date })[]>(
    `select "id", "number", "tariff", "starts_at" as "startsAt" from "Tariff_Versions"
     where "branch" = $1::bigint and "service" = $2::text and "starts_at" <= $3::timestamptz
     order by "starts_at" desc, "number" desc limit 1`,
    [branch, service, at.toISOString()],
    { prepare: true },
  );
  return row ?? null;
}

const foundInWrite = new WeakMap<WriteContext, TariffKey & { found: ReturnType<typeof findTariffInForce> }>();

/** The version in force now, read once per write: a check-in asks for it ahead, along with its first statements. */
function findCurrentTariff({ ctx, ...key }: TariffKey & { ctx: WriteContext }): ReturnType<typeof findTariffInForce> {
  const known = foundInWrite.get(ctx);
  if (known?.branch === key.branch && known.service === key.service) return known.found;
  const found = findTariffInForce({ tx: ctx.tx, ...key, at: ctx.now });
  foundInWrite.set(ctx, { ...key, found });
  // After a savepoint that was rolled back it is asked for again.
  found.catch(() => foundInWrite.delete(ctx));
  return found;
}

/** A new entry belongs to the branch of its visitor record, a ticket to its own. */
function getTariffKey(related: { [field: string]: Row | null }): TariffKey | undefined {
  const visitorRecord = related["parking_main_info"];
  const branch = getRelationId(visitorRecord ? visitorRecord["branch"] : related["branch"]);
  return branch === null ? undefined : { branch, service: visitorRecord ? "is_parking" : valetService };
}

type TariffRow = Partial<Pick<RowOf<"Parking_Information">, "correction" | "in_time" | "parking_status_id">> &
  Partial<Pick<RowOf<"Valet_and_Parking_Information">, "corrected_at" | "Vehicle_Number" | "vehicle_type">>;

/**
 * For a new entry or ticket of a vehicle; as of the check-in for a corrected vehicle type or plate; as of the stated time for
 * a late check-in.
 */
export const lookUpTariffInForce: LookupStep<"tariffInForce", TariffRow> = async ({
  ctx,
  before,
  after,
  changes,
  related,
}) => {
  const isPerson = related["parking_main_info"]?.["is_person"] === true;
  // Another plate of a ticket can have a surcharge of its own.
  const isTicketCorrected = Boolean(changes.corrected_at) && ("vehicle_type" in changes || "Vehicle_Number" in changes);
  const isTypeCorrected = changes.correction ? "vehicle_type" in changes.correction : isTicketCorrected;
  const isInside = before?.parking_status_id !== undefined && before.parking_status_id === after.parking_status_id;
  const stated = isInside ? changes.in_time : undefined;
  const key = (before && !isTypeCorrected && !stated) || isPerson ? undefined : getTariffKey(related);
  if (!key) return undefined;
  const at = stated ?? before?.in_time;
  return at ? findTariffInForce({ tx: ctx.tx, ...key, at }) : findCurrentTariff({ ctx, ...key });
};

/** For a new pass or a renewal: the prices at the time of the sale. */
export const lookUpPassTariff: LookupStep<"passTariff", RowOf<"Parking_Main_Information">> = async ({
  ctx,
  before,
  after,
  changes,
}) => {
  const isSold = after.parking_type === "long_time" && (!before || Boolean(changes.due_till));
  const branch = isSold ? getRelationId(after.branch) : null;
  return branch === null ? undefined : findTariffInForce({ tx: ctx.tx, branch, service: "is_parking", at: ctx.now });
};

const toKey = ({ branch, service }: TariffKey): TariffKey => ({ branch, service });

/** For a change of time charges. */
export const lookUpTariffLock: LookupStep<"tariffLock", RowOf<"Time_Charges">> = async ({ ctx, before, after }) => {
  for (const row of [before, after]) if (row?.branch && row.service) await lockTariff({ tx: ctx.tx, ...toKey(row) });
  return undefined;
};

/** For a change of a version: the tariff, and whether it applies to an entry, under the lock of the tariff. */
export const lookUpTariffVersionUse: LookupStep<"tariffVersionUse", RowOf<"Tariff_Versions">> = async ({
  ctx,
  before,
  after,
  changes,
}) => {
  const { branch, service } = before ?? after;
  if (branch && service) await lockTariff({ tx: ctx.tx, branch, service });
  const parsed = "tariff" in changes ? parseTariff(changes.tariff) : undefined;
  if (!before) return { isReferenced: false, parsed };
  const [row] = await ctx.tx.unsafe<{ isReferenced: boolean }[]>(
    `select exists (select 1 from "Parking_Information" where "tariff_version" = $1::bigint)
       or exists (select 1 from "Valet_and_Parking_Information" where "tariff_version" = $1::bigint)
       or exists (select 1 from "Pre_Booking_Information" where "tariff_version" = $1::bigint) as "isReferenced"`,
    [before.id],
    { prepare: true },
  );
  return { isReferenced: row?.isReferenced === true, parsed };
};
