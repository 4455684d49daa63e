// Security headers of every response, and the content security policy of pages.
import type { FastifyReply } from "fastify";
import helmet from "helmet";
import { getTileOrigin, type MapTiles } from "#domain/branches/location/map-tiles.ts";

/** Policy of responses that are not pages: a browser that displays one may load and run nothing. */
const strictPolicy = {
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
};

/**
 * Content-Security-Policy of the application's pages and of the scripts and workers they load: same origin only, except
 * for the images of map tiles. WebAssembly is needed to read QR codes in browsers without that feature.
 */
export function createPagePolicy({ mapTiles }: { mapTiles?: MapTiles | undefined }): string {
  const imageSources = ["'self'", "data:", "blob:", ...(mapTiles ? [getTileOrigin(mapTiles)] : [])];
  return `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src ${imageSources.join(" ")}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'`;
}

/** Permits camera, location and printers to the product's own pages and disables all other browser features. */
const permissionsPolicy =
  "camera=(self), geolocation=(self), microphone=(), payment=(), usb=(self), bluetooth=(self), display-capture=(), midi=(), serial=()";

const oneYearSeconds = 365 * 24 * 60 * 60;

export function isServedOverHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith("https:");
}

/**
 * Sets the headers of every response before its route runs, which may replace them: no caching, sniffing, framing or
 * scripts, and HSTS if `publicUrl` is https. They are set on the raw response, so that event streams and errors outside
 * of routes have them too.
 */
export function createSecurityHeaders({ publicUrl }: { publicUrl: string }): (reply: FastifyReply) => void {
  const isHttps = isServedOverHttps({ publicUrl });
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: strictPolicy },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: isHttps && { maxAge: oneYearSeconds, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
  });
  return ({ raw }) => {
    setHeaders(raw.req, raw, () => {});
    raw.setHeader("Permissions-Policy", permissionsPolicy);
    raw.setHeader("Cache-Control", "no-store");
  };
}
