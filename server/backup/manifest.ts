// The manifest, the last entry of a backup archive: its source and the checksums of all parts.
import { createHmac } from "node:crypto";
import { z } from "zod";

export const archiveFormat = "chaavi-backup";
export const formatVersion = 1;

/** Names of the archive's entries. */
export const entryNames = {
  /** First entry: the format of the archive. */
  format: "format.json",
  /** Last entry: the expected contents. */
  manifest: "manifest.json",
  /** `database/<schema>/<table>/<number>`: consecutive chunks in PostgreSQL's COPY text format. */
  database: "database/",
  /** `files/<key>`: the bytes of uploaded files. */
  files: "files/",
  /** `secrets/<name>`: key files of the data folder, in encrypted archives only. */
  secrets: "secrets/",
} as const;

const tableSummary = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Total size of its entries in bytes. */
  size: z.number(),
  sha256: z.string(),
  /** Sum of every numeric column as PostgreSQL prints it; all amounts of money are numeric. */
  sums: z.record(z.string(), z.string()),
});
export type TableSummary = z.output<typeof tableSummary>;

export const manifestSchema = z.object({
  format: z.literal(archiveFormat),
  formatVersion: z.int(),
  /** Version of the product. */
  version: z.string(),
  /** Start of the snapshot, ISO 8601. */
  createdAt: z.string(),
  /** Version of the PostgreSQL server, such as "18.4". */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Newest migration of the job queue's schema. */
  jobsMigration: z.number(),
  tables: z.array(tableSummary),
  /** `value` is null if the sequence was never used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
  files: z.object({
    count: z.number(),
    size: z.number(),
    sha256: z.string(),
    /** Keys of records whose files are missing from the data folder. */
    missing: z.array(z.string()),
    /** Number of records with files in S3 storage, which the archive does not contain. */
    inStore: z.number(),
  }),
  secrets: z.object({
    /** Key files in the archive. */
    included: z.array(z.string()),
    /** Identify keys without revealing them (see `computeFingerprint`). */
    fingerprints: z.record(z.string(), z.string()),
  }),
});
export type Manifest = z.output<typeof manifestSchema>;

export const backupResult = z.object({
  file: z.string(),
  size: z.number(),
  /** SHA-256 of the archive in hexadecimal. */
  sha256: z.string(),
  manifest: manifestSchema,
});
export type BackupResult = z.output<typeof backupResult>;

/** Returns twelve hexadecimal digits that identify a key. */
export function computeFingerprint(key: string): string {
  return createHmac("sha256", key).update("chaavi-key-fingerprint").digest("hex").slice(0, 12);
}
