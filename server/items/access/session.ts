// §6 reading.md §7: sessions cached in this process and verified by their fingerprint in every statement, so that a
// changed role, status or attendance, or a closed branch, takes effect with the next request.
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ErrorCode } from "#domain/errors.ts";
import { anonymous, findRole, type Actor } from "#domain/access/roles.ts";
import { getRoleExceptions } from "#domain/access/capability-exceptions.ts";
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { getSetUpExceptions, isSettingUp } from "#domain/access/set-up-access.ts";
import { createSupportActor } from "#domain/access/support-access.ts";
import { toTokenScope } from "#domain/integrations/token-scope.ts";
import { getStaffServices } from "#domain/people/assigned-services.ts";
import { checkLoginAccess } from "#domain/accounts/login-access.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { SqlText } from "#server/items/query/sql-text.ts";

export interface Session {
  actor: Actor;
  /** Access error of the account, branch or company, such as a suspension. */
  accessError: ErrorCode | null;
  /** Whether the access error is a pending review, during which an admin sets up the branch (domain/access/set-up-access.ts). */
  maySetUp: boolean;
  /** Families opened to set up while the registration is under review, to which the access error does not apply. */
  setUpFamilies: ReadonlySet<string>;
  /** Version the token must contain; changes of password, role or status invalidate older tokens. */
  authVersion: number;
  stamp: string | null;
  /** Integration with a static token, which has neither attendance nor an account to edit. */
  isIntegration: boolean;
  /** Recently ended sessions by family id, whose tokens may not have expired yet. */
  ended: ReadonlySet<string>;
  /** Not cached, since it ends without a change that the fingerprint contains: at an archived or suspended branch with vehicles inside. */
  isTemporary: boolean;
  /** Families that read a branch as support, with the access of each. */
  supportFamilies: ReadonlyMap<string, SupportSession>;
  /** Access of the request's family; `actor` is then its own (domain/access/support-access.ts). */
  support: SupportSession | null;
  /** Session family of the request; null for a static token. */
  family: string | null;
}

interface SupportSession {
  /** Row of Support_Access. */
  id: number;
  actor: Actor;
  company: number;
  branch: number;
  expiresAt: Date;
  /** Whether nobody has ended it; it may have expired. */
  isOpen: boolean;
}

export const anonymousSession: Session = {
  actor: anonymous,
  accessError: null,
  maySetUp: false,
  setUpFamilies: new Set(),
  authVersion: 0,
  stamp: null,
  isIntegration: false,
  ended: new Set(),
  isTemporary: false,
  supportFamilies: new Map(),
  support: null,
  family: null,
};

/** Longer than the maximum lifetime of a token, which is the one of session mode. */
const endedFamilyInterval = "interval '25 hours'";

/** Read for an archived or suspended branch only; the access of its gate ends an hour after the last vehicle has left. */
const vehiclesInsideSql = `case when b."status" = 'archived' or c."suspended_at" is not null then exists (select 1 from "Parking_Information" p where p."branch" = b."id" and (p."parking_status_id" = 1 or p."out_time" > now() - interval '1 hour'))
  or exists (select 1 from "Valet_and_Parking_Information" v where v."branch" = b."id" and (v."out_time" is null or v."out_time" > now() - interval '1 hour')) else false end`;

/** Accesses whose session has not left them, of those who may have one. */
const supportSql = `case when u."role" in (${getRoleIdsWith("support.open")
  .map((id) => `'${id}'`)
  .join(
    ", ",
  )}) then (select jsonb_agg(jsonb_build_object('id', a."id", 'family', a."session_family", 'company', a."company", 'branch', a."branch", 'expires_at', a."expires_at", 'status', a."status") order by a."id")
  from "Support_Access" a where a."supporter" = u."id" and a."session_family" is not null) end`;

const fingerprintColumns = `jsonb_build_array(u."auth_version", u."session_version", u."first_name", u."role", u."status", u."in_out_flag", u."staff_service_type", u."contact_number", u."phone_verified_at", u."default_company", u."default_branch", b."status", c."status", c."suspended_at" is not null, b."capability_exceptions", ${supportSql})::text`;
const fromClause = `from "users" u left join "Branch" b on b."id" = u."default_branch" left join "Companies" c on c."id" = u."default_company"`;

