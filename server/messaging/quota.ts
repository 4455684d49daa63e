// §7 §8: daily counters of messages and invites in the database; concurrent writers of one counter are serialised by
// its row lock.
import { can } from "#domain/access/capabilities.ts";
import { describeHostLimit } from "#domain/invites/invite.ts";
import * as limits from "#domain/limits.ts";
import type { Channel } from "#domain/messages/messages.ts";
import { formatDateStamp, defaultTimeZone } from "#domain/dates.ts";
import {
  getMessageAllowance,
  getBranchAllowance,
  getInviteAllowance,
  type QuotaExceededAction,
  type MessageQuota,
  type QuotaScope,
} from "#domain/messages/message-quota.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Counted kind: a message of a channel, or an invite. */
type CountedKind = Channel | "invite";

interface QuotaCounter {
  scope: QuotaScope;
  key: string;
  allowed: number;
}

/** Branch of a message and its daily allowances set by the platform; null for messages of the product itself. */
export interface QuotaBranch {
  id: number;
  zone: string | null;
  smsPerDay: number | null;
  mailsPerDay: number | null;
}

/** Lock order of the counters, which prevents deadlocks between messages of one branch. */
const lockOrder: readonly QuotaScope[] = ["branch", "account", "recipient"];

/**
 * Counts one message; returns the exceeded scope, if any, in which case nothing is counted. Messages sent by the system
 * are not counted. The counters stay locked until the transaction ends.
 */
export async function countMessage({
  ctx,
  channel,
  recipient,
  branch,
  quota,
  onExceeded,
}: {
  ctx: WriteContext;
  channel: Channel;
  recipient: string;
  branch: QuotaBranch | null;
  quota: MessageQuota;
  onExceeded: QuotaExceededAction;
}): Promise<QuotaScope | undefined> {
  const { actor } = ctx;
  if (actor.id === null) return undefined;
  const keys = { branch: branch && String(branch.id), account: actor.id, recipient: recipient.toLowerCase() };
  const branchLimit = branch && getBranchLimit({ branch, channel });
  const counters = lockOrder.flatMap((scope): QuotaCounter[] => {
    const key = keys[scope];
    if (key === null || !quota.scopes.includes(scope)) return [];
    return [{ scope, key, allowed: getMessageAllowance({ scope, role: actor.role, onExceeded, branch: branchLimit }) }];
  });
  return incrementCounters({ ctx, kind: channel, day: toQuotaDay({ now: ctx.now, zone: branch?.zone }), counters });
}

/** Counts one invite of the actor. Throws INVITES_EXCEEDED if the daily allowance is exhausted. */
export async function countInvite({ ctx }: { ctx: WriteContext }): Promise<void> {
  const { id, role } = ctx.actor;
  if (id === null) return;
  const allowed = getInviteAllowance(role);
  const counters = [{ scope: "account", key: id, allowed }] as const;
  const exceeded = await incrementCounters({ ctx, kind: "invite", day: toQuotaDay({ now: ctx.now }), counters });
  if (exceeded) throwApiError("INVITES_EXCEEDED", { allowed });
}

/**
 * Counts one invite of a host at the branch of the entry, by the branch's day. Throws INVITES_EXCEEDED above the branch's
 * limit; staff and managers have none.
 */
export async function countInviteOfHost({ ctx, entry }: { ctx: WriteContext; entry: number }): Promise<void> {
  const { id: host, role } = ctx.actor;
  if (host === null || can({ role }, "gate.operate")) return;
  const [branch] = await ctx.tx<{ id: number; zone: string | null; allowed: number | null }[]>`
    select b.id, b.time_zone as zone, b.invites_per_host as allowed
    from "Parking_Information" e join "Branch" b on b.id = e.branch where e.id = ${entry}`;
  if (!branch || branch.allowed === null) return;
  const { allowed, zone } = branch;
  const counters = [{ scope: "branch", key: `${branch.id}:${host}`, allowed }] as const;
  const exceeded = await incrementCounters({ ctx, kind: "invite", day: toQuotaDay({ now: ctx.now, zone }), counters });
  if (exceeded) throwApiError("INVITES_EXCEEDED", { allowed }, describeHostLimit(allowed));
}

function getBranchLimit({ branch, channel }: { branch: QuotaBranch; channel: Channel }): number {
  return getBranchAllowance(channel === "sms" ? branch.smsPerDay : branch.mailsPerDay);
}

/** Returns 'YYYYMMDD' in the branch's time zone; in the default time zone without a branch. */
function toQuotaDay({ now, zone }: { now: Date; zone?: string | null | undefined }): string {
  return formatDateStamp({ at: now, zone: zone ?? undefined });
}

