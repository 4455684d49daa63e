// The manifest, the last entry of a backup archive: its source and the checksums of all parts.
import { createHmac } from "node:crypto";

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

export interface TableSummary {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** Total size of its entries in bytes. */
  size: number;
  sha256: string;
  /** Sum of every numeric column as PostgreSQL prints it; all amounts of money are numeric. */
  sums: { [column: string]: string };
}

export interface SequenceSummary {
  schema: string;
  name: string;
  /** Null if it was never used. */
  value: string | null;
}

export interface Manifest {
  format: typeof archiveFormat;
  formatVersion: number;
  /** Version of the product. */
  version: string;
  /** Start of the snapshot, ISO 8601. */
  createdAt: string;
  /** Version of the PostgreSQL server, such as "18.4". */
  postgres: string;
  migrations: { name: string; checksum: string }[];
  /** Newest migration of the job queue's schema. */
  jobsMigration: number;
  tables: TableSummary[];
  sequences: SequenceSummary[];
  files: {
    count: number;
    size: number;
    sha256: string;
    /** Keys of records whose files are missing from the data folder. */
    missing: string[];
    /** Number of records with files in S3 storage, which the archive does not contain. */
    inStore: number;
  };
  secrets: {
    /** Key files in the archive. */
    included: string[];
    /** Identify keys without revealing them (see `computeFingerprint`). */
    fingerprints: { [name: string]: string };
  };
}

/** Returns twelve hexadecimal digits that identify a key. */
export function computeFingerprint(key: string): string {
  return createHmac("sha256", key).update("chaavi-key-fingerprint").digest("hex").slice(0, 12);
}
