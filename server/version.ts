import { readFileSync } from "node:fs";
import { z } from "zod";
import { jsonText } from "#server/json-text.ts";

const file = new URL("../package.json", import.meta.url);

/** Version of the product, from package.json. */
export const productVersion = jsonText(z.object({ version: z.string() })).parse(readFileSync(file, "utf8")).version;
