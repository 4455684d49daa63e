// §1: the age of each submission under review, and the median time that the platform took to answer earlier ones.
import type { reviewActions } from "#domain/platform/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";

type ReviewTimes = ContractResult<typeof reviewActions.readTimes>;

const measuredDays = 90;
/** More than anybody reads at once. */
const maxWaiting = 500;

/**
 * A submission is answered by the first decision on it that takes effect: the first of two approvals is none, nor is a
 * later change of mind. A correction is a submission of its own.
 */
export async function readReviewTimes({
  services: { sql, clock },
}: {
  services: Pick<AppServices, "sql" | "clock">;
}): Promise<ReviewTimes> {
  const since = new Date(clock().getTime() - measuredDays * 86_400_000);
  const [row] = await sql<[ReviewTimes]>`
    with answered as (
      select extract(epoch from r.date_created - coalesce(p.date_created, b.date_created, c.date_created)) / 60 as minutes
      from "Onboarding_Reviews" r
      join "Companies" c on c.id = r.company
      left join "Branch" b on b.id = r.branch
      left join lateral (
        select e.decision, e.date_created from "Onboarding_Reviews" e
        where e.company = r.company and e.branch is not distinct from r.branch and e.id < r.id and not e.awaits_second
        order by e.id desc limit 1) p on true
      where r.date_created >= ${since} and r.decision <> 'draft' and not r.awaits_second
        and (p.decision is null or p.decision = 'draft')),
    open as (
      select id as company, null::bigint as branch, date_created from "Companies" where status = 'draft'
      union all select company, id, date_created from "Branch" where status = 'draft'),
    waiting as (
      select o.company, o.branch, greatest(o.date_created, (
        select max(r.date_created) from "Onboarding_Reviews" r
        where r.company = o.company and r.branch is not distinct from o.branch and r.decision = 'draft')) as since
      from open o order by since, company, branch nulls first limit ${maxWaiting})
    select
      (select round(percentile_cont(0.5) within group (order by minutes))::int from answered where minutes > 0) as median_minutes,
      (select count(*)::int from answered where minutes > 0) as answers,
      coalesce((select json_agg(waiting order by since, company, branch nulls first) from waiting), '[]') as waiting`;
  return row;
}