async function incrementCounters({
  ctx: { tx },
  kind,
  day,
  counters,
}: {
  ctx: WriteContext;
  kind: CountedKind;
  day: string;
  counters: readonly QuotaCounter[];
}): Promise<QuotaScope | undefined> {
  const [scopes, keys] = [counters.map(({ scope }) => scope), counters.map(({ key }) => key)];
  const rows = await tx<{ scope: QuotaScope; used: number }[]>`
    insert into message_counts (day, kind, scope, key, used)
    select ${day}::date, ${kind}, scope, key, 1 from unnest(${scopes}::text[], ${keys}::text[]) as given (scope, key)
    on conflict (day, kind, scope, key) do update set used = message_counts.used + 1
    returning scope, used`;
  const used = new Map(rows.map((row) => [row.scope, row.used]));
  const exceeded = counters.find(({ scope, allowed }) => used.get(scope)! > allowed)?.scope;
  if (exceeded)
    await tx`
      update message_counts c set used = c.used - 1
      from unnest(${scopes}::text[], ${keys}::text[]) as given (scope, key)
      where c.day = ${day}::date and c.kind = ${kind} and c.scope = given.scope and c.key = given.key`;
  return exceeded;
}

interface MessageUsage {
  used: number;
  allowed: number;
}

/** Returns the messages a branch has used today, in its time zone. */
export async function readBranchUsage({
  sql,
  branch,
  now,
}: {
  sql: Sql | Tx;
  branch: QuotaBranch;
  now: Date;
}): Promise<{ [channel in Channel]: MessageUsage }> {
  const counts = await sql<{ kind: Channel; used: number }[]>`
    select kind, used from message_counts
    where day = ${toQuotaDay({ now, zone: branch.zone })}::date and scope = 'branch' and key = ${String(branch.id)}`;
  const toUsage = (channel: Channel): MessageUsage => ({
    used: counts.find(({ kind }) => kind === channel)?.used ?? 0,
    allowed: getBranchLimit({ branch, channel }),
  });
  return { sms: toUsage("sms"), mail: toUsage("mail") };
}

/**
 * Returns the number of SMS that all published branches may still send today, each in its time zone, and the number of
 * branches with few left.
 */
export async function loadSmsAllowance({
  sql,
  now,
}: {
  sql: Sql;
  now: Date;
}): Promise<{ left: number; branchesLow: number }> {
  const zones = await sql<{ zone: string }[]>`
    select distinct coalesce(time_zone, ${defaultTimeZone}) as zone from "Branch" where status = 'published'`;
  const days = zones.map(({ zone }) => toQuotaDayOrDefault({ now, zone }));
  const [row] = await sql<{ left: number; branchesLow: number }[]>`
    select coalesce(sum(greatest(allowed - used, 0)), 0)::float8 as left,
      (count(*) filter (where allowed > 0 and allowed - used < allowed * ${lowAllowanceShare}::float8))::int as "branchesLow"
    from (
      select coalesce(b.sms_per_day, ${getBranchAllowance(null)}) as allowed, coalesce(c.used, 0) as used
      from "Branch" b
      join unnest(${zones.map(({ zone }) => zone)}::text[], ${days}::text[]) as given (zone, day)
        on given.zone = coalesce(b.time_zone, ${defaultTimeZone})
      left join message_counts c
        on c.day = given.day::date and c.kind = 'sms' and c.scope = 'branch' and c.key = b.id::text
      where b.status = 'published') branches`;
  return row!;
}

/** Share of the daily allowance below which few messages are left. */
const lowAllowanceShare = 0.1;

/**
 * Falls back to the default time zone: one branch with an invalid time zone must not make the indicators of all
 * unreadable.
 */
function toQuotaDayOrDefault({ now, zone }: { now: Date; zone: string }): string {
  try {
    return toQuotaDay({ now, zone });
  } catch {
    return toQuotaDay({ now });
  }
}

/** Deletes a batch of counters older than `days` days; returns how many. */
export async function removeOldCounts({ sql, now, days }: { sql: Sql; now: Date; days: number }): Promise<number> {
  const dayMs = 24 * 60 * 60_000;
  const cutoff = toQuotaDay({ now: new Date(now.getTime() - days * dayMs) });
  const removed = await sql`
    delete from message_counts where ctid in (
      select ctid from message_counts where day < ${cutoff}::date limit ${limits.removedAtATime})`;
  return removed.count;
}
