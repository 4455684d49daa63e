// §4 Session: the access token in local storage. Alone, so that the public site's script loads nothing else.

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
