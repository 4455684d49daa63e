// What the button of a new entry does: at a branch whose entries need approval, the entry is a request first.
import { requiresApproval } from "#domain/approvals/approval.ts";
import type { SessionBranch } from "#web/api/session.ts";

export function isEntryRequest(branch: Pick<SessionBranch, "entity_type" | "parking_config">): boolean {
  return requiresApproval({ branch, config: branch.parking_config });
}

export function getEntryLabel(branch: Pick<SessionBranch, "entity_type" | "parking_config">): string {
  return isEntryRequest(branch) ? "Request approval" : "Check in";
}
