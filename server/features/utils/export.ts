// §7 POST /utils/export/{collection}: a list as a file of /files, as its reader may see it at this moment.
import type { FastifyRequest } from "fastify";
import type { Collection, Row } from "#domain/collection.ts";
import { toldFields } from "#domain/collections/files.ts";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { exportFormats, exportName, type ExportRow, exportText, exportTypes } from "#server/items/export.ts";
import { parseQuery } from "#server/items/query.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { originOf, readAs } from "#server/request.ts";
import type { FileStore } from "#server/services/file-store.ts";

/** Reads the list under the caller's rights and keeps it under them too. CONTENT_TOO_LARGE for more rows than we take. */
export async function exportRows({
  house,
  store,
  session,
  request,
  collection,
}: {
  house: House;
  store: FileStore;
  session: Session;
  request: FastifyRequest;
  collection: Collection;
}): Promise<void> {
  const { format: asked, query: raw, file } = rowOf(request.body);
  const format =
    exportFormats.find((one) => one === asked) ?? refusePayload('"format" must be csv, json, xml or yaml.');
  const query = parseQuery({ limit: -1, ...rowOf(raw) });
  // One more than we take, to know whether there are more.
  const limit = query.limit === -1 ? limits.exportRows + 1 : query.limit;
  const { data } = await readAs({ house, session, collection, query: { ...query, limit } });
  const rows = JSON.parse(data) as ExportRow[];
  if (rows.length > limits.exportRows)
    refuse("CONTENT_TOO_LARGE", { reason: `At most ${limits.exportRows} rows can be exported at once.` });
  const [type, charset] = exportTypes[format].split("; charset=") as [string, string];
  const bytes = Buffer.from(exportText({ format, rows }));
  const content = { bytes, type, charset, extension: format, width: null, height: null };
  const name = exportName({ name: collection.name, format, now: house.clock() });
  const upload = { content, name, fields: saidOf(rowOf(file)) };
  await store.keep({ house, session, origin: originOf(request), uploads: [upload] });
}

function saidOf(file: Row): Row {
  return Object.fromEntries(
    Object.entries(file).filter(([name]) => toldFields.includes(name) && name !== "filename_download"),
  );
}
