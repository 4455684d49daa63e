// §5 Staff and employees from a file: validates its rows and imports all or all valid ones in one transaction.
import type { FastifyRequest } from "fastify";
import { canInvite } from "#domain/people/invitation.ts";
import {
  type ImportedRole,
  importedRoles,
  toComparisonKey,
  markDuplicates,
  type ImportedPerson,
  peopleColumns,
  parseImportHeadings,
  parseImportRow,
  type ExistingValues,
} from "#domain/people/people-import.ts";
import type { Actor } from "#domain/access/roles.ts";
import { summariseImport } from "#domain/schema/list-import.ts";
import type { ImportPreview, ImportResult } from "#domain/schema/list-import-contract.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import { rethrowTakenEmail } from "#server/features/people/create-person.ts";
import { parseListFile, requireValidRows } from "#server/features/people/list-import.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { createInvitedUser } from "#server/features/people/invitations.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { hashCodeWithAll, getSecretKeys } from "#server/auth/secrets.ts";

/** Users written in one pipelined batch; progress is reported per batch. */
const batchSize = 50;
/** Invitations per job. */
const mailBatchSize = 100;

export function parseImportedRole(role: unknown): ImportedRole {
  return importedRoles.find((importedRole) => importedRole === role) ?? throwApiError("FORBIDDEN");
}

export function canImportPeople({ actor, role }: { actor: Actor; role: ImportedRole }): boolean {
  const { company, branch } = actor;
  return branch !== null && canInvite({ actor, role, company, branch });
}

/** Parses the uploaded file. Throws INVALID_PAYLOAD if a required column is missing. */
export async function parsePeopleFile({
  request,
  role,
  queueKey,
}: {
  request: FastifyRequest;
  role: ImportedRole;
  /** Key for the fair share of the parser queue: the uploading user. */
  queueKey: string;
}) {
  return parseListFile({
    request,
    queueKey,
    parseHeadings: (cells) => parseImportHeadings({ cells, role }),
    parseRow: (row) => parseImportRow({ ...row, role }),
  });
}

type ParsedPeople = Awaited<ReturnType<typeof parsePeopleFile>>;

/** Validates the rows against the current users and returns the errors per row. */
export async function checkImport({
  services,
  sql,
  actor,
  file,
}: {
  services: AppServices;
  sql: Sql | Tx;
  actor: Actor;
  file: ParsedPeople;
}): Promise<{ preview: ImportPreview; validRows: ImportedPerson[] }> {
  const rows = file.rows.map((row) => ({ ...row, errors: [...row.errors] }));
  markDuplicates({ rows, existing: await findExistingValues({ services, sql, actor, rows }) });
  return summariseImport({ rows, headings: file.headings, columns: peopleColumns });
}

/** Finds which of the values already exist; PINs are compared in their stored form. */
async function findExistingValues({
  services,
  sql,
  actor,
  rows,
}: {
  services: AppServices;
  sql: Sql | Tx;
  actor: Actor;
  rows: readonly ImportedPerson[];
}): Promise<ExistingValues> {
  const valuesOf = (name: string): string[] =>
    rows.flatMap(({ details }) => (details[name] ? toComparisonKey(details[name]) : []));
  const pins = new Map(
    valuesOf("pin_number").flatMap((pin) =>
      hashCodeWithAll({ code: pin, keys: getSecretKeys(services.config) }).map((hash): [string, string] => [hash, pin]),
    ),
  );
  const [emails, phones, ids, hashed] = await Promise.all([
    sql<{ found: string }[]>`select lower(email) as found from users where lower(email) = any(${valuesOf("email")})`,
    sql<{ found: string }[]>`
      select contact_number as found from users where default_company = ${actor.company} and not is_customer_user
        and contact_number = any(${valuesOf("contact_number")})`,
    sql<{ found: string }[]>`
      select lower(employee_id) as found from users where default_company = ${actor.company}
        and lower(employee_id) = any(${valuesOf("employee_id")})`,
    sql<{ found: string }[]>`
      select pin_number as found from users where default_branch = ${actor.branch} and pin_number = any(${[...pins.keys()]})`,
  ]);
  const toValueSet = (found: readonly { found: string }[]) => new Set(found.map((row) => row.found));
  return {
    email: toValueSet(emails),
    contact_number: toValueSet(phones),
    employee_id: toValueSet(ids),
    pin_number: new Set(hashed.map(({ found }) => pins.get(found)!)),
  };
}

/**
 * Imports the users of a file in one transaction and queues their invitations. With `isPartial` imports the valid rows,
 * otherwise throws FAILED_VALIDATION if any row is invalid. `onProgress` receives the number of written users.
 */
export async function importPeople({
  services,
  session,
  origin,
  role,
  file,
  isPartial,
  onProgress,
}: ActionContext & {
  role: ImportedRole;
  file: ParsedPeople;
  isPartial: boolean;
  onProgress: (done: number, of: number) => void;
}): Promise<ImportResult> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      if (!canImportPeople({ actor: ctx.actor, role })) throwApiError("FORBIDDEN");
      // Serialises imports per company, so that a list is validated against the users of the previous one.
      await acquireLock({ tx: ctx.tx, name: "peopleImport", key: ctx.actor.company ?? 0 });
      const { validRows, preview } = await checkImport({ services, sql: ctx.tx, actor: ctx.actor, file });
      requireValidRows({ preview, isPartial });
      const ids = await writePeople({ ctx, role, rows: validRows, onProgress });
      await queueInvitations({ ctx, ids });
      return { created: ids.length, left: preview.wrong };
    },
  });
}

async function writePeople({
  ctx,
  role,
  rows,
  onProgress,
}: {
  ctx: WriteContext;
  role: ImportedRole;
  rows: readonly ImportedPerson[];
  onProgress: (done: number, of: number) => void;
}): Promise<string[]> {
  const { company, branch } = ctx.actor;
  const ids: string[] = [];
  for (let offset = 0; offset < rows.length; offset += batchSize) {
    // Pipelines the writes on one connection instead of waiting for each response.
    const results = await Promise.allSettled(
      rows
        .slice(offset, offset + batchSize)
        .map(({ details }) => createInvitedUser({ ctx, role, details, company, branch })),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed) rethrowTakenEmail(failed.reason);
    ids.push(...results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])));
    onProgress(ids.length, rows.length);
  }
  return ids;
}

async function queueInvitations({ ctx, ids }: { ctx: WriteContext; ids: readonly string[] }): Promise<void> {
  for (let offset = 0; offset < ids.length; offset += mailBatchSize) {
    const payload = { people: ids.slice(offset, offset + mailBatchSize).join(","), inviter: ctx.actor.id ?? "" };
    await queueJob({ tx: ctx.tx, task: "invite-people", payload });
  }
}
