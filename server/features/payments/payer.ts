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
import { readPayLink, resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";

/** Header in which pages without an account send the token of the pay link. */
const linkHeader = "x-pay-link";

interface EntryAccess {
  services: AppServices;
  session: Session;
  entry: PaidKey;
}

/** Requires a user with full access to the entry (the host of an invite may not see its charge). FORBIDDEN. */
export async function requireEntryReader(args: EntryAccess): Promise<void> {
  if (!(await canReadEntry(args))) throwApiError("FORBIDDEN");
}

async function canReadEntry({ services, session, entry }: EntryAccess): Promise<boolean> {
  if (session.actor.id === null) return false;
  const collection = paidCollections[entry.kind];
  const query = buildQueryById({ collection, id: String(entry.id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection, query });
  if (data === "[]") return false;
  const { actor } = session;
  return hasFullRowAccess({ sql: services.sql, collection, id: entry.id, actor, now: services.clock() });
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

/**
 * The entry of a receipt's link. An expired link still opens the receipt for users who may read the entry, such as its
 * customer. INVALID_TOKEN, PAY_LINK_ENDED.
 */
export async function resolveReceiptLink({
  services,
  request,
  token,
}: {
  services: AppServices;
  request: FastifyRequest;
  token: unknown;
}): Promise<PaidKey> {
  const { entry, isExpired } = await readPayLink({ services, token });
  if (!isExpired) return entry;
  const session = await getSession({ services, request });
  return (await canReadEntry({ services, session, entry })) ? entry : throwApiError("PAY_LINK_ENDED");
}
