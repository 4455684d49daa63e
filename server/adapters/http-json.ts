// One JSON question to a service of somebody else's; never throws, so that every outcome is thought of.
import { patienceMs } from "#server/adapters/messages.ts";

export type Reply =
  /** `body` is undefined where the answer was no JSON. */
  { isAnswered: true; status: number; body: unknown } | { isAnswered: false; reason: string };

const longestAnswer = 256 * 1024;

export async function postJson({
  url,
  headers,
  body,
}: {
  url: string;
  headers: { [name: string]: string };
  body: unknown;
}): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
      redirect: "error",
    });
    const text = (await response.text()).slice(0, longestAnswer);
    return { isAnswered: true, status: response.status, body: parsed(text) };
  } catch (error) {
    // The address stays out of it: some services want keys in theirs.
    const isLate = (error as Error).name === "TimeoutError";
    return { isAnswered: false, reason: isLate ? `no answer within ${patienceMs / 1000} seconds` : "no connection" };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text of an answer that may hold anything; empty where there is none. */
export function textAt(body: unknown, name: string): string {
  const value = typeof body === "object" && body !== null ? (body as { [name: string]: unknown })[name] : undefined;
  return typeof value === "string" ? value : "";
}
