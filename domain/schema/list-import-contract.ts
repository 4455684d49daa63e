// What the actions that import a file have in common.
import { z } from "zod";

export const importPreview = z.object({
  rows: z.int(),
  good: z.int().meta({ description: "Rows that can be imported." }),
  wrong: z.int().meta({ description: "Rows with errors." }),
  unknown: z.array(z.string()).meta({ description: "Headings that are ignored." }),
  errors: z
    .array(z.object({ line: z.int(), column: z.string(), message: z.string(), value: z.string() }))
    .meta({ description: "At most 200." }),
});
export type ImportPreview = z.output<typeof importPreview>;

export const importFileErrors = ["UNSUPPORTED_MEDIA_TYPE", "CONTENT_TOO_LARGE", "OUT_OF_TIME"] as const;
export const importedRowsQuery = "`good` imports the rows without errors; all or none by default.";

/** `data` of the last line of an import. */
export interface ImportResult {
  created: number;
  /** Rows with errors, which were not imported. */
  left: number;
}
