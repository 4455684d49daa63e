// §7 File upload: parses the files of a form, each with the fields that precede it.
import type { FastifyRequest } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import { sanitizeFileName } from "#domain/files/file-name.ts";
import { fileMetadataFields } from "#domain/files/files.collection.ts";
import { sanitizeContent, type SanitizeContentOptions } from "#server/features/files/content.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import type { Upload } from "#server/storage/file-store.ts";

const numericFields = new Set(["focal_point_x", "focal_point_y"]);

/** Converts a form field to a field of the file record; fields set by the server are ignored. */
function toMetadata({ name, value }: { name: string; value: unknown }): Row {
  if (!fileMetadataFields.includes(name) || name === "filename_download") return {};
  if (value === "" || value === "null") return { [name]: null };
  if (name === "tags") return { tags: String(value).split(",") };
  return { [name]: numericFields.has(name) ? Number(value) : value };
}

/** Parses and sanitises all files of a form. Throws INVALID_PAYLOAD, CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
export async function parseUploads({
  request,
  ...sanitizeOptions
}: { request: FastifyRequest } & Omit<SanitizeContentOptions, "bytes">): Promise<Upload[]> {
  if (!request.isMultipart()) throwInvalidPayload("Send the file as form data.");
  const parts: { bytes: Buffer; name: string; fields: Row }[] = [];
  let fields: Row = {};
  for await (const part of request.parts()) {
    if (part.type === "field") {
      Object.assign(fields, toMetadata({ name: part.fieldname, value: part.value }));
      continue;
    }
    parts.push({ bytes: await part.toBuffer(), name: sanitizeFileName(part.filename), fields });
    fields = {};
  }
  if (parts.length === 0) throwInvalidPayload("No file was sent.");
  const uploads: Upload[] = [];
  for (const { bytes, ...rest } of parts)
    uploads.push({ ...rest, content: await sanitizeContent({ bytes, ...sanitizeOptions }) });
  return uploads;
}
