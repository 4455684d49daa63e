// §7: what the database refuses, in the words of the wire contract; its own text never leaves the server.
import { collectionNamed, collections } from "#domain/collections/all.ts";
import { isConnectionGone } from "#server/db/transaction.ts";
import { uniqueFieldName, uniqueName } from "#server/db/schema.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { Refused, refuse } from "#server/items/refused.ts";

interface PostgresError {
  code?: string;
  constraint_name?: string;
  table_name?: string;
  column_name?: string;
  detail?: string;
}

interface UniqueRule {
  collection: string;
  on: readonly string[];
  error: ErrorCode | undefined;
}

const uniqueRules = new Map<string, UniqueRule>(
  collections.flatMap((collection) => [
    ...(collection.unique ?? []).map((rule, place): [string, UniqueRule] => [
      uniqueName(collection, place),
      { collection: collection.name, on: rule.on, error: rule.error },
    ]),
    ...Object.entries(collection.fields)
      .filter(([, field]) => field.unique)
      .map(([name]): [string, UniqueRule] => [
        uniqueFieldName(collection, name),
        { collection: collection.name, on: [name], error: undefined },
      ]),
  ]),
);

const byCode: { [code: string]: ErrorCode } = {
  "22001": "VALUE_TOO_LONG",
  "22003": "VALUE_OUT_OF_RANGE",
  // What a check of ours let through and a column cannot hold: text, days, JSON.
  "22007": "INVALID_PAYLOAD",
  "22008": "INVALID_PAYLOAD",
  "22021": "INVALID_PAYLOAD",
  "22P02": "INVALID_PAYLOAD",
  "22P05": "INVALID_PAYLOAD",
  "23502": "NOT_NULL_VIOLATION",
  // An answer, or a query, beyond what PostgreSQL can hold.
  "54000": "OUT_OF_TIME",
  "54001": "OUT_OF_TIME",
};
/** Nobody there, or no place left. */
const unreachable = new Set(["CONNECT_TIMEOUT", "53300"]);

/** Turns what came from the driver into the catalogue's error; whatever else is handed back as it came. */
export function asRefused(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const {
    code,
    constraint_name: constraint = "",
    table_name: table = "",
    column_name: column = "",
    detail = "",
  } = error as PostgresError;
  try {
    if (code === "23505") {
      const rule = uniqueRules.get(constraint);
      const field = rule?.on.at(-1) ?? "id";
      if (rule?.error) refuse(rule.error, { collection: rule.collection, field });
      refuse(
        "RECORD_NOT_UNIQUE",
        { collection: rule?.collection ?? table, field },
        `Value for field "${field}" in collection "${rule?.collection ?? table}" has to be unique.`,
      );
    }
    // The second where a row that others point to was to be removed.
    if (code === "23503" || code === "23001") {
      const field = /\((?:")?([^")]+)(?:")?\)=/.exec(detail)?.[1] ?? "id";
      const known = collectionNamed(table)?.fields[field] ? field : "id";
      refuse(
        "INVALID_FOREIGN_KEY",
        { collection: table, field: known },
        `Invalid foreign key for field "${known}" in collection "${table}".`,
      );
    }
    if (code && byCode[code]) refuse(byCode[code], { collection: table, field: column });
    if (code === "57014") refuse("OUT_OF_TIME");
    if (isConnectionGone(error) || unreachable.has(code ?? "")) refuse("SERVICE_UNAVAILABLE", { service: "database" });
  } catch (refused) {
    return refused;
  }
  return error;
}
