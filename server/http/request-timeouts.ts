// Time limits for receiving requests. Streams and sockets are responses and are not affected.
import { type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from "fastify";
import { type ErrorCode, errorCatalogue } from "#domain/errors.ts";

/** All values in ms, except the rate. */
export interface RequestTimeouts {
  /** Time from the first byte, or from the opening of the connection, to the end of the headers. */
  headers: number;
  /** Time after which the average rate of a body must reach `bodyBytesPerSecond`. */
  bodyGrace: number;
  bodyBytesPerSecond: number;
  /** Time from the first to the last byte, at any rate. */
  request: number;
  /** Time without any data read or written, while a response is pending or not read. */
  inactivity: number;
  /** Idle time between two requests of a connection; longer than that of load balancers, so that they close first. */
  keepAlive: number;
  /** Interval at which `headers` and `request` are checked. */
  checkEvery: number;
}

/**
 * A photo of 2 MB over 2G takes about five minutes at 8 kB per second: the required rate is an eighth of that, and high
 * enough to make holding thousands of connections expensive.
 */
export const requestTimeouts: RequestTimeouts = {
  headers: 20_000,
  bodyGrace: 30_000,
  bodyBytesPerSecond: 1_000,
  request: 15 * 60_000,
  inactivity: 3 * 60_000,
  keepAlive: 72_000,
  checkEvery: 5_000,
};

/** Returns the limits that Fastify and Node enforce. */
export function getServerTimeoutOptions(timeouts: RequestTimeouts) {
  return {
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.inactivity,
    keepAliveTimeout: timeouts.keepAlive,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkEvery },
    clientErrorHandler: handleClientError,
  } satisfies FastifyHttpOptions<Server>;
}

/** Aborts requests whose body arrives too slowly, with OUT_OF_TIME if no response has started. */
export function abortSlowBodies(app: FastifyInstance, timeouts: RequestTimeouts): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hasBody(request))
      watchBody({
        request,
        timeouts,
        onTooSlow: (socket) =>
          reply.raw.headersSent ? socket.destroy() : writeSocketError({ socket, code: "OUT_OF_TIME" }),
      });
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function watchBody({
  request,
  timeouts,
  onTooSlow,
}: {
  request: FastifyRequest;
  timeouts: RequestTimeouts;
  onTooSlow: (socket: Socket) => void;
}): void {
  const { raw } = request;
  const { socket } = raw;
  // An injected request has no network socket to measure.
  if (!(socket instanceof Socket)) return;
  const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead];
  let timer = setTimeout(check, timeouts.bodyGrace).unref();
  raw.once("end", () => clearTimeout(timer));
  function check(): void {
    if (raw.complete || socket.destroyed) return;
    const received = socket.bytesRead - bytesBefore;
    const allowedMs = timeouts.bodyGrace + (received / timeouts.bodyBytesPerSecond) * 1_000;
    const remainingMs = allowedMs - (performance.now() - startedAt);
    if (remainingMs <= 0) return onTooSlow(socket);
    timer = setTimeout(check, Math.ceil(remainingMs)).unref();
  }
}

/** Responds to errors before a request exists: time-outs of Node, oversized headers and invalid HTTP. */
function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return writeSocketError({ socket, code: "OUT_OF_TIME" });
  if (error.code === "HPE_HEADER_OVERFLOW")
    return writeSocketError({ socket, code: "INVALID_PAYLOAD", status: headersTooLong });
  writeSocketError({ socket, code: "INVALID_PAYLOAD" });
}

const headersTooLong = 431;

function writeSocketError({ socket, code, status }: { socket: Socket; code: ErrorCode; status?: number }): void {
  if (!socket.writable) return void socket.destroy();
  const { text: message, status: defaultStatus } = errorCatalogue[code];
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const headers = [
    `HTTP/1.1 ${status ?? defaultStatus} ${STATUS_CODES[status ?? defaultStatus] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
