// §7 live: a stream of server-sent events to one client, with a heartbeat. Clients that do not read are disconnected.
import type { FastifyReply } from "fastify";
import * as limits from "#domain/limits.ts";
import { getCurrentRequester } from "#server/db/requester.ts";

const defaultHeartbeatMs = 15_000;

export interface EventStream {
  /** Writes one or several events, each ending with an empty line; ignored after the end of the stream. */
  write(text: string): void;
  end(): void;
  isOpen(): boolean;
  /** Calls `work` when the stream ends for any reason; immediately if it has ended. */
  onEnd(work: () => void): void;
}

/**
 * Takes over the response. If the client has disconnected meanwhile, the returned stream has already ended. Heartbeats
 * carry their interval, after which the client can tell that the network has fallen silent.
 */
export function openEventStream(
  reply: FastifyReply,
  { heartbeatMs = defaultHeartbeatMs }: { heartbeatMs?: number } = {},
): EventStream {
  reply.hijack();
  reply.request.isStream = true;
  // Releases the request slot: the stream may stay open for hours and needs no work meanwhile.
  getCurrentRequester()?.releaseSlot?.();
  const { raw } = reply;
  const isOpen = (): boolean => !raw.writableEnded && !raw.destroyed;
  function write(text: string): void {
    // Ends a stream that a slow client does not read; the client catches up after it reconnects.
    if (raw.writableLength > limits.unreadBytes) raw.destroy();
    if (isOpen()) raw.write(text);
  }
  function onEnd(work: () => void): void {
    if (raw.destroyed) work();
    else raw.once("close", work);
  }
  if (isOpen())
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-request-id": reply.request.id,
    });
  const beat = `event: beat\ndata: {"every":${heartbeatMs}}\n\n`;
  write("retry: 1000\n\n");
  const heartbeat = setInterval(() => write(beat), heartbeatMs);
  onEnd(() => clearInterval(heartbeat));
  return { write, end: () => raw.end(), isOpen, onEnd };
}
