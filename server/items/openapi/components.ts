// §7: shared components of the OpenAPI document: parameters and error responses.
import * as limits from "#domain/limits.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import type { OpenApiSchema } from "#server/items/openapi/schemas.ts";

function createQueryParameter(
  name: string,
  { description, schema = { type: "string" } }: { description: string; schema?: OpenApiSchema },
): OpenApiSchema {
  return { name, in: "query", required: false, description, schema };
}
const json = { type: "string", contentMediaType: "application/json" };

export const queryParameters: { [name: string]: OpenApiSchema } = {
  fields: createQueryParameter("fields", {
    description:
      "Which fields, separated by commas: `*`, `id,branch.name`, `year(date_created)`, `count(history)`. Default: all of this collection.",
  }),
  filter: createQueryParameter("filter", {
    description: 'Which rows, as JSON or in brackets: `{"branch":{"_eq":7}}`, `filter[branch][_eq]=7`.',
    schema: json,
  }),
  sort: createQueryParameter("sort", {
    description: "Sort fields, separated by commas; `-` before a field sorts in descending order.",
  }),
  limit: createQueryParameter("limit", {
    description: `Maximum number of rows; -1 returns all rows. Default: ${limits.defaultQueryLimit}.`,
    schema: { type: "integer", minimum: -1, maximum: queryLimits.rows },
  }),
  offset: createQueryParameter("offset", {
    description: "Number of rows to skip.",
    schema: { type: "integer", minimum: 0 },
  }),
  page: createQueryParameter("page", {
    description: "The first page is 1; takes precedence over `offset`.",
    schema: { type: "integer", minimum: 0 },
  }),
  search: createQueryParameter("search", { description: "Rows with this text in any text field that may be read." }),
  deep: createQueryParameter("deep", {
    description: 'The same for the rows of a relation: `{"history":{"_limit":2,"_sort":"-id"}}`.',
    schema: json,
  }),
  alias: createQueryParameter("alias", {
    description: 'Another key for a field: `{"first":"history"}`.',
    schema: json,
  }),
  aggregate: createQueryParameter("aggregate", {
    description: 'Counts, sums and the like instead of rows: `{"count":"*","sum":"total_amount"}`.',
    schema: json,
  }),
  groupBy: createQueryParameter("groupBy", {
    description: "One row for each value of these fields, separated by commas.",
  }),
  meta: createQueryParameter("meta", { description: "`total_count`, `filter_count`, or `*` for both." }),
};

export const sharedParameters: { [name: string]: OpenApiSchema } = {
  ...queryParameters,
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `A repeated request with the same key runs once and gets the same reply for ${limits.idempotencyKeyHours} hours.`,
    schema: { type: "string", minLength: 1, maxLength: limits.idempotencyKeyLength },
  },
};

export const sharedSchemas: { [name: string]: OpenApiSchema } = {
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
    description: "A list of keys, or an object with the keys or a query that selects the rows.",
    anyOf: [
      { type: "array", items: { type: ["integer", "string"] } },
      { type: "object", properties: { keys: { type: "array" }, query: { type: "object" } } },
    ],
  },
  Changes: {
    description: "The same change for all selected rows.",
    type: "object",
    properties: { keys: { type: "array" }, query: { type: "object" }, data: { type: "object" } },
    required: ["data"],
  },
};

const errorResponse = (description: string): OpenApiSchema => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

export const sharedResponses: { [status: string]: OpenApiSchema } = {
  "400": errorResponse("What was sent cannot be understood, or one of its fields is not right."),
  "401": errorResponse("The login is not valid, or has expired."),
  "403": errorResponse("This may not be done, or there is no such row, field or collection."),
  "409": errorResponse("It cannot be done as things stand now."),
  "429": errorResponse("Too many tries in a short time."),
  default: errorResponse("Another refusal; its code says which."),
};