/** SQL expression of the current fingerprint; null for an anonymous actor. */
export function buildFingerprintSql({ sql, actor }: { sql: SqlText; actor: Actor }): string {
  return actor.id === null
    ? "null::text"
    : `(select ${fingerprintColumns} ${fromClause} where u."id" = ${sql.bind(actor.id, "uuid")})`;
}

interface UserRow {
  id: string;
  first_name: string;
  role: string;
  status: "draft" | "active" | "invited" | "suspended";
  in_out_flag: boolean;
  staff_service_type: unknown;
  verified_phone: string | null;
  default_company: number | null;
  default_branch: number | null;
  auth_version: number;
  branch_status: string | null;
  exceptions: unknown;
  company_status: string | null;
  is_suspended: boolean;
  vehicles_inside: boolean;
  integration: number | null;
  token_scope: unknown;
  ended: string[] | null;
  set_up_families: string[] | null;
  support: unknown;
  stamp: string;
}

const sessionColumns = `u."id", u."first_name", u."role", u."status", u."in_out_flag", u."staff_service_type", u."default_company", u."default_branch", u."auth_version", u."integration",
      case when u."integration" is not null then (select jsonb_build_object('isReadOnly', t."is_read_only", 'areas', t."areas")
        from "Integration_Tokens" t where t."id" = u."integration") end as token_scope,
      case when u."phone_verified_at" is not null then u."contact_number" end as verified_phone,
      case when u."session_version" > 0 then (select array_agg(distinct s.family::text) from sessions s
        where s."user" = u."id" and s.ended_at > now() - ${endedFamilyInterval}) end as ended,
      case when 'draft' in (b."status", c."status") then (select array_agg(distinct s.family::text) from sessions s
        where s."user" = u."id" and s.is_set_up) end as set_up_families,
      ${supportSql} as support,
      b."status" as branch_status, b."capability_exceptions" as exceptions, c."status" as company_status, c."suspended_at" is not null as is_suspended, ${vehiclesInsideSql} as vehicles_inside, ${fingerprintColumns} as stamp ${fromClause}`;

/** Loads the current session of a user; undefined if the user does not exist. */
export async function loadSession({ sql, userId }: { sql: Sql | Tx; userId: string }): Promise<Session | undefined> {
  const [row] = await sql.unsafe<UserRow[]>(`select ${sessionColumns} where u."id" = $1::uuid`, [userId], {
    prepare: true,
  });
  return row && toSession(row);
}

/**
 * The current fingerprint of a user, which is faster than a session; undefined if the user does not exist. It is sent before this
 * function returns, ahead of what the caller sends next.
 */
export async function loadFingerprint({ sql, userId }: { sql: Tx; userId: string }): Promise<string | undefined> {
  const text = `select ${fingerprintColumns} as stamp ${fromClause} where u."id" = $1::uuid`;
  const [row] = await sql.unsafe<{ stamp: string }[]>(text, [userId], { prepare: true }).execute();
  return row?.stamp;
}

/** Loads several sessions in one query; deleted users are missing in the result. */
export async function loadSessions({
  sql,
  userIds,
}: {
  sql: Sql;
  userIds: readonly string[];
}): Promise<Map<string, Session>> {
  const rows = await sql.unsafe<UserRow[]>(
    `select ${sessionColumns} where u."id" = any($1::uuid[])`,
    [userIds as string[]],
    { prepare: true },
  );
  return new Map(rows.map((row) => [row.id, toSession(row)]));
}

function toSession(row: UserRow): Session {
  const role = findRole(row.role);
  const { branch_status: branchStatus, company_status: companyStatus } = row;
  const isPending = isSettingUp({ role, companyStatus, branchStatus });
  const actor: Actor = {
    id: row.id,
    role,
    name: row.first_name,
    phone: row.verified_phone,
    company: row.default_company,
    branch: row.default_branch,
    isActive: row.status === "active",
    // Integrations have no attendance and are always allowed to act.
    isPresent: row.in_out_flag || row.integration !== null,
    // Whatever the session: others of a pending registration are refused, and none has more rights.
    exceptions: isPending ? getSetUpExceptions(role) : getRoleExceptions({ stored: row.exceptions, role }),
    isSettingUp: isPending,
    services: getStaffServices({ role, stored: row.staff_service_type }),
    scope: toTokenScope(row.token_scope),
  };
  const accessError = checkLoginAccess({
    role,
    status: row.status,
    branchStatus,
    companyStatus,
    isCompanySuspended: row.is_suspended,
    hasVehiclesInside: row.vehicles_inside,
  });
  const maySetUp = isPending && (accessError === "COMPANY_DRAFT" || accessError === "BRANCH_DRAFT");
  return {
    actor,
    accessError: accessError ?? null,
    maySetUp,
    setUpFamilies: new Set(maySetUp ? row.set_up_families : []),
    authVersion: row.auth_version,
    stamp: row.stamp,
    isIntegration: row.integration !== null,
    ended: new Set(row.ended),
    isTemporary: row.vehicles_inside,
    supportFamilies: toSupportFamilies({ stored: row.support, user: actor }),
    support: null,
    family: null,
  };
}

