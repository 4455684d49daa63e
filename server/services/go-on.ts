// §4 Login gating: an admin of several branches is not locked out by one of them.
import { branchToGoOn } from "#domain/rules/login-gate.ts";
import type { House, Origin } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { loadSession, type Session } from "#server/items/who.ts";
import { asPerson, usersCollection } from "#server/services/as-person.ts";

/** The branch an admin may go on to from the one that is closed to them; undefined for everybody else, and without one. */
export async function openElsewhere({
  house,
  session: { who, gate },
}: {
  house: House;
  session: Session;
}): Promise<number | undefined> {
  if (gate === null || who.role !== "admin" || who.company === null) return undefined;
  const branches = await house.sql<{ id: number; status: string }[]>`
    select id, status from "Branch" where company = ${who.company} order by id`;
  return branchToGoOn({ role: who.role, gate, branches })?.id;
}

/** The same person, at another branch of theirs where their own is closed and one is open; as they were without one. */
export async function goOnElsewhere({
  house,
  session,
  origin,
}: {
  house: House;
  session: Session;
  origin: Origin;
}): Promise<Session> {
  const branch = await openElsewhere({ house, session });
  const id = session.who.id;
  if (branch === undefined || id === null) return session;
  await asPerson({
    house,
    origin,
    who: () => Promise.resolve(id),
    work: ({ ctx }) =>
      updateItem({ ctx, collection: usersCollection, id, payload: { default_branch: branch }, isOurs: true }),
  });
  return (await loadSession({ sql: house.sql, userId: id })) ?? session;
}
