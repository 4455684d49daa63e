// HTTP client of the browser: Bearer token, typed errors and handling of expired sessions (§4).
import type { ErrorCode } from "#domain/errors.ts";
import { toServerUrl } from "#web/api/shell.ts";
import { ApiError, parseApiError, hasErrorCode, createOfflineError } from "#web/api/api-error.ts";
import { clearStorage, getValidToken, readTokenUser, refreshToken } from "#web/api/tokens/access-token.ts";
import { readStoredToken, type StoredToken } from "#web/api/tokens/stored-token.ts";
import { getIdempotencyKey, needsIdempotencyKey, settleIdempotencyKey } from "#web/api/idempotency-key.ts";
import { showAfterReload } from "#web/ui/feedback.ts";

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Sent as JSON, except FormData. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Tokens of links. */
  headers?: { readonly [name: string]: string } | undefined;
  /** For login and public pages: sends no token and passes a 401 on. */
  isPublic?: boolean;
  /** The same for all attempts of one submission. By default one that lasts as long as the tab. */
  idempotencyKey?: string;
  /** Sent only in a session of this user, also if another one logs in meanwhile. */
  userId?: string;
}

/** Returns the JSON body; `{ data: undefined }` for an empty response. Throws only ApiError, unless aborted. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = "GET", body } = options;
  if (body instanceof FormData || options.idempotencyKey !== undefined || !needsIdempotencyKey({ method, path }))
    return sendWithToken<T>(path, options);
  const key = getIdempotencyKey({ path, body: JSON.stringify(body) ?? "" });
  try {
    const response = await sendWithToken<T>(path, { ...options, idempotencyKey: key });
    settleIdempotencyKey({ path, key });
    return response;
  } catch (error) {
    settleIdempotencyKey({ path, key, error });
    throw error;
  }
}

async function sendWithToken<T>(path: string, options: RequestOptions): Promise<T> {
  const stored = options.isPublic ? null : readStoredToken();
  try {
    return await send<T>(path, options, stored && (await getValidToken()));
  } catch (thrown) {
    if (!stored || !hasErrorCode(thrown, "TOKEN_EXPIRED") || !isStillLoggedIn(stored)) throw thrown;
    return retryWithNewToken<T>(path, options, stored);
  }
}

/** The device clock may be wrong, so the token is refreshed once before the session ends. */
async function retryWithNewToken<T>(path: string, options: RequestOptions, stored: StoredToken): Promise<T> {
  try {
    await refreshToken({ isForced: true });
    return await send<T>(path, options, await getValidToken());
  } catch (thrown) {
    if (hasErrorCode(thrown, "TOKEN_EXPIRED") && isStillLoggedIn(stored)) endSession();
    throw thrown;
  }
}

/** A request that is answered after its user has logged out has ended no session, and is not repeated as another user. */
function isStillLoggedIn({ token }: StoredToken): boolean {
  const current = readStoredToken();
  return current !== null && readTokenUser(current.token) === readTokenUser(token);
}

let isEnding = false;

/** Dispatched on the window before the storage is cleared. The guard may unmount a form before the page is reloaded. */
export const sessionEndEvent = "chaavi-session-end";

/**
 * §4: 'the user is told the session expired, storage is cleared and the page reloads'; the message is shown after the reload.
 * `code` is another reason, such as a suspended account or an archived branch.
 */
export function endSession(code: ErrorCode = "TOKEN_EXPIRY"): void {
  if (isEnding) return;
  isEnding = true;
  showAfterReload(code);
  dispatchEvent(new Event(sessionEndEvent));
  clearStorage();
  location.reload();
}

async function send<T>(
  path: string,
  { method = "GET", body, signal, headers, idempotencyKey, userId }: RequestOptions,
  token: string | null,
): Promise<T> {
  if (userId !== undefined && (token === null || readTokenUser(token) !== userId))
    throw new ApiError({ code: "INVALID_CREDENTIALS", status: 401 });
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(toServerUrl(path), {
      method,
      signal: signal ?? null,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw createOfflineError();
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callers name the type of the reply
  if (response.status === 204) return { data: undefined } as T;
  const responseBody: unknown = await response.json().catch(() => null);
  if (!response.ok) throw parseApiError({ status: response.status, body: responseBody });
  if (responseBody === null) throw new ApiError({ code: "SOMETHING_WRONG", status: response.status });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callers name the type of the reply
  return responseBody as T;
}
