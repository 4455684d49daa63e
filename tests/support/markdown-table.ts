// Reads the worked examples of docs/rules, so that documents and code agree.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The rows of the first table under a heading, by column; a missing heading or table is an error. */
export function readMarkdownTable({
  file,
  heading,
}: {
  file: string;
  heading: string;
}): { [column: string]: string }[] {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "").trim() === heading);
  if (start < 0) throw new Error(`${file} has no heading '${heading}'`);
  const end = lines.findIndex((line, index) => index > start && /^#+ /.test(line));
  const section = lines.slice(start + 1, end < 0 ? undefined : end);
  const first = section.findIndex((line) => line.startsWith("|"));
  if (first < 0) throw new Error(`${file} has no table under '${heading}'`);
  const past = section.findIndex((line, index) => index > first && !line.startsWith("|"));
  const [head, , ...body] = section.slice(first, past < 0 ? undefined : past).map(splitCells);
  if (!head || body.length === 0) throw new Error(`${file}: the table under '${heading}' is empty`);
  return body.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] ?? ""])));
}

function splitCells(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1"));
}
