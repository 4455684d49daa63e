// §4 Session: the access token in local storage with the stamp of its expiry; renewed 30 s before by one tab for all.
import { limits } from "#domain/limits.ts";
import { ApiError, errorFrom, offlineError } from "#web/items/api-error.ts";

const tokenKey = "access_token";
const expiryKey = "access_token_expires_at";
/** What is not the session's and outlives it. */
const keptKeys = ["chaavi-colour-scheme"];

export interface StoredToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Null where nobody has logged in. A token without its stamp, or the reverse, counts as expired. */
export function storedToken(): StoredToken | null {
  const token = localStorage.getItem(tokenKey);
  const stamp = localStorage.getItem(expiryKey);
  if (token === null && stamp === null) return null;
  const expiresAt = Number(stamp);
  return { token: token ?? "", expiresAt: token && Number.isFinite(expiresAt) ? expiresAt : 0 };
}

/** `expires` in milliseconds from now, as /auth/login and /auth/refresh say it. */
export function storeToken({ access_token, expires }: { access_token: string; expires: number }): void {
  localStorage.setItem(expiryKey, String(Date.now() + expires));
  localStorage.setItem(tokenKey, access_token);
  planRefresh();
}

/** §4: 'Logout clears storage'. The chosen colours stay: they are of the device, not of the person. */
export function clearStorage(): void {
  clearTimeout(timer);
  const kept = keptKeys.map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}

function isFresh(stored: StoredToken): boolean {
  return stored.expiresAt - Date.now() > limits.tokenRefreshBeforeExpiryMs;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let underWay: Promise<void> | undefined;

/** Sets the clock for the renewal. Call once on start; storing a token calls it again. */
export function planRefresh(): void {
  clearTimeout(timer);
  const stored = storedToken();
  if (!stored) return;
  const wait = Math.max(0, stored.expiresAt - limits.tokenRefreshBeforeExpiryMs - Date.now());
  // A failure here is met again, and told, by the next request.
  timer = setTimeout(() => void refreshToken().catch(() => undefined), Math.min(wait, 2_000_000_000));
}

/** One renewal at a time, in this tab and, by a lock, across tabs. Throws TOKEN_EXPIRED, or OFFLINE, which is not the end. */
export function refreshToken({ isForced = false } = {}): Promise<void> {
  underWay ??= underLock(() => renew(isForced ? (storedToken()?.token ?? null) : null)).finally(
    () => (underWay = undefined),
  );
  return underWay;
}

function underLock(run: () => Promise<void>): Promise<void> {
  // Locks exist in secure contexts alone; a phone on a plain http address of the local network has none.
  return navigator.locks ? navigator.locks.request("chaavi-refresh", run) : run();
}

/** `refused`: the token the server no longer takes, although its stamp says it should. */
async function renew(refused: string | null): Promise<void> {
  const stored = storedToken();
  if (!stored) throw new ApiError({ code: "TOKEN_EXPIRED", status: 401 });
  // Another tab was faster.
  if (isFresh(stored) && stored.token !== refused) return planRefresh();
  let response: Response;
  try {
    response = await fetch("/auth/refresh", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode: "cookie" }),
    });
  } catch {
    throw offlineError();
  }
  const body = (await response.json().catch(() => null)) as {
    data?: { access_token?: string; expires?: number };
  } | null;
  if (!response.ok) throw refreshRefusal(errorFrom({ status: response.status, body }));
  if (!body?.data?.access_token) throw errorFrom({ status: response.status, body });
  storeToken({ access_token: body.data.access_token, expires: body.data.expires ?? 0 });
}

/** A gate that has closed meanwhile (suspended, branch closed) is told as such; a token no longer taken is the end of the session. */
function refreshRefusal(refusal: ApiError): ApiError {
  const isOver = refusal.status === 400 || refusal.status === 401 || refusal.code === "INVALID_TOKEN";
  return isOver ? new ApiError({ code: "TOKEN_EXPIRED", status: 401 }) : refusal;
}

/** The token to send with a request, renewed first when it is about to expire; null for nobody. */
export async function currentToken(): Promise<string | null> {
  const stored = storedToken();
  if (!stored) return null;
  if (!isFresh(stored)) {
    try {
      await refreshToken();
    } catch (thrown) {
      // Still good for some seconds, and the network may come back within them.
      if (stored.expiresAt > Date.now() && thrown instanceof ApiError && thrown.code !== "TOKEN_EXPIRED")
        return stored.token;
      throw thrown;
    }
  }
  return storedToken()?.token ?? null;
}

/** Tells when another tab has logged in or out. */
export function onOtherTab(tell: () => void): () => void {
  let wasLoggedIn = storedToken() !== null;
  function look(event: StorageEvent) {
    if (event.key !== null && event.key !== tokenKey) return;
    const isLoggedIn = storedToken() !== null;
    if (isLoggedIn !== wasLoggedIn) tell();
    wasLoggedIn = isLoggedIn;
    planRefresh();
  }
  addEventListener("storage", look);
  return () => removeEventListener("storage", look);
}
