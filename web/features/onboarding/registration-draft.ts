// §4 Registration caching: the input is saved on the server with a short delay, so that it is available on any device.
import type { WireRow } from "#domain/schema/registry.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { firstStep, type RegistrationForm, type RegistrationType } from "#domain/onboarding/registration.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import type { TaxIdVerification, TaxIdKind } from "#web/api/tax-ids.ts";
import { createItem, readItems, updateItem } from "#web/api/items.ts";

const collection = "Company_Branch_Registration_Cache";
const saveDebounceMs = 800;
const retryDelayMs = 5_000;
const maxAttempts = 4;

type RegistrationCache = WireRow<"Company_Branch_Registration_Cache">;

/** Verification results of the GSTIN and PAN registers. */
type VerifiedTaxIds = { readonly [kind in TaxIdKind]?: TaxIdVerification | undefined };

/** `failed` is tried again, `refused` only with the next change; `submitted`: on another device, which deletes the draft. */
export type SaveState = "saved" | "saving" | "failed" | "refused" | "submitted";

export interface RegistrationDraftState {
  form: RegistrationForm;
  step: number;
  saveState: SaveState;
  /** Incremented when values from another device are merged; the form then re-renders with them. */
  mergeCount: number;
}

/** Draft of one registration on this device; independent of React, so that it is saved even after the page is left. */
export class RegistrationDraft {
  readonly #type: RegistrationType;
  #row: Pick<RegistrationCache, "id" | "revision"> | null = null;
  #state: RegistrationDraftState;
  /** Names of fields changed here and not yet saved. */
  #dirty = new Set<string>();
  #isStepDirty = false;
  #verified: VerifiedTaxIds;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  /** The save on its way, which never fails. */
  #saving: Promise<void> = Promise.resolve();
  #isStopped = false;
  readonly #listeners = new Set<() => void>();

