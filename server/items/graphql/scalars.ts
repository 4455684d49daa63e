// §7: custom GraphQL scalars, and the scalar type of each field kind.
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
import type { Field } from "#domain/schema/collection.ts";

/** Converts a literal to plain JSON. */
function toPlainValue(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(toPlainValue);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, toPlainValue(value)]));
    default:
      return node.value;
  }
}

function throwInvalidLiteral(expected: string): never {
  throw new GraphQLError(`Expected ${expected}.`);
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value : throwInvalidLiteral("a date and time as text");
const toAmount = (value: unknown): string | number =>
  typeof value === "string" || typeof value === "number" ? value : throwInvalidLiteral("a number, or a number as text");

export const DateScalar = new GraphQLScalarType({
  name: "Date",
  description: "A date and time in ISO 8601; results are in UTC with milliseconds.",
  coerceInputValue: toText,
  coerceInputLiteral: (node) => toText(toPlainValue(node)),
});

export const JsonScalar = new GraphQLScalarType({
  name: "JSON",
  description: "Any JSON value.",
  coerceInputValue: (value) => value,
  coerceInputLiteral: toPlainValue,
});

export const StringOrFloatScalar = new GraphQLScalarType({
  name: "GraphQLStringOrFloat",
  description: "A number, or a number as text, which is exact for amounts.",
  coerceInputValue: toAmount,
  coerceInputLiteral: (node) => toAmount(toPlainValue(node)),
});

export const HashScalar = new GraphQLScalarType({
  name: "Hash",
  description: "A secret: write-only, returned masked or null.",
  coerceInputValue: (value) => (typeof value === "string" ? value : throwInvalidLiteral("text")),
  coerceInputLiteral: (node) => (node.kind === Kind.STRING ? node.value : throwInvalidLiteral("text")),
});

/** Scalar type of a field; a relation without read permission is the key of the related row. */
export function getScalar(field: Field): GraphQLScalarType {
  switch (field.kind) {
    case "integer":
      return GraphQLInt;
    case "money":
      return GraphQLFloat;
    case "boolean":
      return GraphQLBoolean;
    case "timestamp":
      return DateScalar;
    case "json":
      return JsonScalar;
    case "secret":
      return HashScalar;
    case "uuid":
    case "one":
      return GraphQLID;
    default:
      return GraphQLString;
  }
}
