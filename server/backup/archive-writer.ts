// Writes a backup archive: a tar file, compressed with gzip and, with a passphrase, encrypted in the age format.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarPackController } from "modern-tar";

const entryMode = 0o600;

/** An archive being written as `<file>.part`; it is renamed once it is complete and on the disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #controller: TarPackController;
  readonly #written: Promise<void>;
  readonly #mtime: Date;

  constructor({ file, passphrase, mtime }: { file: string; passphrase: string | null; mtime: Date }) {
    this.#file = file;
    this.#mtime = mtime;
    const { readable, controller } = createTarPacker();
    this.#controller = controller;
    this.#written = writeStream({
      tar: readable as ReadableStream<Uint8Array>,
      file: getPartialPath(file),
      passphrase,
    });
    // Awaited by `finish`; a failure before makes the next entry fail.
    this.#written.catch((error: unknown) => controller.error(error));
  }

  /** Adds an entry from memory. */
  async add({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<void> {
    const writer = this.#addEntry({ name, size: bytes.length }).getWriter();
    await writer.write(bytes);
    await writer.close();
  }

  /** Adds a file from the disk in chunks, each passed to `onChunk`. Throws if its length differs from `size`. */
  async addFile(args: {
    name: string;
    file: string;
    size: number;
    onChunk: (bytes: Uint8Array) => void;
  }): Promise<void> {
    const { name, file, size, onChunk } = args;
    const writer = this.#addEntry({ name, size }).getWriter();
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      onChunk(chunk);
      await writer.write(new Uint8Array(chunk));
    }
    await writer.close();
  }

  #addEntry({ name, size }: { name: string; size: number }): WritableStream<Uint8Array> {
    return this.#controller.add({ name, size, mode: entryMode, mtime: this.#mtime });
  }

  /** Completes the archive; returns its size in bytes and its SHA-256 in hexadecimal. */
  async finish(): Promise<{ size: number; sha256: string }> {
    this.#controller.finalize();
    await this.#written;
    const part = getPartialPath(this.#file);
    const handle = await open(part, "r+");
    await handle.sync();
    await handle.close();
    const digest = await hashFile(part);
    await rename(part, this.#file);
    return digest;
  }

  /** Aborts the archive and deletes the partial file. */
  async abort(reason: unknown): Promise<void> {
    this.#controller.error(reason);
    await this.#written.catch(() => {});
    await rm(getPartialPath(this.#file), { force: true });
  }
}

/** Returns the path of an incomplete archive. */
export function getPartialPath(file: string): string {
  return `${file}.part`;
}

async function writeStream(args: {
  tar: ReadableStream<Uint8Array>;
  file: string;
  passphrase: string | null;
}): Promise<void> {
  const { tar, file, passphrase } = args;
  // Readable by the owner only, since it holds personal data. `wx` never overwrites the file of another backup.
  const target = createWriteStream(file, { mode: 0o600, flags: "wx" });
  const compressed = createGzip({ level: 6 });
  if (passphrase === null) return pipeline(Readable.fromWeb(tar), compressed, target);
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  // 64 MiB and about a second, which suffices since passphrases have at least 20 characters (backup-config.ts).
  encrypter.setScryptWorkFactor(16);
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed) as globalThis.ReadableStream<Uint8Array>);
  await Promise.all([
    pipeline(Readable.fromWeb(tar), compressed),
    pipeline(Readable.fromWeb(encrypted as ReadableStream<Uint8Array>), target),
  ]);
}

async function hashFile(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
