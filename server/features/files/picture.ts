// reading.md §10: a picture is made anew from its points, so that nothing hidden in the file (place, device) is kept.
import sharp from "sharp";
import { limits } from "#domain/limits.ts";
import { refuse } from "#server/items/refused.ts";

/** Longer sides than this are made smaller, in pixels. */
const longestSide = 2_000;
/** A picture that unpacks to more is an attack, not a photo; in pixels. */
const mostPixels = 50_000_000;

export interface Picture {
  bytes: Buffer;
  type: "image/jpeg" | "image/png" | "image/webp";
  extension: "jpg" | "png" | "webp";
  width: number;
  height: number;
}

/** Throws IMAGE_UPLOAD_FAILED for what is no picture of a kind we take, CONTENT_TOO_LARGE for too large a one. */
export async function cleanPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > limits.imageBytes) refuse("CONTENT_TOO_LARGE");
  try {
    const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
    const { format } = await source.metadata();
    if (format !== "jpeg" && format !== "png" && format !== "webp") return notAPicture();
    const sized = source
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
    const { data, info } = await (
      format === "png" ? sized.png() : format === "webp" ? sized.webp({ quality: 82 }) : sized.jpeg({ quality: 82 })
    ).toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      type: `image/${format}`,
      extension: format === "jpeg" ? "jpg" : format,
      width: info.width,
      height: info.height,
    };
  } catch {
    return notAPicture();
  }
}

function notAPicture(): never {
  return refuse("UNSUPPORTED_MEDIA_TYPE", { where: "file" });
}
