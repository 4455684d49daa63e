// reading.md §10: what a file is, is told by its bytes; a picture is made anew from its points, so that nothing hidden in
// it (place, device, another file) is kept.
import sharp from "sharp";
import { limits } from "#domain/limits.ts";
import { refuse, Refused } from "#server/items/refused.ts";
import { Turns } from "#server/items/turns.ts";
import type { Content } from "#server/services/file-store.ts";

/** Longer sides than this are made smaller, in pixels. */
const longestSide = 2_000;
/** A picture that unpacks to more is an attack, not a photo; in pixels. */
const mostPixels = 50_000_000;
/** Unpacking may take so long, in seconds. */
const longestWork = 15;

/** Unpacked, a picture takes a hundred times its bytes: few at a time. */
const turns = new Turns({ most: 2, mostWaiting: 100 });

/** Throws UNSUPPORTED_MEDIA_TYPE for what is of no kind we take or is broken, CONTENT_TOO_LARGE for too large a one. */
export async function cleanContent(bytes: Buffer): Promise<Content> {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return document(bytes);
  if (bytes.length > limits.imageBytes) tooLarge(`A picture may have ${limits.imageBytes} bytes.`);
  if (!beginsAsPicture(bytes)) return unknownKind();
  try {
    return await turns.take(() => picture(bytes));
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (/pixel limit/i.test((error as Error).message)) tooLarge(`A picture may have ${mostPixels} points.`);
    return unknownKind();
  }
}

/**
 * The kinds are known by their first bytes, and nothing else comes near the library that unpacks them: it reads many more,
 * SVG among them, which is a page and not a picture.
 */
function beginsAsPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString("latin1");
  return (
    start.startsWith("\u00ff\u00d8\u00ff") ||
    start.startsWith("\u0089PNG\r\n\u001a\n") ||
    /^RIFF.{4}WEBP$/s.test(start) ||
    /^.{4}ftypavif$/s.test(start)
  );
}

async function picture(bytes: Buffer): Promise<Content> {
  const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
  const { format, compression } = await source.metadata();
  const isAvif = format === "heif" && compression === "av1";
  if (!isAvif && format !== "jpeg" && format !== "png" && format !== "webp") return unknownKind();
  const sized = source
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: longestWork });
  const made =
    format === "png" ? sized.png() : format === "jpeg" ? sized.jpeg({ quality: 82 }) : sized.webp({ quality: 82 });
  const { data, info } = await made.toBuffer({ resolveWithObject: true });
  const kind = format === "png" || format === "jpeg" ? format : "webp";
  return {
    bytes: data,
    type: `image/${kind}`,
    extension: kind === "jpeg" ? "jpg" : kind,
    width: info.width,
    height: info.height,
    charset: null,
  };
}

/** Kept as it is, and only ever handed out to be saved (asset-routes.ts). */
function document(bytes: Buffer): Content {
  if (bytes.length > limits.documentBytes) tooLarge(`A document may have ${limits.documentBytes} bytes.`);
  const isWhole = bytes.subarray(-1_024).includes("%%EOF");
  if (!isWhole) return unknownKind();
  return { bytes, type: "application/pdf", extension: "pdf", width: null, height: null, charset: "binary" };
}

function tooLarge(reason: string): never {
  return refuse("CONTENT_TOO_LARGE", { reason });
}

function unknownKind(): never {
  const reason =
    "JPEG, PNG, WebP and AVIF pictures and PDF documents are taken; this is none of them, or it is broken.";
  return refuse("UNSUPPORTED_MEDIA_TYPE", { where: "file", reason });
}
