// §4 Login gating: an admin of several branches is not locked out by the closing of one.
import { Users } from "#domain/people/users.collection.ts";
import { selectOpenBranch } from "#domain/accounts/login-access.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { asUser } from "#server/auth/as-user.ts";

/**
 * Returns an open branch to which an admin can switch from a closed one; undefined for other roles, or if there is
 * none.
 */
export async function findOpenBranch({
  services,
  session: { actor, accessError },
}: {
  services: AppServices;
  session: Session;
}): Promise<number | undefined> {
  if (accessError === null || actor.company === null) return undefined;
  const branches = await services.sql<{ id: number; status: string }[]>`
    select id, status from "Branch" where company = ${actor.company} order by id`;
  return selectOpenBranch({ role: actor.role, accessError, branches })?.id;
}

/** Switches the user to an open branch if the current one is closed; returns the unchanged session if there is none. */
export async function switchToOpenBranch({
  services,
  session,
  origin,
}: {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
}): Promise<Session> {
  const branch = await findOpenBranch({ services, session });
  const id = session.actor.id;
  if (branch === undefined || id === null) return session;
  await asUser({
    services,
    origin,
    resolveUserId: () => Promise.resolve(id),
    work: ({ ctx }) =>
      updateItem({ ctx, collection: Users, id, payload: { default_branch: branch }, bypassAccess: true }),
  });
  return (await loadSession({ sql: services.sql, userId: id })) ?? session;
}
