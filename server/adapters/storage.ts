// Where the bytes of files are kept.
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

export interface Storage {
  name: string;
  /** Kept safely when this returns. */
  put: (args: { key: string; bytes: Uint8Array }) => Promise<void>;
  /** Throws where there is none. */
  get: (key: string) => Readable;
  remove: (key: string) => Promise<void>;
}

/** A folder of this machine; a file is there whole or not at all. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, path.basename(key));
  return {
    name: "local",
    put: async ({ key, bytes }) => {
      await mkdir(folder, { recursive: true });
      const half = `${fileOf(key)}.part`;
      const file = await open(half, "w");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(half, fileOf(key));
    },
    get: (key) => createReadStream(fileOf(key)),
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}
