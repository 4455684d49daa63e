// §4 Approvals: the job that asks the next member of the visited unit.
import { anonymous } from "#domain/access/roles.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { askUnit } from "#server/features/parking/visitors/ask-unit.ts";

/** The job after the time to answer. Does nothing for a request that was answered or withdrawn. */
export async function askNextMember({ services, id }: { services: AppServices; id: number }): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      await askUnit({ services, ctx, id });
    },
  });
}
