// §7: parses and decodes socket messages.
import { isJsonObject } from "#domain/json-object.ts";

export type SocketMessage = { [key: string]: unknown };

/** Returns the `uid` of a message for its response. */
export const withUid = (uid: unknown): SocketMessage => (uid === undefined ? {} : { uid });

/** Decodes received data to text. */
export function decodeData(data: unknown): string {
  if (Array.isArray(data)) return Buffer.concat(data as Buffer[]).toString("utf8");
  return Buffer.from(data as ArrayBuffer).toString("utf8");
}

/** Returns null unless the text is a JSON object. */
export function parseMessage(text: string): SocketMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return isJsonObject(message) ? message : null;
  } catch {
    return null;
  }
}
