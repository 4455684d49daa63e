// §4: tells those on duty at the gate, on their devices, that a vehicle with debts has come in.
import { formatRupees } from "#domain/money.ts";
import type { Config } from "#server/config.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { selectDebts } from "#server/features/debts/select-debts.ts";
import { isSessionOpenSql } from "#server/messaging/push/devices.ts";
import { queuePush } from "#server/messaging/push/queue-push.ts";

interface ArrivedVehicle {
  services: { config: Pick<Config, "integrations"> };
  ctx: WriteContext;
  branch: number;
  plate: string;
  /** Page of the entry or ticket under /{company}/{branch}/. */
  page: string;
  /** Key of the arrival. */
  event: string;
}

/** Every check-in comes here: nothing is read without notifications on this server, and one query if nobody has turned this on. */
export async function notifyOfDebts({ services, ctx, branch, plate, page, event }: ArrivedVehicle): Promise<void> {
  if (services.config.integrations.push === null) return;
  const { tx, actor, now } = ctx;
  const people = await tx<{ id: string; slugs: string }[]>`
    select distinct u.id, c.slug || '/' || b.slug as slugs
    from push_subscriptions s join users u on u.id = s."user" join "Branch" b on b.id = u.default_branch
    join "Companies" c on c.id = b.company
    where 'debts' = any(s.kinds) and u.default_branch = ${branch} and u.in_out_flag and u.id is distinct from ${actor.id}::uuid
      and ${isSessionOpenSql({ sql: tx, now })}
    order by u.id`;
  if (people.length === 0) return;
  const [{ owed }] = await tx<[{ owed: number }]>`
    select coalesce(sum(owed), 0)::int as owed from (${selectDebts({ sql: tx, branch })}) debts where vehicle = ${plate}`;
  if (owed === 0) return;
  const values = { plate, owed: formatRupees(owed) };
  for (const { id, slugs } of people)
    await queuePush({
      ctx,
      branch,
      user: id,
      template: "debt-at-gate",
      values,
      path: `/${slugs}/${page}`,
      event: `debt:${event}`,
    });
}
