// §1: accounts of a phone number or email, for people who ask the platform for help.
import type { AttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { findRole } from "#domain/access/roles.ts";
import type { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { parseUserSearch } from "#domain/platform/user-search.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

type FoundUser = ContractResult<typeof platformPeopleActions.findUsers>[number];

const minuteMs = 60_000;
/** More than support needs, and too few to collect accounts. */
const searchLimit: AttemptLimit = {
  freeAttempts: 30,
  firstWaitMs: minuteMs,
  maxWaitMs: 15 * minuteMs,
  resetAfterMs: 60 * minuteMs,
};

/** FAILED_VALIDATION for a part of a number or email, REQUESTS_EXCEEDED after many searches of one person. */
export async function findUsers({
  services,
  session,
  body,
}: ContractCall<typeof platformPeopleActions.findUsers>): Promise<FoundUser[]> {
  const search = parseUserSearch(body.account);
  if (!search)
    throwApiError(
      "FAILED_VALIDATION",
      { field: "account", path: ["account"], type: "format" },
      "*Enter a whole phone number or email",
    );
  const now = services.clock();
  const keys = [{ key: `find-users:${session.actor.id}`, limit: searchLimit }];
  await services.throttle.count({ keys, now });
  return selectUsers({ sql: services.sql, search, now });
}

async function selectUsers({
  sql,
  search: { kind, value },
  now,
}: {
  sql: AppServices["sql"];
  search: NonNullable<ReturnType<typeof parseUserSearch>>;
  now: Date;
}): Promise<FoundUser[]> {
  const match = kind === "email" ? sql`lower(u.email) = ${value}` : sql`u.contact_number = ${value}`;
  const rows = await sql<(Omit<FoundUser, "role"> & { role: string })[]>`
    select u.id, u.first_name as name, u.email, u.contact_number as phone, u.role, u.status, c.name as company, b.name as branch,
      u.last_access, u.tfa_secret is not null as has_second_factor,
      (select count(distinct s.family)::int from sessions s where s."user" = u.id and s.ended_at is null and s.used_at is null
        and s.expires_at > ${now} and s.auth_version = u.auth_version) as sessions
    from users u left join "Companies" c on c.id = u.default_company left join "Branch" b on b.id = u.default_branch
    where ${match} and u.integration is null order by u.first_name, u.id limit 20`;
  return rows.map((row) => ({ ...row, role: findRole(row.role) }));
}
