// §7: parses and decodes socket messages.
import { z } from "zod";
import { jsonText } from "#server/json-text.ts";

const socketMessage = z.record(z.string(), z.unknown());
export type SocketMessage = z.output<typeof socketMessage>;
const socketMessageText = jsonText(socketMessage);

/** Returns the `uid` of a message for its response. */
export const withUid = (uid: unknown): SocketMessage => (uid === undefined ? {} : { uid });

/** Decodes received data to text. */
export function decodeData(data: unknown): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  if (Buffer.isBuffer(data)) return data.toString("utf8");
  return data instanceof ArrayBuffer ? Buffer.from(data).toString("utf8") : "";
}

/** Returns null unless the text is a JSON object. */
export function parseMessage(text: string): SocketMessage | null {
  return socketMessageText.safeParse(text).data ?? null;
}
