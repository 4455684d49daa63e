// Settings of file storage, from the environment.
import { z } from "zod";
import type { S3Settings } from "#server/storage/s3-storage.ts";
import type { Environment } from "#server/environment.ts";
import {
  choiceSetting,
  httpUrlSetting,
  readSettings,
  settingDetails,
  switchSetting,
  wholeNumberSetting,
} from "#server/settings/settings.ts";

export interface FilesConfig {
  /** Null stores new files in the data folder. */
  s3: S3Settings | null;
  /** Whether files can be imported by URL (`POST /files/import`). */
  isUrlImportEnabled: boolean;
  /** Largest size of the cache of image variants on the local disk, in bytes. */
  maxCacheBytes: number;
}

const mebibyte = 1024 * 1024;
const requiredWithS3 = "; required with `STORAGE=s3`";

export const filesSettings = z.object({
  STORAGE: choiceSetting({ values: ["local", "s3"], expected: "give local or s3" })
    .prefault("local")
    .register(settingDetails, {
      description:
        "where new files are stored: `local` for the data folder, `s3` for an S3-compatible store; see [Files](#files)",
    }),
  S3_ENDPOINT: httpUrlSetting("https://s3.ap-south-1.amazonaws.com, without the bucket")
    .optional()
    .register(settingDetails, {
      description: `the store, \`https://s3.ap-south-1.amazonaws.com\` without the bucket${requiredWithS3}`,
    }),
  S3_BUCKET: z
    .string()
    .optional()
    .register(settingDetails, { description: `its bucket${requiredWithS3}` }),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .register(settingDetails, { description: `id of the access key${requiredWithS3}` }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .register(settingDetails, { description: `the access key${requiredWithS3}`, isSecret: true }),
  S3_REGION: z.string().prefault("us-east-1").register(settingDetails, { description: "region of the store" }),
  S3_PREFIX: z.string().optional().register(settingDetails, {
    description: "prefix of every key (`chaavi/`) if several installations share a bucket",
  }),
  FILES_IMPORT: switchSetting().prefault("off").register(settingDetails, {
    description:
      "`on` lets users who may upload files also give a file's URL; only public internet addresses are requested",
  }),
  ASSET_CACHE_MB: wholeNumberSetting({ min: 0, max: 999_999, expected: "a whole number of megabytes" })
    .prefault("256")
    .register(settingDetails, { description: "disk space of the cache of image variants in megabytes" }),
});

/** Adds a line to `errors` for every invalid setting. */
export function parseFilesConfig({ env, errors }: { env: Environment; errors: string[] }): FilesConfig {
  const values = readSettings({ env, schema: filesSettings, errors });
  return {
    s3: values.STORAGE === "s3" ? toS3Config({ env, errors, values }) : null,
    isUrlImportEnabled: values.FILES_IMPORT,
    maxCacheBytes: values.ASSET_CACHE_MB * mebibyte,
  };
}

function toS3Config({
  env,
  errors,
  values,
}: {
  env: Environment;
  errors: string[];
  values: z.output<typeof filesSettings>;
}): S3Settings | null {
  const required = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0) errors.push(`STORAGE is s3, so ${missing.join(", ")} must be given too.`);
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region: values.S3_REGION, bucket, accessKeyId, secretAccessKey, prefix: values.S3_PREFIX ?? "" };
}
