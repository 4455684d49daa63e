// §6: who may pay or look at an entry: who may read it, or who holds its link.
import type { FastifyRequest } from "fastify";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import type { House } from "#server/context.ts";
import { queryById } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { readAs, sessionOf } from "#server/request.ts";
import { readPayToken } from "#server/services/pay-link.ts";
import { type EntryKey, entryCollections } from "#server/services/payments/ledger.ts";

/** Where a page without an account sends its link's token. */
const linkHeader = "x-pay-link";

/** The entry a link's token is for. INVALID_TOKEN. */
export function entryOfLink({ house, token }: { house: House; token: unknown }): EntryKey {
  const entry = typeof token === "string" ? readPayToken({ token, secret: house.config.secret }) : undefined;
  return entry ?? refuse("INVALID_TOKEN");
}

/** The person, who must be able to see the entry, and be on duty where they work here. FORBIDDEN, USER_ATTENDANCE_OFF, … */
export async function readerOf({
  house,
  request,
  entry,
}: {
  house: House;
  request: FastifyRequest;
  entry: EntryKey;
}): Promise<Session> {
  const session = await sessionOf({ house, request });
  if (session.who.id === null) refuse("FORBIDDEN");
  const collection = entryCollections[entry.kind];
  const query = queryById({ collection, id: String(entry.id), fields: ["id"] })!;
  const { data } = await readAs({ house, session, collection, query });
  if (data === "[]") refuse("FORBIDDEN");
  return session;
}

export async function payerOf(args: { house: House; request: FastifyRequest; entry: EntryKey }): Promise<Session> {
  const session = await readerOf(args);
  const code = dutyRefusal(session.who);
  if (code) refuse(code);
  return session;
}

/** A reader, or whoever sends the entry's own link. */
export async function assertMaySee(args: { house: House; request: FastifyRequest; entry: EntryKey }): Promise<void> {
  const { house, request, entry } = args;
  const token = request.headers[linkHeader];
  if (token === undefined) return void (await readerOf(args));
  const linked = entryOfLink({ house, token });
  if (linked.kind !== entry.kind || linked.id !== entry.id) refuse("FORBIDDEN");
}
