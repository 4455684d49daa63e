// Where the bytes of files are kept: a folder of this machine, or a store that speaks S3 (s3-storage.ts).
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** The first and the last byte that are asked for, from 0. */
export interface Span {
  start: number;
  end: number;
}

export interface Storage {
  /** What the record of a file says of where its bytes are. */
  name: string;
  /** Kept safely when this returns. */
  put: (args: { key: string; bytes: Uint8Array; type: string }) => Promise<void>;
  /** Null where there is none. */
  get: (args: { key: string; span?: Span }) => Promise<Readable | null>;
  /** What is not there is no error. */
  remove: (key: string) => Promise<void>;
  /** Throws where nothing can be kept or read now. */
  check: () => Promise<void>;
}

/** A folder of this machine; a file is there whole or not at all. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, path.basename(key));
  return {
    name: "local",
    put: ({ key, bytes }) => writeWhole({ file: fileOf(key), bytes }),
    get: async ({ key, span }) => {
      const file = await open(fileOf(key)).catch(nullIfAbsent);
      return file && file.createReadStream(span ?? {});
    },
    remove: async (key) => {
      await rm(fileOf(key), { force: true });
      // Left by a server that was killed while it wrote.
      await rm(halfOf(fileOf(key)), { force: true });
    },
    check: async () => {
      const key = `check-${process.pid}`;
      await writeWhole({ file: fileOf(key), bytes: new Uint8Array() });
      await rm(fileOf(key), { force: true });
    },
  };
}

const halfOf = (file: string): string => `${file}.part`;

/** Writes a file beside its place and moves it there once it is on the disk. */
export async function writeWhole({ file, bytes }: { file: string; bytes: Uint8Array }): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const half = halfOf(file);
  const handle = await open(half, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, file);
}

function nullIfAbsent(error: unknown): null {
  if ((error as { code?: string }).code === "ENOENT") return null;
  throw error;
}