const storedSupport = z
  .array(
    z.object({
      id: z.int(),
      family: z.string(),
      company: z.int(),
      branch: z.int(),
      expires_at: z.string(),
      status: z.string(),
    }),
  )
  .nullable();

function toSupportFamilies({ stored, user }: { stored: unknown; user: Actor }): ReadonlyMap<string, SupportSession> {
  const accesses = storedSupport.parse(stored) ?? [];
  return new Map(
    accesses.map(({ id, family, company, branch, expires_at, status }) => {
      const isOpen = status === "open";
      const actor = createSupportActor({ user, company, branch, isOpen });
      return [family, { id, actor, company, branch, expiresAt: new Date(expires_at), isOpen }];
    }),
  );
}

/** The session as one of its families has it: one that reads a branch as support has the rights of that alone. */
export function selectFamily({ session, family }: { session: Session; family: string | null }): Session {
  const support = family === null ? null : (session.supportFamilies.get(family) ?? null);
  return { ...session, family, support, ...(support ? { actor: support.actor } : {}) };
}

/** Throws SUPPORT_ENDED for a session whose access to a branch was ended or has expired. */
export function assertSupportOpen({ session: { support }, now }: { session: Session; now: Date }): void {
  if (support && (!support.isOpen || now >= support.expiresAt)) throwApiError("SUPPORT_ENDED");
}

/** Error with which requests of this family are refused; null if there is none or if it is a set-up session. */
export function getAccessError({
  session: { accessError, setUpFamilies },
  family,
}: {
  session: Session;
  family: string | null;
}): ErrorCode | null {
  return family !== null && setUpFamilies.has(family) ? null : accessError;
}

/** Returns the reloaded session for a token of this family and version; throws if the session is no longer valid. */
export function assertSessionValid({
  fresh,
  authVersion,
  family,
}: {
  fresh: Session;
  authVersion: number;
  family: string | null;
}): Session {
  const isEnded = fresh.authVersion !== authVersion || (family !== null && fresh.ended.has(family));
  // A revoked static token gets the same error as an unknown one.
  if (fresh.isIntegration && (isEnded || fresh.accessError)) throwApiError("INVALID_CREDENTIALS");
  const accessError = getAccessError({ session: fresh, family });
  // A suspension ends all sessions, and is why they ended.
  if (isEnded && accessError !== "ACCOUNT_SUSPEND") throwApiError("TOKEN_EXPIRED");
  if (accessError) throwApiError(accessError);
  return selectFamily({ session: fresh, family });
}

function isSameActor(first: Actor, second: Actor): boolean {
  return isDeepStrictEqual(first, second);
}

/** Cache of sessions in this process, with least-recently-used eviction. */
export class SessionCache {
  readonly #sessions: LRUCache<string, Session>;
  constructor(max = 5_000) {
    this.#sessions = new LRUCache({ max });
  }
  get(userId: string): Session | undefined {
    return this.#sessions.get(userId);
  }
  /** Returns the session with the cached `Actor` if it is unchanged, so that values derived from it stay valid. */
  set(userId: string, session: Session): Session {
    if (session.isTemporary) {
      this.#sessions.delete(userId);
      return session;
    }
    const cachedActor = this.#sessions.get(userId)?.actor;
    const stored =
      cachedActor && isSameActor(cachedActor, session.actor) ? { ...session, actor: cachedActor } : session;
    this.#sessions.set(userId, stored);
    return stored;
  }
  delete(userId: string): void {
    this.#sessions.delete(userId);
  }
}
