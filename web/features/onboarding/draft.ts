// §4 Registration caching: what is typed is kept on the server a moment later, so that it is there on any device.
import { useEffect, useState, useSyncExternalStore } from "react";
import { firstStep, type RegistrationForm, type RegistrationType } from "#domain/registration.ts";
import { hasCode } from "#web/items/api-error.ts";
import type { TaxIdFound, TaxIdKind } from "#web/items/tax-ids.ts";
import { createItem, readItems, updateItem } from "#web/items/items.ts";

const collection = "Company_Branch_Registration_Cache";
const saveAfterMs = 800;
const tryAgainAfterMs = 5_000;
const mostTries = 4;

interface CacheWire {
  id: number;
  revision: number;
  current_step: number;
  form_cache: RegistrationForm | null;
  verification_cache: Verified | null;
}

/** What the registers said of the numbers that were typed. */
type Verified = { readonly [kind in TaxIdKind]?: TaxIdFound | undefined };

export type Saving = "saved" | "saving" | "failed";

export interface DraftState {
  form: RegistrationForm;
  step: number;
  saving: Saving;
  /** Goes up when something came from another device: what stands on the screen is drawn anew. */
  merges: number;
}

/** One registration on this device; told apart from React, so that what was typed is saved whatever is on the screen. */
export class Draft {
  readonly #type: RegistrationType;
  #row: Pick<CacheWire, "id" | "revision"> | null = null;
  #state: DraftState;
  /** Typed here and not yet kept. */
  #dirty = new Set<string>();
  #isStepDirty = false;
  #verified: Verified;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #isOver = false;
  readonly #listeners = new Set<() => void>();

  constructor(type: RegistrationType, kept: CacheWire | undefined) {
    this.#type = type;
    this.#row = kept ?? null;
    this.#verified = kept?.verification_cache ?? {};
    this.#state = { form: kept?.form_cache ?? {}, step: kept?.current_step ?? firstStep, saving: "saved", merges: 0 };
  }

  get = (): DraftState => this.#state;
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What was typed of some fields; what is as it was changes nothing. */
  type(typed: RegistrationForm): void {
    const changed = Object.entries(typed).filter(([name, value]) => !isSame(this.#state.form[name], value));
    if (changed.length === 0) return;
    for (const [name] of changed) this.#dirty.add(name);
    this.#set({ form: { ...this.#state.form, ...Object.fromEntries(changed) } });
    this.#plan(saveAfterMs);
  }

  /** Kept with the next change. */
  verify(found: Verified): void {
    this.#verified = { ...this.#verified, ...found };
  }

  goTo(step: number): void {
    this.#isStepDirty = true;
    this.#set({ step });
    this.#plan(0);
  }

  /** It is registered, and kept no more. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** At once, as when the page is left. */
  flush(): void {
    if (this.#dirty.size > 0 || this.#isStepDirty) this.#plan(0);
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#set({ saving: "saving" });
    this.#timer = setTimeout(() => void this.#save(), ms);
  }

  async #save(): Promise<void> {
    if (this.#isSaving) return this.#plan(saveAfterMs);
    this.#isSaving = true;
    const sent = new Map([...this.#dirty].map((name) => [name, this.#state.form[name]]));
    this.#isStepDirty = false;
    try {
      await this.#send();
      for (const [name, value] of sent) if (isSame(this.#state.form[name], value)) this.#dirty.delete(name);
      this.#set({ saving: "saved" });
      if (this.#dirty.size > 0 || this.#isStepDirty) this.#plan(saveAfterMs);
    } catch (thrown) {
      // §8: failures of the cache are logged only; what was typed is still here, and tried again.
      console.info("REGISTRATION_CACHE_FAILED", thrown);
      this.#plan(tryAgainAfterMs);
      this.#set({ saving: "failed" });
    } finally {
      this.#isSaving = false;
    }
  }

  /** Where another device was faster, what it typed is taken over, but for what was typed here since. */
  async #send(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { form, step } = this.#state;
      const body = { form_cache: form, verification_cache: this.#verified, current_step: step };
      try {
        const kept = this.#row
          ? await updateItem<CacheWire>(collection, this.#row.id, { ...body, revision: this.#row.revision + 1 })
          : await createItem<CacheWire>(collection, { registration_type: this.#type, ...body });
        this.#row = { id: kept.id, revision: kept.revision };
        return;
      } catch (thrown) {
        const isBehind = hasCode(thrown, "REGISTRATION_CHANGED") || hasCode(thrown, "RECORD_NOT_UNIQUE");
        if (!isBehind || attempt === mostTries) throw thrown;
        await this.#takeOver();
      }
    }
  }

  async #takeOver(): Promise<void> {
    const theirs = await readCache(this.#type);
    if (!theirs) return;
    this.#row = { id: theirs.id, revision: theirs.revision };
    const mine = Object.fromEntries([...this.#dirty].map((name) => [name, this.#state.form[name]]));
    this.#set({ form: { ...theirs.form_cache, ...mine }, merges: this.#state.merges + 1 });
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return isNothing(one) ? isNothing(other) : JSON.stringify(one) === JSON.stringify(other);
}
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false;
}

async function readCache(type: RegistrationType): Promise<CacheWire | undefined> {
  const filter = { registration_type: { _eq: type } };
  const [row] = await readItems<CacheWire>(collection, { filter, limit: 1 });
  return row;
}

/** The registration as it was left, wherever that was; `draft` is null until it is known. */
export function useDraft(type: RegistrationType): { draft: Draft | null; error: unknown; retry: () => void } {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    readCache(type).then(
      (kept) => !isLeft && setDraft(new Draft(type, kept)),
      (thrown: unknown) => !isLeft && setError(thrown),
    );
    return () => void (isLeft = true);
  }, [type, round]);
  useEffect(() => {
    if (!draft) return;
    const leave = () => draft.flush();
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [draft]);
  return {
    draft,
    error,
    retry: () => {
      setError(null);
      setRound((known) => known + 1);
    },
  };
}

export function useDraftState(draft: Draft): DraftState {
  return useSyncExternalStore(draft.listen, draft.get);
}
