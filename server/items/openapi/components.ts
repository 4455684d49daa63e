// §7: what every call of the OpenAPI document shares: the parameters of a query, the shape of an error.
import { limits } from "#domain/limits.ts";
import { cost } from "#server/items/cost.ts";
import type { Schema } from "#server/items/openapi/schemas.ts";

function queryParameter(
  name: string,
  { description, schema = { type: "string" } }: { description: string; schema?: Schema },
): Schema {
  return { name, in: "query", required: false, description, schema };
}
const json = { type: "string", contentMediaType: "application/json" };

export const sharedParameters: { [name: string]: Schema } = {
  fields: queryParameter("fields", {
    description:
      "Which fields, separated by commas: `*`, `id,branch.name`, `year(date_created)`, `count(history)`. Default: all of this collection.",
  }),
  filter: queryParameter("filter", {
    description: 'Which rows, as JSON or in brackets: `{"branch":{"_eq":7}}`, `filter[branch][_eq]=7`.',
    schema: json,
  }),
  sort: queryParameter("sort", {
    description: "In which order, separated by commas; `-` before a field turns it round.",
  }),
  limit: queryParameter("limit", {
    description: `How many rows at most; -1 is all there are. Default: ${limits.defaultQueryLimit}.`,
    schema: { type: "integer", minimum: -1, maximum: cost.rows },
  }),
  offset: queryParameter("offset", {
    description: "How many rows to pass over.",
    schema: { type: "integer", minimum: 0 },
  }),
  page: queryParameter("page", {
    description: "The first page is 1; wins over `offset`.",
    schema: { type: "integer", minimum: 0 },
  }),
  search: queryParameter("search", { description: "Rows with this text in any text field that may be read." }),
  deep: queryParameter("deep", {
    description: 'The same for the rows of a relation: `{"history":{"_limit":2,"_sort":"-id"}}`.',
    schema: json,
  }),
  alias: queryParameter("alias", { description: 'Another key for a field: `{"first":"history"}`.', schema: json }),
  aggregate: queryParameter("aggregate", {
    description: 'Counts, sums and the like instead of rows: `{"count":"*","sum":"total_amount"}`.',
    schema: json,
  }),
  groupBy: queryParameter("groupBy", { description: "One row for each value of these fields, separated by commas." }),
  meta: queryParameter("meta", { description: "`total_count`, `filter_count`, or `*` for both." }),
};

export const sharedSchemas: { [name: string]: Schema } = {
  Error: {
    type: "object",
    properties: {
      errors: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            message: { type: "string", description: "What happened, and what to do now." },
            extensions: {
              type: "object",
              properties: { code: { type: "string" }, field: { type: "string" } },
              required: ["code"],
            },
          },
          required: ["message", "extensions"],
        },
      },
    },
    required: ["errors"],
  },
  Meta: {
    type: "object",
    properties: { total_count: { type: "integer" }, filter_count: { type: "integer" } },
  },
  Keys: {
    description: "A list of keys, or the keys or the query of the rows that are meant.",
    anyOf: [
      { type: "array", items: { type: ["integer", "string"] } },
      { type: "object", properties: { keys: { type: "array" }, query: { type: "object" } } },
    ],
  },
  Changes: {
    description: "The same change for all rows that are meant.",
    type: "object",
    properties: { keys: { type: "array" }, query: { type: "object" }, data: { type: "object" } },
    required: ["data"],
  },
};

const refusal = (description: string): Schema => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

export const sharedResponses: { [status: string]: Schema } = {
  "400": refusal("What was sent cannot be understood, or one of its fields is not right."),
  "401": refusal("The login is not valid, or has expired."),
  "403": refusal("This may not be done, or there is no such row, field or collection."),
  "409": refusal("It cannot be done as things stand now."),
  "429": refusal("Too many tries in a short time."),
  default: refusal("Another refusal; its code says which."),
};
