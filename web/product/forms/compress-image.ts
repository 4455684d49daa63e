// §5 §9: images are compressed to under 2 MB in the browser before upload.
import * as limits from "#domain/limits.ts";
import { ApiError } from "#web/api/api-error.ts";

const maxSidePx = 1_600;
const qualities = [0.82, 0.65, 0.45, 0.3];

/** Types that the server accepts as they are. */
export const uploadableImageTypes = ["image/jpeg", "image/png", "image/webp"];

/** Small images unchanged, so that transparency is preserved; others as `compressImage` returns them. */
export async function prepareImage(file: Blob): Promise<Blob> {
  return uploadableImageTypes.includes(file.type) && file.size < limits.imageBytes ? file : compressImage(file);
}

/** Turns the image as its EXIF data says, without which it is returned. Returns a JPEG under 2 MB. Throws ApiError IMAGE_TYPE if the file is not an image, IMAGE_TOO_LARGE if it stays too large. */
export async function compressImage(file: Blob): Promise<Blob> {
  const bitmap = await decodeImage(file);
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of qualities) {
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (image && image.size < limits.imageBytes) return image;
  }
  throw new ApiError({ code: "IMAGE_TOO_LARGE", status: 400, extensions: { field: "entry_images" } });
}

async function decodeImage(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new ApiError({ code: "IMAGE_TYPE", status: 400, extensions: { field: "entry_images" } });
  }
}
