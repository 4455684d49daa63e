// Every path the documents name is there, and docs/where.md names every section of the specification.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const where = "docs/where.md";
const sections = 9;
const documents = ["README.md", ...markdownUnder("docs")];
const problems = [...documents.flatMap(lostPathsIn), ...missingSections()];

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function markdownUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));
}

/** Paths are what stands in backquotes and begins with one of our folders, and what a link leads to. */
function lostPathsIn(document: string): string[] {
  if (!existsSync(document)) return [`${document} is missing.`];
  const text = readFileSync(document, "utf8").replaceAll(/^```.*?^```/gms, "");
  const quoted = [...text.matchAll(/`((?:domain|server|web|tests|tools|docs|simulators)\/[^`\s]*)`/g)].map(
    ([, name]) => name!,
  );
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, name]) =>
    path.join(path.dirname(document), name!),
  );
  return [...quoted, ...linked]
    .filter((name) => !/[*{<…]/.test(name) && !existsSync(name))
    .map((name) => `${document} names ${name}, which is not there.`);
}

function missingSections(): string[] {
  if (!existsSync(where)) return [`${where} is missing.`];
  const text = readFileSync(where, "utf8");
  return Array.from({ length: sections }, (_, index) => `§${index + 1}`)
    .filter((section) => !new RegExp(`${section}\\b`).test(text))
    .map((section) => `${where} does not say where ${section} is.`);
}
