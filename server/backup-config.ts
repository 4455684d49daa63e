// Settings of scheduled backups, from the environment.
import path from "node:path";
import { parseCrontab } from "graphile-worker";
import { z } from "zod";
import type { Environment } from "#server/environment.ts";
import {
  readSettings,
  secretSetting,
  settingDetails,
  textSetting,
  wholeNumberSetting,
} from "#server/settings/settings.ts";

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

export const backupSettings = z.object({
  BACKUP_SCHEDULE: textSetting({
    isValid: isSchedule,
    message: (text) => `is "${text}": give five fields like "30 20 * * *", which is 20:30 UTC every day.`,
  })
    .optional()
    .register(settingDetails, {
      description: "schedule of automatic backups: five cron fields in UTC, `30 20 * * *` for 02:00 in India",
    }),
  BACKUP_DIR: z.string().optional().register(settingDetails, {
    default: "`DATA_DIR/backups`",
    description: "folder of the archives: another disk or a mounted share",
  }),
  BACKUP_KEEP: wholeNumberSetting({ min: 1, max: 9_999, expected: "how many archives to keep, from 1 to 9999" })
    .prefault("14")
    .register(settingDetails, {
      description: "number of archives to keep; older ones are removed after a successful backup",
    }),
  BACKUP_PASSPHRASE: secretSetting({
    min: minPassphraseLength,
    message: `is too short: give at least ${minPassphraseLength} characters, or leave it out.`,
  })
    .optional()
    .register(settingDetails, {
      description: `at least ${minPassphraseLength} characters; encrypts archives and includes the key files in them`,
      isSecret: true,
    }),
});

/** Adds a line to `errors` for every invalid setting. */
export function parseBackupConfig({
  env,
  errors,
  dataDir,
}: {
  env: Environment;
  errors: string[];
  dataDir: string;
}): BackupConfig {
  const values = readSettings({ env, schema: backupSettings, errors });
  return {
    schedule: values.BACKUP_SCHEDULE ?? null,
    dir: path.resolve(values.BACKUP_DIR ?? path.join(dataDir, "backups")),
    keep: values.BACKUP_KEEP,
    passphrase: values.BACKUP_PASSPHRASE ?? null,
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
