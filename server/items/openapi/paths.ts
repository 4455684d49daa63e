// §7: the calls of each declared collection, for one person's sight.
import type { Seen } from "#server/items/seen.ts";
import { sharedParameters } from "#server/items/openapi/components.ts";
import { refTo, type Schema, schemaName } from "#server/items/openapi/schemas.ts";

/** By method; `parameters` are those of every method. */
export type Paths = { [path: string]: Schema };

const refusals: Schema = Object.fromEntries(
  ["400", "401", "403", "409", "429", "default"].map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]),
);

/** What an operation answers: `data` of this shape, or nothing at all. */
export function answers({ data, isPlain = false }: { data: Schema | null; isPlain?: boolean }): Schema {
  if (data === null) return { "204": { description: "Done." }, ...refusals };
  const schema = isPlain ? data : { type: "object", properties: { data }, required: ["data"] };
  return { "200": { description: "Done.", content: { "application/json": { schema } } }, ...refusals };
}

export function body(schema: Schema): Schema {
  return { required: true, content: { "application/json": { schema } } };
}

const parameters = (...names: string[]): Schema[] => names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
const listParameters = parameters(...Object.keys(sharedParameters));
const shown = parameters("fields");
const written = (data: Schema): Schema => ({
  ...answers({ data }),
  "204": { description: "Done; the writer may not read what was written." },
});

/** The addresses of one collection. */
export function pathsOf(seen: Seen): Paths {
  const { collection, read, create, update, mayDelete } = seen;
  const name = schemaName(collection);
  const base = collection.system ? `/${collection.name}` : `/items/${collection.name}`;
  const row = refTo(name);
  const rows = { type: "array", items: row };
  const operation = (verb: string, summary: string, rest: Schema): Schema => ({
    operationId: `${verb}${name}`,
    summary,
    tags: [name],
    ...rest,
  });
  if (collection.singleton) {
    const of: Schema = {};
    if (read) of["get"] = operation("read", "Read it", { parameters: shown, responses: answers({ data: row }) });
    if (update)
      of["patch"] = operation("update", "Change it", {
        parameters: shown,
        requestBody: body(refTo(`update_${name}`)),
        responses: written(row),
      });
    return Object.keys(of).length > 0 ? { [base]: of } : {};
  }
  const many: Schema = {};
  const one: Schema = {};
  const grouped = { anyOf: [rows, { type: "array", items: { type: "object" } }] };
  if (read) {
    const list = { type: "object", properties: { data: grouped, meta: refTo("Meta") }, required: ["data"] };
    many["get"] = operation("read", "List rows, or count them together", {
      description: "The same query may be sent as the body of the method SEARCH: `{ query }`.",
      parameters: listParameters,
      responses: answers({ data: list, isPlain: true }),
    });
    one["get"] = operation("readOne", "Read one row", {
      parameters: parameters("fields", "deep", "alias"),
      responses: answers({ data: row }),
    });
  }
  if (create)
    many["post"] = operation("create", "Make a row, or a list of rows", {
      parameters: shown,
      requestBody: body({ anyOf: [refTo(`create_${name}`), { type: "array", items: refTo(`create_${name}`) }] }),
      responses: written({ anyOf: [row, rows] }),
    });
  if (update) {
    many["patch"] = operation("updateMany", "Change several rows", {
      parameters: shown,
      requestBody: body({ anyOf: [refTo("Changes"), { type: "array", items: { type: "object" } }] }),
      responses: written(rows),
    });
    one["patch"] = operation("update", "Change one row", {
      parameters: shown,
      requestBody: body(refTo(`update_${name}`)),
      responses: written(row),
    });
  }
  if (mayDelete) {
    many["delete"] = operation("deleteMany", "Remove several rows", {
      requestBody: body(refTo("Keys")),
      responses: answers({ data: null }),
    });
    one["delete"] = operation("delete", "Remove one row", { responses: answers({ data: null }) });
  }
  const key = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: collection.key === "uuid" ? "string" : "integer" },
  };
  return {
    ...(Object.keys(many).length > 0 ? { [base]: many } : {}),
    ...(Object.keys(one).length > 0 ? { [`${base}/{id}`]: { parameters: [key], ...one } } : {}),
  };
}
