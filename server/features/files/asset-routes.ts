// §7 /assets/{id}[/{name}]: the bytes of a file for who may read its record, whole, in part, or made over.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { Files } from "#domain/collections/files.ts";
import type { Span } from "#server/adapters/storage.ts";
import type { House } from "#server/context.ts";
import { type MakeOver, transformName } from "#server/features/files/make-over.ts";
import { type Transform, transformOf } from "#server/features/files/transform.ts";
import { queryById } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
import { readAs, sessionOf } from "#server/request.ts";
import type { FileStore } from "#server/services/file-store.ts";

const collection = Files as unknown as Collection;
/** A day of the browser's memory; the tag is asked again after it, and a replaced file has another. */
const cacheControl = "private, max-age=2592000";
const pictures = new Set(["image/jpeg", "image/png", "image/webp"]);

interface AssetHost {
  house: House;
  store: FileStore;
  makeOver: MakeOver;
}

interface Stored {
  storage: string;
  key: string;
  name: string;
  type: string;
  size: number;
  changed: Date;
}

type Params = { id: string; name?: string };

export function assetRoutes(app: FastifyInstance, host: AssetHost): void {
  for (const url of ["/assets/:id", "/assets/:id/:name"])
    app.get<{ Params: Params }>(url, async (request, reply) => {
      const file = await readableFile({ house: host.house, request, id: request.params.id });
      return sendAsset({ host, request, reply, file });
    });
}

/** Where the bytes are of a file this caller may read; FORBIDDEN for any other. */
async function readableFile({
  house,
  request,
  id,
}: {
  house: House;
  request: FastifyRequest;
  id: string;
}): Promise<Stored> {
  const session = await sessionOf({ house, request });
  const query = queryById({ collection, id, fields: ["id"] });
  if (!query) refuse("FORBIDDEN");
  const { data } = await readAs({ house, session, collection, query });
  if (data === "[]") refuse("FORBIDDEN");
  const [file] = await house.sql<Stored[]>`
    select storage, filename_disk as key, filename_download as name, type, filesize as size,
      coalesce(uploaded_on, date_created) as changed
    from files where id = ${id} and filename_disk is not null`;
  return file ?? refuse("FORBIDDEN");
}

async function sendAsset({
  host,
  request,
  reply,
  file,
}: {
  host: AssetHost;
  request: FastifyRequest;
  reply: FastifyReply;
  file: Stored;
}): Promise<FastifyReply> {
  const asked = request.query as { [name: string]: string | undefined };
  const transform = transformOf({ asked, accept: request.headers.accept ?? "" });
  const isPicture = pictures.has(file.type);
  const made = isPicture ? transform : null;
  const etag = tagOf({ file, made });
  const headers = {
    "cache-control": cacheControl,
    etag,
    "last-modified": file.changed.toUTCString(),
    "content-disposition": disposition({
      name: nameFor({ file, made }),
      isSaved: asked["download"] !== undefined || !isPicture,
    }),
    // Whatever it holds, it runs nothing and loads nothing.
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    ...(asked["format"] === "auto" || asked["key"] ? { vary: "Accept" } : {}),
  };
  if (isKnown({ request, etag, changed: file.changed })) return reply.code(304).headers(headers).send();
  const whole =
    made && (await host.makeOver.picture({ key: file.key, transform: made, read: () => wholeFile({ host, file }) }));
  const size = whole?.length ?? file.size;
  const span = spanOf({ request, reply, size, etag });
  const part = span ?? { start: 0, end: size - 1 };
  // Only asked how it is: the bytes are not fetched.
  const isAskedOnly = request.method === "HEAD";
  const bytes = whole
    ? whole.subarray(part.start, part.end + 1)
    : isAskedOnly
      ? Readable.from([])
      : await host.store.read({ ...file, span });
  // By now nothing can fail any more: an error must not be kept by the browser as the picture is.
  reply.headers({ ...headers, "content-length": part.end - part.start + 1 }).type(typeOf({ file, made }));
  if (span) reply.code(206).header("content-range", `bytes ${span.start}-${span.end}/${size}`);
  return reply.send(bytes);
}

/** New with every change of the file, and with every other way of making it over. */
function tagOf({ file, made }: { file: Stored; made: Transform | null }): string {
  const hash = createHash("sha256").update(file.key);
  return `"${hash
    .update(made ? transformName(made) : "")
    .digest("base64url")
    .slice(0, 27)}"`;
}

function typeOf({ file, made }: { file: Stored; made: Transform | null }): string {
  return made?.format ? `image/${made.format === "jpg" ? "jpeg" : made.format}` : file.type;
}

async function wholeFile({ host, file }: { host: AssetHost; file: Stored }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await host.store.read({ ...file, span: null })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function isKnown({ request, etag, changed }: { request: FastifyRequest; etag: string; changed: Date }): boolean {
  const tags = request.headers["if-none-match"];
  if (tags !== undefined) return tags === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return !Number.isNaN(since) && Math.floor(changed.getTime() / 1000) * 1000 <= since;
}

/** The one part that is asked for; null where all of it is. RANGE_NOT_SATISFIABLE for one that is not there. */
function spanOf({
  request,
  reply,
  size,
  etag,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  size: number;
  etag: string;
}): Span | null {
  const { range, "if-range": ifRange } = request.headers;
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "");
  if (!parts || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, from = "", to = ""] = parts;
  if (from === "" && to === "") return null;
  const start = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) {
    reply.header("content-range", `bytes */${size}`);
    refuse("RANGE_NOT_SATISFIABLE", { range: range! });
  }
  return { start, end };
}

function nameFor({ file, made }: { file: Stored; made: Transform | null }): string {
  if (!made?.format) return file.name;
  return `${file.name.replace(/\.[^.]*$/, "")}.${made.format}`;
}

/** A name outside ASCII is given twice: plainly for old callers, and whole. */
function disposition({ name, isSaved }: { name: string; isSaved: boolean }): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, "_");
  const whole = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, escaped)}`;
  return `${isSaved ? "attachment" : "inline"}; filename="${plain}"${whole}`;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
