// Answers that come a line at a time: how far something is, and at last what came of it.
import { errorFrom } from "#web/items/api-error.ts";
import { currentToken } from "#web/items/token.ts";

interface Told {
  done?: number;
  of?: number;
  data?: unknown;
  errors?: unknown;
}

/** Sends a form and answers the `data` of the last line; `onStep` hears how far it is. Throws ApiError. */
export async function sendWithProgress<T>({
  path,
  body,
  onStep,
}: {
  path: string;
  body: FormData;
  onStep: (step: { done: number; of: number }) => void;
}): Promise<T> {
  const token = await currentToken();
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(path, { method: "POST", body, ...(headers ? { headers } : {}) });
  if (!response.ok || !response.body)
    throw errorFrom({ status: response.status, body: await response.json().catch(() => null) });
  let last: Told = {};
  for await (const line of linesOf(response.body)) {
    last = JSON.parse(line) as Told;
    if (last.done !== undefined && last.of !== undefined) onStep({ done: last.done, of: last.of });
  }
  // Without a last word the connection broke: nobody knows what became of it.
  if (last.data === undefined) throw errorFrom({ status: last.errors ? 400 : 503, body: last });
  return last.data as T;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    yield* lines.filter(Boolean);
    if (done) return;
  }
}
