// reading.md §10: detects the type from the bytes and re-encodes images, so that metadata (location, device, embedded
// files) is dropped.
import * as limits from "#domain/limits.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { FileContent } from "#server/storage/file-store.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

export interface SanitizeContentOptions {
  bytes: Buffer;
  images: ImageProcessor;
  /** Key for the fair share of the image queue. */
  queueKey: string;
}

/**
 * Throws UNSUPPORTED_MEDIA_TYPE for an unsupported or corrupt file, CONTENT_TOO_LARGE, and the errors of
 * `ImageProcessor.clean`.
 */
export async function sanitizeContent({ bytes, images, queueKey }: SanitizeContentOptions): Promise<FileContent> {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return toDocumentContent(bytes);
  // §5: under the limit, as in the browser.
  if (bytes.length >= limits.imageBytes) throwTooLarge(`An image must have less than ${limits.imageBytes} bytes.`);
  if (!isImageSignature(bytes)) return throwUnsupportedType();
  const image = await images.clean({ bytes, queueKey });
  if (!image) return throwUnsupportedType();
  const { format, width, height } = image;
  const type = `image/${format === "jpg" ? "jpeg" : format}`;
  return { bytes: image.bytes, type, extension: format, width, height, charset: null };
}

/**
 * Checks the first bytes before the image library is called: it also reads other formats, such as SVG, which can
 * contain scripts.
 */
export function isImageSignature(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString("latin1");
  return (
    start.startsWith("\u00ff\u00d8\u00ff") ||
    start.startsWith("\u0089PNG\r\n\u001a\n") ||
    /^RIFF.{4}WEBP$/s.test(start) ||
    /^.{4}ftypavif$/s.test(start)
  );
}

/** Documents are stored unchanged and only served as attachments (asset-routes.ts). */
function toDocumentContent(bytes: Buffer): FileContent {
  if (bytes.length > limits.documentBytes) throwTooLarge(`A document may have at most ${limits.documentBytes} bytes.`);
  const isComplete = bytes.subarray(-1_024).includes("%%EOF");
  if (!isComplete) return throwUnsupportedType();
  return { bytes, type: "application/pdf", extension: "pdf", width: null, height: null, charset: "binary" };
}

function throwTooLarge(reason: string): never {
  return throwApiError("CONTENT_TOO_LARGE", { reason });
}

function throwUnsupportedType(): never {
  const reason =
    "Supported are JPEG, PNG, WebP and AVIF images and PDF documents; this file has another type or is corrupt.";
  return throwApiError("UNSUPPORTED_MEDIA_TYPE", { where: "file", reason });
}
