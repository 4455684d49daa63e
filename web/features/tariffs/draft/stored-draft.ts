// The unsaved draft of a user for a service of a branch.
import type { TariffDraft } from "#web/features/tariffs/draft/draft.ts";
import { readTabDraft, removeTabDraft, storeTabDraft } from "#web/product/forms/tab-draft.ts";

/** Changes with the structure of drafts, so that a stored one of another version of the page is ignored. */
const version = "1";

export interface DraftOwner {
  user: string;
  branch: number;
  service: string;
}

interface OwnedDraft {
  /** Id of the version that it was started from, if one was chosen. */
  from: string | null;
  draft: TariffDraft;
}

const getName = ({ user, branch, service }: DraftOwner): string => `tariff/${user}/${branch}/${service}`;

/** The draft of the owner; if a version is chosen to start from, only a draft of that version. */
export function readStoredDraft({
  owner,
  from,
}: {
  owner: DraftOwner;
  from: string | null;
}): { at: number; draft: TariffDraft } | undefined {
  const stored = readTabDraft<OwnedDraft>({ name: getName(owner), version });
  if (!stored || (from !== null && stored.value.from !== from)) return undefined;
  return { at: stored.at, draft: stored.value.draft };
}

export function storeDraft({ owner, ...value }: OwnedDraft & { owner: DraftOwner }): void {
  storeTabDraft({ name: getName(owner), version, value });
}

export function removeStoredDraft(owner: DraftOwner): void {
  removeTabDraft({ name: getName(owner) });
}
