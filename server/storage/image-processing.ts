// reading.md §10: image processing with sharp. Runs only in the image process (image-worker.ts), which can be killed.
import sharp, { type Sharp } from "sharp";
import {
  type ImageResult,
  type ImageFailure,
  type ImageFormat,
  type ImageJob,
  maxSharedSidePixels,
  maxStoredSidePixels,
  maxInputPixels,
  maxInputSidePixels,
  type EncodedImage,
  type ImageTransform,
} from "#server/storage/image-jobs.ts";

// One image at a time on one core, without caching.
sharp.concurrency(1);
sharp.cache(false);

class ImageError extends Error {
  readonly failure: ImageFailure;
  constructor(failure: ImageFailure) {
    super(failure);
    this.failure = failure;
  }
}

export async function runImageJob(job: ImageJob): Promise<ImageResult> {
  try {
    return { image: await runJob(job) };
  } catch (error) {
    if (error instanceof ImageError) return { failure: error.failure };
    return { failure: /pixel limit/i.test(String(error)) ? "too-many-pixels" : "unreadable" };
  }
}

function runJob(job: ImageJob): Promise<EncodedImage> {
  switch (job.kind) {
    case "clean":
      return cleanImage(job.bytes);
    case "shrink":
      return shrinkImage(job.bytes);
    case "transform":
      return transformImage(job);
    case "draw":
      // 64 colours are enough for text on one background, and a third of the size.
      return encodeImage({ image: sharp(Buffer.from(job.svg)).png({ palette: true, colours: 64 }), format: "png" });
    case "raster":
      return rasterise(job.svg);
  }
}

/** One byte for each pixel: 0 for black, 255 for white. The format is that of the result's type and has no meaning. */
async function rasterise(svg: string): Promise<EncodedImage> {
  const image = sharp(Buffer.from(svg)).flatten({ background: "white" }).greyscale().threshold(160).raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), format: "png", width: info.width, height: info.height };
}

/**
 * Opens an image after its header was checked to be safe to decode: sharp keeps a row of pixels in memory many times.
 */
async function openImage(bytes: Uint8Array): Promise<{ source: Sharp; format: string }> {
  const source = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: "error" });
  const { format, compression, width, height } = await source.metadata();
  if (Math.max(width, height) > maxInputSidePixels) throw new ImageError("too-many-pixels");
  return { source, format: format === "heif" && compression === "av1" ? "avif" : format };
}

/** Re-encodes an image from its pixels, so that no location, device data or embedded file is retained. */
async function cleanImage(bytes: Uint8Array): Promise<EncodedImage> {
  const { resized, format } = await resizeUpload({ bytes, side: maxStoredSidePixels });
  if (format === "png") return encodeImage({ image: resized.png(), format: "png" });
  if (format === "jpeg") return encodeImage({ image: resized.jpeg({ quality: 82 }), format: "jpg" });
  return encodeImage({ image: resized.webp({ quality: 82 }), format: "webp" });
}

async function shrinkImage(bytes: Uint8Array): Promise<EncodedImage> {
  const { resized } = await resizeUpload({ bytes, side: maxSharedSidePixels });
  return encodeImage({ image: resized.flatten({ background: "#ffffff" }).jpeg({ quality: 80 }), format: "jpg" });
}

async function resizeUpload({ bytes, side }: { bytes: Uint8Array; side: number }): Promise<{
  resized: Sharp;
  format: string;
}> {
  const { source, format } = await openImage(bytes);
  if (!["avif", "jpeg", "png", "webp"].includes(format)) throw new ImageError("unreadable");
  const resized = source.rotate().resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return { resized, format };
}

async function transformImage({
  bytes,
  transform,
}: {
  bytes: Uint8Array;
  transform: ImageTransform;
}): Promise<EncodedImage> {
  const { width, height, fit, withoutEnlargement, quality } = transform;
  const { source, format: sourceFormat } = await openImage(bytes);
  let image = source;
  if (width !== null || height !== null) {
    // With one side only, the aspect ratio is kept.
    const resizeFit = width === null || height === null ? "inside" : fit;
    image = image.resize(width, height, { fit: resizeFit, withoutEnlargement });
  }
  for (const [name, amount] of transform.steps) image = applyStep({ image, name, amount });
  const format = transform.format ?? (sourceFormat === "png" || sourceFormat === "webp" ? sourceFormat : "jpg");
  return encodeImage({ image: applyFormat({ image, format, quality }), format });
}

async function encodeImage({ image, format }: { image: Sharp; format: ImageFormat }): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, format, width: info.width, height: info.height };
}

function applyStep({ image, name, amount }: { image: Sharp; name: string; amount: number | undefined }): Sharp {
  switch (name) {
    case "blur":
      return image.blur(amount ?? 3);
    case "rotate":
      return image.rotate(amount ?? 90);
    case "sharpen":
      return image.sharpen();
    case "normalize":
      return image.normalise();
    case "negate":
      return image.negate({ alpha: false });
    case "flip":
      return image.flip();
    case "flop":
      return image.flop();
    default:
      return image.greyscale();
  }
}

function applyFormat({ image, format, quality }: { image: Sharp; format: ImageFormat; quality: number | null }): Sharp {
  const options = quality === null ? {} : { quality: Math.max(quality, 1) };
  switch (format) {
    case "jpg":
      return image.flatten({ background: "#ffffff" }).jpeg(options);
    case "png":
      // PNG is lossless: a quality would require a palette, whose computation takes seconds.
      return image.png();
    case "webp":
      return image.webp(options);
    case "tiff":
      return image.tiff(options);
    case "avif":
      return image.avif({ ...options, effort: 2 });
  }
}
