// The file store of the settings.
import path from "node:path";
import type { Config } from "#server/config.ts";
import type { Sql } from "#server/db/pool.ts";
import { FileStore } from "#server/storage/file-store.ts";
import { createS3Storage } from "#server/storage/s3-storage.ts";
import { createLocalStorage } from "#server/storage/storage.ts";

/** Stores new files as configured; files stored locally before remain readable. */
export function createFileStore({
  sql,
  config,
  onError,
}: {
  sql: Sql;
  config: Pick<Config, "dataDir" | "files">;
  onError?: (error: unknown) => void;
}): FileStore {
  const local = createLocalStorage(path.join(config.dataDir, "files"));
  const { s3 } = config.files;
  const storages = s3 ? { main: createS3Storage(s3), others: [local] } : { main: local };
  return new FileStore({ sql, ...(onError && { onError }), ...storages });
}
