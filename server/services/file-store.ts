// Records of files and their bytes, kept together: no record speaks of bytes that are not there, and bytes no record
// speaks of are written down in `loose_files` until they are swept away, whatever was killed in between.
import type { Collection, Row } from "#domain/collection.ts";
import { Files } from "#domain/collections/files.ts";
import type { Readable } from "node:stream";
import type { Span, Storage } from "#server/adapters/storage.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { createItem, updateItem } from "#server/items/write.ts";

const collection = Files as unknown as Collection;

/** What is kept of a file, looked at and made safe. */
export interface Content {
  bytes: Uint8Array;
  type: string;
  extension: string;
  /** In pixels; null for what is no picture. */
  width: number | null;
  height: number | null;
  charset: string | null;
}

/** A file somebody sends, with what they say of it. */
export interface Upload {
  content: Content;
  name: string;
  fields: Row;
}

interface Keeping {
  house: House;
  session: Session;
  origin: Origin;
}

/** Longer than any upload takes: what is still loose then was given up. */
const givenUpAfter = "1 hour";
const sweptAtOnce = 50;

export class FileStore {
  readonly #onTrouble: (error: unknown) => void;
  readonly #sql: Sql;
  readonly #main: Storage;
  readonly #all: ReadonlyMap<string, Storage>;

  /** New files go to `main`; those of earlier settings stay where they are and are read from `others`. */
  constructor({
    sql,
    main,
    others = [],
    onTrouble = () => {},
  }: {
    sql: Sql;
    main: Storage;
    others?: readonly Storage[];
    /** Told what a storage said when it could not do its work. */
    onTrouble?: (error: unknown) => void;
  }) {
    this.#onTrouble = onTrouble;
    this.#sql = sql;
    this.#main = main;
    this.#all = new Map([...others, main].map((storage) => [storage.name, storage]));
  }

  /** Where new files go. */
  get main(): Storage {
    return this.#main;
  }

  /** The bytes of a record; SERVICE_UNAVAILABLE where they cannot be had, or this server was not told where they are. */
  async read({ storage, key, span }: { storage: string; key: string; span: Span | null }): Promise<Readable> {
    try {
      const stream = await this.#all.get(storage)?.get({ key, ...(span ? { span } : {}) });
      if (stream) return stream;
      this.#onTrouble(new Error(`The bytes of ${key} are not in the storage "${storage}".`));
    } catch (error) {
      this.#onTrouble(error);
    }
    return refuse("SERVICE_UNAVAILABLE", { service: "files" });
  }

  /** Keeps all of the files or none, and answers their ids. Throws as the write path does. */
  async keep({ house, session, origin, uploads }: Keeping & { uploads: readonly Upload[] }): Promise<string[]> {
    return this.#withBytes({
      contents: uploads.map(({ content }) => content),
      write: ({ keys, claim }) =>
        inTransaction({
          house,
          session,
          origin,
          work: async (ctx) => {
            await claim(ctx.tx);
            const ids: string[] = [];
            for (const [place, { content, name, fields }] of uploads.entries()) {
              const payload = { title: titleOf(name), ...fields, filename_download: name };
              const set = { ...this.#found({ content, key: keys[place]! }), branch: ctx.who.branch };
              ids.push(String(await createItem({ ctx, collection, payload, set })));
            }
            return ids;
          },
        }),
    });
  }

  /** Puts another file in the place of one; what it was is swept away. */
  async replace({ house, session, origin, id, upload }: Keeping & { id: string; upload: Upload }): Promise<void> {
    const { content, name, fields } = upload;
    await this.#withBytes({
      contents: [content],
      write: ({ keys, claim }) =>
        inTransaction({
          house,
          session,
          origin,
          work: async (ctx) => {
            await claim(ctx.tx);
            const set = this.#found({ content, key: keys[0]! });
            await updateItem({ ctx, collection, id, payload: { ...fields, filename_download: name }, set });
          },
        }),
    });
  }

  #found({ content, key }: { content: Content; key: string }): Row {
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

  /** The bytes are there before the record; until it is, they are loose. */
  async #withBytes<T>({
    contents,
    write,
  }: {
    contents: readonly Content[];
    write: (args: { keys: readonly string[]; claim: (tx: Tx) => Promise<void> }) => Promise<T>;
  }): Promise<T> {
    const keys = contents.map(({ extension }) => `${crypto.randomUUID()}.${extension}`);
    const storage = this.#main.name;
    await this.#sql`insert into loose_files (storage, key, due_at)
      select ${storage}, key, now() + ${givenUpAfter}::interval from unnest(${keys}::text[]) key`;
    const claim = async (tx: Tx): Promise<void> => {
      const claimed = await tx`delete from loose_files
        where storage = ${storage} and key = any(${keys}) and due_at > now() returning key`;
      if (claimed.length !== keys.length) refuse("UPDATE_FAILED");
    };
    try {
      await this.#put({ keys, contents });
      return await write({ keys, claim });
    } catch (error) {
      await this.#letGo(keys).catch(() => {});
      throw error;
    }
  }

  async #put({ keys, contents }: { keys: readonly string[]; contents: readonly Content[] }): Promise<void> {
    try {
      for (const [place, { bytes, type }] of contents.entries())
        await this.#main.put({ key: keys[place]!, bytes, type });
    } catch (error) {
      this.#onTrouble(error);
      refuse("SERVICE_UNAVAILABLE", { service: "files" });
    }
  }

  async #letGo(keys: readonly string[]): Promise<void> {
    await this.#sql`update loose_files set due_at = now() where storage = ${this.#main.name} and key = any(${keys as string[]})`;
    await this.sweep();
  }

  /** Removes the bytes that are due and answers how many; several servers may sweep at once. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (;;) {
      const found = await transaction({ sql: this.#sql, work: (tx) => this.#sweepSome(tx) });
      swept += found;
      if (found < sweptAtOnce) return swept;
    }
  }

  async #sweepSome(tx: Tx): Promise<number> {
    const due = await tx<{ storage: string; key: string }[]>`
      select storage, key from loose_files where due_at <= now() and storage = any(${[...this.#all.keys()]})
      order by due_at limit ${sweptAtOnce} for update skip locked`;
    for (const { storage, key } of due) {
      const isGone = await this.#all
        .get(storage)!
        .remove(key)
        .then(
          () => true,
          () => false,
        );
      if (isGone) await tx`delete from loose_files where storage = ${storage} and key = ${key}`;
      else
        await tx`update loose_files set due_at = now() + interval '10 minutes' where storage = ${storage} and key = ${key}`;
    }
    return due.length;
  }
}

/** 'left-door.jpg' reads 'left-door'. */
function titleOf(name: string): string {
  return name.replace(/\.[^.]*$/, "") || name;
}
