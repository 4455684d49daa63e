// Switches an admin to another branch of the company.
import { request } from "#web/api/client.ts";
import { stopLiveUpdates } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";

/** Opens the branch's home. Reloads the document, since all loaded data belongs to the previous branch. */
export async function switchBranch({
  branch,
  session,
}: {
  branch: { id: number; slug: string };
  session: Session;
}): Promise<void> {
  await request("/users/me", { method: "PATCH", body: { default_branch: branch.id } });
  stopLiveUpdates();
  location.assign(`/${session.company?.slug}/${branch.slug}/home`);
}
