// Keeps what was typed and not sent in the tab's session storage until the log-out: a reload, a page that the phone discards
// and a session that ends lose nothing. Never for passwords, one-time codes or the content of files; the proof that the server
// returns for a right code is kept while it is valid.
import { useEffect, useEffectEvent } from "react";
import { draftPrefix } from "#web/api/session.ts";

interface DraftOf {
  /** What is written, and by whom. */
  name: string;
  /** State of the record and structure of the draft: one of another version is ignored. */
  version: string;
  maxAgeMs?: number;
}

interface StoredDraft<T> {
  version: string;
  /** When it was last changed, in ms. */
  at: number;
  value: T;
}

/** Of the form that is open (keep-typed-values.tsx), kept when it goes away. */
export const typedValues = { name: "typed" };

const getKey = (name: string): string => `${draftPrefix}${name}`;

export function readTabDraft<T>({ name, version, maxAgeMs = Infinity }: DraftOf): StoredDraft<T> | undefined {
  const stored: StoredDraft<T> | null = JSON.parse(sessionStorage.getItem(getKey(name)) ?? "null");
  return stored?.version === version && Date.now() - stored.at < maxAgeMs ? stored : undefined;
}

export function storeTabDraft({ name, version, value }: DraftOf & { value: unknown }): void {
  sessionStorage.setItem(getKey(name), JSON.stringify({ version, at: Date.now(), value }));
}

export function removeTabDraft({ name }: Pick<DraftOf, "name">): void {
  sessionStorage.removeItem(getKey(name));
}

/** Stores the value after each change of it; undefined if nothing is changed, and nothing to keep. */
export function useKeptDraft({ name, version, value }: DraftOf & { value: unknown }): void {
  const text = JSON.stringify(value);
  const keep = useEffectEvent(() => {
    if (value === undefined) removeTabDraft({ name });
    // What was restored was not edited now.
    else if (JSON.stringify(readTabDraft({ name, version })?.value) !== text) storeTabDraft({ name, version, value });
  });
  useEffect(() => keep(), [name, version, text]);
}
