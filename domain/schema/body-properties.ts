// Properties of bodies and replies that several actions share and no collection declares.
import { z } from "zod";
import { parsePaise } from "#domain/money.ts";

export const createFlag = (name: string) => z.boolean(`"${name}" must be true or false.`).optional();

/** The amount shown when cash was collected. */
export const expectedPaise = z
  .int('"expected" must be an amount in paise.')
  .optional()
  .meta({ description: "Expected amount in paise; AMOUNT_MISMATCH if it differs." });

/** What an edit began with. */
export const shownValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .optional()
  .meta({
    description: "Values that were shown when the edit began; a field with another value now is not overwritten.",
  });

const isListOrMissing = (value: unknown): boolean => value === undefined || value === null || Array.isArray(value);

/** Ids of uploaded images; each id is checked as a relation of the entry. */
export const entryImages = z
  .custom<readonly string[] | null | undefined>(isListOrMissing, '"entry_images" must be a list of file ids.')
  .optional()
  .meta({ type: "array", items: { type: "string", format: "uuid" }, maxItems: 5, description: "File ids." });

/** Length of a pass, which the rules of passes check with its unit. */
export const passDuration = z
  .unknown()
  .optional()
  .meta({ type: "integer", description: "Length of the pass in units of `time_type`." });

/** Amount of a reply. */
export const paise = z.int().meta({ description: "Paise." });
const textOrNumber = z.union([z.string(), z.number()]);
const plainTranslation = z.object({ message: z.string(), values: z.record(z.string(), textOrNumber) });
/** The English message of a text with values and these, by which pages translate it (domain/text/filled-text.ts). */
const translation = z
  .object({ message: z.string(), values: z.record(z.string(), z.union([textOrNumber, plainTranslation])) })
  .meta({ description: "What a translation of the text, without the amount at its end, needs." });
/** Lines of a charge in words. */
export const describedLines = z
  .array(z.object({ text: z.string(), amount: paise, translation }))
  .meta({ description: "How the charge comes about, in words. The amounts add up to it; a reduction is negative." });
/** Timestamp of a reply. */
export const timestampText = z.string().meta({ format: "date-time" });

/** Content of the QR code of an entry, a pass or a ticket. */
export const qrText = z.string().meta({ description: "Content of the QR code." });
/** Token of the payment link; only for those who may see the whole entry. */
export const payToken = z.string().optional().meta({ description: "Token of the payment link." });

/** Any value: a code that does not match is rejected with an error of its own, not as a malformed request. */
export const codeText = z.unknown().optional().meta({ type: "string" });

/** Rupees on the wire, paise for the handler. */
export function createAmount({ name, description }: { name: string; description: string }) {
  const message = `"${name}" must be an amount in rupees.`;
  return z
    .union([z.string(), z.number()], message)
    .refine((amount) => parsePaise(amount) !== undefined, message)
    .transform(parsePaise)
    .nullish()
    .meta({ description });
}
