// §9: lazily loaded code fails after 120 s, so that a page on a dead connection says so.
import * as limits from "#domain/limits.ts";
import { createOfflineError } from "#web/api/api-error.ts";

/** Resolves with what is loaded; rejects with OFFLINE after `limits.chunkTimeoutMs`. */
export function loadWithin<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createOfflineError()), limits.chunkTimeoutMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
