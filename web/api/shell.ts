// §1 The native shell (web/native): its pages are inside the application, so that the server has another origin, and the refresh
// token is in the key store of the system instead of a cookie. Browsers have none.

export interface Shell {
  /** Of the server, like https://park.example. */
  readonly serverOrigin: string;
  readRefreshToken: () => Promise<string | null>;
  /** Null removes it. */
  keepRefreshToken: (token: string | null) => Promise<void>;
}

declare global {
  // Set before the application is loaded.
  var chaaviShell: Shell | undefined;
}

export const shell = globalThis.chaaviShell;

/** How the server sends the refresh token (reading.md §7). */
export const sessionMode = shell ? "json" : "cookie";

/** Address of a path of the server, for requests. */
export const toServerUrl = (path: string): string => (shell ? shell.serverOrigin + path : path);

/** Origin of links for other people and papers. */
export const getPublicOrigin = (): string => shell?.serverOrigin ?? location.origin;
