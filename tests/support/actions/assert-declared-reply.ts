// Compares the response of an action with the reply that its contract declares.
import assert from "node:assert/strict";
import type { ZodType } from "zod";
import { findCollection } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { isJsonObject } from "#domain/json-object.ts";
import type { Contract, RowReply } from "#domain/schema/contract.ts";
import type { ResponseSummary } from "#tests/support/tenants.ts";

/**
 * Fails if a successful response lacks a property that its contract declares, or has another one. Streams, and routes
 * without a contract, are not compared.
 */
export function assertDeclaredReply({ route, response }: { route: string; response: ResponseSummary }): void {
  const contract: Contract | undefined = contracts.find((one) => one.route === route);
  if (contract === undefined || typeof contract.reply === "string") return;
  const { status, text } = response;
  const { reply } = contract;
  if (reply === undefined) return assert.deepEqual([status, text], [204, ""]);
  const body: unknown = JSON.parse(text);
  assert.ok(isJsonObject(body), text);
  assert.deepEqual(Object.keys(body), ["data"]);
  if ("collection" in reply) assertRow(reply, body["data"]);
  else assertMatchesSchema(reply, body["data"]);
}

/** Objects of a schema drop properties that they do not declare. */
function assertMatchesSchema(schema: ZodType, value: unknown): void {
  assert.deepEqual(schema.parse(value), value);
}

function assertRow({ collection, fields, extra }: RowReply, row: unknown): void {
  assert.ok(isJsonObject(row));
  const isExtra = (name: string): boolean => name in extra.shape;
  const entries = Object.entries(row);
  assertMatchesSchema(extra, Object.fromEntries(entries.filter(([name]) => isExtra(name))));
  assertFields({ collection, paths: fields, row: Object.fromEntries(entries.filter(([name]) => !isExtra(name))) });
}

/** The row has the fields that the paths name, and no others except with `*`; likewise its related rows. */
function assertFields({
  collection,
  paths,
  row,
}: {
  collection: string;
  paths: readonly string[];
  row: unknown;
}): void {
  assert.ok(isJsonObject(row), `a row of ${collection}`);
  const { fields } = findCollection(collection)!;
  const namedPaths = paths.filter((path) => path !== "*");
  const named = new Set(namedPaths.map((path) => path.split(".", 1)[0]!));
  const declared = new Set(namedPaths.length < paths.length ? [...Object.keys(fields), ...named] : named);
  for (const name of named) assert.ok(name in row, `${collection}.${name} is missing`);
  for (const name of Object.keys(row)) assert.ok(declared.has(name), `${collection}.${name} is not declared`);
  for (const name of named) {
    const relatedPaths = namedPaths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    const { target } = fields[name]!;
    for (const related of [row[name]].flat())
      if (target !== undefined && relatedPaths.length > 0 && related !== null)
        assertFields({ collection: target, paths: relatedPaths, row: related });
  }
}
