// The job on the first day of confirmed fees: the branch gets those that are in force on that day.
import { anonymous } from "#domain/access/roles.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { formatDate } from "#domain/dates.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { updateItem } from "#server/items/write/write.ts";

interface DueFees {
  branch: number;
  platform_charges: number | null;
  service_charges: number | null;
}

/** A later change of the same branch may be in force already; a repeated job writes the same values. */
export async function startFees({ services, change }: { services: AppServices; change: number }): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      const [row] = await tx<{ branch: number; zone: string }[]>`
        select b.id as branch, b.time_zone as zone from "Two_Person_Changes" t join "Branch" b on b.id = t.branch
        where t.id = ${change} for update of b`;
      if (!row) return;
      const today = formatDate({ at: ctx.now, zone: row.zone });
      const [due] = await tx<DueFees[]>`
        select branch, platform_charges, service_charges from "Two_Person_Changes"
        where branch = ${row.branch} and status = 'confirmed' and start_day <= ${today}
        order by start_day desc, decided_at desc limit 1`;
      if (!due) return;
      const { branch, ...systemValues } = due;
      await updateItem({ ctx, collection: Branch, id: branch, payload: {}, systemValues, bypassAccess: true });
    },
  });
}
