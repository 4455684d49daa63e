// §7 /files: POST with form data answers the file's id, PATCH with form data puts another in its place; the rest is the
// items engine's. The bytes are at /assets/{id} (asset-routes.ts) for who may read the record.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { Files } from "#domain/collections/files.ts";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import { fetchPublicly, type MayReach } from "#server/features/files/fetch-publicly.ts";
import { plainName, uploadsOf } from "#server/features/files/form.ts";
import { cleanContent } from "#server/features/files/content.ts";
import { rowOf } from "#server/items/bodies.ts";
import { grantOf } from "#server/items/grants.ts";
import { queryById } from "#server/items/read.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { type ItemsHost, sendPatched } from "#server/items/routes.ts";
import type { Session } from "#server/items/who.ts";
import { originOf, readAs, sessionWhere } from "#server/request.ts";
import { sendText } from "#server/services/action.ts";
import type { FileStore } from "#server/services/file-store.ts";

const collection = Files as unknown as Collection;

export interface FilesHost {
  house: House;
  store: FileStore;
  items: ItemsHost;
  mayReach: MayReach;
}

export async function filesRoutes(app: FastifyInstance, host: FilesHost): Promise<void> {
  const { house, store, items } = host;
  const largest = Math.max(limits.imageBytes, limits.documentBytes);
  await app.register(multipart, {
    limits: { fileSize: largest + 1, files: limits.imageCaptures, fields: 40, fieldSize: 10_000 },
  });

  app.post("/files", async (request, reply) => {
    const session = await keeperOf({ house, request });
    const uploads = await uploadsOf(request);
    const ids = await store.keep({ house, session, origin: originOf(request), uploads });
    const rows = await Promise.all(ids.map((id) => recordText({ house, session, id })));
    return sendText({ reply, text: `{"data":${rows.length === 1 ? rows[0] : `[${rows.join(",")}]`}}` });
  });

  app.patch<{ Params: { id: string } }>("/files/:id", async (request, reply) => {
    const { id } = request.params;
    if (!request.isMultipart()) return sendPatched({ host: items, request, reply, collection, id });
    const session = await keeperOf({ house, request });
    // Asked before the bytes are looked at: a file one may not see is as absent.
    await recordText({ house, session, id });
    const [upload, ...more] = await uploadsOf(request);
    if (!upload || more.length > 0) refusePayload("Send one file to put in the place of this one.");
    await store.replace({ house, session, origin: originOf(request), id, upload });
    return sendText({ reply, text: `{"data":${await recordText({ house, session, id })}}` });
  });

  app.post("/files/import", async (request, reply) => {
    const session = await keeperOf({ house, request });
    if (!house.config.files.mayImport) importIsOff();
    const { url, data } = rowOf(request.body);
    if (typeof url !== "string") refusePayload('"url" must be the address of a file.');
    const { bytes, name } = await fetchPublicly({ address: url, mayReach: host.mayReach, mostBytes: largest });
    const content = await cleanContent(bytes);
    const { filename_download: chosen, ...fields } = rowOf(data);
    const upload = { content, fields, name: typeof chosen === "string" ? plainName(chosen) : plainName(name) };
    const [id] = await store.keep({ house, session, origin: originOf(request), uploads: [upload] });
    return sendText({ reply, text: `{"data":${await recordText({ house, session, id: id! })}}` });
  });

  sweepInTime({ app, store });
}

/** Who may keep files at all; asked before anything is read, fetched or unpacked for them. */
function keeperOf({ house, request }: { house: House; request: FastifyRequest }): Promise<Session> {
  return sessionWhere({
    house,
    request,
    may: (who) => grantOf({ collection, operation: "create", who }) !== undefined,
  });
}

function importIsOff(): never {
  const reason = "Fetching files by their address is switched off on this server (FILES_IMPORT).";
  return refuse("FORBIDDEN", { reason }, reason);
}

/** The file's record as the caller may see it; FORBIDDEN where they may not. */
async function recordText({ house, session, id }: { house: House; session: Session; id: string }): Promise<string> {
  const query = queryById({ collection, id, fields: ["*"] });
  if (!query) refuse("FORBIDDEN");
  const { data } = await readAs({ house, session, collection, query });
  return data === "[]" ? refuse("FORBIDDEN") : data.slice(1, -1);
}

/** Only while the port is open: an app that is only asked within the process has no clock running. */
function sweepInTime({ app, store }: { app: FastifyInstance; store: FileStore }): void {
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
