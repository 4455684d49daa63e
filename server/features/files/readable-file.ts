// §7 /assets: location of the bytes of a readable file, looked up with one statement.
import { z } from "zod";
import { Files } from "#domain/files/files.collection.ts";
import { getExportExpiryCutoff } from "#domain/files/file-purpose.ts";
import { anonymous, type Actor } from "#domain/access/roles.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import type { AppServices } from "#server/context.ts";
import { buildAccessConditions } from "#server/items/query/filter-sql.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { readWithFreshSession, readList, type ReadStatement } from "#server/items/read/read.ts";
import { throwApiError, throwCollectionForbidden } from "#server/items/api-error.ts";
import { SqlText } from "#server/items/query/sql-text.ts";
import { type Session, buildFingerprintSql } from "#server/items/access/session.ts";
import { jsonText } from "#server/json-text.ts";
import { reloadSession } from "#server/request.ts";

const storedFile = z.object({
  storage: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  changed: z.string().transform((at) => new Date(at)),
  /** Whether anonymous callers may read it too. */
  isPublic: z.boolean(),
});
export type StoredFile = z.output<typeof storedFile>;
const storedFiles = jsonText(z.array(storedFile));

/** Returns the file if the caller may currently read it; otherwise FORBIDDEN. */
export async function getReadableFile({
  services,
  session,
  id,
}: {
  services: AppServices;
  session: Session;
  id: string;
}): Promise<StoredFile> {
  if (!isUuid(id)) throwApiError("FORBIDDEN");
  const { data } = await readWithFreshSession({
    session,
    statement: ({ actor }) => buildFileStatement({ actor, id, now: services.clock() }),
    read: (statement) => readList({ sql: services.sql, statement }),
    reloadSession: (old) => reloadSession({ services, session: old }),
  });
  const [file] = storedFiles.parse(data);
  return file ?? throwApiError("FORBIDDEN");
}

function buildFileStatement({ actor, id, now }: { actor: Actor; id: string; now: Date }): ReadStatement {
  if (!getGrant({ collection: Files, operation: "read", actor })) throwCollectionForbidden(Files.name);
  const sql = new SqlText();
  const buildRowConditions = (reader: Actor): string[] =>
    buildAccessConditions({ sql, collection: Files, alias: "f", actor: reader, now, path: "", depth: 0 });
  const fingerprint = buildFingerprintSql({ sql, actor });
  const isPublic = `(${buildRowConditions(anonymous).join(" and ") || "true"})`;
  const notExpired = sql.bind(getExportExpiryCutoff(now).toISOString(), "timestamptz");
  const conditions = [
    `f."id" = ${sql.bind(id, "uuid")}`,
    `f."filename_disk" is not null`,
    `(f."purpose" <> 'export' or f."date_created" >= ${notExpired})`,
    ...buildRowConditions(actor),
  ];
  const columns = `f."storage", f."filename_disk" as "key", f."filename_download" as "name", f."type", f."filesize" as "size",
    f."width", f."height", coalesce(f."uploaded_on", f."date_created") as "changed", ${isPublic} as "isPublic"`;
  const files = `select ${columns} from "files" f where ${conditions.join(" and ")}`;
  const text = `select ${fingerprint} as stamp, (select coalesce(json_agg(file), '[]') from (${files}) file)::text as data`;
  return { text, values: sql.values };
}
