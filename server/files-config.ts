// Settings of file storage, from the environment.
import type { S3Settings } from "#server/storage/s3-storage.ts";
import type { Environment } from "#server/environment.ts";

export interface FilesConfig {
  /** Null stores new files in the data folder. */
  s3: S3Settings | null;
  /** Whether files can be imported by URL (`POST /files/import`). */
  isUrlImportEnabled: boolean;
  /** Largest size of the cache of image variants on the local disk, in bytes. */
  maxCacheBytes: number;
}

const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
const mebibyte = 1024 * 1024;

/** Adds a line to `errors` for every invalid setting. */
export function parseFilesConfig({ env, errors }: { env: Environment; errors: string[] }): FilesConfig {
  const storage = env["STORAGE"] || "local";
  if (storage !== "local" && storage !== "s3") errors.push(`STORAGE is "${storage}": give local or s3.`);
  const urlImport = env["FILES_IMPORT"] || "off";
  if (urlImport !== "on" && urlImport !== "off") errors.push(`FILES_IMPORT is "${urlImport}": give on or off.`);
  const cache = env["ASSET_CACHE_MB"] || "256";
  if (!/^\d{1,6}$/.test(cache)) errors.push(`ASSET_CACHE_MB is "${cache}": give a whole number of megabytes.`);
  return {
    s3: storage === "s3" ? parseS3Config({ env, errors }) : null,
    isUrlImportEnabled: urlImport === "on",
    maxCacheBytes: Number(cache) * mebibyte,
  };
}

function parseS3Config({ env, errors }: { env: Environment; errors: string[] }): S3Settings | null {
  const missing = s3Names.filter((name) => !env[name]);
  if (missing.length > 0) {
    errors.push(`STORAGE is s3, so ${missing.join(", ")} must be given too.`);
    return null;
  }
  const endpoint = env["S3_ENDPOINT"]!;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    errors.push("S3_ENDPOINT should look like https://s3.ap-south-1.amazonaws.com, without the bucket.");
  }
  return {
    endpoint,
    region: env["S3_REGION"] || "us-east-1",
    bucket: env["S3_BUCKET"]!,
    accessKeyId: env["S3_ACCESS_KEY_ID"]!,
    secretAccessKey: env["S3_SECRET_ACCESS_KEY"]!,
    prefix: env["S3_PREFIX"] ?? "",
  };
}
