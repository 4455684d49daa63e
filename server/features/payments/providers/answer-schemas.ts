// Parts of the schemas of a provider's answers. An answer never fails as a whole, since an amount or id that is missing or
// malformed must not hide its result: such a field is null, and without a known amount nothing is paid.
import { z } from "zod";

/** Text, truncated to 100 characters; null if it is missing, empty or no text. */
export const optionalText = z
  .string()
  .min(1)
  .transform((text) => text.slice(0, 100))
  .nullable()
  .catch(null);

/** Whole paise; null if missing or malformed. */
export const optionalPaise = z.int().nonnegative().nullable().catch(null);

/** URL with http or https; null if missing or malformed. */
export const optionalUrl = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .catch(null);

/** Id to compare with a known one: undefined if missing, and equal to none if malformed. */
export const comparedId = z.string().optional().catch("");

/** Object of such fields; anything else counts as an empty object. Unknown fields are ignored. */
export function answerObject<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value : {};
  }, z.object(shape));
}

/** List of objects; anything else counts as an empty list. */
export function answerList<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item));
}
