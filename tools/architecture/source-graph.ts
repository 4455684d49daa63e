// The imports between our own source files, types included, and the cycles among them.
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
