// Who sees the public page of a branch before it is published.
import { can } from "#domain/access/capabilities.ts";
import { type Actor, roles } from "#domain/access/roles.ts";

/** Users who configure the branch: of its company, or of the branch itself. */
export function canPreviewBranch({
  actor,
  branch,
}: {
  actor: Pick<Actor, "role" | "exceptions" | "company" | "branch">;
  branch: { id: number; company: number };
}): boolean {
  if (!can(actor, "branch.configure")) return false;
  const { scope } = roles[actor.role];
  return scope === "company" ? actor.company === branch.company : scope === "branch" && actor.branch === branch.id;
}
