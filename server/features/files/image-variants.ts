// Cache of image variants on the local disk; concurrent requests create each variant once.
import { createHash } from "node:crypto";
import path from "node:path";
import { open, readdir, rm, stat, utimes } from "node:fs/promises";
import { restrictFolderPermissions, writeFileAtomically } from "#server/storage/storage.ts";
import type { ImageTransform } from "#server/storage/image-jobs.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

/** Share of the maximum size that remains after eviction. */
const retainedShare = 0.8;

export class ImageVariantCache {
  readonly #images: ImageProcessor;
  readonly #clock: () => Date;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #inProgress = new Map<string, Promise<Buffer>>();
  /** Bytes written since the last eviction; initially the maximum, so that the first write checks the folder. */
  #written: number;

  constructor({
    images,
    folder,
    maxBytes,
    clock,
  }: {
    images: ImageProcessor;
    folder: string;
    maxBytes: number;
    clock: () => Date;
  }) {
    this.#images = images;
    this.#clock = clock;
    this.#folder = folder;
    restrictFolderPermissions(folder);
    this.#maxBytes = maxBytes;
    this.#written = maxBytes;
  }

  /**
   * Returns the variant of the image `key` (its name in the file store, new for every version); `read` loads the
   * original if needed. `caller` is the key for the fair share of the image queue. Throws the errors of
   * `ImageProcessor.transform`.
   */
  async getVariant({
    key,
    transform,
    read,
    caller,
  }: {
    key: string;
    transform: ImageTransform;
    read: () => Promise<Buffer>;
    caller: string;
  }): Promise<Buffer> {
    const name = `${path.parse(key).name}-${toVariantName(transform)}`;
    const cached = await this.#cached(name);
    if (cached) return cached;
    let pending = this.#inProgress.get(name);
    if (!pending) {
      pending = this.#createVariant({ name, transform, read, caller }).finally(() => this.#inProgress.delete(name));
      this.#inProgress.set(name, pending);
    }
    return pending;
  }

  /** Deletes all variants. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #createVariant({
    name,
    transform,
    read,
    caller,
  }: {
    name: string;
    transform: ImageTransform;
    read: () => Promise<Buffer>;
    caller: string;
  }): Promise<Buffer> {
    const image = await this.#images.transform({ read, transform, queueKey: caller });
    const bytes = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength);
    await writeFileAtomically({ file: path.join(this.#folder, name), bytes });
    this.#written += bytes.length;
    if (this.#written > this.#maxBytes * (1 - retainedShare)) await this.#evict();
    return bytes;
  }

  async #cached(name: string): Promise<Buffer | undefined> {
    const file = await open(path.join(this.#folder, name)).catch(() => undefined);
    if (!file) return undefined;
    try {
      const bytes = await file.readFile();
      // Marks the variant as recently used for the eviction.
      const now = this.#clock();
      await utimes(path.join(this.#folder, name), now, now).catch(() => {});
      return bytes;
    } finally {
      await file.close();
    }
  }

  async #evict(): Promise<void> {
    this.#written = 0;
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { size = 0, mtimeMs = 0 } = (await stat(file).catch(() => undefined)) ?? {};
        return { file, size, mtimeMs };
      }),
    );
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= this.#maxBytes) return;
    for (const { file, size } of files.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (total <= this.#maxBytes * retainedShare) return;
      await rm(file, { force: true });
      total -= size;
    }
  }
}

/** Unique name per transform. */
export function toVariantName(transform: ImageTransform): string {
  return createHash("sha256").update(JSON.stringify(transform)).digest("hex").slice(0, 24);
}
