// Messages between the server and the image process (images.ts starts it, image-worker.ts is its program).

import { z } from "zod";

export const imageFits = ["cover", "contain", "inside", "outside"] as const;
export const imageFormats = ["jpg", "png", "webp", "tiff", "avif"] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Serialised in this key order, it identifies the variant in the cache. */
export interface ImageTransform {
  width: number | null;
  height: number | null;
  fit: (typeof imageFits)[number];
  quality: number | null;
  format: ImageFormat | null;
  withoutEnlargement: boolean;
  steps: readonly (readonly [name: string, amount?: number])[];
}

/** `clean` decodes and re-encodes an upload; `shrink` makes a small JPEG of a picture that is not stored; `transform` creates a variant of a stored image; `draw` renders an SVG of the server, and `raster` as one byte for each pixel. */
export type ImageJob =
  | { kind: "draw"; svg: string }
  | { kind: "raster"; svg: string }
  | { kind: "clean"; bytes: Uint8Array }
  | { kind: "shrink"; bytes: Uint8Array }
  | { kind: "transform"; bytes: Uint8Array; transform: ImageTransform };

const encodedImage = z.object({
  bytes: z.instanceof(Uint8Array),
  /** Format of the encoded bytes. */
  format: z.enum(imageFormats),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
});
export type EncodedImage = z.output<typeof encodedImage>;

/** Reason of a failure: too many pixels, or not a readable image. */
const imageFailure = z.enum(["too-many-pixels", "unreadable"]);
export type ImageFailure = z.output<typeof imageFailure>;
/** Answer of the image process, which decodes files that may be malicious. */
export const imageResult = z.union([z.object({ image: encodedImage }), z.object({ failure: imageFailure })]);
export type ImageResult = z.output<typeof imageResult>;

/** Largest decoded image, in pixels in total and per side: anything larger is treated as an attack. */
export const maxInputPixels = 50_000_000;
export const maxInputSidePixels = 20_000;
/** Longest side of a stored image in pixels; larger uploads are scaled down. */
export const maxStoredSidePixels = 2_000;
/** Longest side of a shared picture, which a tab keeps: as of those that pages compress. */
export const maxSharedSidePixels = 1_600;
