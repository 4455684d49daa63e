// The job at the start of a version: the time charges say what is in force now.
import { anonymous } from "#domain/access/roles.ts";
import { getCollection } from "#domain/collections.ts";
import type { Row } from "#domain/schema/collection.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { lockTariff } from "#server/features/tariffs/tariff-lookups.ts";
import { writeTimeCharges } from "#server/features/tariffs/time-charge-sync.ts";

/** The version may have been changed or deleted since the job was queued. */
export async function startTariff({ services, version }: { services: AppServices; version: number }): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const [stored] = await tx<Row[]>`select * from "Tariff_Versions" where id = ${version}`;
      if (!stored) return;
      const row = fromDatabase(getCollection("Tariff_Versions"), stored);
      await lockTariff({ tx, branch: row.branch, service: row.service });
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      await writeTimeCharges({ ctx, before: null, after: row, related: {} });
    },
  });
}
