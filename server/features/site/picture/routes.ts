// §2 picture of a branch page where its link is shared (Open Graph), drawn by the image process and kept in memory.
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { describeBranchPicture, drawBranchPicture } from "#domain/site/branch-picture.ts";
import { formatPicturePath, parseBranchPath, parseStayQuery } from "#domain/site/listing-address.ts";
import type { AppServices } from "#server/context.ts";
import { readBranchPage } from "#server/features/site/branch-page.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

/** Of some 30 kB each; a picture changes with the tariff or the names of the branch. */
const maxPictures = 200;

export function pictureRoutes(app: FastifyInstance, host: { services: AppServices; images: ImageProcessor }): void {
  const { services, images } = host;
  const pictures = new LRUCache<string, Promise<Buffer>>({ max: maxPictures });

  async function draw({ svg, key, caller }: { svg: string; key: string; caller: string }): Promise<Buffer> {
    const known = pictures.get(key);
    if (known) return known;
    const drawing = images.draw({ svg, queueKey: caller }).then(({ bytes }) => Buffer.from(bytes));
    pictures.set(key, drawing);
    // A failed one is drawn again.
    drawing.catch(() => pictures.delete(key));
    return drawing;
  }

  app.get("/:company/:branch/:service/:companyType/picture.png", async (request, reply) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const now = services.clock();
    const address = parseBranchPath(pathname, "picture.png");
    const stay = parseStayQuery({ query: new URLSearchParams(), now });
    const found = address && (await readBranchPage({ sql: services.sql, ...address, readStay: () => stay, now }));
    if (found?.kind === "moved") return reply.redirect(formatPicturePath(found.path), 301);
    if (found?.kind !== "page") return throwRouteNotFound(request.url);
    const svg = drawBranchPicture(describeBranchPicture(found.page));
    const key = createHash("sha256").update(svg).digest("base64url").slice(0, 27);
    const etag = `"${key}"`;
    const headers = {
      "cache-control": "public, max-age=3600",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      etag,
    };
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).headers(headers).send();
    const bytes = await draw({ svg, key, caller: toClientAddressKey(request.ip) });
    return reply.headers(headers).type("image/png").send(bytes);
  });
}
