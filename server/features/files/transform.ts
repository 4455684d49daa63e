// §7 /assets: how a picture is asked to be made over. What is not understood is INVALID_QUERY, never passed over.
import { refuseQuery } from "#server/items/refused.ts";

export const fits = ["cover", "contain", "inside", "outside"] as const;
export const formats = ["jpg", "png", "webp", "tiff", "avif"] as const;
export type Format = (typeof formats)[number];

/** In this form, and with its keys in this order, it names the made-over picture in the cache. */
export interface Transform {
  width: number | null;
  height: number | null;
  fit: (typeof fits)[number];
  quality: number | null;
  format: Format | null;
  withoutEnlargement: boolean;
  steps: readonly (readonly [name: string, amount?: number])[];
}

const longestSide = 4_000;
const mostSteps = 5;

/** Each step with the least and the most its one number may be; null takes none. */
const steps: { [name: string]: { least: number; most: number } | null } = {
  blur: { least: 0.3, most: 100 },
  rotate: { least: -360, most: 360 },
  sharpen: null,
  grayscale: null,
  greyscale: null,
  normalize: null,
  negate: null,
  flip: null,
  flop: null,
};

/** Named by `key`; always in the form the caller can show. */
const sizes = { small: 64, medium: 300, large: 800 };

type Asked = { [name: string]: string | undefined };
const known = new Set(["width", "height", "fit", "quality", "format", "withoutEnlargement", "transforms"]);
const others = new Set(["key", "download", "access_token", "cache-buster"]);

/** Null where the picture is wanted as it is. `accept` is what the caller says it can show, for `format=auto`. */
export function transformOf({ asked, accept }: { asked: Asked; accept: string }): Transform | null {
  for (const name of Object.keys(asked))
    if (!known.has(name) && !others.has(name)) refuseQuery(`"${name}" is not a known parameter of a picture.`);
  const named = Object.keys(asked).filter((name) => known.has(name));
  if (asked["key"] !== undefined) {
    if (named.length > 0) refuseQuery('"key" stands for a whole transform: leave the others out.');
    return presetOf({ key: asked["key"], accept });
  }
  if (named.length === 0) return null;
  return {
    width: number({ asked, name: "width", least: 1, most: longestSide }),
    height: number({ asked, name: "height", least: 1, most: longestSide }),
    fit: oneOf({ name: "fit", value: asked["fit"], among: fits }) ?? "cover",
    quality: number({ asked, name: "quality", least: 0, most: 100 }),
    format: formatOf({ value: asked["format"], accept }),
    withoutEnlargement: flag({ name: "withoutEnlargement", value: asked["withoutEnlargement"] }),
    steps: stepsOf(asked["transforms"]),
  };
}

function presetOf({ key, accept }: { key: string; accept: string }): Transform {
  const [, size, fit] = /^system-(small|medium|large)-(cover|contain)$/.exec(key) ?? [];
  if (!size) return refuseQuery(`"${key}" is not a known key of a transform.`);
  const width = sizes[size as keyof typeof sizes];
  return {
    width,
    height: fit === "cover" ? width : null,
    fit: fit as Transform["fit"],
    quality: null,
    format: formatOf({ value: "auto", accept }),
    withoutEnlargement: false,
    steps: [],
  };
}

function number({
  asked,
  name,
  least,
  most,
}: {
  asked: Asked;
  name: string;
  least: number;
  most: number;
}): number | null {
  const text = asked[name];
  if (text === undefined || text === "") return null;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? value
    : refuseQuery(`"${name}" must be a whole number from ${least} to ${most}.`);
}

function oneOf<const T extends string>({
  name,
  value,
  among,
}: {
  name: string;
  value: string | undefined;
  among: readonly T[];
}): T | null {
  if (value === undefined || value === "") return null;
  const found = among.find((one) => one === value);
  return found ?? refuseQuery(`"${name}" must be one of ${among.join(", ")}.`);
}

function formatOf({ value, accept }: { value: string | undefined; accept: string }): Format | null {
  if (value !== "auto") return oneOf({ name: "format", value, among: formats });
  // Nearly as small as AVIF, and made in a tenth of the time.
  if (accept.includes("image/webp")) return "webp";
  return accept.includes("image/avif") ? "avif" : null;
}

function flag({ name, value }: { name: string; value: string | undefined }): boolean {
  if (value === undefined || value === "false") return false;
  return value === "true" || value === "" ? true : refuseQuery(`"${name}" must be true or false.`);
}

function stepsOf(text: string | undefined): Transform["steps"] {
  if (!text) return [];
  const list = parsed(text);
  if (!Array.isArray(list) || list.length > mostSteps)
    refuseQuery(`"transforms" must be a list of at most ${mostSteps}.`);
  return list.map((step: unknown) => {
    const [name, amount, ...more] = Array.isArray(step) ? (step as unknown[]) : [];
    if (typeof name !== "string" || !Object.hasOwn(steps, name) || more.length > 0)
      refuseQuery(`"transforms" takes ${Object.keys(steps).join(", ")}.`);
    const range = steps[name];
    if (amount === undefined) return [name] as const;
    if (!range || typeof amount !== "number" || !(amount >= range.least && amount <= range.most))
      refuseQuery(
        `"transforms": ${name} ${range ? `takes a number from ${range.least} to ${range.most}` : "takes nothing"}.`,
      );
    return [name, amount] as const;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseQuery('"transforms" is not valid JSON.');
  }
}
