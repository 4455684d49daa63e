// §7: generic item calls, and query options whose keys are invalidated by live events.
import { queryOptions } from "@tanstack/react-query";
import type { Filter, Json, Row } from "#domain/schema/collection.ts";
import type { CollectionName, FieldPath, WireRow } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { request } from "#web/api/client.ts";

/** Paths of fields, such as `branch.name`; `*` stands for all fields of the row. */
type FieldPaths = readonly string[];
type AllFields = readonly ["*"];

export interface ItemQuery<N extends CollectionName = CollectionName, P extends FieldPaths = FieldPaths> {
  /** All fields by default; must be literals, since the type of the result depends on them. */
  fields?: P & { readonly [I in keyof P]: FieldPath<N, P[I]> };
  filter?: Filter;
  sort?: readonly string[];
  limit?: number;
  page?: number;
  offset?: number;
  search?: string;
  deep?: { [relation: string]: Json };
}
export interface ItemsPage<T> {
  data: T[];
  /** Total number of rows that match the filter. */
  count: number;
}
export type ItemId = number | string;

/** System collections have their own paths (§7). */
const systemCollections: ReadonlySet<CollectionName> = new Set([
  "users",
  "files",
  "roles",
  "folders",
  "settings",
  "activity",
]);

function getCollectionPath(collection: CollectionName): string {
  return systemCollections.has(collection) ? `/${collection}` : `/items/${collection}`;
}

function toQueryString(
  query: Omit<ItemQuery, "fields"> & { fields?: FieldPaths } & { meta?: string; export?: string },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) parameters.set(name, value.join(","));
    else parameters.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

export async function readItems<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  query: ItemQuery<N, P> = {},
  signal?: AbortSignal,
): Promise<WireRow<N, P>[]> {
  const { data } = await request<{ data: WireRow<N, P>[] }>(`${getCollectionPath(collection)}${toQueryString(query)}`, {
    signal,
  });
  return data;
}

/** Like `readItems`, for a file download: the server logs the export. */
export function exportItems<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  query: ItemQuery<N, P>,
): Promise<WireRow<N, P>[]> {
  return request<WireRow<N, P>[]>(`${getCollectionPath(collection)}${toQueryString({ ...query, export: "json" })}`);
}

/** One page, ten rows by default, with the total number of rows. */
export async function readPage<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  query: ItemQuery<N, P> = {},
  signal?: AbortSignal,
): Promise<ItemsPage<WireRow<N, P>>> {
  const pageQueryOptions = { limit: limits.pageSize, ...query, meta: "filter_count" };
  const response = await request<{ data: WireRow<N, P>[]; meta: { filter_count: number } }>(
    `${getCollectionPath(collection)}${toQueryString(pageQueryOptions)}`,
    { signal },
  );
  return { data: response.data, count: response.meta.filter_count };
}

/** Number of rows that match the filter, without reading them. */
export async function countItems(
  collection: CollectionName,
  filter: Filter = {},
  signal?: AbortSignal,
): Promise<number> {
  const { count } = await readPage(collection, { filter, fields: ["id"], limit: 0 }, signal);
  return count;
}

export async function readItem<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  id: ItemId,
  query: ItemQuery<N, P> = {},
  signal?: AbortSignal,
): Promise<WireRow<N, P>> {
  const { data } = await request<{ data: WireRow<N, P> }>(
    `${getCollectionPath(collection)}/${encodeURIComponent(id)}${toQueryString(query)}`,
    {
      signal,
    },
  );
  return data;
}

export async function createItem<N extends CollectionName>(collection: N, item: Row): Promise<WireRow<N>> {
  const { data } = await request<{ data: WireRow<N> }>(getCollectionPath(collection), {
    method: "POST",
    body: item,
  });
  return data;
}

export async function updateItem<N extends CollectionName>(
  collection: N,
  id: ItemId,
  changes: Row,
): Promise<WireRow<N>> {
  const path = `${getCollectionPath(collection)}/${encodeURIComponent(id)}`;
  const { data } = await request<{ data: WireRow<N> }>(path, { method: "PATCH", body: changes });
  return data;
}

export async function deleteItem(collection: CollectionName, id: ItemId): Promise<void> {
  await request(`${getCollectionPath(collection)}/${encodeURIComponent(id)}`, { method: "DELETE" });
}

// Query options: every key starts with "items" and the collection, so that live events can invalidate it.

export function itemsQuery<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  query: ItemQuery<N, P> = {},
) {
  return queryOptions({
    queryKey: ["items", collection, "list", query],
    queryFn: ({ signal }) => readItems(collection, query, signal),
  });
}
export function pageQuery<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  query: ItemQuery<N, P> = {},
) {
  return queryOptions({
    queryKey: ["items", collection, "page", query],
    queryFn: ({ signal }) => readPage(collection, query, signal),
  });
}
export function countQuery(collection: CollectionName, filter: Filter = {}) {
  return queryOptions({
    queryKey: ["items", collection, "count", filter],
    queryFn: ({ signal }) => countItems(collection, filter, signal),
  });
}
export function itemQuery<N extends CollectionName, const P extends FieldPaths = AllFields>(
  collection: N,
  id: ItemId,
  query: ItemQuery<N, P> = {},
) {
  return queryOptions({
    queryKey: ["items", collection, "item", String(id), query],
    queryFn: ({ signal }) => readItem(collection, id, query, signal),
  });
}
