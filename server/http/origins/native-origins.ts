// §1: the pages of the native shell are inside the application, so that its requests come from other origins than the server's.
import type { IncomingMessage, ServerResponse } from "node:http";
import cors from "cors";

/** Origins of the pages in Capacitor's web views on Android and iOS. */
export const nativeOrigins = ["https://localhost", "capacitor://localhost"] as const;

const oneDaySeconds = 86_400;

/**
 * Lets pages of `origins` read responses, and answers their preflight requests. They authenticate by tokens in headers alone:
 * credentials are not permitted, so that no cookie is ever sent. Without origins, as by default, nothing is permitted.
 */
export function createNativeAccess(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse, done: () => void) => void {
  if (origins.length === 0) return (_request, _response, done) => done();
  const permit = cors({
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "SEARCH"],
    exposedHeaders: ["content-disposition", "retry-after", "x-request-id"],
    maxAge: oneDaySeconds,
  });
  return (request, response, done) => permit(request, response, done);
}
