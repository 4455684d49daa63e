// §7 live: a stream of server-sent events to one reader. It beats while nothing happens, and cuts off who does not read.
import type { FastifyReply } from "fastify";
import { limits } from "#domain/limits.ts";

const heartbeatMs = 15_000;

export interface EventStream {
  /** Text of one or several events, each ending with an empty line. What comes after the end goes nowhere. */
  write(text: string): void;
  end(): void;
  isOpen(): boolean;
  /** Does this when the stream is over, in whatever way; at once when it is already. */
  whenOver(work: () => void): void;
}

/** Takes the answer over. The reader may have left while it was made: then the stream is over before it begins. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  const isOpen = (): boolean => !raw.writableEnded && !raw.destroyed;
  function write(text: string): void {
    // Who is cut off catches up when they are back.
    if (raw.writableLength > limits.unreadBytes) raw.destroy();
    if (isOpen()) raw.write(text);
  }
  function whenOver(work: () => void): void {
    if (raw.destroyed) work();
    else raw.once("close", work);
  }
  if (isOpen())
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
  write("retry: 1000\n\n");
  const heartbeat = setInterval(() => write("event: beat\ndata: {}\n\n"), heartbeatMs);
  whenOver(() => clearInterval(heartbeat));
  return { write, end: () => raw.end(), isOpen, whenOver };
}
