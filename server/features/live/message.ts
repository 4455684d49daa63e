// §7: messages of a socket, as text and as objects.
export type Message = { [key: string]: unknown };

/** The `uid` of a message comes back with its answer. */
export const named = (uid: unknown): Message => (uid === undefined ? {} : { uid });

/** What came in, as text. */
export function textOf(data: unknown): string {
  if (Array.isArray(data)) return Buffer.concat(data as Buffer[]).toString("utf8");
  return Buffer.from(data as ArrayBuffer).toString("utf8");
}

/** A message is a JSON object; anything else is none. */
export function messageOf(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null && !Array.isArray(message) ? (message as Message) : null;
  } catch {
    return null;
  }
}
