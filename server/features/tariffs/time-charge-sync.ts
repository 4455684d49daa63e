// Keeps `Time_Charges` and the version in force consistent: each is rewritten after a change of the other.
import { isDeepStrictEqual } from "node:util";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { getCollection } from "#domain/collections.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { applyTimeCharges, isSameTimeCharge, toTimeCharges } from "#domain/tariffs/time-charges.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { fromDatabase, toWireRow } from "#server/items/field-values.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import type { FollowUpStep, WriteContext } from "#server/items/write/write-context.ts";
import { findTariffInForce, type TariffKey } from "#server/features/tariffs/tariff-lookups.ts";

/** A write that follows another one is not followed by the reverse. */
const nothing = (): Promise<void> => Promise.resolve();
const withoutFollowUps = (ctx: WriteContext): WriteContext => ({
  ...ctx,
  followUps: { ...ctx.followUps, timeCharges: nothing, tariffVersion: nothing },
});

async function readTimeCharges({
  ctx,
  branch,
  service,
}: TariffKey & { ctx: WriteContext }): Promise<RowOf<"Time_Charges">[]> {
  const collection = getCollection("Time_Charges");
  const rows = await ctx.tx.unsafe<Row[]>(
    `select * from "Time_Charges" where "branch" = $1::bigint and "service" = $2::text order by "id"`,
    [branch, service],
    { prepare: true },
  );
  return rows.map((row) => fromDatabase(collection, row));
}

/**
 * Creates a version that starts now from the changed rows. Several changes in one transaction are one version, as long as
 * it applies to no entry.
 */
export const writeTariffVersion: FollowUpStep<RowOf<"Time_Charges">> = async ({ ctx, before, after }) => {
  const changed = [before, after].filter((row) => row !== null);
  const keys = new Map(changed.map(({ branch, service }) => [`${branch}:${service}`, { branch, service }]));
  for (const key of keys.values()) {
    const current = await findTariffInForce({ tx: ctx.tx, ...key, at: ctx.now });
    const tariff = applyTimeCharges({ rows: await readTimeCharges({ ctx, ...key }), current: current?.tariff });
    if (current && isDeepStrictEqual(tariff, current.tariff)) continue;
    const write = { ctx: withoutFollowUps(ctx), collection: getCollection("Tariff_Versions"), bypassAccess: true };
    const isOfThisWrite = current !== null && current.startsAt >= ctx.now && !(await isReferenced(ctx, current.id));
    if (isOfThisWrite) await updateItem({ ...write, id: current.id, payload: { tariff } });
    else await createItem({ ...write, payload: { ...key, tariff } });
  }
};

async function isReferenced(ctx: WriteContext, version: number): Promise<boolean> {
  const use = await ctx.lookups.tariffVersionUse({
    ctx,
    before: { id: version },
    after: {},
    changes: {},
    related: {},
  });
  return use?.isReferenced === true;
}

/** Rewrites the rows of a version that starts now; of a later one, a job does it at its start. */
export const writeTimeCharges: FollowUpStep<RowOf<"Tariff_Versions">> = async ({ ctx, after }) => {
  if (!after) return;
  const { id, branch, service, starts_at } = after;
  const delayMs = starts_at.getTime() - ctx.now.getTime();
  if (delayMs <= 0) await rewriteTimeCharges({ ctx, branch, service });
  else
    await queueJob({ tx: ctx.tx, task: "start-tariff", payload: { version: id }, key: `start-tariff:${id}`, delayMs });
};

/** Makes the rows say what the standard plan of the version in force says; rates they cannot say have none. */
async function rewriteTimeCharges({ ctx, branch, service }: TariffKey & { ctx: WriteContext }): Promise<void> {
  const current = await findTariffInForce({ tx: ctx.tx, branch, service, at: ctx.now });
  if (!current) return;
  const rows = await readTimeCharges({ ctx, branch, service });
  const types = new Set((await ctx.tx<{ id: number }[]>`select id from "Vehicle_Type"`).map(({ id }) => id));
  const wanted = toTimeCharges(current.tariff).filter(
    ({ vehicle_type }) => vehicle_type === null || types.has(vehicle_type),
  );
  const collection = getCollection("Time_Charges");
  const write = { ctx: withoutFollowUps(ctx), collection, bypassAccess: true };
  for (const row of rows)
    if (!wanted.some(({ vehicle_type }) => vehicle_type === row.vehicle_type))
      await deleteItem({ ...write, id: row.id });
  for (const charge of wanted) {
    const row = rows.find(({ vehicle_type }) => vehicle_type === charge.vehicle_type);
    if (row && isSameTimeCharge(row, charge)) continue;
    const payload = toPayload(collection, charge);
    if (row) await updateItem({ ...write, id: row.id, payload });
    else await createItem({ ...write, payload: { ...payload, branch, service } });
  }
}

const toPayload = (collection: Collection, charge: Row): Row => toWireRow(collection, charge);
