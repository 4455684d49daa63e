// Newline-delimited JSON responses: progress lines followed by the result.
import { toServerUrl } from "#web/api/shell.ts";
import { parseApiError } from "#web/api/api-error.ts";
import { getValidToken } from "#web/api/tokens/access-token.ts";

interface ProgressLine {
  done?: number;
  of?: number;
  data?: unknown;
  errors?: unknown;
}

/** Sends a form and returns `data` of the last line; reports each progress line to `onProgress`. Throws ApiError. */
export async function sendWithProgress<T>({
  path,
  body,
  onProgress,
}: {
  path: string;
  body: FormData;
  onProgress: (step: { done: number; of: number }) => void;
}): Promise<T> {
  const token = await getValidToken();
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(toServerUrl(path), { method: "POST", body, ...(headers ? { headers } : {}) });
  if (!response.ok || !response.body)
    throw parseApiError({ status: response.status, body: await response.json().catch(() => null) });
  let last: ProgressLine = {};
  for await (const line of readLines(response.body)) {
    last = JSON.parse(line);
    if (last.done !== undefined && last.of !== undefined) onProgress({ done: last.done, of: last.of });
  }
  // Without a result the connection was interrupted and the outcome is unknown.
  if (last.data === undefined) throw parseApiError({ status: last.errors ? 400 : 503, body: last });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callers name the type of the reply
  return last.data as T;
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    yield* lines.filter(Boolean);
    if (done) return;
  }
}
