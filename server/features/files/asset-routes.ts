// §7 /assets/{id}[/{name}]: serves the bytes of a readable file, with range requests and image transforms.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange } from "#server/storage/storage.ts";
import { getPreviewSession } from "#server/auth/branch-preview.ts";
import type { AppServices } from "#server/context.ts";
import { type ImageVariantCache, toVariantName } from "#server/features/files/image-variants.ts";
import { getReadableFile, type StoredFile } from "#server/features/files/readable-file.ts";
import { assertOutputSize, parseTransform } from "#server/features/files/parse-transform.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { getQueryParam } from "#server/http/request-values.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { getSession } from "#server/request.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import type { ImageTransform } from "#server/storage/image-jobs.ts";

/** Public files (logos, banners, vehicle types) are cached for a month and may be embedded by other sites and mails. */
const publicHeaders = {
  "cache-control": "private, max-age=2592000",
  "cross-origin-resource-policy": "cross-origin",
};
/** Other files are revalidated on every request, since devices are shared; the ETag saves the transfer. */
const privateHeaders = { "cache-control": "private, no-cache" };
const imageTypes = new Set(["image/jpeg", "image/png", "image/webp"]);

interface AssetDependencies {
  services: AppServices;
  store: FileStore;
  imageVariants: ImageVariantCache;
}

type Params = { id: string; name?: string };

export function assetRoutes(app: FastifyInstance, host: AssetDependencies): void {
  for (const url of ["/assets/:id", "/assets/:id/:name"])
    app.get<{ Params: Params }>(url, async (request, reply) => {
      const { id } = request.params;
      const preview = getQueryParam({ query: request.query, name: "preview" });
      const session =
        preview === undefined
          ? await getSession({ services: host.services, request })
          : await getPreviewSession({ services: host.services, token: preview, image: id });
      const file = await getReadableFile({ services: host.services, session, id });
      return sendAsset({ host, request, reply, file, isAuthenticated: session.actor.id !== null });
    });
}

async function sendAsset({
  host,
  request,
  reply,
  file,
  isAuthenticated,
}: {
  host: AssetDependencies;
  request: FastifyRequest;
  reply: FastifyReply;
  file: StoredFile;
  isAuthenticated: boolean;
}): Promise<FastifyReply> {
  const params = Object.fromEntries(
    Object.entries(parseRow(request.query)).map(([name, value]) => [name, String(value)]),
  );
  const transform = parseTransform({ params, accept: request.headers.accept ?? "", isAuthenticated });
  const isImage = imageTypes.has(file.type);
  const imageTransform = isImage ? transform : null;
  const { width, height } = file;
  if (imageTransform && width && height) assertOutputSize({ transform: imageTransform, source: { width, height } });
  const etag = getEtag({ file, transform: imageTransform });
  const headers = {
    ...(file.isPublic ? publicHeaders : privateHeaders),
    etag,
    "last-modified": file.changed.toUTCString(),
    "content-disposition": getContentDisposition({
      name: getDownloadName({ file, transform: imageTransform }),
      isAttachment: params["download"] !== undefined || !isImage,
    }),
    // Prevents scripts and subresources in the served file.
    "content-security-policy": "default-src 'none'; sandbox",
    "accept-ranges": "bytes",
    ...(params["format"] === "auto" || params["key"] ? { vary: "Accept" } : {}),
  };
  if (isNotModified({ request, etag, changed: file.changed })) return reply.code(304).headers(headers).send();
  const variant =
    imageTransform &&
    (await host.imageVariants.getVariant({
      key: file.key,
      transform: imageTransform,
      read: () => readWholeFile({ host, file }),
      caller: toClientAddressKey(request.ip),
    }));
  const size = variant?.length ?? file.size;
  const range = parseRange({ request, reply, size, etag });
  const part = range ?? { start: 0, end: size - 1 };
  // A HEAD request does not read the bytes.
  const isHeadRequest = request.method === "HEAD";
  const bytes = variant
    ? variant.subarray(part.start, part.end + 1)
    : isHeadRequest
      ? Readable.from([])
      : await host.store.read({ ...file, span: range });
  // Sets the caching headers only now, when nothing can fail any more, so that no error is cached.
  reply
    .headers({ ...headers, "content-length": part.end - part.start + 1 })
    .type(getContentType({ file, transform: imageTransform }));
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(bytes);
}

/** Differs for every version of the file and every transform. */
function getEtag({ file, transform }: { file: StoredFile; transform: ImageTransform | null }): string {
  const hash = createHash("sha256").update(file.key);
  return `"${hash
    .update(transform ? toVariantName(transform) : "")
    .digest("base64url")
    .slice(0, 27)}"`;
}

function getContentType({ file, transform }: { file: StoredFile; transform: ImageTransform | null }): string {
  return transform?.format ? `image/${transform.format === "jpg" ? "jpeg" : transform.format}` : file.type;
}

async function readWholeFile({ host, file }: { host: AssetDependencies; file: StoredFile }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await host.store.read({ ...file, span: null })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isNotModified({ request, etag, changed }: { request: FastifyRequest; etag: string; changed: Date }): boolean {
  const tags = request.headers["if-none-match"];
  if (tags !== undefined) return tags === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return !Number.isNaN(since) && Math.floor(changed.getTime() / 1000) * 1000 <= since;
}

/** Returns the requested range, null for the whole file. RANGE_NOT_SATISFIABLE for one outside the file. */
function parseRange({
  request,
  reply,
  size,
  etag,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  size: number;
  etag: string;
}): ByteRange | null {
  const { range, "if-range": ifRange } = request.headers;
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "");
  if (!parts || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, from = "", to = ""] = parts;
  if (from === "" && to === "") return null;
  const start = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) {
    reply.header("content-range", `bytes */${size}`);
    throwApiError("RANGE_NOT_SATISFIABLE", { range: range! });
  }
  return { start, end };
}

function getDownloadName({ file, transform }: { file: StoredFile; transform: ImageTransform | null }): string {
  if (!transform?.format) return file.name;
  return `${file.name.replace(/\.[^.]*$/, "")}.${transform.format}`;
}

/** Names outside ASCII are sent twice: reduced to ASCII for old clients, and in full. */
function getContentDisposition({ name, isAttachment }: { name: string; isAttachment: boolean }): string {
  const asciiName = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, "_");
  const extendedName =
    asciiName === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, percentEncode)}`;
  return `${isAttachment ? "attachment" : "inline"}; filename="${asciiName}"${extendedName}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
