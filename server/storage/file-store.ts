// Stores files as a record and its bytes, consistently even after a crash: bytes are written before the record, and
// bytes without a record are listed in `loose_files` until they are swept.
import type { Row } from "#domain/schema/collection.ts";
import { Files } from "#domain/files/files.collection.ts";
import type { FilePurpose } from "#domain/files/file-purpose.ts";
import type { Readable } from "node:stream";
import type { ByteRange, StorageAdapter } from "#server/storage/storage.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { acquireSharedConnectionLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";

/** Stored form of an uploaded file after validation and sanitising. */
export interface FileContent {
  bytes: Uint8Array;
  type: string;
  extension: string;
  /** In pixels; null if the file is not an image. */
  width: number | null;
  height: number | null;
  charset: string | null;
}

type StoredBytes = Pick<FileContent, "bytes" | "type" | "extension">;

/** An uploaded file with the fields sent by the client. */
export interface Upload {
  content: FileContent;
  name: string;
  fields: Row;
  /** Purpose if known in advance; otherwise it follows from the uploader (domain/files/file-purpose.ts). */
  purpose?: FilePurpose;
}

interface StoreFilesOptions {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
}

/** Longer than any upload takes: files without a record after this time are abandoned. */
const abandonedAfter = "1 hour";
const sweepBatchSize = 50;

export class FileStore {
  readonly #onError: (error: unknown) => void;
  readonly #sql: Sql;
  readonly #main: StorageAdapter;
  readonly #all: ReadonlyMap<string, StorageAdapter>;

  /** Stores new files in `main`; files of earlier settings are read from `others`. */
  constructor({
    sql,
    main,
    others = [],
    onError = () => {},
  }: {
    sql: Sql;
    main: StorageAdapter;
    others?: readonly StorageAdapter[];
    /** Called with the error when a storage operation fails. */
    onError?: (error: unknown) => void;
  }) {
    this.#onError = onError;
    this.#sql = sql;
    this.#main = main;
    this.#all = new Map([...others, main].map((storage) => [storage.name, storage]));
  }

  /** Storage of new files. */
  get main(): StorageAdapter {
    return this.#main;
  }

  /**
   * Opens the bytes of a record. Throws SERVICE_UNAVAILABLE if they cannot be read or their storage is not configured.
   */
  async read({ storage, key, span }: { storage: string; key: string; span: ByteRange | null }): Promise<Readable> {
    try {
      const stream = await this.#all.get(storage)?.get({ key, ...(span ? { range: span } : {}) });
      if (stream) return stream;
      this.#onError(new Error(`The bytes of ${key} are not in the storage "${storage}".`));
    } catch (error) {
      this.#onError(error);
    }
    return throwApiError("SERVICE_UNAVAILABLE", { service: "files" });
  }

  /** Stores all files or none, and returns their ids. Throws as the write path does. */
  async store({
    services,
    session,
    origin,
    uploads,
    bypassAccess = false,
    attach,
  }: StoreFilesOptions & {
    uploads: readonly Upload[];
    /** For callers who authorise the upload themselves. */
    bypassAccess?: boolean;
    /** Refers to the files in the same transaction. */
    attach?: (args: { ctx: WriteContext; ids: readonly string[] }) => Promise<void>;
  }): Promise<string[]> {
    return this.writeWithFiles({
      contents: uploads.map(({ content }) => content),
      write: ({ keys, claim }) =>
        runInTransaction({
          services,
          session,
          origin,
          work: async (ctx) => {
            await claim(ctx.tx);
            const ids: string[] = [];
            for (const [index, { content, name, fields, purpose }] of uploads.entries()) {
              const payload = { title: toTitle(name), ...fields, filename_download: name };
              const fileRow = this.#toFileRow({ content, key: keys[index]! });
              const systemValues = { ...fileRow, branch: ctx.actor.branch, ...(purpose && { purpose }) };
              ids.push(await createItem({ ctx, collection: Files, payload, systemValues, bypassAccess }));
            }
            await attach?.({ ctx, ids });
            return ids;
          },
        }),
    });
  }

