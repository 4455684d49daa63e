// §7 /files: POST with form data uploads files, PATCH with form data replaces one; everything else is handled by the
// items routes. The bytes are served at /assets/{id} (asset-routes.ts).
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Files } from "#domain/files/files.collection.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { fetchPublicUrl } from "#server/features/files/fetch-public-url.ts";
import type { IsReachable } from "#server/http/guarded-lookup.ts";
import { sanitizeFileName } from "#domain/files/file-name.ts";
import { parseUploads } from "#server/features/files/upload-form.ts";
import { sanitizeContent } from "#server/features/files/content.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { type ItemsDependencies, sendPatchedRow } from "#server/items/rest/routes.ts";
import type { Session } from "#server/items/access/session.ts";
import { getRequestOrigin, readListAs, requireSession } from "#server/request.ts";
import { sendJsonText } from "#server/http/action-request.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

const collection = Files;

export interface FilesDependencies {
  services: AppServices;
  store: FileStore;
  images: ImageProcessor;
  items: ItemsDependencies;
  isReachable: IsReachable;
}

export async function filesRoutes(app: FastifyInstance, host: FilesDependencies): Promise<void> {
  const { services, store, images, items } = host;
  const getQueueKey = ({ actor }: Session): string => actor.id ?? "";
  const maxFileBytes = Math.max(limits.imageBytes, limits.documentBytes);
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes + 1, files: limits.imageCaptures, fields: 40, fieldSize: 10_000 },
  });

  app.post("/files", async (request, reply) => {
    const session = await requireUploader({ services, request });
    const uploads = await parseUploads({ request, images, queueKey: getQueueKey(session) });
    const ids = await store.store({ services, session, origin: getRequestOrigin(request), uploads });
    const rows = await Promise.all(ids.map((id) => readFileRecord({ services, session, id })));
    return sendJsonText({ reply, text: `{"data":${rows.length === 1 ? rows[0] : `[${rows.join(",")}]`}}` });
  });

  app.patch<{ Params: { id: string } }>("/files/:id", async (request, reply) => {
    const { id } = request.params;
    if (!request.isMultipart()) return sendPatchedRow({ host: items, request, reply, collection, id });
    const session = await requireUploader({ services, request });
    // Checks access before reading the bytes: a file the actor may not read is answered as missing.
    await readFileRecord({ services, session, id });
    const [upload, ...more] = await parseUploads({ request, images, queueKey: getQueueKey(session) });
    if (!upload || more.length > 0) throwInvalidPayload("Send one file to put in the place of this one.");
    await store.replace({ services, session, origin: getRequestOrigin(request), id, upload });
    return sendJsonText({ reply, text: `{"data":${await readFileRecord({ services, session, id })}}` });
  });

  app.post("/files/import", async (request, reply) => {
    const session = await requireUploader({ services, request });
    if (!services.config.files.isUrlImportEnabled) throwImportDisabled();
    const { url, data } = parseRow(request.body);
    if (typeof url !== "string") throwInvalidPayload('"url" must be the address of a file.');
    const { bytes, name } = await fetchPublicUrl({ url, isReachable: host.isReachable, maxBytes: maxFileBytes });
    const content = await sanitizeContent({ bytes, images, queueKey: getQueueKey(session) });
    const { filename_download: requestedName, ...fields } = parseRow(data);
    const upload = {
      content,
      fields,
      name: typeof requestedName === "string" ? sanitizeFileName(requestedName) : sanitizeFileName(name),
    };
    const [id] = await store.store({ services, session, origin: getRequestOrigin(request), uploads: [upload] });
    return sendJsonText({ reply, text: `{"data":${await readFileRecord({ services, session, id: id! })}}` });
  });

  scheduleSweep({ app, store });
}

/** Requires the permission to create files, before anything is read, fetched or decoded. */
function requireUploader({ services, request }: { services: AppServices; request: FastifyRequest }): Promise<Session> {
  return requireSession({
    services,
    request,
    isAllowed: (actor) => getGrant({ collection, operation: "create", actor }) !== undefined,
  });
}

function throwImportDisabled(): never {
  const reason = "Importing files by URL is disabled on this server (FILES_IMPORT).";
  return throwApiError("FORBIDDEN", { reason }, reason);
}

/** Reads the file's record with the caller's permissions; FORBIDDEN if it is not readable. */
async function readFileRecord({
  services,
  session,
  id,
}: {
  services: AppServices;
  session: Session;
  id: string;
}): Promise<string> {
  const query = buildQueryById({ collection, id, fields: ["*"] });
  if (!query) throwApiError("FORBIDDEN");
  const { data } = await readListAs({ services, session, collection, query });
  return data === "[]" ? throwApiError("FORBIDDEN") : data.slice(1, -1);
}

/** Runs only while the server listens; an app used through `inject` starts no timer. */
function scheduleSweep({ app, store }: { app: FastifyInstance; store: FileStore }): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    running = store.sweep().catch((error: unknown) => app.log.error(error));
  };
  app.addHook("onListen", async () => {
    sweep();
    timer = setInterval(sweep, limits.sweepFilesEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    await running;
  });
}
