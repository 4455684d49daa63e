// Checks that every path in the documentation exists, and that docs/where.md covers every section of the specification
// and names files, not folders.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const whereFile = "docs/where.md";
const specificationSections = 9;
const documents = ["README.md", ...listMarkdownFiles("docs")];
const problems = [...documents.flatMap(findMissingPaths), ...findMissingSections(), ...findFolderRows()];

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function listMarkdownFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));
}

/** Checks paths in backquotes that start with a project folder, and link targets. */
function findMissingPaths(document: string): string[] {
  if (!existsSync(document)) return [`${document} is missing.`];
  const text = readFileSync(document, "utf8").replaceAll(/^```.*?^```/gms, "");
  const quotedPaths = [...text.matchAll(/`((?:domain|server|web|tests|tools|docs|simulators)\/[^`\s]*)`/g)].map(
    ([, name]) => name!,
  );
  const linkedPaths = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, name]) =>
    path.join(path.dirname(document), name!),
  );
  return [...quotedPaths, ...linkedPaths]
    .filter((name) => !/[*{<…]/.test(name) && !existsSync(name))
    .map((name) => `${document} refers to ${name}, which does not exist.`);
}

function findMissingSections(): string[] {
  if (!existsSync(whereFile)) return [`${whereFile} is missing.`];
  const text = readFileSync(whereFile, "utf8");
  return Array.from({ length: specificationSections }, (_, index) => `§${index + 1}`)
    .filter((section) => !new RegExp(`${section}\\b`).test(text))
    .map((section) => `${whereFile} does not cover ${section}.`);
}

/** A folder in a row says only where to continue searching. */
function findFolderRows(): string[] {
  if (!existsSync(whereFile)) return [];
  const rows = readFileSync(whereFile, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return rows
    .flatMap((row) => [...row.matchAll(/`((?:domain|server|web|tests|tools|docs|simulators)\/[^`\s]*\/)`/g)])
    .map(([, folder]) => `${whereFile} names the folder ${folder}: name the files in it.`);
}
