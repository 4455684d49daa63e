// §4 Session: the access token in local storage, and its renewal. Alone, so that the public site's script loads nothing else.

export const tokenKey = "access_token";
export const expiryKey = "access_token_expires_at";

export interface StoredToken {
  token: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

/** Null if logged out. A token without its expiry, or the reverse, counts as expired. */
export function readStoredToken(): StoredToken | null {
  const token = localStorage.getItem(tokenKey);
  const storedExpiry = localStorage.getItem(expiryKey);
  if (token === null && storedExpiry === null) return null;
  const expiresAt = Number(storedExpiry);
  return { token: token ?? "", expiresAt: token && Number.isFinite(expiresAt) ? expiresAt : 0 };
}

/** A token as /auth/login and /auth/refresh return it; `expires` is in milliseconds from now. */
export interface IssuedToken {
  access_token: string;
  expires: number;
}

export function writeStoredToken({ access_token, expires }: IssuedToken): void {
  localStorage.setItem(expiryKey, String(Date.now() + expires));
  localStorage.setItem(tokenKey, access_token);
}

/** Runs alone among all tabs of this browser. */
export function withRefreshLock(run: () => Promise<void>): Promise<void> {
  // navigator.locks is undefined on insecure origins, such as a plain http address of the local network.
  return navigator.locks ? navigator.locks.request("chaavi-refresh", run) : run();
}

/** Asks for a new token by the session's cookie. Rejects without a connection. */
export function requestNewToken(): Promise<Response> {
  return fetch("/auth/refresh", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "cookie" }),
  });
}
