// §7 File upload: POST /files with form data answers the file's id; its bytes are at /assets/{id} for who may read its record.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection, Row } from "#domain/collection.ts";
import { Files } from "#domain/collections/system.ts";
import { limits } from "#domain/limits.ts";
import type { Storage } from "#server/adapters/storage.ts";
import { inTransaction, type House } from "#server/context.ts";
import { cleanPicture } from "#server/features/files/picture.ts";
import { queryById } from "#server/items/read.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { createItem } from "#server/items/write.ts";
import { originOf, readAs, sessionOf } from "#server/request.ts";
import type { Session } from "#server/items/who.ts";

const collection = Files as unknown as Collection;
const fieldsOfForm = ["folder", "title", "description"];

interface Upload {
  bytes: Buffer;
  name: string;
  fields: Row;
}

export async function filesRoutes(
  app: FastifyInstance,
  { house, storage }: { house: House; storage: Storage },
): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: limits.imageBytes + 1, files: limits.imageCaptures, fields: 20 },
  });

  app.post("/files", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("FORBIDDEN");
    const uploads = await uploadsOf(request);
    const ids: string[] = [];
    for (const upload of uploads) ids.push(await keep({ house, storage, session, request, upload }));
    const rows = await Promise.all(ids.map((id) => recordText({ house, session, id })));
    return reply
      .type("application/json; charset=utf-8")
      .send(`{"data":${rows.length === 1 ? rows[0] : `[${rows.join(",")}]`}}`);
  });

  app.get<{ Params: { id: string } }>("/assets/:id", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const record = JSON.parse(await recordText({ house, session, id: request.params.id })) as Row;
    reply.headers({
      "cache-control": "private, max-age=2592000",
      "content-disposition": `inline; filename="${String(record["filename_download"]).replace(/[^\w.-]/g, "_")}"`,
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    });
    return reply.type(String(record["type"])).send(storage.get(String(record["filename_disk"])));
  });
}

/** The files of a form with the fields that came before them; throws INVALID_PAYLOAD, CONTENT_TOO_LARGE. */
async function uploadsOf(request: FastifyRequest): Promise<Upload[]> {
  if (!request.isMultipart()) refusePayload("Send the file as form data.");
  const uploads: Upload[] = [];
  let fields: Row = {};
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (fieldsOfForm.includes(part.fieldname)) fields[part.fieldname] = part.value;
      continue;
    }
    uploads.push({ bytes: await part.toBuffer(), name: part.filename.slice(0, 255) || "file", fields });
    fields = {};
  }
  return uploads.length > 0 ? uploads : refusePayload("No file was sent.");
}

/** The bytes first, then the record: a record never speaks of bytes that are not there. */
async function keep({
  house,
  storage,
  session,
  request,
  upload,
}: {
  house: House;
  storage: Storage;
  session: Session;
  request: FastifyRequest;
  upload: Upload;
}): Promise<string> {
  const picture = await cleanPicture(upload.bytes);
  const key = `${crypto.randomUUID()}.${picture.extension}`;
  await storage.put({ key, bytes: picture.bytes });
  try {
    const id = await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: (ctx) =>
        createItem({
          ctx,
          collection,
          payload: { ...upload.fields, filename_download: upload.name },
          set: {
            storage: storage.name,
            filename_disk: key,
            type: picture.type,
            filesize: picture.bytes.length,
            width: picture.width,
            height: picture.height,
            branch: session.who.branch,
          },
        }),
    });
    return String(id);
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
}

/** The file's record as the caller may see it; FORBIDDEN where they may not. */
async function recordText({ house, session, id }: { house: House; session: Session; id: string }): Promise<string> {
  const query = queryById({ collection, id, fields: ["*"] });
  if (!query) refuse("FORBIDDEN");
  const { data } = await readAs({ house, session, collection, query });
  return data === "[]" ? refuse("FORBIDDEN") : data.slice(1, -1);
}
