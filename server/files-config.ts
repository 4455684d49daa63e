// Where the bytes of files are kept, and whether they may be fetched from elsewhere: from the environment.
import type { S3Settings } from "#server/adapters/s3-storage.ts";

export interface FilesConfig {
  /** Null keeps new files in the data folder. */
  s3: S3Settings | null;
  /** Whether a file may be given by its address (`POST /files/import`). */
  mayImport: boolean;
  /** How much the made-over pictures may take on this machine's disk, in bytes. */
  cacheBytes: number;
}

type Environment = { [name: string]: string | undefined };

const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
const mebibyte = 1024 * 1024;

/** Adds a line to `mistakes` for everything that cannot be understood. */
export function filesFrom({ env, mistakes }: { env: Environment; mistakes: string[] }): FilesConfig {
  const storage = env["STORAGE"] || "local";
  if (storage !== "local" && storage !== "s3") mistakes.push(`STORAGE is "${storage}": give local or s3.`);
  const fetching = env["FILES_IMPORT"] || "off";
  if (fetching !== "on" && fetching !== "off") mistakes.push(`FILES_IMPORT is "${fetching}": give on or off.`);
  const cache = env["ASSET_CACHE_MB"] || "256";
  if (!/^\d{1,6}$/.test(cache)) mistakes.push(`ASSET_CACHE_MB is "${cache}": give a whole number of megabytes.`);
  return {
    s3: storage === "s3" ? s3From({ env, mistakes }) : null,
    mayImport: fetching === "on",
    cacheBytes: Number(cache) * mebibyte,
  };
}

function s3From({ env, mistakes }: { env: Environment; mistakes: string[] }): S3Settings | null {
  const missing = s3Names.filter((name) => !env[name]);
  if (missing.length > 0) {
    mistakes.push(`STORAGE is s3, so ${missing.join(", ")} must be given too.`);
    return null;
  }
  const endpoint = env["S3_ENDPOINT"]!;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    mistakes.push("S3_ENDPOINT should look like https://s3.ap-south-1.amazonaws.com, without the bucket.");
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
