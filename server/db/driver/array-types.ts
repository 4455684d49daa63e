// Array types of the driver postgres, declared instead of fetched: it would ask each new connection for them, and a connection
// lost during that question ends the whole process with a rejection that nobody can handle.
import type postgres from "postgres";
import { parse as parseArray } from "postgres-array";

/** PostgreSQL's built-in types: name, oid, and oid of the type's array, which are the same in every database. */
export const arrayTypes: readonly { name: string; element: number; array: number }[] = [
  { name: "bool", element: 16, array: 1000 },
  { name: "bytea", element: 17, array: 1001 },
  { name: "char", element: 18, array: 1002 },
  { name: "name", element: 19, array: 1003 },
  { name: "int8", element: 20, array: 1016 },
  { name: "int2", element: 21, array: 1005 },
  { name: "int4", element: 23, array: 1007 },
  { name: "text", element: 25, array: 1009 },
  { name: "oid", element: 26, array: 1028 },
  { name: "xid", element: 28, array: 1011 },
  { name: "json", element: 114, array: 199 },
  { name: "cidr", element: 650, array: 651 },
  { name: "float4", element: 700, array: 1021 },
  { name: "float8", element: 701, array: 1022 },
  { name: "inet", element: 869, array: 1041 },
  { name: "bpchar", element: 1042, array: 1014 },
  { name: "varchar", element: 1043, array: 1015 },
  { name: "date", element: 1082, array: 1182 },
  { name: "time", element: 1083, array: 1183 },
  { name: "timestamp", element: 1114, array: 1115 },
  { name: "timestamptz", element: 1184, array: 1185 },
  { name: "interval", element: 1186, array: 1187 },
  { name: "numeric", element: 1700, array: 1231 },
  { name: "regclass", element: 2205, array: 2210 },
  { name: "uuid", element: 2950, array: 2951 },
  { name: "jsonb", element: 3802, array: 3807 },
  { name: "xid8", element: 5069, array: 271 },
];

/** Lets the pool read and send arrays of these types, each element as a single value of its type; a null stays null. */
export function declareArrayTypes({ options: { parsers, serializers } }: postgres.Sql): void {
  for (const { element, array } of arrayTypes) {
    const [parse, serialize] = [parsers[element], serializers[element]];
    parsers[array] = (text: string) => parseArray(text, parse ?? String);
    serializers[array] = (value: unknown) => (Array.isArray(value) ? toArrayText(value, serialize ?? String) : value);
  }
}

function toArrayText(values: readonly unknown[], serialize: (value: unknown) => unknown): string {
  const elements = values.map((value) => {
    if (value === undefined) throw new Error("An array for the database contains undefined.");
    if (value === null) return "null";
    if (Array.isArray(value)) return toArrayText(value, serialize);
    return `"${String(serialize(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${elements.join(",")}}`;
}
