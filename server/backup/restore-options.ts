import type { RestoreKeys } from "#server/backup/restore-keys.ts";

export interface RestoreOptions {
  file: string;
  passphrase: string | null;
  /** URL of the database to fill. */
  url: string;
  dataDir: string;
  /** Deletes existing data; without it a non-empty database is rejected. */
  canReplace?: boolean;
  /** Keys of this installation, compared with those of the archive; null if they do not exist yet. */
  keys: RestoreKeys;
  log?: (line: string) => void;
}
