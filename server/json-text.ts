// JSON text from outside the process: of other systems, of files, and of values that were stored by an earlier version.
import { z } from "zod";

/** Schema of JSON text whose value matches `schema`. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("Invalid JSON");
        return z.NEVER;
      }
    })
    .pipe(schema);
}
