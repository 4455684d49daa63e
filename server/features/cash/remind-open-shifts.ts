// §4 Cash per shift: reminds people, on their devices, of a shift whose cash they have not counted.
import { anonymous } from "#domain/access/roles.ts";
import { longShiftHours } from "#domain/cash/cash-shift.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { queuePush } from "#server/messaging/push/queue-push.ts";

const batchSize = 200;

/** Once for each shift, after its collector has gone off duty, or when the shift is longer than any. */
export async function remindOpenShifts({ services }: { services: AppServices }): Promise<void> {
  const openedBefore = new Date(services.clock().getTime() - longShiftHours * 3_600_000);
  const shifts = await services.sql<{ id: number; user: string; branch: number; slugs: string }[]>`
    select s.id, u.id as "user", s.branch, c.slug || '/' || b.slug as slugs
    from cash_shifts s join users u on u.id = s.collector join "Branch" b on b.id = s.branch join "Companies" c on c.id = b.company
    where s.closed_at is null and (not u.in_out_flag or s.opened_at < ${openedBefore})
      and exists (select 1 from push_subscriptions p where p."user" = u.id and 'open_shift' = any(p.kinds))
      and not exists (select 1 from "Outbox" o where o.event = 'shift-open:' || s.id || ':push:' || u.id)
    order by s.id limit ${batchSize}`;
  for (const { id, user, branch, slugs } of shifts)
    await runTransaction({
      sql: services.sql,
      work: (tx) => {
        const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
        const path = `/${slugs}/cash-shift`;
        return queuePush({ ctx, branch, user, template: "shift-open", values: {}, path, event: `shift-open:${id}` });
      },
    });
}
