// docs/specification lists the requirements of the specification. Each row names tests that cover it, or says why the
// product differs.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { test } from "node:test";

interface SpecificationRow {
  /** File and line. */
  place: string;
  requirement: string;
  state: string;
  evidence: string;
}
interface NamedTest {
  file: string;
  name: string;
}

const sections = Array.from({ length: 9 }, (_, index) => `§${index + 1}`);
const documents = globSync("docs/specification/*.md").filter((file) => !file.endsWith("README.md"));
/** Characters of the shortest text that counts as a reason. */
const minReasonLength = 20;

/** Rows of all tables of a document, without their headings. */
function readRows(file: string): SpecificationRow[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (!line.startsWith("|") || /^\|(?:-+\|)+$/.test(line) || line.startsWith("| Requirement |")) return [];
      const [, requirement = "", state = "", evidence = "", ...rest] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      assert.deepEqual(rest, [""], `${file}:${index + 1} has three cells`);
      return [{ place: `${file}:${index + 1}`, requirement, state, evidence }];
    });
}

/** "`file`: "first", "second"; `other`: "third"" → each test with its file; undefined in any other form. */
function parseEvidence(evidence: string): NamedTest[] | undefined {
  const tests: NamedTest[] = [];
  const part = /^`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)(?:; |$)/;
  for (let rest = evidence; rest !== "";) {
    const match = part.exec(rest);
    if (!match) return undefined;
    for (const [, name] of match[2]!.matchAll(/"([^"]+)"/g)) tests.push({ file: match[1]!, name: name! });
    rest = rest.slice(match[0].length);
  }
  return tests;
}

const titles = new Map<string, Set<string>>();
/** Titles of the tests of a file, also those in a table of cases, and functions that it calls to create tests. */
function readTitles(file: string): Set<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(file, "utf8");
  const literals = source.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g);
  const calls = source.matchAll(/^(\w+)\(\);$/gm);
  const found = new Set([...[...literals].map(([, , text]) => text!), ...[...calls].map(([, name]) => name!)]);
  titles.set(file, found);
  return found;
}

function findProblem({ requirement, state, evidence }: SpecificationRow): string | undefined {
  if (requirement === "") return "names no requirement";
  if (state === "different")
    return evidence.length >= minReasonLength && !evidence.startsWith("`") ? undefined : "gives no reason";
  if (state !== "works") return "is neither works nor different";
  const tests = parseEvidence(evidence) ?? [];
  if (tests.length === 0) return "names no test";
  const missingFile = tests.find(({ file }) => !/\.(?:test|story)\.tsx?$/.test(file) || !existsSync(file));
  if (missingFile) return `names ${missingFile.file}, which is no test`;
  const missing = tests.find(({ file, name }) => !readTitles(file).has(name));
  return missing && `names "${missing.name}", which ${missing.file} does not have`;
}

const rows = documents.flatMap(readRows);

test("every row of docs/specification names existing tests, or a reason", () => {
  assert.deepEqual(
    rows.flatMap((row) => {
      const problem = findProblem(row);
      return problem === undefined ? [] : [`${row.place} ${problem}`];
    }),
    [],
  );
});

test("every section of the specification has its document with rows, and no requirement is listed twice", () => {
  const headings = documents.map((file) => /^# (§\d)/.exec(readFileSync(file, "utf8"))?.[1]);
  assert.deepEqual(new Set(headings), new Set(sections));
  assert.equal(headings.length, sections.length);
  for (const document of documents) assert.ok(readRows(document).length > 0, document);
  const keys = rows.map(({ place, requirement }) => `${place.split(":", 1)[0]} ${requirement}`);
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

test("control: rows without evidence, with a missing file or with a missing title are found", () => {
  const row = { place: "x:1", requirement: "A requirement", state: "works", evidence: "" };
  const self = "`tests/specification.test.ts`";
  // In two parts, so that this file does not contain it.
  const missingTitle = ["no test has", "this title"].join(" ");
  const cases: [Partial<SpecificationRow>, RegExp | undefined][] = [
    [{}, /names no test/],
    [{ evidence: "Somebody looked at it" }, /names no test/],
    [{ evidence: '`tests/nothing.test.ts`: "a title"' }, /is no test/],
    [{ evidence: '`tests/support/app.ts`: "a title"' }, /is no test/],
    [{ evidence: `${self}: "${missingTitle}"` }, /does not have/],
    [{ state: "different" }, /gives no reason/],
    [{ state: "partly", evidence: "Half of it is there" }, /neither/],
    [{ requirement: "" }, /names no requirement/],
    [{ state: "different", evidence: "not built yet: it needs another program" }, undefined],
    [{ evidence: `${self}: "every row of docs/specification names existing tests, or a reason"` }, undefined],
  ];
  for (const [changes, expected] of cases) {
    const problem = findProblem({ ...row, ...changes });
    if (expected) assert.match(problem ?? "", expected);
    else assert.equal(problem, undefined);
  }
});
