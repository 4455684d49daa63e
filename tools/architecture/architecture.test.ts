import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSync } from "@swc/core";
import { findImportCycles, findPackagePaths } from "#tools/architecture/source-graph.ts";
import { countLines, countLiterals, countRepeatedRules } from "#tools/architecture/style-sheets.ts";
import { countSyntax } from "#tools/architecture/syntax-counts.ts";

const parse = (source: string) => parseSync(source, { syntax: "typescript" });

test("counts assertions, role comparisons, wire types and fields of the catalogue", () => {
  const none = { assertions: 0, doubleAssertions: 0, roleComparisons: 0, wireTypes: 0, catalogueFields: 0 };
  const cases: [source: string, counts: Partial<typeof none>][] = [
    ["const a = b as string;", { assertions: 1 }],
    ["const a = [1] as const;", {}],
    ["const a = b satisfies string;", {}],
    ["const a = b as unknown as string;", { assertions: 1, doubleAssertions: 1 }],
    ["if (role === 'staff') run();", { roleComparisons: 1 }],
    ["if ('admin' !== actor.role) run();", { roleComparisons: 1 }],
    ["if (['admin', 'manager'].includes(actor.role)) run();", { roleComparisons: 1 }],
    ["if (status === 'staff' || role === other) run();", {}],
    ["export interface EntryWire { id: number }", { wireTypes: 1 }],
    ['import { checkField, email, phone as number } from "#domain/schema/fields.ts";', { catalogueFields: 2 }],
    ['import { gstin } from "#domain/schema/tax-id-fields.ts";', { catalogueFields: 1 }],
    ['import { email } from "#domain/people/user-fields.ts"; import { text } from "#domain/schema/fields.ts";', {}],
    ["type Wire = 1; type EntryWire = 2; type Wired = 3;", { wireTypes: 2 }],
  ];
  for (const [source, counts] of cases) assert.deepEqual(countSyntax(parse(source)), { ...none, ...counts }, source);
});

test("finds cycles, also those of types alone", () => {
  const file = (name: string, source: string) => ({ name, module: parse(source) });
  const files = [
    file("a.ts", 'import type { B } from "./b.ts"; export interface A { b: B }'),
    file("b.ts", 'import { a } from "#a.ts"; export const b = a;'),
    file("c.ts", 'export { b } from "./b.ts"; import "node:fs";'),
  ];
  assert.deepEqual(
    findImportCycles(files).map((cycle) => cycle.toSorted()),
    [["a.ts", "b.ts"]],
  );
});

test("finds the imports by which a page loads a package, and none by types alone", () => {
  const file = (name: string, source: string) => ({ name, module: parse(source) });
  const files = [
    file("web/a.page.ts", 'import { a } from "#domain/a.ts"; import type { T } from "#domain/actions.ts";'),
    file("web/lazy.page.ts", 'export const open = async () => (await import("./sheet.ts")).open();'),
    file("web/sheet.ts", 'export { b } from "#domain/b.ts";'),
    file("web/same-name.page.ts", 'import "zodiac"; export type * from "zod"; export type { z } from "zod";'),
    file("domain/a.ts", 'import type { z } from "zod"; export const a = 1;'),
    file("domain/b.ts", 'import { z } from "zod/mini"; export const b = z;'),
    file("domain/actions.ts", 'import { z } from "zod"; export type T = z.ZodType;'),
  ];
  const from = files.map(({ name }) => name).filter((name) => name.endsWith(".page.ts"));
  assert.deepEqual(findPackagePaths({ files, from, packageName: "zod" }), [
    ["web/lazy.page.ts", "web/sheet.ts", "domain/b.ts", "zod/mini"],
  ]);
});

test("counts lengths, weights and colours that are not design tokens", () => {
  const tokens = ".a { gap: var(--space-md); margin: 0 auto; border: 1px solid var(--line); font-weight: inherit; }";
  const own = "@media (min-width: 900px) { .a { color: #fff; padding: 0 12px; font-size: 15px; font-weight: 600; } }";
  assert.equal(countLiterals([tokens]), 0);
  assert.equal(countLiterals([own]), 5);
});

test("counts lines of CSS and rules with the same declarations", () => {
  const one = ".a { color: red; margin: 0; padding: 0; }\n\n/* .x { color: red; margin: 0; padding: 0; } */\n";
  const other =
    "@media print {\n  .b { margin: 0; color: red; padding: 0 }\n  .c { color: red }\n  .d { color: red }\n}";
  assert.equal(countRepeatedRules([one]), 0);
  assert.equal(countRepeatedRules([one, other]), 1);
  assert.equal(countLines([one]), 2);
});
