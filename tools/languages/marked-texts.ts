// Reads the texts of the interface from source code: messages passed to `t`, `tNodes` and `tPlural`, and texts that are not.
import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

export interface SourceTexts {
  messages: Set<string>;
  /** Texts of properties that the components showing them pass to `t`: labels of fields, columns, links and chips. */
  labels: string[];
  /** Texts of elements and of attributes that users see, outside a marked call. */
  unmarked: string[];
  /** Calls that run when the module is loaded, and so would keep the language of that moment. */
  early: string[];
}

interface SyntaxNode {
  type: string;
  [key: string]: unknown;
}

const markers = new Set(["t", "tNodes", "tPlural"]);
const shownAttributes = new Set(["alt", "aria-label", "description", "label", "placeholder", "text", "title"]);
const shownProperties = new Set(["header", "label"]);
const hasWords = (text: string): boolean => /[a-z]{2}/.test(text);

export function readSourceTexts(file: string): SourceTexts {
  const found: SourceTexts = { messages: new Set(), labels: [], unmarked: [], early: [] };
  const module: unknown = parseSync(readFileSync(file, "utf8"), { syntax: "typescript", tsx: file.endsWith("x") });
  visit({ node: module, found, isInFunction: false });
  return found;
}

function visit({ node, found, isInFunction }: { node: unknown; found: SourceTexts; isInFunction: boolean }): void {
  if (Array.isArray(node)) return node.forEach((child: unknown) => visit({ node: child, found, isInFunction }));
  if (!isRecord(node)) return;
  const inside = isInFunction || /Function|^(ClassMethod|MethodProperty)/.test(String(node["type"]));
  if (isNode(node)) {
    if (isMarked(node)) readMarkedCall({ node, found, isInFunction });
    if (node.type === "JSXText" && hasWords(String(node["value"]))) found.unmarked.push(String(node["value"]).trim());
    if (node.type === "JSXAttribute") readAttribute({ node, found });
    if (node.type === "KeyValueProperty") readProperty({ node, found });
  }
  for (const child of Object.values(node)) visit({ node: child, found, isInFunction: inside });
}

function isMarked(node: SyntaxNode): boolean {
  return node.type === "CallExpression" && isNode(node["callee"]) && markers.has(String(node["callee"]["value"]));
}

function readMarkedCall({
  node,
  found,
  isInFunction,
}: {
  node: SyntaxNode;
  found: SourceTexts;
  isInFunction: boolean;
}) {
  const callArguments = node["arguments"] as { expression: unknown }[];
  const isPlural = isNode(node["callee"]) && node["callee"]["value"] === "tPlural";
  const texts = (isPlural ? callArguments.slice(1, 3) : callArguments.slice(0, 1)).flatMap(({ expression }) =>
    readLiterals(expression),
  );
  for (const text of texts) found.messages.add(text);
  if (!isInFunction) found.early.push(texts.join(", "));
}

/** The text, or both of `condition ? "…" : "…"`; none if the text is known at run time only. */
function readLiterals(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  if (expression.type === "StringLiteral") return [String(expression["value"])];
  if (expression.type === "ParenthesisExpression") return readLiterals(expression["expression"]);
  return expression.type === "ConditionalExpression"
    ? [...readLiterals(expression["consequent"]), ...readLiterals(expression["alternate"])]
    : [];
}

function readAttribute({ node, found }: { node: SyntaxNode; found: SourceTexts }): void {
  const { name, value } = node as unknown as { name: { value: string }; value: unknown };
  if (!shownAttributes.has(name.value) || !isNode(value)) return;
  const text = value.type === "StringLiteral" ? String(value["value"]) : "";
  if (hasWords(text)) found.unmarked.push(text);
}

function readProperty({ node, found }: { node: SyntaxNode; found: SourceTexts }): void {
  const { key, value } = node as unknown as { key: { value?: string }; value: unknown };
  if (!shownProperties.has(String(key.value)) || !isNode(value) || value.type !== "StringLiteral") return;
  if (hasWords(String(value["value"]))) found.labels.push(String(value["value"]));
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function isNode(value: unknown): value is SyntaxNode {
  return isRecord(value) && typeof value["type"] === "string";
}
