// The imports between our own source files: cycles among them, types included, and what is loaded at run time.
import path from "node:path";
import type { Module } from "@swc/core";

export interface SourceFile {
  /** Relative to the repository. */
  name: string;
  module: Module;
}

/** Groups of files that import each other in a circle, whether by values or by types alone. */
export function findImportCycles(files: readonly SourceFile[]): string[][] {
  const names = new Set(files.map(({ name }) => name));
  const imports = new Map(files.map((file) => [file.name, listImports(file).filter((target) => names.has(target))]));
  return findStronglyConnected(imports).filter((group) => group.length > 1);
}

function listImports({ name, module }: SourceFile): string[] {
  return module.body.flatMap((item) => {
    const isImport =
      item.type === "ImportDeclaration" ||
      item.type === "ExportAllDeclaration" ||
      (item.type === "ExportNamedDeclaration" && item.source);
    if (!isImport) return [];
    const { value } = (item as { source: { value: string } }).source;
    if (value.startsWith("#")) return [value.slice(1)];
    return value.startsWith(".") ? [path.join(path.dirname(name), value)] : [];
  });
}

/** The chains of imports by which the files named `from` load a package at run time, one for each that does. */
export function findPackagePaths({
  files,
  from,
  packageName,
}: {
  files: readonly SourceFile[];
  from: readonly string[];
  packageName: string;
}): string[][] {
  const imports = new Map(files.map((file) => [file.name, listRuntimeImports(file)]));
  return from.flatMap((start) => {
    const queue = [[start]];
    const visited = new Set([start]);
    for (let chain = queue.shift(); chain; chain = queue.shift()) {
      for (const next of imports.get(chain.at(-1)!) ?? []) {
        if (next === packageName || next.startsWith(`${packageName}/`)) return [[...chain, next]];
        if (!visited.has(next)) queue.push([...chain, next]);
        visited.add(next);
      }
    }
    return [];
  });
}

/** Own files and packages that are loaded with the file, or by it later (`import()`). */
function listRuntimeImports({ name, module }: SourceFile): string[] {
  const declared = module.body.flatMap((item) => {
    const isLoading =
      (item.type === "ImportDeclaration" && !item.typeOnly) ||
      ((item.type === "ExportAllDeclaration" || item.type === "ExportNamedDeclaration") &&
        item.source &&
        !(item as { typeOnly?: boolean }).typeOnly);
    return isLoading ? [(item as { source: { value: string } }).source.value] : [];
  });
  return [...declared, ...listDynamicImports(module)].map((target) => {
    if (target.startsWith("#")) return target.slice(1);
    return target.startsWith(".") ? path.join(path.dirname(name), target) : target;
  });
}

function listDynamicImports(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const call = node as { type?: string; callee?: { type?: string }; arguments?: { expression: { value?: unknown } }[] };
  const target = call.callee?.type === "Import" ? call.arguments?.[0]?.expression.value : undefined;
  return [...(typeof target === "string" ? [target] : []), ...Object.values(node).flatMap(listDynamicImports)];
}

/** Tarjan's algorithm, iterative enough for our depth of imports. */
function findStronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];

  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) === order.get(node)) groups.push(stack.splice(stack.indexOf(node)));
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}
