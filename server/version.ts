import { readFileSync } from "node:fs";

const file = new URL("../package.json", import.meta.url);

/** Version of the product, from package.json. */
export const productVersion = (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
