// Request metadata: id, actor and error codes, read after the response by the access log, the metrics and the security
// log.
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorCode } from "#domain/errors.ts";
import type { Actor } from "#domain/access/roles.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Actor of the accepted session; null before that and for anonymous requests. */
    actor: Actor | null;
    /** Error codes of the response in their order; null without errors. */
    errorCodes: readonly ErrorCode[] | null;
    /** Whether the response is a stream, whose duration says nothing about the server's speed. */
    isStream: boolean;
  }
}

export const requestIdHeader = "x-request-id";
/** Long enough to be unique, short enough for a log, and without characters that could forge a log line. */
const requestIdPattern = /^[\w.-]{8,64}$/;

/** Assigns an id to every request, returned in a response header, and declares its metadata. */
export function addRequestContext(app: FastifyInstance): void {
  app.decorateRequest("actor", null);
  app.decorateRequest("errorCodes", null);
  app.decorateRequest("isStream", false);
  app.addHook("onRequest", (request, reply, done) => {
    const proxyRequestId = getProxyRequestId(request);
    if (proxyRequestId) {
      request.id = proxyRequestId;
      request.log = request.log.child({ reqId: proxyRequestId });
    }
    reply.header(requestIdHeader, request.id);
    done();
  });
}

export function createRequestId(): string {
  return randomUUID();
}

/** Returns the request id of a proxy that is trusted with the client's address (TRUST_PROXY); ignores any other. */
function getProxyRequestId(request: FastifyRequest): string | undefined {
  const proxyRequestId = request.headers[requestIdHeader];
  if (typeof proxyRequestId !== "string" || !requestIdPattern.test(proxyRequestId)) return undefined;
  // More than one address means that the peer is trusted and has forwarded the client's address.
  return request.ips && request.ips.length > 1 ? proxyRequestId : undefined;
}
