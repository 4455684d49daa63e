// The architecture's measurable targets. Each has a ceiling that only goes down: exceeding it fails the check. The table
// shows value, ceiling and target, so that every change sees where the code base stands.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { findImportCycles, findPackagePaths, type SourceFile } from "#tools/architecture/source-graph.ts";
import { countLines, countLiterals, countRepeatedRules } from "#tools/architecture/style-sheets.ts";
import { countSyntax, type SyntaxCounts } from "#tools/architecture/syntax-counts.ts";

interface Measure {
  name: string;
  value: number;
  /** The value that was reached; more of it is refused. */
  ceiling: number;
  target: number;
}

const maxFilesPerFolder = 25;
const isTest = (name: string): boolean => /\.(test|story)\.tsx?$/.test(name);
const paths = globSync("{domain,server,web}/**/*.{ts,tsx,css}").toSorted();
const files: SourceFile[] = paths
  .filter((name) => !isTest(name) && !name.endsWith(".css"))
  .map((name) => ({
    name,
    module: parseSync(readFileSync(name, "utf8"), { syntax: "typescript", tsx: name.endsWith("x") }),
  }));
const styleSheetPaths = paths.filter((name) => name.endsWith(".css"));
const styleSheets = styleSheetPaths.map((name) => readFileSync(name, "utf8"));
const styleSheetsWithoutTokens = styleSheetPaths
  .filter((name) => !name.endsWith("tokens.css"))
  .map((name) => readFileSync(name, "utf8"));

/** Schemas run on the server alone: zod would add 23 kB to what a page loads. */
const schemaLibraryPaths = findPackagePaths({
  files,
  from: files.map(({ name }) => name).filter((name) => /^web\/(main|customer)\.tsx$|^web\/.*\.page\.tsx$/.test(name)),
  packageName: "zod",
});

/** What a government is, is decided in one module alone. */
const comparesWithGovernment = (name: string): boolean =>
  !isTest(name) && name !== "domain/branches/entity-type.ts" && /[!=]==? "government"/.test(readFileSync(name, "utf8"));

const measures: Measure[] = [
  {
    name: "type assertions outside the engine",
    value: count("assertions", /^server\/items\//),
    ceiling: 14,
    target: 60,
  },
  { name: "`as unknown as`", value: count("doubleAssertions"), ceiling: 0, target: 0 },
  { name: "hand-written wire types", value: count("wireTypes"), ceiling: 0, target: 0 },
  {
    name: "role comparisons outside domain/access",
    value: count("roleComparisons", /^domain\/access\//),
    ceiling: 0,
    target: 0,
  },
  {
    name: "files that compare with government",
    value: paths.filter(comparesWithGovernment).length,
    ceiling: 0,
    target: 0,
  },
  { name: "lines of CSS", value: countLines(styleSheets), ceiling: 2564, target: 3000 },
  { name: "repeated CSS rules", value: countRepeatedRules(styleSheets), ceiling: 0, target: 0 },
  {
    name: "literals instead of design tokens",
    value: countLiterals(styleSheetsWithoutTokens),
    ceiling: 0,
    target: 0,
  },
  {
    name: "files in the fullest folder",
    value: Math.max(...countFilesByFolder().values()),
    ceiling: 25,
    target: maxFilesPerFolder,
  },
  {
    name: "fields declared anew in a form",
    value: count("catalogueFields", /^(domain|server)\//),
    ceiling: 0,
    target: 0,
  },
  { name: "pages that load zod", value: schemaLibraryPaths.length, ceiling: 0, target: 0 },
  { name: "import cycles, types included", value: findImportCycles(files).length, ceiling: 0, target: 0 },
];

for (const { name, value, ceiling, target } of measures)
  console.log(`note: ${name.padEnd(40)} ${String(value).padStart(6)} (at most ${ceiling}, target ${target})`);
const exceeded = measures.filter(({ value, ceiling }) => value > ceiling);
for (const { name, value, ceiling } of exceeded)
  console.error(`${name}: ${value}, at most ${ceiling}. Reduce it, or explain in the commit why the ceiling rises.`);
for (const chain of schemaLibraryPaths) console.error(`A page loads zod: ${chain.join(" → ")}`);
if (process.argv.includes("--list")) listDetails();
process.exit(exceeded.length > 0 ? 1 : 0);

function count(counted: keyof SyntaxCounts, excluded?: RegExp): number {
  return files
    .filter(({ name }) => !excluded?.test(name))
    .reduce((sum, { module }) => sum + countSyntax(module)[counted], 0);
}

/** Counts tests and style sheets too, since a folder is read with them. */
function countFilesByFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of paths) counts.set(path.dirname(name), (counts.get(path.dirname(name)) ?? 0) + 1);
  return counts;
}

/** What to work on next: the cycles, and the folders that are too full. */
function listDetails(): void {
  for (const cycle of findImportCycles(files)) console.log(cycle.join(" → "));
  for (const [folder, fileCount] of countFilesByFolder())
    if (fileCount > maxFilesPerFolder) console.log(`${folder}: ${fileCount} files`);
}
