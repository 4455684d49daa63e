// Checks whether a request was made by a page of this application.
import type { FastifyRequest } from "fastify";

/**
 * Whether an `Origin` is that of PUBLIC_URL or of the requested host. "null", sent by sandboxed frames and local files,
 * never matches.
 */
export function isOwnOrigin({
  origin,
  request,
  publicUrl,
}: {
  origin: string;
  request: FastifyRequest;
  publicUrl: string;
}): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, origin: normalisedOrigin } = new URL(origin);
  return normalisedOrigin === new URL(publicUrl).origin || host === request.host;
}
