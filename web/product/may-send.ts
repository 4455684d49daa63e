// §4: whether the session may write something at all. While its registration is under review it may only what
// domain/access/set-up-writes.ts lists, as support (§1) nothing, and at an archived branch no new visit; links and buttons of anything else are left out.
import { isRouteDuringSetUp, isWrittenDuringSetUp } from "#domain/access/set-up-writes.ts";
import type { ActionRoute } from "#domain/contracts.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import type { Session, SessionBranch } from "#web/api/session.ts";

/** What a page or button is for: an action, or rows of a collection. */
export type SentWrite = ActionRoute | CollectionName;

/** What an archived branch accepts no more, while it lets out the vehicles that are inside (domain/branches/published-branch.ts). */
const newVisits: ReadonlySet<SentWrite> = new Set<SentWrite>([
  "POST /actions/parking/check-in",
  "POST /actions/passes",
  "POST /actions/invites",
  "POST /actions/pre-bookings",
  "POST /actions/valet/create-ticket",
]);

export function maySend({
  session,
  write,
}: {
  session: Pick<Session, "isSettingUp" | "support"> & { branch: Pick<SessionBranch, "status"> | null };
  write: SentWrite;
}): boolean {
  if (session.support) return false;
  if (session.branch?.status === "archived" && newVisits.has(write)) return false;
  if (!session.isSettingUp) return true;
  const [method = "", route] = write.split(" ", 2);
  return route === undefined ? isWrittenDuringSetUp(write) : isRouteDuringSetUp({ method, route });
}
