// §4 Session: access token and its expiry in local storage. One tab refreshes it for all, 30 s before expiry.
import * as limits from "#domain/limits.ts";
import { shell } from "#web/api/shell.ts";
import { ApiError, parseApiError, createOfflineError } from "#web/api/api-error.ts";
import {
  readStoredToken,
  requestNewToken,
  tokenKey,
  withRefreshLock,
  writeStoredToken,
} from "#web/api/tokens/stored-token.ts";
import type { IssuedToken, StoredToken } from "#web/api/tokens/stored-token.ts";
import { languageKey } from "#web/languages/t.ts";

/** Set while this browser is enrolled as a shared device of a branch. */
export const sharedDeviceKey = "chaavi-shared-device";
/** The printer that this browser prints slips on. */
export const printerKey = "chaavi-printer";
/** Keys that do not belong to the session and survive it. */
const persistentKeys = [
  "chaavi-colour-scheme",
  "chaavi-vibration",
  "chaavi-sound",
  printerKey,
  languageKey,
  sharedDeviceKey,
];

export const isSharedDevice = (): boolean => localStorage.getItem(sharedDeviceKey) !== null;

/** Id of the user to whom an access token was issued; undefined if it is not readable. */
export function readTokenUser(token: string): string | undefined {
  try {
    const claims: { id?: unknown } = JSON.parse(
      atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")),
    );
    return typeof claims.id === "string" ? claims.id : undefined;
  } catch {
    return undefined;
  }
}

export function storeToken(issued: IssuedToken): void {
  writeStoredToken(issued);
  scheduleTokenRefresh();
}

/** §4: 'Logout clears storage'. What belongs to the device stays. */
export function clearStorage(): void {
  clearTimeout(timer);
  void shell?.keepRefreshToken(null);
  const persistentEntries = persistentKeys.map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  for (const [key, value] of persistentEntries) if (value !== null) localStorage.setItem(key, value);
}

function isFresh(stored: StoredToken): boolean {
  return stored.expiresAt - Date.now() > limits.tokenRefreshBeforeExpiryMs;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let pendingRefresh: Promise<void> | undefined;

/** Schedules the next refresh. Call once on start; storing a token reschedules it. */
export function scheduleTokenRefresh(): void {
  clearTimeout(timer);
  const stored = readStoredToken();
  if (!stored) return;
  const delayMs = Math.max(0, stored.expiresAt - limits.tokenRefreshBeforeExpiryMs - Date.now());
  // The next request reports a failure.
  timer = setTimeout(() => void refreshToken().catch(() => undefined), Math.min(delayMs, 2_000_000_000));
}

/** Refreshes once at a time in this tab and, with a lock, across tabs. Throws TOKEN_EXPIRED, or OFFLINE if a retry may succeed. */
export function refreshToken({ isForced = false } = {}): Promise<void> {
  pendingRefresh ??= withRefreshLock(() => renewToken(isForced ? (readStoredToken()?.token ?? null) : null)).finally(
    () => (pendingRefresh = undefined),
  );
  return pendingRefresh;
}

/** `rejectedToken` is a token the server rejected before its stored expiry. */
async function renewToken(rejectedToken: string | null): Promise<void> {
  const stored = readStoredToken();
  if (!stored) throw new ApiError({ code: "TOKEN_EXPIRED", status: 401 });
  // Another tab has refreshed the token.
  if (isFresh(stored) && stored.token !== rejectedToken) return scheduleTokenRefresh();
  let response: Response;
  try {
    response = await requestNewToken();
  } catch {
    throw createOfflineError();
  }
  const body: { data?: Partial<IssuedToken> } | null = await response.json().catch(() => null);
  if (!response.ok) throw toSessionError(parseApiError({ status: response.status, body }));
  if (!body?.data?.access_token) throw parseApiError({ status: response.status, body });
  storeToken({ expires: 0, ...body.data, access_token: body.data.access_token });
}

/** A rejected refresh token ends the session; other errors (account suspended, branch closed) are passed on. */
function toSessionError(error: ApiError): ApiError {
  const isExpired = error.status === 400 || error.status === 401 || error.code === "INVALID_TOKEN";
  return isExpired ? new ApiError({ code: "TOKEN_EXPIRED", status: 401 }) : error;
}

/** The token for a request, refreshed first if it is about to expire; null if logged out. */
export async function getValidToken(): Promise<string | null> {
  const stored = readStoredToken();
  if (!stored) return null;
  if (!isFresh(stored)) {
    try {
      await refreshToken();
    } catch (thrown) {
      // The token is valid for some seconds more, and the network may return within them.
      if (stored.expiresAt > Date.now() && thrown instanceof ApiError && thrown.code !== "TOKEN_EXPIRED")
        return stored.token;
      throw thrown;
    }
  }
  return readStoredToken()?.token ?? null;
}

/** Calls `listener` when another tab logs in or out. Returns the unsubscribe function. */
export function onSessionChangeInOtherTab(listener: () => void): () => void {
  let wasLoggedIn = readStoredToken() !== null;
  function handleStorage(event: StorageEvent) {
    if (event.key !== null && event.key !== tokenKey) return;
    const isLoggedIn = readStoredToken() !== null;
    if (isLoggedIn !== wasLoggedIn) listener();
    wasLoggedIn = isLoggedIn;
    scheduleTokenRefresh();
  }
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}
