// §7 /users/me: one's own user with company and branch. One may see all of one's own row, secrets as stars.
import type { House } from "#server/context.ts";
import { ownUser } from "#server/items/own-user.ts";
import { parseQueryString } from "#server/items/query.ts";
import { queryById } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
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
