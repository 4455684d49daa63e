// Reads a backup archive entry by entry, never all of it into memory.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { OperatorError } from "#server/operator-error.ts";

export interface ArchiveEntry {
  name: string;
  /** Must be read to its end before the next entry is requested. */
  body: AsyncIterable<Uint8Array>;
}

const ageMagic = "age-encryption.org/";

/**
 * Yields the entries of an archive in order. Throws OperatorError for a file that is damaged, truncated, encrypted with
 * another passphrase, or not an archive.
 */
export async function* readArchive(args: { file: string; passphrase: string | null }): AsyncGenerator<ArchiveEntry> {
  const { file } = args;
  try {
    const tar = await openTarStream(args);
    const entries = tar.pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) yield { name: header.name, body: readBody({ body, file }) };
  } catch (error) {
    throw toUnreadableError({ error, file });
  }
}

/** Wraps read errors, since damage may only be detected while a body is read, outside the generator above. */
async function* readBody({
  body,
  file,
}: {
  body: AsyncIterable<Uint8Array>;
  file: string;
}): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toUnreadableError({ error, file });
  }
}

function toUnreadableError({ error, file }: { error: unknown; file: string }): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(`The archive ${file} cannot be read: ${getReason(error)}. It is damaged or not complete.`);
}

async function openTarStream({
  file,
  passphrase,
}: {
  file: string;
  passphrase: string | null;
}): Promise<ReadableStream> {
  const isEncrypted = await startsWithAge(file);
  if (isEncrypted && passphrase === null)
    throw new OperatorError(`The archive ${file} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`);
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  const compressed = isEncrypted ? Readable.fromWeb(await decryptStream({ raw, file, passphrase: passphrase! })) : raw;
  const gunzip = createGunzip();
  // An error of either stream reaches the reader through `gunzip`.
  pipeline(compressed, gunzip, () => {});
  return Readable.toWeb(gunzip);
}

async function startsWithAge(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The archive ${file} cannot be opened (${error.code}).`);
  });
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ageMagic.length) });
    return buffer.subarray(0, bytesRead).toString("latin1") === ageMagic;
  } finally {
    await handle.close();
  }
}

async function decryptStream(args: { raw: Readable; file: string; passphrase: string }): Promise<ReadableStream> {
  const { raw, file, passphrase } = args;
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(Readable.toWeb(raw));
  } catch (error) {
    raw.destroy();
    throw new OperatorError(
      `The archive ${file} cannot be decrypted with this BACKUP_PASSPHRASE: ${getReason(error)}.`,
    );
  }
}

function getReason(error: unknown): string {
  // A web stream wraps the error of the underlying stream.
  if (error instanceof Error && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}
