// §7: GraphQL's scalars beyond its own, and which one a field's value is.
import {
  type ConstValueNode,
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
} from "graphql";
import type { Field } from "#domain/collection.ts";

/** What was sent, as plain JSON. */
function plainOf(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(plainOf);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, plainOf(value)]));
    default:
      return node.value;
  }
}

function wrong(expected: string): never {
  throw new GraphQLError(`Expected ${expected}.`);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : wrong("a date and time as text"));
const amountOf = (value: unknown): string | number =>
  typeof value === "string" || typeof value === "number" ? value : wrong("a number, or a number as text");

export const DateText = new GraphQLScalarType({
  name: "Date",
  description: "A date and time in ISO 8601; answers are in UTC with milliseconds.",
  coerceInputValue: textOf,
  coerceInputLiteral: (node) => textOf(plainOf(node)),
});

export const Json = new GraphQLScalarType({
  name: "JSON",
  description: "Any JSON value.",
  coerceInputValue: (value) => value,
  coerceInputLiteral: plainOf,
});

export const StringOrFloat = new GraphQLScalarType({
  name: "GraphQLStringOrFloat",
  description: "A number, or the same as text: an amount is exact as text.",
  coerceInputValue: amountOf,
  coerceInputLiteral: (node) => amountOf(plainOf(node)),
});

export const Hash = new GraphQLScalarType({
  name: "Hash",
  description: "A secret: it is written, and reads back as stars or null.",
  coerceInputValue: (value) => (typeof value === "string" ? value : wrong("text")),
  coerceInputLiteral: (node) => (node.kind === Kind.STRING ? node.value : wrong("text")),
});

/** The type of a value; a relation that may not be followed is the other row's key. */
export function scalarOf(field: Field): GraphQLScalarType {
  switch (field.kind) {
    case "integer":
      return GraphQLInt;
    case "money":
      return GraphQLFloat;
    case "boolean":
      return GraphQLBoolean;
    case "timestamp":
      return DateText;
    case "json":
      return Json;
    case "secret":
      return Hash;
    case "uuid":
    case "one":
      return GraphQLID;
    default:
      return GraphQLString;
  }
}
