// The one way from the browser to the server: Bearer token, typed errors, and what an expired session does (§4).
import type { ErrorCode } from "#domain/errors.ts";
import { ApiError, errorFrom, hasCode, offlineError } from "#web/items/api-error.ts";
import { clearStorage, currentToken, refreshToken } from "#web/items/token.ts";
import { keepForNextPage } from "#web/ui/messages.ts";

interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Sent as JSON, or as it is where it is form data. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Log-in and public pages: no token is sent, and a 401 is an answer like any other. */
  isPublic?: boolean;
}

/** What the server answers, as JSON; undefined for an empty answer. Throws ApiError alone. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await send<T>(path, options, options.isPublic ? null : await currentToken());
  } catch (thrown) {
    if (options.isPublic || !hasCode(thrown, "TOKEN_EXPIRED")) throw thrown;
    return again<T>(path, options);
  }
}

/** The clock of this device may be wrong, so the token is renewed once before the session counts as over. */
async function again<T>(path: string, options: RequestOptions): Promise<T> {
  try {
    await refreshToken({ isForced: true });
    return await send<T>(path, options, await currentToken());
  } catch (thrown) {
    if (hasCode(thrown, "TOKEN_EXPIRED")) endSession();
    throw thrown;
  }
}

let isEnding = false;

/**
 * §4: 'the user is told the session expired, storage is cleared and the page reloads'; told once the new page stands.
 * `code` where another gate has closed: the account was suspended, the branch archived.
 */
export function endSession(code: ErrorCode = "TOKEN_EXPIRY"): void {
  if (isEnding) return;
  isEnding = true;
  keepForNextPage(code);
  clearStorage();
  location.reload();
}

async function send<T>(
  path: string,
  { method = "GET", body, signal }: RequestOptions,
  token: string | null,
): Promise<T> {
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      signal: signal ?? null,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw offlineError();
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorFrom({ status: response.status, body: answer });
  if (answer === null) throw new ApiError({ code: "SOMETHING_WRONG", status: response.status });
  return answer as T;
}
