// Every route of the web application, read from its route table, so that new pages are tested automatically.
import { readFileSync } from "node:fs";

/** As written in web/routes.tsx: those under /:company/:branch/ without a leading slash. */
export const pagePaths: readonly string[] = [
  ...readFileSync("web/routes.tsx", "utf8").matchAll(/\bpath: "([^"]+)"/g),
].map(([, path]) => path!);
