// §7: the parts of the OpenAPI document that the API reference uses.
import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  properties?: { [name: string]: Schema };
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
}
export interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  /** Empty for an operation without a session; otherwise that of the document applies. */
  security?: readonly object[];
  parameters?: readonly Parameter[];
  requestBody?: { content: { [type: string]: { schema: Schema } } };
  responses: { [status: string]: { description?: string; content?: { [type: string]: { schema: Schema } } } };
}
export interface ApiDocument {
  tags: readonly { name: string; "x-group": string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema }; parameters: { [name: string]: Parameter } };
}

export interface OperationRef extends Operation {
  method: string;
  path: string;
}

/** The document lists what the current user may access. */
export const documentQuery = queryOptions({
  queryKey: ["reference"],
  queryFn: ({ signal }) => request<ApiDocument>("/server/specs/oas", { signal }),
  staleTime: 60_000,
});

const methods = ["get", "post", "patch", "delete"];

export function listOperations(document: ApiDocument): OperationRef[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    methods
      .filter((method) => operations[method])
      .map((method) => ({ ...operations[method]!, path, method: method.toUpperCase() })),
  );
}

/** Every word must occur in method, path, summary or tags. */
export function searchOperations({
  operations,
  search,
}: {
  operations: readonly OperationRef[];
  search: string;
}): OperationRef[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ method, path, summary, tags }) => {
    const text = `${method} ${path} ${summary} ${tags.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function resolveSchema({ document, schema }: { document: ApiDocument; schema: Schema }): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return (name ? document.components.schemas[name] : undefined) ?? schema;
}

export function getParameters({
  document,
  operation,
}: {
  document: ApiDocument;
  operation: OperationRef;
}): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    const name = parameter.$ref?.split("/").at(-1);
    return (name ? document.components.parameters[name] : undefined) ?? parameter;
  });
}

/** 'text, at most 50 characters', 'a row of Branch, or its key'. */
export function formatSchemaType(schema: Schema): string {
  if (schema.$ref) return getReferenceName(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatSchemaType))].join(" or ");
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(" · ");
  const [type = "anything"] = schema.type === undefined ? [] : [schema.type].flat();
  if (type === "array") return schema.items ? `list of ${formatSchemaType(schema.items)}` : "list";
  const length = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
  const minimum = schema.minimum === undefined ? "" : `, from ${schema.minimum}`;
  const maximum = schema.maximum === undefined ? "" : ` to ${schema.maximum}`;
  return `${typeLabels[schema.format ?? type] ?? type}${length}${minimum}${maximum}`;
}

const typeLabels: { [type: string]: string } = {
  string: "text",
  integer: "integer",
  boolean: "boolean",
  "date-time": "date and time",
  uuid: "id",
  binary: "file",
};

export function getReferenceName(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** A curl command with the required headers and an example of the required body. */
export function formatCurlCommand({
  document,
  operation,
  origin,
}: {
  document: ApiDocument;
  operation: OperationRef;
  origin: string;
}): string {
  const lines = [`curl ${operation.method === "GET" ? "" : `-X ${operation.method} `}"${origin}${operation.path}"`];
  if (operation.security?.length !== 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const { name, in: place, required } of getParameters({ document, operation }))
    if (place === "header" && required) lines.push(`-H "${name}: …"`);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema) {
    const example = createExample({ document, schema });
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`);
  }
  return lines.join(" \\\n  ");
}

function createExample({ document, schema }: { document: ApiDocument; schema: Schema }): unknown {
  const { properties = {}, required, anyOf } = resolveSchema({ document, schema });
  if (anyOf?.[0]) return createExample({ document, schema: anyOf[0] });
  const names = required ?? Object.keys(properties).slice(0, 2);
  return Object.fromEntries(names.map((name) => [name, createSample(properties[name] ?? {})]));
}

function createSample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type ?? schema.anyOf?.[0]?.type].flat();
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  if (type === "object") return {};
  return schema.format === "date-time" ? "2026-01-31T10:00:00Z" : "…";
}
