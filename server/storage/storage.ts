// Storage of file bytes: a local folder or an S3-compatible store (s3-storage.ts).
import { randomUUID } from "node:crypto";
import { chmodSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** First and last byte, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StorageAdapter {
  /** Name of the storage in file records. */
  name: string;
  /** Resolves when the bytes are stored durably. */
  put: (args: { key: string; bytes: Uint8Array; type: string }) => Promise<void>;
  /** Returns null if the file does not exist. */
  get: (args: { key: string; range?: ByteRange }) => Promise<Readable | null>;
  /** Succeeds if the file does not exist. */
  remove: (key: string) => Promise<void>;
  /** Throws if the storage cannot be read or written. */
  check: () => Promise<void>;
}

/** Denies access to other users of the machine. */
const fileMode = 0o600;
const folderMode = 0o700;

/** Restricts a folder, and thereby its files, that an earlier version left open to other users. */
export function restrictFolderPermissions(folder: string): void {
  try {
    chmodSync(folder, folderMode);
  } catch {
    // The folder does not exist yet or belongs to another user.
  }
}

/** Local storage; files are written atomically. */
export function createLocalStorage(folder: string): StorageAdapter {
  restrictFolderPermissions(folder);
  const toPath = (key: string) => path.join(folder, path.basename(key));
  return {
    name: "local",
    put: ({ key, bytes }) => writeFileAtomically({ file: toPath(key), bytes }),
    get: async ({ key, range }) => {
      const file = await open(toPath(key)).catch(nullIfNotFound);
      return file && file.createReadStream(range ?? {});
    },
    remove: async (key) => {
      await rm(toPath(key), { force: true });
      // Left behind by a server that was killed while writing.
      await rm(getTemporaryPath(toPath(key)), { force: true });
    },
    check: async () => {
      // Uses a unique name, so that concurrent checks do not interfere.
      const file = toPath(`check-${randomUUID()}`);
      try {
        await writeFileAtomically({ file, bytes: new Uint8Array() });
      } finally {
        for (const leftover of [file, getTemporaryPath(file)]) await rm(leftover, { force: true });
      }
    },
  };
}

const getTemporaryPath = (file: string): string => `${file}.part`;

/** Writes a temporary file and renames it once it is on the disk. */
export async function writeFileAtomically({ file, bytes }: { file: string; bytes: Uint8Array }): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
  const temporary = getTemporaryPath(file);
  const handle = await open(temporary, "w", fileMode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
