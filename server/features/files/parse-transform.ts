// §7 /assets: parses the transform of an image. Unknown parameters are INVALID_QUERY, never ignored.
import { isKeyOf } from "#domain/object-keys.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import { type ImageFormat, imageFits, imageFormats, type ImageTransform } from "#server/storage/image-jobs.ts";

const maxSidePixels = 4_000;
/** Pixels of the largest stored image; AVIF takes ten times the work per pixel. */
const maxOutputPixels = 4_000_000;
const maxAvifPixels = 1_000_000;
const maxSteps = 5;

/** Steps with the range of their number; null for steps without one. */
const transformSteps: { [name: string]: { min: number; max: number } | null } = {
  blur: { min: 0.3, max: 100 },
  rotate: { min: -360, max: 360 },
  sharpen: null,
  grayscale: null,
  greyscale: null,
  normalize: null,
  negate: null,
  flip: null,
  flop: null,
};

/** Sizes of the presets in `key`; the format is negotiated. */
const sizes = { small: 64, medium: 300, large: 800 };

type TransformParams = { [name: string]: string | undefined };
const knownParams = new Set(["width", "height", "fit", "quality", "format", "withoutEnlargement", "transforms"]);
const ignoredParams = new Set(["key", "download", "access_token", "preview", "cache-buster"]);

/**
 * Returns null for the original image. `accept` is the Accept header, for `format=auto`. Anonymous callers can use
 * presets only, without enlargement and AVIF.
 */
export function parseTransform({
  params,
  accept,
  isAuthenticated,
}: {
  params: TransformParams;
  accept: string;
  isAuthenticated: boolean;
}): ImageTransform | null {
  for (const name of Object.keys(params))
    if (!knownParams.has(name) && !ignoredParams.has(name))
      throwInvalidQuery(`"${name}" is not a known image parameter.`);
  const transformParams = Object.keys(params).filter((name) => knownParams.has(name));
  if (params["key"] !== undefined) {
    if (transformParams.length > 0) throwInvalidQuery('"key" cannot be combined with other transform parameters.');
    return getPresetTransform({ key: params["key"], accept, isAuthenticated });
  }
  if (transformParams.length === 0) return null;
  if (!isAuthenticated) throwInvalidQuery('Without a login images can only be transformed by "key".');
  return {
    width: parseNumber({ params, name: "width", min: 1, max: maxSidePixels }),
    height: parseNumber({ params, name: "height", min: 1, max: maxSidePixels }),
    fit: parseChoice({ name: "fit", value: params["fit"], choices: imageFits }) ?? "cover",
    quality: parseNumber({ params, name: "quality", min: 0, max: 100 }),
    format: parseFormat({ value: params["format"], accept }),
    withoutEnlargement: parseFlag({ name: "withoutEnlargement", value: params["withoutEnlargement"] }),
    steps: parseSteps(params["transforms"]),
  };
}

function getPresetTransform({
  key,
  accept,
  isAuthenticated,
}: {
  key: string;
  accept: string;
  isAuthenticated: boolean;
}): ImageTransform {
  const [, size, fit] = /^system-([a-z]+)-([a-z]+)$/.exec(key) ?? [];
  if (!isKeyOf(sizes, size) || (fit !== "cover" && fit !== "contain"))
    return throwInvalidQuery(`"${key}" is not a known key of a transform.`);
  const width = sizes[size];
  return {
    width,
    height: fit === "cover" ? width : null,
    fit,
    quality: null,
    format: parseFormat({ value: "auto", accept: isAuthenticated ? accept : accept.replaceAll("image/avif", "") }),
    withoutEnlargement: !isAuthenticated,
    steps: [],
  };
}

/** INVALID_QUERY if the variant would exceed the maximum number of pixels; the source's size is in pixels. */
export function assertOutputSize({
  transform,
  source,
}: {
  transform: ImageTransform;
  source: { width: number; height: number };
}): void {
  const maxPixels = transform.format === "avif" ? maxAvifPixels : maxOutputPixels;
  if (countPixels({ transform, source }) > maxPixels)
    throwInvalidQuery(`The image may have at most ${maxPixels} pixels.`);
}

function countPixels({
  transform,
  source,
}: {
  transform: ImageTransform;
  source: { width: number; height: number };
}): number {
  const { width, height, fit, withoutEnlargement } = transform;
  if (width !== null && height !== null && (fit === "cover" || fit === "contain")) return width * height;
  const scales = [width === null ? [] : width / source.width, height === null ? [] : height / source.height].flat();
  const scale = fit === "outside" ? Math.max(...scales) : Math.min(...scales);
  const isUnscaled = scales.length === 0 || (withoutEnlargement && scale > 1);
  return source.width * source.height * (isUnscaled ? 1 : scale * scale);
}

function parseNumber({
  params,
  name,
  min,
  max,
}: {
  params: TransformParams;
  name: string;
  min: number;
  max: number;
}): number | null {
  const text = params[name];
  if (text === undefined || text === "") return null;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max
    ? value
    : throwInvalidQuery(`"${name}" must be a whole number from ${min} to ${max}.`);
}

function parseChoice<const T extends string>({
  name,
  value,
  choices,
}: {
  name: string;
  value: string | undefined;
  choices: readonly T[];
}): T | null {
  if (value === undefined || value === "") return null;
  const found = choices.find((choice) => choice === value);
  return found ?? throwInvalidQuery(`"${name}" must be one of ${choices.join(", ")}.`);
}

function parseFormat({ value, accept }: { value: string | undefined; accept: string }): ImageFormat | null {
  if (value !== "auto") return parseChoice({ name: "format", value, choices: imageFormats });
  // WebP is nearly as small as AVIF and ten times faster to encode.
  if (accept.includes("image/webp")) return "webp";
  return accept.includes("image/avif") ? "avif" : null;
}

function parseFlag({ name, value }: { name: string; value: string | undefined }): boolean {
  if (value === undefined || value === "false") return false;
  return value === "true" || value === "" ? true : throwInvalidQuery(`"${name}" must be true or false.`);
}

function parseSteps(text: string | undefined): ImageTransform["steps"] {
  if (!text) return [];
  const list = parseJson(text);
  if (!Array.isArray(list) || list.length > maxSteps)
    throwInvalidQuery(`"transforms" must be a list of at most ${maxSteps}.`);
  return list.map((step: unknown) => {
    const [name, amount, ...rest]: unknown[] = Array.isArray(step) ? step : [];
    if (typeof name !== "string" || !Object.hasOwn(transformSteps, name) || rest.length > 0)
      throwInvalidQuery(`"transforms" takes ${Object.keys(transformSteps).join(", ")}.`);
    const range = transformSteps[name];
    if (amount === undefined) return [name] as const;
    if (!range || typeof amount !== "number" || !(amount >= range.min && amount <= range.max))
      throwInvalidQuery(
        `"transforms": ${name} ${range ? `takes a number from ${range.min} to ${range.max}` : "takes nothing"}.`,
      );
    return [name, amount] as const;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return throwInvalidQuery('"transforms" is not valid JSON.');
  }
}
