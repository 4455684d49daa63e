// §4 §8: offers open pickups to the driver who has waited longest, requests scheduled pickups in time, and alerts the
// manager. All state is in the database and a lock serialises the planning of a branch, so restarts and several
// processes are safe.
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import * as limits from "#domain/limits.ts";
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { getRoleIdsAtBranch } from "#domain/access/capability-exceptions.ts";
import { anonymous } from "#domain/access/roles.ts";
import { type ValetDriver, type OfferHistory, type PickupRequest, planOffers } from "#domain/valet/valet-offer.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import { isStaffOfService } from "#domain/branches/services.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { ApiError } from "#server/items/api-error.ts";
import { queuePush } from "#server/messaging/push/queue-push.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

const systemOrigin = { ip: null, userAgent: null };

/**
 * Plans the offers due at `services.clock()` in all branches, or those of one branch. May run in several servers
 * concurrently.
 */
export async function offerPickups({ services, branch }: { services: AppServices; branch?: number }): Promise<void> {
  if (branch === undefined) await requestScheduledPickups({ services });
  const branches = branch === undefined ? await findDueBranches(services) : [branch];
  // A failing branch does not stop the others.
  const failures: unknown[] = [];
  for (const due of branches)
    await runTransaction({ sql: services.sql, work: (tx) => offerBranchPickups({ services, tx, branch: due }) }).catch(
      (error: unknown) => void failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
}

async function findDueBranches({ sql, clock }: AppServices): Promise<number[]> {
  const rows = await sql<{ branch: number }[]>`
    select distinct branch from "Valet_and_Parking_Information"
    where status_id = 3 and not is_test and (offer_expires_at <= ${clock()} or (offered_to is null and pickup_request_assigned is null))`;
  return rows.map(({ branch }) => branch);
}

/** Requests scheduled pickups that are due; skips those requested manually in the meantime. */
async function requestScheduledPickups({ services }: { services: AppServices }): Promise<void> {
  const due = await services.sql<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where status_id = 2 and pickup_due_at <= ${services.clock()} order by pickup_due_at`;
  const payload = { status_id: valetSequence.pickupRequested };
  for (const { id } of due)
    await runTransaction({
      sql: services.sql,
      work: async (tx) => {
        const [lockedTicket] = await tx`
          select 1 from "Valet_and_Parking_Information" where id = ${id} and status_id = 2 for update skip locked`;
        if (lockedTicket)
          await writeOffer({
            ctx: createWriteContext({ services, tx, actor: anonymous, origin: systemOrigin }),
            id,
            payload,
          });
      },
    });
}

async function offerBranchPickups({
  services,
  tx,
  branch,
}: {
  services: AppServices;
  tx: Tx;
  branch: number;
}): Promise<void> {
  await acquireLock({ tx, name: "pickupOffers", key: branch });
  const ctx = createWriteContext({ services, tx, actor: anonymous, origin: systemOrigin });
  const requests = await readOpenRequests({ tx, branch });
  if (requests.length === 0) return;
  const { timeoutMs, exceptions } = await readBranchSettings({ tx, branch });
  const drivers = await readDrivers({ tx, branch, exceptions });
  for (const { id, values: set } of planOffers({ requests, drivers, now: ctx.now, timeoutMs })) {
    const isWritten = await writeOffer({ ctx, id, payload: {}, systemValues: set });
    if (isWritten && set.offered_to) await notifyDriver({ ctx, id, driver: set.offered_to });
  }
}

async function notifyDriver({ ctx, id, driver }: { ctx: WriteContext; id: number; driver: string }): Promise<void> {
  const [ticket] = await ctx.tx<{ plate: string; branch: number; slugs: string }[]>`
    select v."Vehicle_Number" as plate, v.branch, c.slug || '/' || b.slug as slugs
    from "Valet_and_Parking_Information" v join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where v.id = ${id}`;
  const { plate, branch, slugs } = ticket!;
  await queuePush({
    ctx,
    branch,
    user: driver,
    template: "pickup-offered",
    values: { plate },
    path: `/${slugs}/valet-parking/detail?id=${id}`,
    subject: id,
    event: `pickup-offered:${id}:${ctx.now.getTime()}`,
  });
}

/** Writes an offer; a rule violation means that the ticket has changed since it was read: returns false. */
async function writeOffer({
  ctx,
  id,
  payload,
  systemValues = {},
}: {
  ctx: WriteContext;
  id: number;
  payload: TicketChanges;
  systemValues?: TicketChanges;
}): Promise<boolean> {
  try {
    await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload, systemValues, bypassAccess: true });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

interface PickupRequestRow extends Omit<PickupRequest, "made"> {
  made: OfferHistory | null;
}

async function readOpenRequests({ tx, branch }: { tx: Tx; branch: number }): Promise<PickupRequest[]> {
  const rows = await tx<PickupRequestRow[]>`
    select id, coalesce(pickup_requested_at, date_created) as "requestedAt", pickup_request_assigned as "givenTo", offered_to as "offeredTo",
      offer_expires_at as "expiresAt", offers_made as made, manager_called_at as "managerCalledAt"
    from "Valet_and_Parking_Information" where branch = ${branch} and status_id = 3 and not is_test`;
  return rows.map((row) => ({ ...row, made: row.made ?? {} }));
}

/** Reads the active valet staff on duty, with the time since which each is free. */
async function readDrivers({
  tx,
  branch,
  exceptions: stored,
}: {
  tx: Tx;
  branch: number;
  exceptions: unknown;
}): Promise<ValetDriver[]> {
  // Staff who were granted `valet.manage` are drivers as before; managers from whom it was revoked become drivers.
  const managingRoles = getRoleIdsAtBranch({ capability: "valet.manage", stored });
  const managerRoles = getRoleIdsWith("valet.manage").filter((id) => managingRoles.includes(id));
  const driverRoles = getRoleIdsAtBranch({ capability: "valet.drive", stored });
  const rows = await tx<(ValetDriver & { staffServices: unknown })[]>`
    select u.id, u.role = any(${managerRoles}) as "isManager", greatest(coalesce(u.on_duty_since, u.date_created), brought.last) as "freeSince",
      exists (select 1 from "Valet_and_Parking_Information" v where v.branch = ${branch} and not v.is_test
        and (v.status_id in (4, 5) and v.pickup_request_assigned = u.id
          or v.status_id = 1 and v."Assigned_Staff" = u.id)) as "hasKey",
      u.staff_service_type as "staffServices"
    from users u
    left join lateral (select max(at_gate_at) as last from "Valet_and_Parking_Information" v
      where v.pickup_request_assigned = u.id and v.at_gate_at is not null) brought on true
    where u.default_branch = ${branch} and u.role = any(${driverRoles}) and u.status = 'active' and u.in_out_flag`;
  return rows
    .filter(({ staffServices }) => isStaffOfService({ staffServices, service: valetService }))
    .map(({ staffServices: _, ...driver }) => driver);
}

interface BranchSettings {
  /** Time after which an unanswered offer passes to the next driver. */
  timeoutMs: number;
  /** The stored exceptions from the capabilities of its roles. */
  exceptions: unknown;
}

async function readBranchSettings({ tx, branch }: { tx: Tx; branch: number }): Promise<BranchSettings> {
  const [row] = await tx<{ seconds: number | null; exceptions: unknown }[]>`
    select c.offer_timeout_seconds as seconds, b.capability_exceptions as exceptions from "Branch" b
    left join "Valet_and_Parking_Configuration" c on c.id = b.valet_and_parking_config where b.id = ${branch}`;
  return { timeoutMs: (row?.seconds ?? limits.offerTimeoutSeconds) * 1_000, exceptions: row?.exceptions };
}
