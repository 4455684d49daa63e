// §5 Staff and employees from a file: what it holds and what of it does not hold, and then all of it, or all that is good, in one transaction.
import type { FastifyRequest } from "fastify";
import { mayInvite } from "#domain/rules/invitation.ts";
import {
  headingOf,
  type ImportedRole,
  importedRoles,
  keyOfField,
  markTaken,
  type ReadRow,
  readHeadings,
  readRow,
  type Taken,
} from "#domain/rules/people-import.ts";
import type { Who } from "#domain/roles.ts";
import { type House, inTransaction } from "#server/context.ts";
import { throwTaken } from "#server/features/people/create-person.ts";
import { linesIn } from "#server/features/people/list-file.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Acting } from "#server/services/action.ts";
import { makeInvited } from "#server/services/invitations.ts";
import { queueJob } from "#server/services/jobs.ts";
import { codeHash } from "#server/services/secrets.ts";

/** So many of the mistakes are told one by one. */
const mostTold = 200;
/** People written side by side, and told of together. */
const atATime = 50;
/** Invitations of one job. */
const mailsAtATime = 100;

export interface Preview {
  rows: number;
  good: number;
  /** Headings that are left out. */
  unknown: string[];
  /** At most 200 of them; `wrong` is how many rows have any. */
  wrong: number;
  errors: { line: number; column: string; message: string; value: string }[];
}

export function importedRole(role: unknown): ImportedRole {
  return importedRoles.find((known) => known === role) ?? refuse("FORBIDDEN");
}

export function mayImport({ who, role }: { who: Who; role: ImportedRole }): boolean {
  const { company, branch } = who;
  return branch !== null && mayInvite({ who, role, company, branch });
}

/** The rows of the file that is sent. Throws INVALID_PAYLOAD where a column is missing that nobody can do without. */
export async function readPeople({ request, role }: { request: FastifyRequest; role: ImportedRole }) {
  const [first, ...rest] = await linesIn(request);
  const headings = readHeadings({ cells: first!.cells, role });
  if (headings.missing.length > 0)
    refusePayload(`The first line of the file must name its columns. Missing: ${headings.missing.join(", ")}.`);
  return { headings, rows: rest.map(({ line, cells }) => readRow({ line, cells, headings, role })) };
}

type People = Awaited<ReturnType<typeof readPeople>>;

/** What of the people's rows stands in the way, judged against who is there at this moment. */
export async function judged({
  house,
  sql,
  who,
  people,
}: {
  house: House;
  sql: Sql | Tx;
  who: Who;
  people: People;
}): Promise<Preview & { taken: ReadRow[] }> {
  const rows = people.rows.map((row) => ({ ...row, errors: [...row.errors] }));
  markTaken({ rows, taken: await takenBy({ house, sql, who, rows }) });
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  const errors = wrong.flatMap(({ line, errors: found }) =>
    found.map(({ field, message, value }) => ({ line, column: headingOf(field), message, value: value.slice(0, 60) })),
  );
  const good = rows.filter(({ errors: found }) => found.length === 0);
  return {
    rows: rows.length,
    good: good.length,
    wrong: wrong.length,
    unknown: people.headings.unknown.slice(0, 20),
    errors: errors.slice(0, mostTold),
    taken: good,
  };
}

/** What of these values somebody has already; PINs are compared as they are kept. */
async function takenBy({
  house,
  sql,
  who,
  rows,
}: {
  house: House;
  sql: Sql | Tx;
  who: Who;
  rows: readonly ReadRow[];
}): Promise<Taken> {
  const sent = (name: string): string[] =>
    rows.flatMap(({ details }) => (details[name] ? keyOfField(details[name]) : []));
  const pins = new Map(sent("pin_number").map((pin) => [codeHash({ code: pin, key: house.config.secret }), pin]));
  const [emails, phones, ids, hashed] = await Promise.all([
    sql<{ found: string }[]>`select lower(email) as found from users where lower(email) = any(${sent("email")})`,
    sql<{ found: string }[]>`
      select contact_number as found from users where default_company = ${who.company} and not is_customer_user
        and contact_number = any(${sent("contact_number")})`,
    sql<{ found: string }[]>`
      select lower(employee_id) as found from users where default_company = ${who.company}
        and lower(employee_id) = any(${sent("employee_id")})`,
    sql<{ found: string }[]>`
      select pin_number as found from users where default_branch = ${who.branch} and pin_number = any(${[...pins.keys()]})`,
  ]);
  const set = (found: readonly { found: string }[]) => new Set(found.map((row) => row.found));
  return {
    email: set(emails),
    contact_number: set(phones),
    employee_id: set(ids),
    pin_number: new Set(hashed.map(({ found }) => pins.get(found)!)),
  };
}

export interface ImportedPeople {
  created: number;
  left: number;
}

/**
 * Writes the people of a file, all or none: with `isPartial` the good rows, else throws FAILED_VALIDATION where any is not good. They
 * are invited by mail after it. `tell` hears how many are written.
 */
export async function importPeople({
  house,
  session,
  origin,
  role,
  people,
  isPartial,
  tell,
}: Acting & {
  role: ImportedRole;
  people: People;
  isPartial: boolean;
  tell: (done: number, of: number) => void;
}): Promise<ImportedPeople> {
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      if (!mayImport({ who: ctx.who, role })) refuse("FORBIDDEN");
      // Two lists for one company take turns: the second is judged by what the first brought.
      await ctx.tx`select pg_advisory_xact_lock(7306, ${ctx.who.company})`;
      const { taken, wrong } = await judged({ house, sql: ctx.tx, who: ctx.who, people });
      if (taken.length === 0 || (wrong > 0 && !isPartial))
        refuse(
          "FAILED_VALIDATION",
          {},
          "Some rows cannot be taken, so nothing was imported. Look at them and try again.",
        );
      const ids = await writePeople({ ctx, role, rows: taken, tell });
      await queueInvitations({ ctx, ids });
      return { created: ids.length, left: wrong };
    },
  });
}

async function writePeople({
  ctx,
  role,
  rows,
  tell,
}: {
  ctx: WriteContext;
  role: ImportedRole;
  rows: readonly ReadRow[];
  tell: (done: number, of: number) => void;
}): Promise<string[]> {
  const { company, branch } = ctx.who;
  const ids: string[] = [];
  for (let at = 0; at < rows.length; at += atATime) {
    // Side by side on the one connection: nobody waits for the answer to the one before.
    const made = await Promise.allSettled(
      rows.slice(at, at + atATime).map(({ details }) => makeInvited({ ctx, role, details, company, branch })),
    );
    const failed = made.find((one) => one.status === "rejected");
    if (failed) throwTaken(failed.reason);
    ids.push(...made.flatMap((one) => (one.status === "fulfilled" ? one.value : [])));
    tell(ids.length, rows.length);
  }
  return ids;
}

async function queueInvitations({ ctx, ids }: { ctx: WriteContext; ids: readonly string[] }): Promise<void> {
  for (let at = 0; at < ids.length; at += mailsAtATime) {
    const payload = { people: ids.slice(at, at + mailsAtATime).join(","), inviter: ctx.who.id ?? "" };
    await queueJob({ tx: ctx.tx, task: "invite-people", payload });
  }
}