  constructor(type: RegistrationType, cached: RegistrationCache | undefined) {
    this.#type = type;
    this.#row = cached ?? null;
    this.#verified = cached?.verification_cache ?? {};
    this.#state = {
      form: cached?.form_cache ?? {},
      step: cached?.current_step ?? firstStep,
      saveState: "saved",
      mergeCount: 0,
    };
  }

  getState = (): RegistrationDraftState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets field values; unchanged values are ignored. */
  setValue(values: RegistrationForm): void {
    const changed = Object.entries(values).filter(([name, value]) => !isEqual(this.#state.form[name], value));
    if (changed.length === 0) return;
    for (const [name] of changed) this.#dirty.add(name);
    this.#set({ form: { ...this.#state.form, ...Object.fromEntries(changed) } });
    this.#scheduleSave(saveDebounceMs);
  }

  /** Stored with the next save. */
  verify(results: VerifiedTaxIds): void {
    this.#verified = { ...this.#verified, ...results };
  }

  goTo(step: number): void {
    this.#isStepDirty = true;
    this.#set({ step });
    this.#scheduleSave(0);
  }

  /** Before the registration is sent, which deletes the draft: a save after it would be refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#saving;
  }

  /** If the registration was not accepted. */
  resume(): void {
    this.#isStopped = false;
    this.flush();
  }

  /** Saves without delay, for example when the page is left. */
  flush(): void {
    if (this.#dirty.size > 0 || this.#isStepDirty) this.#scheduleSave(0);
  }

  #set(change: Partial<RegistrationDraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #scheduleSave(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#set({ saveState: "saving" });
    this.#timer = setTimeout(() => {
      if (this.#isSaving) this.#scheduleSave(saveDebounceMs);
      else this.#saving = this.#save();
    }, delayMs);
  }

  async #save(): Promise<void> {
    this.#isSaving = true;
    const sent = new Map([...this.#dirty].map((name) => [name, this.#state.form[name]]));
    this.#isStepDirty = false;
    try {
      await this.#send();
      for (const [name, value] of sent) if (isEqual(this.#state.form[name], value)) this.#dirty.delete(name);
      this.#set({ saveState: "saved" });
      if (this.#dirty.size > 0 || this.#isStepDirty) this.#scheduleSave(saveDebounceMs);
    } catch (thrown) {
      if (await this.checkSubmitted(thrown)) return;
      // §8: cache failures are only logged; the values stay in memory and the save is retried.
      console.info("REGISTRATION_CACHE_FAILED", thrown);
      const isRefused =
        thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
      if (!isRefused) this.#scheduleSave(retryDelayMs);
      this.#set({ saveState: isRefused ? "refused" : "failed" });
    } finally {
      this.#isSaving = false;
    }
  }

  /** Whether a request was refused because the registration was submitted on another device; nothing is saved from then on. */
  async checkSubmitted(thrown: unknown): Promise<boolean> {
    // Of an admin without another branch all requests are refused; otherwise the draft is gone.
    const isClosed = hasErrorCode(thrown, "COMPANY_DRAFT") || hasErrorCode(thrown, "BRANCH_DRAFT");
    const mayBeGone = this.#row !== null && thrown instanceof ApiError && [403, 409].includes(thrown.status);
    if (!isClosed && !(mayBeGone && (await this.#isGone()))) return false;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#set({ saveState: "submitted" });
    return true;
  }

  async #isGone(): Promise<boolean> {
    return readCache(this.#type).then(
      (row) => row === undefined,
      () => false,
    );
  }

  /** If another device saved first, merges its values with the unsaved values of this device, which take precedence. */
  async #send(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { form, step } = this.#state;
      const body = { form_cache: form, verification_cache: this.#verified, current_step: step };
      try {
        const saved = this.#row
          ? await updateItem(collection, this.#row.id, {
              ...body,
              revision: this.#row.revision + 1,
            })
          : await createItem(collection, { registration_type: this.#type, ...body });
        this.#row = { id: saved.id, revision: saved.revision };
        return;
      } catch (thrown) {
        const isConflict = hasErrorCode(thrown, "REGISTRATION_CHANGED") || hasErrorCode(thrown, "RECORD_NOT_UNIQUE");
        if (!isConflict || attempt === maxAttempts) throw thrown;
        await this.#mergeRemoteDraft();
      }
    }
  }

  async #mergeRemoteDraft(): Promise<void> {
    const remote = await readCache(this.#type);
    if (!remote) return;
    this.#row = { id: remote.id, revision: remote.revision };
    const local = Object.fromEntries([...this.#dirty].map((name) => [name, this.#state.form[name]]));
    this.#set({ form: { ...remote.form_cache, ...local }, mergeCount: this.#state.mergeCount + 1 });
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return isEmptyValue(one) ? isEmptyValue(other) : JSON.stringify(one) === JSON.stringify(other);
}
function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false;
}

async function readCache(type: RegistrationType): Promise<RegistrationCache | undefined> {
  const filter = { registration_type: { _eq: type } };
  const [row] = await readItems(collection, { filter, limit: 1 });
  return row;
}

/** The saved draft of the current user; `draft` is null until it is loaded. */
export function useRegistrationDraft(type: RegistrationType): {
  draft: RegistrationDraft | null;
  error: unknown;
  retry: () => void;
} {
  const [draft, setDraft] = useState<RegistrationDraft | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    readCache(type).then(
      (cached) => !isUnmounted && setDraft(new RegistrationDraft(type, cached)),
      (thrown: unknown) => !isUnmounted && setError(thrown),
    );
    return () => void (isUnmounted = true);
  }, [type, retryCount]);
  useEffect(() => {
    if (!draft) return;
    const flush = () => draft.flush();
    document.addEventListener("visibilitychange", flush);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [draft]);
  return {
    draft,
    error,
    retry: () => {
      setError(null);
      setRetryCount((count) => count + 1);
    },
  };
}

export function useRegistrationDraftState(draft: RegistrationDraft): RegistrationDraftState {
  return useSyncExternalStore(draft.subscribe, draft.getState);
}
