// §5 §9: a picture is made smaller on the phone, under 2 MB, before it travels.
import { limits } from "#domain/limits.ts";
import { ApiError } from "#web/items/api-error.ts";

const longestSide = 1_600;
const qualities = [0.82, 0.65, 0.45, 0.3];

/** A JPEG under 2 MB. Throws ApiError IMAGE_TYPE for what is no picture, IMAGE_TOO_LARGE for what cannot be made small enough. */
export async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await open(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of qualities) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (picture && picture.size < limits.imageBytes) return picture;
  }
  throw new ApiError({ code: "IMAGE_TOO_LARGE", status: 400, extensions: { field: "entry_images" } });
}

async function open(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new ApiError({ code: "IMAGE_TYPE", status: 400, extensions: { field: "entry_images" } });
  }
}
