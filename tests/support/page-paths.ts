// Every address the web has, read from its route table, so that a new page is walked by the stories without being named there.
import { readFileSync } from "node:fs";

/** As written in web/routes.tsx: those under /:company/:branch/ without a leading slash. */
export const pagePaths: readonly string[] = [
  ...readFileSync("web/routes.tsx", "utf8").matchAll(/\bpath: "([^"]+)"/g),
].map(([, path]) => path!);
