// §4 Session: the access token in local storage, and its renewal. Alone, so that the public site's script loads nothing else.
import { sessionMode, shell, toServerUrl } from "#web/api/shell.ts";

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
  /** In the native shell only. */
  refresh_token?: string | undefined;
}

export function writeStoredToken({ access_token, expires, refresh_token: refreshToken }: IssuedToken): void {
  if (refreshToken) void shell?.keepRefreshToken(refreshToken);
  localStorage.setItem(expiryKey, String(Date.now() + expires));
  localStorage.setItem(tokenKey, access_token);
}

/** Runs alone among all tabs of this browser. */
export function withRefreshLock(run: () => Promise<void>): Promise<void> {
  // navigator.locks is undefined on insecure origins, such as a plain http address of the local network.
  return navigator.locks ? navigator.locks.request("chaavi-refresh", run) : run();
}

/** Body of a request that renews or ends the session: the refresh token is in its cookie, or in the key store of the shell. */
export async function createSessionBody(): Promise<{ mode: string; refresh_token?: string | null }> {
  return { mode: sessionMode, ...(shell && { refresh_token: await shell.readRefreshToken() }) };
}

/** Asks for a new token. Rejects without a connection. */
export async function requestNewToken(): Promise<Response> {
  return fetch(toServerUrl("/auth/refresh"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await createSessionBody()),
  });
}
