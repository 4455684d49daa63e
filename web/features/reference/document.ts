// §7: the OpenAPI document as the reference page reads it.
import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/items/client.ts";

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
  parameters?: readonly Parameter[];
  requestBody?: { content: { [type: string]: { schema: Schema } } };
  responses: { [status: string]: { description?: string; content?: { [type: string]: { schema: Schema } } } };
}
export interface ApiDocument {
  tags: readonly { name: string; "x-group": string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema }; parameters: { [name: string]: Parameter } };
}

export interface Call extends Operation {
  method: string;
  path: string;
}

/** As it is for who is logged in now. */
export const documentQuery = queryOptions({
  queryKey: ["reference"],
  queryFn: ({ signal }) => request<ApiDocument>("/server/specs/oas", { signal }),
  staleTime: 60_000,
});

const methods = ["get", "post", "patch", "delete"];

export function callsOf(document: ApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    methods
      .filter((method) => operations[method])
      .map((method) => ({ ...operations[method]!, path, method: method.toUpperCase() })),
  );
}

/** Every word must be somewhere in the call. */
export function matching({ calls, search }: { calls: readonly Call[]; search: string }): Call[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ method, path, summary, tags }) => {
    const text = `${method} ${path} ${summary} ${tags.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function resolved({ document, schema }: { document: ApiDocument; schema: Schema }): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return (name ? document.components.schemas[name] : undefined) ?? schema;
}

export function parametersOf({ document, call }: { document: ApiDocument; call: Call }): Parameter[] {
  return (call.parameters ?? []).map((parameter) => {
    const name = parameter.$ref?.split("/").at(-1);
    return (name ? document.components.parameters[name] : undefined) ?? parameter;
  });
}

/** 'text, at most 50 characters', 'a row of Branch, or its key'. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(" or ");
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(" · ");
  const [type = "anything"] = schema.type === undefined ? [] : [schema.type].flat();
  if (type === "array") return schema.items ? `list of ${typeText(schema.items)}` : "list";
  const length = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
  const least = schema.minimum === undefined ? "" : `, from ${schema.minimum}`;
  const largest = schema.maximum === undefined ? "" : ` to ${schema.maximum}`;
  return `${words[schema.format ?? type] ?? type}${length}${least}${largest}`;
}

const words: { [type: string]: string } = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  "date-time": "date and time",
  uuid: "id",
  binary: "file",
};

export function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** The call as one types it into a shell, with what must be sent. */
export function shellText({ document, call, origin }: { document: ApiDocument; call: Call; origin: string }): string {
  const lines = [`curl ${call.method === "GET" ? "" : `-X ${call.method} `}"${origin}${call.path}"`];
  lines.push('-H "Authorization: Bearer $TOKEN"');
  const schema = call.requestBody?.content["application/json"]?.schema;
  if (schema) {
    const example = exampleOf({ document, schema });
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`);
  }
  return lines.join(" \\\n  ");
}

function exampleOf({ document, schema }: { document: ApiDocument; schema: Schema }): unknown {
  const { properties = {}, required, anyOf } = resolved({ document, schema });
  if (anyOf?.[0]) return exampleOf({ document, schema: anyOf[0] });
  const names = required ?? Object.keys(properties).slice(0, 2);
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {})]));
}

function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type ?? schema.anyOf?.[0]?.type].flat();
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  if (type === "object") return {};
  return schema.format === "date-time" ? "2026-01-31T10:00:00Z" : "…";
}
