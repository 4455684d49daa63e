// §7 /users/me: one's own user with company and branch. One may see all of one's own row, secrets as stars.
import { Users } from "#domain/collections/users.ts";
import type { Collection, Row } from "#domain/collection.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { ownUser } from "#server/items/own-user.ts";
import { parseQueryString } from "#server/items/query.ts";
import { queryById } from "#server/items/read.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { readAs } from "#server/request.ts";
import type { Session } from "#server/items/who.ts";

export async function readMe({
  house,
  session,
  queryText,
}: {
  house: House;
  session: Session;
  queryText: string;
}): Promise<string> {
  const { fields } = parseQueryString(queryText);
  const query = queryById({ collection: ownUser, id: session.who.id!, fields })!;
  const { data } = await readAs({ house, session, collection: ownUser, query });
  return data === "[]" ? refuse("INVALID_CREDENTIALS") : data.slice(1, -1);
}

/**
 * Changes of one's own row, by the same grants as under its own address. A new password is no change like others: it needs
 * the old one, at POST /actions/account/password.
 */
export async function updateMe({
  house,
  session,
  origin,
  payload,
}: {
  house: House;
  session: Session;
  origin: Origin;
  payload: Row;
}): Promise<void> {
  if (session.isMachine) refuse("FORBIDDEN");
  if ("password" in payload) refusePayload("A new password needs the old one: send both to /actions/account/password.");
  const { id } = session.who;
  const work = (ctx: WriteContext) => updateItem({ ctx, collection: Users as unknown as Collection, id: id!, payload });
  await inTransaction({ house, session, origin, work });
}
