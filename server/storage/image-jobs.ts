// Messages between the server and the image process (images.ts starts it, image-worker.ts is its program).

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

/** `clean` decodes and re-encodes an upload; `transform` creates a variant of a stored image. */
export type ImageJob =
  | { kind: "clean"; bytes: Uint8Array }
  | { kind: "transform"; bytes: Uint8Array; transform: ImageTransform };

export interface EncodedImage {
  bytes: Uint8Array;
  /** Format of the encoded bytes. */
  format: ImageFormat;
  /** In pixels. */
  width: number;
  height: number;
}

/** Reason of a failure: too many pixels, or not a readable image. */
export type ImageFailure = "too-many-pixels" | "unreadable";
export type ImageResult = { image: EncodedImage } | { failure: ImageFailure };

/** Largest decoded image, in pixels in total and per side: anything larger is treated as an attack. */
export const maxInputPixels = 50_000_000;
export const maxInputSidePixels = 20_000;
/** Longest side of a stored image in pixels; larger uploads are scaled down. */
export const maxStoredSidePixels = 2_000;
