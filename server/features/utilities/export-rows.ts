// §7 POST /utils/export/{collection}: exports a list to a file of /files with the caller's permissions.
import type { FastifyRequest } from "fastify";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { fileMetadataFields } from "#domain/files/files.collection.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { exportFormats, formatExportName, formatExport, exportTypes } from "#server/items/rest/export.ts";
import { parseRows } from "#server/items/read/parse-rows.ts";
import { parseQuery } from "#server/items/query/query.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { getRequestOrigin, readListAs } from "#server/request.ts";
import type { FileStore } from "#server/storage/file-store.ts";

/**
 * Reads the list with the caller's permissions and stores it for the caller only, for 24 hours. CONTENT_TOO_LARGE for
 * too many rows.
 */
export async function exportRows({
  services,
  store,
  session,
  request,
  collection,
}: {
  services: AppServices;
  store: FileStore;
  session: Session;
  request: FastifyRequest;
  collection: Collection;
}): Promise<void> {
  const { format: requestedFormat, query: raw, file } = parseRow(request.body);
  const format =
    exportFormats.find((candidate) => candidate === requestedFormat) ??
    throwInvalidPayload('"format" must be csv, json, xml or yaml.');
  const query = parseQuery({ limit: -1, ...parseRow(raw) });
  // One row more than the maximum, to detect larger lists.
  const limit = query.limit === -1 ? limits.exportRows + 1 : query.limit;
  const { data } = await readListAs({ services, session, collection, query: { ...query, limit } });
  const rows = parseRows(data);
  if (rows.length > limits.exportRows)
    throwApiError("CONTENT_TOO_LARGE", { reason: `At most ${limits.exportRows} rows can be exported at once.` });
  const [type = "", charset = null] = exportTypes[format].split("; charset=");
  const bytes = Buffer.from(formatExport({ format, rows }));
  const content = { bytes, type, charset, extension: format, width: null, height: null };
  const name = formatExportName({ name: collection.name, format, now: services.clock() });
  const upload = { content, name, fields: toExportMetadata(parseRow(file)), purpose: "export" as const };
  await store.store({ services, session, origin: getRequestOrigin(request), uploads: [upload] });
}

function toExportMetadata(file: Row): Row {
  return Object.fromEntries(
    Object.entries(file).filter(([name]) => fileMetadataFields.includes(name) && name !== "filename_download"),
  );
}
