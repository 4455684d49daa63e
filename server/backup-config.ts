// Settings of scheduled backups, from the environment.
import path from "node:path";
import { parseCrontab } from "graphile-worker";

export interface BackupConfig {
  /** Five cron fields, in UTC; null if backups are only created with `npm run backup`. */
  schedule: string | null;
  /** Absolute path. */
  dir: string;
  /** Number of archives to keep; older ones are removed after a successful backup. */
  keep: number;
  /** Encrypts the archives; with null they are unencrypted and do not contain the key files. */
  passphrase: string | null;
}

const minPassphraseLength = 20;

/** Adds a line to `errors` for every invalid setting. */
export function parseBackupConfig({
  env,
  errors,
  dataDir,
}: {
  env: { [name: string]: string | undefined };
  errors: string[];
  dataDir: string;
}): BackupConfig {
  const { BACKUP_SCHEDULE: schedule, BACKUP_PASSPHRASE: passphrase, BACKUP_KEEP: keep = "14" } = env;
  if (schedule && !isSchedule(schedule))
    errors.push(`BACKUP_SCHEDULE is "${schedule}": give five fields like "30 20 * * *", which is 20:30 UTC every day.`);
  if (!/^[1-9]\d{0,3}$/.test(keep))
    errors.push(`BACKUP_KEEP is "${keep}": give how many archives to keep, from 1 to 9999.`);
  if (passphrase && passphrase.length < minPassphraseLength)
    errors.push(`BACKUP_PASSPHRASE is too short: give at least ${minPassphraseLength} characters, or leave it out.`);
  return {
    schedule: schedule || null,
    dir: path.resolve(env["BACKUP_DIR"] || path.join(dataDir, "backups")),
    keep: Number(keep),
    passphrase: passphrase || null,
  };
}

function isSchedule(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    return parseCrontab(`${text} backup`).length === 1;
  } catch {
    return false;
  }
}
