// §6 reading.md §7: who is asking, kept in this process and checked by its stamp inside every statement,
// so that a changed role, status or attendance, or a branch that was closed, counts on the very next request.
import type { ErrorCode } from "#domain/errors.ts";
import { nobody, roleOf, type Who } from "#domain/roles.ts";
import { loginGate } from "#domain/rules/login-gate.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";
import type { SqlText } from "#server/items/sql-text.ts";

export interface Session {
  who: Who;
  /** Why this person may not work with us now: suspended, or the branch or company is not open. */
  gate: ErrorCode | null;
  /** What the token must carry; an older one was ended by a new password, role or status. */
  authVersion: number;
  stamp: string | null;
  /** An integration with a static token: no person, so that it has neither attendance nor an account of its own to change. */
  isMachine: boolean;
  /** The log-ins that were ended lately, by their family: tokens of theirs may still seem good. */
  ended: ReadonlySet<string>;
  /** The log-in this request came by; null for a static token. */
  family: string | null;
}

export const noSession: Session = {
  who: nobody,
  gate: null,
  authVersion: 0,
  stamp: null,
  isMachine: false,
  ended: new Set(),
  family: null,
};

/** The longest that a token of a log-in is taken without asking for the log-in itself: that of session mode. */
const endedWithin = "interval '25 hours'";

const stampColumns = `jsonb_build_array(u."auth_version", u."session_version", u."role", u."status", u."in_out_flag", u."contact_number", u."default_company", u."default_branch", b."status", c."status")::text`;
const from = `from "users" u left join "Branch" b on b."id" = u."default_branch" left join "Companies" c on c."id" = u."default_company"`;

/** An expression for the stamp as the database has it now; `null` for nobody. */
export function stampSql({ sql, who }: { sql: SqlText; who: Who }): string {
  return who.id === null ? "null::text" : `(select ${stampColumns} ${from} where u."id" = ${sql.bind(who.id, "uuid")})`;
}

interface UserRow {
  id: string;
  first_name: string;
  role: string;
  status: "draft" | "active" | "invited" | "suspended";
  in_out_flag: boolean;
  contact_number: string | null;
  default_company: number | null;
  default_branch: number | null;
  auth_version: number;
  branch_status: string | null;
  company_status: string | null;
  integration: number | null;
  ended: string[] | null;
  stamp: string;
}

/** The person as the database has them now; undefined when there is no such user. */
export async function loadSession({ sql, userId }: { sql: Sql | Tx; userId: string }): Promise<Session | undefined> {
  const [row] = await sql.unsafe<UserRow[]>(
    `select u."id", u."first_name", u."role", u."status", u."in_out_flag", u."contact_number", u."default_company", u."default_branch", u."auth_version", u."integration",
      case when u."session_version" > 0 then (select array_agg(distinct s.family::text) from sessions s
        where s."user" = u."id" and s.ended_at > now() - ${endedWithin}) end as ended,
      b."status" as branch_status, c."status" as company_status, ${stampColumns} as stamp ${from} where u."id" = $1::uuid`,
    [userId],
    { prepare: true },
  );
  if (!row) return undefined;
  const role = roleOf(row.role);
  const who: Who = {
    id: row.id,
    role,
    name: row.first_name,
    phone: row.contact_number,
    company: row.default_company,
    branch: row.default_branch,
    isActive: row.status === "active",
    // A machine is never on duty and given no work, but what its token is for it may do.
    isPresent: row.in_out_flag || row.integration !== null,
  };
  const gate = loginGate({
    role,
    status: row.status,
    branchStatus: row.branch_status,
    companyStatus: row.company_status,
  });
  return {
    who,
    gate: gate ?? null,
    authVersion: row.auth_version,
    stamp: row.stamp,
    isMachine: row.integration !== null,
    ended: new Set(row.ended),
    family: null,
  };
}

/** The person as read anew, for who came by this log-in with this version; throws why they may not go on. */
export function stillGood({
  fresh,
  authVersion,
  family,
}: {
  fresh: Session;
  authVersion: number;
  family: string | null;
}): Session {
  const isOver = fresh.authVersion !== authVersion || (family !== null && fresh.ended.has(family));
  // What a revoked token meets is what an unknown one meets.
  if (fresh.isMachine && (isOver || fresh.gate)) refuse("INVALID_CREDENTIALS");
  if (isOver) refuse("TOKEN_EXPIRED");
  if (fresh.gate) refuse(fresh.gate);
  return { ...fresh, family };
}

function isSame(one: Who, other: Who): boolean {
  return (Object.keys(one) as (keyof Who)[]).every((name) => one[name] === other[name]);
}

/** The sessions this process knows; the oldest leaves when there are too many. */
export class SessionCache {
  readonly #sessions = new Map<string, Session>();
  readonly #most: number;
  constructor(most = 5_000) {
    this.#most = most;
  }
  get(userId: string): Session | undefined {
    return this.#sessions.get(userId);
  }
  /** Answers it with the `Who` known already where nothing of it changed: all that was worked out for that one still holds. */
  keep(userId: string, session: Session): Session {
    const known = this.#sessions.get(userId)?.who;
    const kept = known && isSame(known, session.who) ? { ...session, who: known } : session;
    this.#sessions.delete(userId);
    this.#sessions.set(userId, kept);
    if (this.#sessions.size > this.#most) this.#sessions.delete(this.#sessions.keys().next().value!);
    return kept;
  }
  forget(userId: string): void {
    this.#sessions.delete(userId);
  }
}
