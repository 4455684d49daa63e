// Image variants and clean uploads, each with a queue and a process of its own, within limits.
import type { Bitmap, RasterText } from "#domain/printing/escpos.ts";
import {
  describeLetterChart,
  describeRasterText,
  findMissingLetters,
  packBitmap,
} from "#domain/printing/raster-text.ts";
import { fileURLToPath } from "node:url";
import { throwApiError } from "#server/items/api-error.ts";
import {
  type ImageResult,
  imageResult,
  type ImageJob,
  maxInputPixels,
  type EncodedImage,
  type ImageTransform,
} from "#server/storage/image-jobs.ts";
import { WorkQueue } from "#server/processes/work-queue.ts";
import { WorkerProcess, WorkerProcessEnded } from "#server/processes/worker-process.ts";

const program = new URL("image-worker.ts", import.meta.url);
// The fonts of drawings: a server needs none of its own (tools/picture-fonts.ts writes them with the pages).
const fontSettings = fileURLToPath(new URL("../../dist/site/picture-fonts/fonts.conf", import.meta.url));
// Limits sharp's threads and memory: few images at a time.
const env = { UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2", FONTCONFIG_FILE: fontSettings };

interface ImageLane {
  queue: WorkQueue;
  process: WorkerProcess<ImageJob, ImageResult>;
}

/** Runs one job at a time in each lane, so that uploads at a gate never wait for thumbnails. */
export class ImageProcessor {
  readonly #transforms: ImageLane;
  readonly #uploads: ImageLane;

  /** `timeLimitMs` limits the time of a variant; replaced in tests. */
  constructor({ timeLimitMs = 5_000 }: { timeLimitMs?: number } = {}) {
    this.#transforms = {
      queue: new WorkQueue({ concurrency: 1, maxQueued: 60, maxPerKey: 20, retryAfterSeconds: 5 }),
      process: new WorkerProcess({ program, answer: imageResult, env, timeLimitMs }),
    };
    this.#uploads = {
      queue: new WorkQueue({ concurrency: 1, maxQueued: 60, maxPerKey: 10, retryAfterSeconds: 5 }),
      process: new WorkerProcess({ program, answer: imageResult, env, timeLimitMs: 15_000 }),
    };
  }

  /** Ids of the running processes. */
  get pids(): number[] {
    return [this.#transforms, this.#uploads].flatMap(({ process }) => process.pid ?? []);
  }

  /**
   * Creates a variant of a stored image. `queueKey` identifies whose share of the queue it counts for. Throws
   * OUT_OF_TIME if it takes too long, SERVICE_UNAVAILABLE and REQUESTS_EXCEEDED as WorkQueue does.
   */
  async transform({
    read,
    transform,
    queueKey,
  }: {
    read: () => Promise<Uint8Array>;
    transform: ImageTransform;
    queueKey: string;
  }): Promise<EncodedImage> {
    const result = await runInLane({
      lane: this.#transforms,
      queueKey,
      job: async () => ({ kind: "transform", bytes: await read(), transform }),
    });
    return "image" in result ? result.image : throwApiError("SERVICE_UNAVAILABLE", { service: "files" });
  }

  /** Draws an SVG that the server has made as PNG. Throws as `transform`. */
  async draw({ svg, queueKey }: { svg: string; queueKey: string }): Promise<EncodedImage> {
    const result = await runInLane({ lane: this.#transforms, queueKey, job: async () => ({ kind: "draw", svg }) });
    return "image" in result ? result.image : throwApiError("SERVICE_UNAVAILABLE", { service: "files" });
  }

  /** Draws a line of text for a receipt printer, broken into rows that fit. Throws as `transform`. */
  async drawText({ text, queueKey }: { text: RasterText; queueKey: string }): Promise<Bitmap> {
    return packBitmap(await this.#rasterise({ svg: describeRasterText(text), queueKey }));
  }

  /** The letters that no font of drawings has. Throws as `transform`. */
  async findMissingLetters({
    letters,
    queueKey,
  }: {
    letters: readonly string[];
    queueKey: string;
  }): Promise<Set<string>> {
    const { bytes } = await this.#rasterise({ svg: describeLetterChart(letters), queueKey });
    return findMissingLetters({ letters, bytes });
  }

  async #rasterise({ svg, queueKey }: { svg: string; queueKey: string }): Promise<EncodedImage> {
    const result = await runInLane({ lane: this.#transforms, queueKey, job: async () => ({ kind: "raster", svg }) });
    return "image" in result ? result.image : throwApiError("SERVICE_UNAVAILABLE", { service: "files" });
  }

  /**
   * Re-encodes an upload. Throws CONTENT_TOO_LARGE, and as `transform`; returns null if it is not a supported image.
   */
  async clean({ bytes, queueKey }: { bytes: Uint8Array; queueKey: string }): Promise<EncodedImage | null> {
    return toReadableImage(
      await runInLane({ lane: this.#uploads, queueKey, job: async () => ({ kind: "clean", bytes }) }),
    );
  }

  /** Makes a small JPEG of anybody's picture, which uploads at a gate do not wait for. Otherwise as `clean`. */
  async shrink({ bytes, queueKey }: { bytes: Uint8Array; queueKey: string }): Promise<EncodedImage | null> {
    return toReadableImage(
      await runInLane({ lane: this.#transforms, queueKey, job: async () => ({ kind: "shrink", bytes }) }),
    );
  }

  close(): void {
    for (const { process } of [this.#transforms, this.#uploads]) process.close();
  }
}

function toReadableImage(result: ImageResult): EncodedImage | null {
  if ("image" in result) return result.image;
  if (result.failure === "too-many-pixels")
    throwApiError("CONTENT_TOO_LARGE", { reason: `An image may have at most ${maxInputPixels} pixels.` });
  return null;
}

async function runInLane({
  lane,
  queueKey,
  job,
}: {
  lane: ImageLane;
  queueKey: string;
  job: () => Promise<ImageJob>;
}): Promise<ImageResult> {
  try {
    return await lane.queue.run(async () => lane.process.run(await job()), { key: queueKey });
  } catch (error) {
    if (error instanceof WorkerProcessEnded) return throwApiError("OUT_OF_TIME");
    throw error;
  }
}
