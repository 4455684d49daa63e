// §7: maps database errors to errors of the wire contract; texts of the database are never sent to clients.
import { findCollection, collections } from "#domain/collections.ts";
import { CapacityExceededError } from "#server/db/keyed-semaphore.ts";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";
import { isLockTimeout } from "#server/db/transaction.ts";
import { getUniqueFieldIndexName, getUniqueIndexName } from "#server/db/schema.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";

interface PostgresError {
  code?: string;
  constraint_name?: string;
  table_name?: string;
  column_name?: string;
  detail?: string;
}

interface UniqueRule {
  collection: string;
  field: string;
  error: ErrorCode | undefined;
}

const uniqueRules = new Map<string, UniqueRule>(
  collections.flatMap((collection) => [
    ...(collection.unique ?? []).map((rule, index): [string, UniqueRule] => [
      getUniqueIndexName(collection, index),
      { collection: collection.name, field: rule.errorField ?? rule.fields.at(-1) ?? "id", error: rule.error },
    ]),
    ...Object.entries(collection.fields)
      .filter(([, field]) => field.unique)
      .map(([name]): [string, UniqueRule] => [
        getUniqueFieldIndexName(collection, name),
        { collection: collection.name, field: name, error: undefined },
      ]),
  ]),
);

const errorCodeBySqlState: { [code: string]: ErrorCode } = {
  "22001": "VALUE_TOO_LONG",
  "22003": "VALUE_OUT_OF_RANGE",
  // Values that passed validation but cannot be stored: text, dates, JSON.
  "22007": "INVALID_PAYLOAD",
  "22008": "INVALID_PAYLOAD",
  "22021": "INVALID_PAYLOAD",
  "22P02": "INVALID_PAYLOAD",
  "22P05": "INVALID_PAYLOAD",
  "23502": "NOT_NULL_VIOLATION",
  // Result or query too large for PostgreSQL.
  "54000": "OUT_OF_TIME",
  "54001": "OUT_OF_TIME",
};
/** No response, no free connection, disk full, or a primary that has become a standby or is not one yet. */
const unavailable = new Set(["CONNECT_TIMEOUT", "53300", "53100", "25006"]);

/** Converts a driver error to an error of the catalogue; returns other errors unchanged. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const {
    code,
    constraint_name: constraint = "",
    table_name: table = "",
    column_name: column = "",
    detail = "",
  } = error as PostgresError;
  try {
    // A booking of a slot that overlaps another one.
    if (code === "23P01") throwApiError("SLOT_EXIST", { collection: table, field: "slot_no" });
    if (code === "23505") {
      const rule = uniqueRules.get(constraint);
      const field = rule?.field ?? "id";
      if (rule?.error) throwApiError(rule.error, { collection: rule.collection, field });
      throwApiError(
        "RECORD_NOT_UNIQUE",
        { collection: rule?.collection ?? table, field },
        `Value for field "${field}" in collection "${rule?.collection ?? table}" has to be unique.`,
      );
    }
    // The second one is raised when a referenced row is deleted.
    if (code === "23503" || code === "23001") {
      const field = /\((?:")?([^")]+)(?:")?\)=/.exec(detail)?.[1] ?? "id";
      const knownField = findCollection(table)?.fields[field] ? field : "id";
      throwApiError(
        "INVALID_FOREIGN_KEY",
        { collection: table, field: knownField },
        `Invalid foreign key for field "${knownField}" in collection "${table}".`,
      );
    }
    if (code && errorCodeBySqlState[code])
      throwApiError(errorCodeBySqlState[code], { collection: table, field: column });
    if (code === "57014") throwApiError("OUT_OF_TIME");
    if (isLockTimeout(error) || error instanceof CapacityExceededError) throwApiError("SERVER_BUSY");
    if (isConnectionLost(error) || unavailable.has(code ?? ""))
      throwApiError("SERVICE_UNAVAILABLE", { service: "database" });
  } catch (apiError) {
    return apiError;
  }
  return error;
}
