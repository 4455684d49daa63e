// §2 Mailed reports: who may see the reports of a branch, or those of all branches of its company, and has an email.
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { can } from "#domain/access/capabilities.ts";
import { getRoleIdsAtBranch, getRoleExceptions } from "#domain/access/capability-exceptions.ts";
import { type Actor, findRole, roleNames, roles } from "#domain/access/roles.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

interface ReportReader {
  id: string;
  name: string;
  email: string;
  role: string;
}

/**
 * By name. The exceptions of the branch count, as when the page is opened. A `chooser` who works at one branch does not see the
 * company's admins of other branches.
 */
export async function listReportReaders({
  sql,
  branch,
  isAcrossBranches,
  chooser,
}: {
  sql: Sql | Tx;
  branch: number;
  isAcrossBranches: boolean;
  chooser?: Actor;
}): Promise<ReportReader[]> {
  const [row] = await sql<{ company: number; stored: unknown }[]>`
    select company, capability_exceptions as stored from "Branch" where id = ${branch}`;
  if (!row) return [];
  const { company, stored } = row;
  const isReader = (roleId: string): boolean => {
    const role = findRole(roleId);
    return !isAcrossBranches || can({ role, exceptions: getRoleExceptions({ stored, role }) }, "branch.switch");
  };
  const roleIds = getRoleIdsAtBranch({ capability: "report.read", stored }).filter(isReader);
  const ofCompany = roleNames.filter((name) => roles[name].scope === "company").map((name) => roles[name].id);
  const isOfBranch = chooser !== undefined && roles[chooser.role].scope === "branch";
  const users = await sql<ReportReader[]>`
    select id, concat_ws(' ', first_name, last_name) as name, email, role::text as role from users
    where role = any(${roleIds}) and status = 'active' and integration is null and email is not null
      and case when role = any(${ofCompany}) then default_company = ${company} and (not ${isOfBranch} or default_branch = ${branch}) else default_branch = ${branch} end
    order by 2, id`;
  return users.filter(({ email }) => !isPlaceholderEmail(email));
}

/** For a schedule whose recipients or branches change. */
export const lookUpReportReaders: LookupStep<"reportReaders", RowOf<"Report_Schedules">> = async ({
  ctx,
  before,
  after,
  changes,
}) => {
  if (before && !("recipients" in changes || "is_across_branches" in changes || "branch" in changes)) return undefined;
  const { branch, is_across_branches: isAcrossBranches } = after;
  return (await listReportReaders({ sql: ctx.tx, branch, isAcrossBranches, chooser: ctx.actor })).map(({ id }) => id);
};