  /** Replaces the content of a file; the previous bytes are swept. */
  async replace({
    services,
    session,
    origin,
    id,
    upload,
  }: StoreFilesOptions & { id: string; upload: Upload }): Promise<void> {
    const { content, name, fields } = upload;
    await this.writeWithFiles({
      contents: [content],
      write: ({ keys, claim }) =>
        runInTransaction({
          services,
          session,
          origin,
          work: async (ctx) => {
            await claim(ctx.tx);
            const systemValues = this.#toFileRow({ content, key: keys[0]! });
            await updateItem({
              ctx,
              collection: Files,
              id,
              payload: { ...fields, filename_download: name },
              systemValues,
            });
          },
        }),
    });
  }

  #toFileRow({ content, key }: { content: FileContent; key: string }): Row {
    const { type, width, height, charset, bytes } = content;
    return {
      storage: this.#main.name,
      filename_disk: key,
      type,
      width,
      height,
      charset,
      filesize: bytes.length,
      metadata: {},
    };
  }

  /**
   * Writes the bytes before the record; until the record is committed, they are listed in `loose_files`. `write` must call `claim` in
   * the transaction of the record.
   */
  async writeWithFiles<T>({
    contents,
    write,
  }: {
    contents: readonly StoredBytes[];
    write: (args: { keys: readonly string[]; claim: (tx: Tx) => Promise<void> }) => Promise<T>;
  }): Promise<T> {
    const keys = contents.map(({ extension }) => `${crypto.randomUUID()}.${extension}`);
    const storage = this.#main.name;
    await this.#sql`insert into loose_files (storage, key, due_at)
      select ${storage}, key, now() + ${abandonedAfter}::interval from unnest(${keys}::text[]) key`;
    const claim = async (tx: Tx): Promise<void> => {
      const claimed = await tx`delete from loose_files
        where storage = ${storage} and key = any(${keys}) and due_at > now() returning key`;
      if (claimed.length !== keys.length) throwApiError("UPDATE_FAILED");
    };
    try {
      await this.#put({ keys, contents });
      return await write({ keys, claim });
    } catch (error) {
      await this.#scheduleDeletion(keys).catch(() => {});
      throw error;
    }
  }

  async #put({ keys, contents }: { keys: readonly string[]; contents: readonly StoredBytes[] }): Promise<void> {
    try {
      for (const [index, { bytes, type }] of contents.entries())
        await this.#main.put({ key: keys[index]!, bytes, type });
    } catch (error) {
      this.#onError(error);
      throwApiError("SERVICE_UNAVAILABLE", { service: "files" });
    }
  }

  async #scheduleDeletion(keys: readonly string[]): Promise<void> {
    await this.#sql`update loose_files set due_at = now() where storage = ${this.#main.name} and key = any(${[...keys]})`;
    await this.sweep();
  }

  /** Deletes due bytes and returns how many; several servers may sweep concurrently. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (;;) {
      const batchSize = await runTransaction({ sql: this.#sql, work: (tx) => this.#sweepBatch(tx) });
      swept += batchSize;
      if (batchSize < sweepBatchSize) return swept;
    }
  }

  async #sweepBatch(tx: Tx): Promise<number> {
    // A backup lists the files first and reads them later, so nothing is deleted meanwhile.
    if (!(await acquireSharedConnectionLock({ tx, name: "backup" }))) return 0;
    const due = await tx<{ storage: string; key: string }[]>`
      select storage, key from loose_files where due_at <= now() and storage = any(${[...this.#all.keys()]})
      order by due_at limit ${sweepBatchSize} for update skip locked`;
    for (const { storage, key } of due) {
      const isDeleted = await this.#all
        .get(storage)!
        .remove(key)
        .then(
          () => true,
          () => false,
        );
      if (isDeleted) await tx`delete from loose_files where storage = ${storage} and key = ${key}`;
      else
        await tx`update loose_files set due_at = now() + interval '10 minutes' where storage = ${storage} and key = ${key}`;
    }
    return due.length;
  }
}

/** Derives a title: 'left-door.jpg' gives 'left-door'. */
function toTitle(name: string): string {
  return name.replace(/\.[^.]*$/, "") || name;
}
