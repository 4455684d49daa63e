// §7 File upload: the files of a form, each with the fields that came before it.
import type { FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import { toldFields } from "#domain/collections/files.ts";
import { cleanContent } from "#server/features/files/content.ts";
import { refusePayload } from "#server/items/refused.ts";
import type { Upload } from "#server/services/file-store.ts";

const numbers = new Set(["focal_point_x", "focal_point_y"]);

/** What a form says of a file, in the form of its record; what the server finds out itself is passed over. */
function told({ name, value }: { name: string; value: unknown }): Row {
  if (!toldFields.includes(name) || name === "filename_download") return {};
  if (value === "" || value === "null") return { [name]: null };
  if (name === "tags") return { tags: String(value).split(",") };
  return { [name]: numbers.has(name) ? Number(value) : value };
}

/** All files of a form, looked at and made safe. Throws INVALID_PAYLOAD, CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
export async function uploadsOf(request: FastifyRequest): Promise<Upload[]> {
  if (!request.isMultipart()) refusePayload("Send the file as form data.");
  const sent: { bytes: Buffer; name: string; fields: Row }[] = [];
  let fields: Row = {};
  for await (const part of request.parts()) {
    if (part.type === "field") {
      Object.assign(fields, told({ name: part.fieldname, value: part.value }));
      continue;
    }
    sent.push({ bytes: await part.toBuffer(), name: plainName(part.filename), fields });
    fields = {};
  }
  if (sent.length === 0) refusePayload("No file was sent.");
  const uploads: Upload[] = [];
  for (const { bytes, ...rest } of sent) uploads.push({ ...rest, content: await cleanContent(bytes) });
  return uploads;
}

/** A name without folders and without characters that say nothing. */
export function plainName(name: string): string {
  const last = name
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/\p{Cc}/gu, "");
  return last.toWellFormed().trim().slice(0, 255) || "file";
}
