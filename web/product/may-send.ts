// §4: whether the session may write something at all. While its registration is under review it may only what
// domain/access/set-up-writes.ts lists, and as support (§1) nothing; links and buttons of anything else are left out.
import { isRouteDuringSetUp, isWrittenDuringSetUp } from "#domain/access/set-up-writes.ts";
import type { ActionRoute } from "#domain/contracts.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import type { Session } from "#web/api/session.ts";

/** What a page or button is for: an action, or rows of a collection. */
export type SentWrite = ActionRoute | CollectionName;

export function maySend({
  session,
  write,
}: {
  session: Pick<Session, "isSettingUp" | "support">;
  write: SentWrite;
}): boolean {
  if (session.support) return false;
  if (!session.isSettingUp) return true;
  const [method = "", route] = write.split(" ", 2);
  return route === undefined ? isWrittenDuringSetUp(write) : isRouteDuringSetUp({ method, route });
}
