// §6: access to the payment of an entry: users who may read it, and holders of its pay link.
import type { FastifyRequest } from "fastify";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { AppServices } from "#server/context.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { hasFullRowAccess } from "#server/items/access/full-access.ts";
import type { Session } from "#server/items/access/session.ts";
import { readListAs, getSession } from "#server/request.ts";
import { paidCollections } from "#server/features/payments/payment-records.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";

/** Header in which pages without an account send the token of the pay link. */
const linkHeader = "x-pay-link";

interface EntryAccess {
  services: AppServices;
  session: Session;
  entry: PaidKey;
}

/** Requires a user with full access to the entry (the host of an invite may not see its charge). FORBIDDEN. */
export async function requireEntryReader({ services, session, entry }: EntryAccess): Promise<void> {
  if (session.actor.id === null) throwApiError("FORBIDDEN");
  const collection = paidCollections[entry.kind];
  const query = buildQueryById({ collection, id: String(entry.id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection, query });
  if (data === "[]") throwApiError("FORBIDDEN");
  const { actor } = session;
  if (!(await hasFullRowAccess({ sql: services.sql, collection, id: entry.id, actor, now: services.clock() })))
    throwApiError("FORBIDDEN");
}

/** As `requireEntryReader`, also on duty if the user works at the branch. FORBIDDEN, USER_ATTENDANCE_OFF. */
export async function requirePayer(args: EntryAccess): Promise<void> {
  await requireEntryReader(args);
  const code = checkOnDuty(args.session.actor);
  if (code) throwApiError(code);
}

/** Requires a user with full access to the entry or the token of its pay link. FORBIDDEN. */
export async function assertCanViewPayment({
  services,
  request,
  entry,
}: {
  services: AppServices;
  request: FastifyRequest;
  entry: PaidKey;
}): Promise<void> {
  const token = request.headers[linkHeader];
  if (token === undefined)
    return requireEntryReader({ services, session: await getSession({ services, request }), entry });
  const linked = await resolvePayLink({ services, token });
  if (linked.kind !== entry.kind || linked.id !== entry.id) throwApiError("FORBIDDEN");
}
