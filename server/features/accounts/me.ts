// §7 /users/me: the actor's own user with company and branch. All fields are readable, secrets masked.
import { Users } from "#domain/people/users.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { ownUserCollection } from "#server/items/access/own-user.ts";
import { parseQueryString } from "#server/items/query/query.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { readListAs } from "#server/request.ts";
import type { Session } from "#server/items/access/session.ts";

export async function readMe({
  services,
  session,
  queryText,
}: {
  services: AppServices;
  session: Session;
  queryText: string;
}): Promise<string> {
  const { fields } = parseQueryString(queryText);
  const query = buildQueryById({ collection: ownUserCollection, id: session.actor.id!, fields })!;
  const { data } = await readListAs({ services, session, collection: ownUserCollection, query });
  return data === "[]" ? throwApiError("INVALID_CREDENTIALS") : data.slice(1, -1);
}

/**
 * Changes the actor's own row with the same grants as /users/{id}. The password cannot be changed here, since that
 * requires the old one (POST /actions/account/password).
 */
export async function updateMe({
  services,
  session,
  origin,
  payload,
}: {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  payload: Row;
}): Promise<void> {
  if (session.isIntegration) throwApiError("FORBIDDEN");
  if ("password" in payload)
    throwInvalidPayload("A new password needs the old one: send both to /actions/account/password.");
  const { id } = session.actor;
  const work = (ctx: WriteContext) => updateItem({ ctx, collection: Users, id: id!, payload });
  await runInTransaction({ services, session, origin, work });
}
