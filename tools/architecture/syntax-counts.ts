// Counts in the syntax tree of a file: type assertions, role comparisons, hand-written wire interfaces, and fields of the
// catalogue.
import type { Module } from "@swc/core";
import { roleNames } from "#domain/access/roles.ts";

export interface SyntaxCounts {
  /** `x as T`, without `as const`; a double assertion counts once. */
  assertions: number;
  /** `x as unknown as T`. */
  doubleAssertions: number;
  /** A role compared with or looked up by its name. */
  roleComparisons: number;
  /** Interfaces and types named `…Wire`. */
  wireTypes: number;
  /** Imports of fields with limits and texts of their own, which a form takes from a collection or contract instead. */
  catalogueFields: number;
}

const catalogueFields = new Set([
  "cin",
  "email",
  "gstin",
  "oneTimeCode",
  "otp",
  "pan",
  "password",
  "personName",
  "phone",
  "pincode",
  "slug",
  "vehicleNumber",
]);

interface SyntaxNode {
  type: string;
  [key: string]: unknown;
}

/** Counts over the whole module. */
export function countSyntax(module: Module): SyntaxCounts {
  const counts: SyntaxCounts = {
    assertions: 0,
    doubleAssertions: 0,
    roleComparisons: 0,
    wireTypes: 0,
    catalogueFields: countCatalogueFields(module),
  };
  visit(module as unknown as SyntaxNode, counts);
  return counts;
}

function countCatalogueFields(module: Module): number {
  return module.body.reduce((sum, item) => {
    if (item.type !== "ImportDeclaration" || !/^#domain\/schema\/(tax-id-)?fields\.ts$/.test(item.source.value))
      return sum;
    const names = item.specifiers.map((specifier) =>
      specifier.type === "ImportSpecifier" ? (specifier.imported ?? specifier.local).value : "",
    );
    return sum + names.filter((name) => catalogueFields.has(name)).length;
  }, 0);
}

function visit(node: SyntaxNode, counts: SyntaxCounts): void {
  if (node.type === "TsAsExpression") {
    const isDouble = isNode(node["expression"]) && node["expression"].type === "TsAsExpression";
    counts.assertions += isDouble ? 0 : 1;
    counts.doubleAssertions += isDouble ? 1 : 0;
  }
  if (isRoleComparison(node)) counts.roleComparisons += 1;
  if (/^Ts(Interface|TypeAlias)Declaration$/.test(node.type) && readName(node["id"])?.endsWith("Wire"))
    counts.wireTypes += 1;
  visitChildren(node, counts);
}

/** Visits the nodes below; the arguments of a call are in objects that are no nodes themselves. */
function visitChildren(parent: object, counts: SyntaxCounts): void {
  for (const child of Object.values(parent)) {
    if (isNode(child)) visit(child, counts);
    else if (typeof child === "object" && child !== null) visitChildren(child, counts);
  }
}

/** `role === "staff"`, `actor.role !== "admin"`, `["admin", "manager"].includes(role)`, `adminRoles.includes(actor.role)`. */
function isRoleComparison(node: SyntaxNode): boolean {
  if (node.type === "BinaryExpression" && /^[!=]==?$/.test(String(node["operator"]))) {
    const sides = [node["left"], node["right"]];
    return sides.some(isRoleName) && sides.some(isRole);
  }
  if (node.type !== "CallExpression" || !isNode(node["callee"]) || node["callee"].type !== "MemberExpression")
    return false;
  const [first] = node["arguments"] as { expression?: unknown }[];
  return readName(node["callee"]["property"]) === "includes" && isRole(first?.expression);
}

const isRoleName = (node: unknown): boolean =>
  isNode(node) && node.type === "StringLiteral" && (roleNames as readonly unknown[]).includes(node["value"]);

const isRole = (node: unknown): boolean =>
  isNode(node) &&
  (readName(node) === "role" || (node.type === "MemberExpression" && readName(node["property"]) === "role"));

function readName(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" ? String(node["value"]) : undefined;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}
