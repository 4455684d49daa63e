// Pictures made over: few at a time, each once however many ask for it, and kept on the disk of this machine.
import { createHash } from "node:crypto";
import path from "node:path";
import { open, readdir, rm, stat, utimes } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { writeWhole } from "#server/adapters/storage.ts";
import type { Format, Transform } from "#server/features/files/transform.ts";
import { Turns } from "#server/items/turns.ts";

/** At once, since each takes a core; and waiting, before a caller is told to come back. */
const atOnce = 2;
const mostWaiting = 60;
/** In seconds. */
const longestWork = 15;
/** Of the room the pictures may take, what is left after the oldest were removed. */
const keptPart = 0.8;

export class MakeOver {
  readonly #clock: () => Date;
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #underWay = new Map<string, Promise<Buffer>>();
  readonly #turns = new Turns({ most: atOnce, mostWaiting });
  /** What was written since the folder was last looked at, in bytes; at the start all there might be. */
  #written: number;

  constructor({ folder, mostBytes, clock }: { folder: string; mostBytes: number; clock: () => Date }) {
    this.#clock = clock;
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#written = mostBytes;
  }

  /** The picture `key` (its name in the file store, new with every change) made over; `read` is asked where it is not known. */
  async picture({
    key,
    transform,
    read,
  }: {
    key: string;
    transform: Transform;
    read: () => Promise<Buffer>;
  }): Promise<Buffer> {
    const name = `${path.parse(key).name}-${transformName(transform)}`;
    const known = await this.#cached(name);
    if (known) return known;
    let making = this.#underWay.get(name);
    if (!making) {
      making = this.#turns.take(() => this.#make({ name, transform, read })).finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, making);
    }
    return making;
  }

  /** Forgets every made-over picture. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #make({
    name,
    transform,
    read,
  }: {
    name: string;
    transform: Transform;
    read: () => Promise<Buffer>;
  }): Promise<Buffer> {
    const made = await madeOver({ bytes: await read(), transform });
    await writeWhole({ file: path.join(this.#folder, name), bytes: made });
    this.#written += made.length;
    if (this.#written > this.#mostBytes * (1 - keptPart)) await this.#tidy();
    return made;
  }

  async #cached(name: string): Promise<Buffer | undefined> {
    const file = await open(path.join(this.#folder, name)).catch(() => undefined);
    if (!file) return undefined;
    try {
      const bytes = await file.readFile();
      // Asked for just now: the last to be removed.
      const now = this.#clock();
      await utimes(path.join(this.#folder, name), now, now).catch(() => {});
      return bytes;
    } finally {
      await file.close();
    }
  }

  async #tidy(): Promise<void> {
    this.#written = 0;
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { size = 0, mtimeMs = 0 } = (await stat(file).catch(() => undefined)) ?? {};
        return { file, size, mtimeMs };
      }),
    );
    let total = found.reduce((sum, { size }) => sum + size, 0);
    if (total <= this.#mostBytes) return;
    for (const { file, size } of found.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (total <= this.#mostBytes * keptPart) return;
      await rm(file, { force: true });
      total -= size;
    }
  }
}

/** The same for the same transform, and for no other. */
export function transformName(transform: Transform): string {
  return createHash("sha256").update(JSON.stringify(transform)).digest("hex").slice(0, 24);
}

async function madeOver({ bytes, transform }: { bytes: Buffer; transform: Transform }): Promise<Buffer> {
  const { width, height, fit, withoutEnlargement, format, quality } = transform;
  let made = sharp(bytes).timeout({ seconds: longestWork });
  if (width !== null || height !== null) {
    // One side alone keeps the shape of the picture.
    const shape = width === null || height === null ? "inside" : fit;
    made = made.resize(width, height, { fit: shape, withoutEnlargement });
  }
  for (const [name, amount] of transform.steps) made = withStep({ made, name, amount });
  const found = format ?? formatIn((await sharp(bytes).metadata()).format);
  return encoded({ made, format: found, quality: quality === null ? null : Math.max(quality, 1) }).toBuffer();
}

function withStep({ made, name, amount }: { made: Sharp; name: string; amount: number | undefined }): Sharp {
  switch (name) {
    case "blur":
      return made.blur(amount ?? 3);
    case "rotate":
      return made.rotate(amount ?? 90);
    case "sharpen":
      return made.sharpen();
    case "normalize":
      return made.normalise();
    case "negate":
      return made.negate({ alpha: false });
    case "flip":
      return made.flip();
    case "flop":
      return made.flop();
    default:
      return made.greyscale();
  }
}

function formatIn(name: string | undefined): Format {
  return name === "png" || name === "webp" ? name : "jpg";
}

function encoded({ made, format, quality }: { made: Sharp; format: Format; quality: number | null }): Sharp {
  const as = quality === null ? {} : { quality };
  switch (format) {
    case "jpg":
      return made.flatten({ background: "#ffffff" }).jpeg(as);
    case "png":
      return made.png(as);
    case "webp":
      return made.webp(as);
    case "tiff":
      return made.tiff(as);
    case "avif":
      return made.avif({ ...as, effort: 2 });
  }
}
