// Keeps an unsaved draft in the tab, so that leaving or reloading the editor and a session that ends lose nothing.
import { isJsonObject } from "#domain/json-object.ts";
import type { TariffDraft } from "#web/features/tariffs/draft/draft.ts";

/** Changes with the structure of drafts, so that a stored one of another version of the page is ignored. */
const format = 1;

export interface DraftOwner {
  user: string;
  branch: number;
  service: string;
}

interface StoredDraft {
  format: typeof format;
  /** When it was last changed, in ms. */
  at: number;
  /** Id of the version that it was started from, if one was chosen. */
  from: string | null;
  draft: TariffDraft;
}

const getKey = ({ user, branch, service }: DraftOwner): string => `chaavi-tariff-draft/${user}/${branch}/${service}`;

function isStoredDraft(value: unknown): value is StoredDraft {
  return (
    isJsonObject(value) && value["format"] === format && typeof value["at"] === "number" && isJsonObject(value["draft"])
  );
}

/** The draft of the owner; if a version is chosen to start from, only a draft of that version. */
export function readStoredDraft({ owner, from }: { owner: DraftOwner; from: string | null }): StoredDraft | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(getKey(owner)) ?? "null");
  return isStoredDraft(stored) && (from === null || stored.from === from) ? stored : undefined;
}

export function storeDraft({
  owner,
  from,
  draft,
}: {
  owner: DraftOwner;
  from: string | null;
  draft: TariffDraft;
}): void {
  const stored: StoredDraft = { format, at: Date.now(), from, draft };
  sessionStorage.setItem(getKey(owner), JSON.stringify(stored));
}

export function removeStoredDraft(owner: DraftOwner): void {
  sessionStorage.removeItem(getKey(owner));
}
