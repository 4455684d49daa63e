// §4 §8: offers open pickups to who has waited longest, asks for cars at the time they are wanted, and calls the manager.
// The database's times decide and one process at a time plans a branch: restarts and several processes change nothing.
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { nobody, roles } from "#domain/roles.ts";
import { type Driver, type OffersMade, type PickupRequest, planOffers } from "#domain/rules/valet-offer.ts";
import { valetService } from "#domain/rules/valet-entry.ts";
import { worksFor } from "#domain/services.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { type House, writeContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { Refused } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { tickets } from "#server/features/valet/ticket.ts";

const ourself = { ip: null, userAgent: null };

/** Everything that is due at `house.clock()` in all branches, or what may have changed in one. May run in several servers at once. */
export async function offerPickups({ house, branch }: { house: House; branch?: number }): Promise<void> {
  if (branch === undefined) await requestWanted({ house });
  const branches = branch === undefined ? await dueBranches(house) : [branch];
  // One branch that fails holds up no other.
  const failures: unknown[] = [];
  for (const due of branches)
    await transaction({ sql: house.sql, work: (tx) => planBranch({ house, tx, branch: due }) }).catch(
      (error: unknown) => void failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
}

async function dueBranches({ sql, clock }: House): Promise<number[]> {
  const rows = await sql<{ branch: number }[]>`
    select distinct branch from "Valet_and_Parking_Information"
    where status_id = 3 and (offer_expires_at <= ${clock()} or (offered_to is null and pickup_request_assigned is null))`;
  return rows.map(({ branch }) => branch);
}

/** Cars that are wanted at a time are asked for when they are due; one that somebody asked for by hand meanwhile is left alone. */
async function requestWanted({ house }: { house: House }): Promise<void> {
  const due = await house.sql<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where status_id = 2 and pickup_due_at <= ${house.clock()} order by pickup_due_at`;
  const payload = { status_id: valetSequence.pickupRequested };
  for (const { id } of due)
    await transaction({
      sql: house.sql,
      work: async (tx) => {
        const [ours] = await tx`
          select 1 from "Valet_and_Parking_Information" where id = ${id} and status_id = 2 for update skip locked`;
        if (ours) await write({ ctx: writeContext({ house, tx, who: nobody, origin: ourself }), id, payload });
      },
    });
}

async function planBranch({ house, tx, branch }: { house: House; tx: Tx; branch: number }): Promise<void> {
  await tx`select pg_advisory_xact_lock(7306, ${branch}::integer)`;
  const ctx = writeContext({ house, tx, who: nobody, origin: ourself });
  const requests = await openRequests({ tx, branch });
  if (requests.length === 0) return;
  const drivers = await driversOf({ tx, branch });
  const timeoutMs = await timeoutOf({ tx, branch });
  for (const { id, set } of planOffers({ requests, drivers, now: ctx.now, timeoutMs }))
    await write({ ctx, id, payload: {}, set });
}

/** Whoever moved the car in between is right, and there is nothing to do. */
async function write({ ctx, id, payload, set = {} }: { ctx: WriteContext; id: number; payload: Row; set?: Row }) {
  try {
    await updateItem({ ctx, collection: tickets, id, payload, set, isOurs: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

interface RequestRow extends Omit<PickupRequest, "made"> {
  made: OffersMade | null;
}

async function openRequests({ tx, branch }: { tx: Tx; branch: number }): Promise<PickupRequest[]> {
  const rows = await tx<RequestRow[]>`
    select id, coalesce(pickup_requested_at, date_created) as "requestedAt", pickup_request_assigned as "givenTo", offered_to as "offeredTo",
      offer_expires_at as "expiresAt", offers_made as made, manager_called_at as "managerCalledAt"
    from "Valet_and_Parking_Information" where branch = ${branch} and status_id = 3`;
  return rows.map((row) => ({ ...row, made: row.made ?? {} }));
}

/** Who is present and active and works for the valet, with since when each has nothing to do. */
async function driversOf({ tx, branch }: { tx: Tx; branch: number }): Promise<Driver[]> {
  const rows = await tx<(Driver & { given: unknown })[]>`
    select u.id, u.role = ${roles.manager.id} as "isManager", greatest(coalesce(u.on_duty_since, u.date_created), brought.last) as "freeSince",
      exists (select 1 from "Valet_and_Parking_Information" v
        where v.branch = ${branch} and v.status_id = 4 and v.pickup_request_assigned = u.id) as "isDriving",
      u.staff_service_type as given
    from users u
    left join lateral (select max(at_gate_at) as last from "Valet_and_Parking_Information" v
      where v.pickup_request_assigned = u.id and v.at_gate_at is not null) brought on true
    where u.default_branch = ${branch} and u.role in (${roles.staff.id}, ${roles.manager.id}) and u.status = 'active' and u.in_out_flag`;
  return rows
    .filter(({ given }) => worksFor({ given, service: valetService }))
    .map(({ given: _, ...driver }) => driver);
}

/** Milliseconds an offer stands before it goes on. */
async function timeoutOf({ tx, branch }: { tx: Tx; branch: number }): Promise<number> {
  const [row] = await tx<{ seconds: number | null }[]>`
    select c.offer_timeout_seconds as seconds from "Branch" b
    left join "Valet_and_Parking_Configuration" c on c.id = b.valet_and_parking_config where b.id = ${branch}`;
  return (row?.seconds ?? limits.offerTimeoutSeconds) * 1_000;
}
