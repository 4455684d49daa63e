// §7: generic item calls, and query options whose keys are invalidated by live events.
import { queryOptions } from "@tanstack/react-query";
import type { Filter, Json, Row } from "#domain/schema/collection.ts";
import { limits } from "#domain/limits.ts";
import { request } from "#web/api/client.ts";

export interface ItemQuery {
  fields?: readonly string[];
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
const systemCollections = new Set(["users", "files", "roles", "folders", "settings", "activity"]);

function getCollectionPath(collection: string): string {
  return systemCollections.has(collection) ? `/${collection}` : `/items/${collection}`;
}

export function toQueryString(query: ItemQuery & { meta?: string; export?: string }): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) parameters.set(name, value.join(","));
    else parameters.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

export async function readItems<T = Row>(
  collection: string,
  query: ItemQuery = {},
  signal?: AbortSignal,
): Promise<T[]> {
  const { data } = await request<{ data: T[] }>(`${getCollectionPath(collection)}${toQueryString(query)}`, { signal });
  return data;
}

/** Like `readItems`, for a file download: the server logs the export. */
export function exportItems<T = Row>(collection: string, query: ItemQuery): Promise<T[]> {
  return request<T[]>(`${getCollectionPath(collection)}${toQueryString({ ...query, export: "json" })}`);
}

/** One page, ten rows by default, with the total number of rows. */
export async function readPage<T = Row>(
  collection: string,
  query: ItemQuery = {},
  signal?: AbortSignal,
): Promise<ItemsPage<T>> {
  const pageQueryOptions = { limit: limits.pageSize, ...query, meta: "filter_count" };
  const response = await request<{ data: T[]; meta: { filter_count: number } }>(
    `${getCollectionPath(collection)}${toQueryString(pageQueryOptions)}`,
    { signal },
  );
  return { data: response.data, count: response.meta.filter_count };
}

/** Number of rows that match the filter, without reading them. */
export async function countItems(collection: string, filter: Filter = {}, signal?: AbortSignal): Promise<number> {
  const { count } = await readPage(collection, { filter, fields: ["id"], limit: 0 }, signal);
  return count;
}

export async function readItem<T = Row>(
  collection: string,
  id: ItemId,
  query: ItemQuery = {},
  signal?: AbortSignal,
): Promise<T> {
  const { data } = await request<{ data: T }>(
    `${getCollectionPath(collection)}/${encodeURIComponent(id)}${toQueryString(query)}`,
    {
      signal,
    },
  );
  return data;
}

export async function createItem<T = Row>(collection: string, item: Row, query: ItemQuery = {}): Promise<T> {
  const { data } = await request<{ data: T }>(`${getCollectionPath(collection)}${toQueryString(query)}`, {
    method: "POST",
    body: item,
  });
  return data;
}

export async function updateItem<T = Row>(
  collection: string,
  id: ItemId,
  changes: Row,
  query: ItemQuery = {},
): Promise<T> {
  const { data } = await request<{ data: T }>(
    `${getCollectionPath(collection)}/${encodeURIComponent(id)}${toQueryString(query)}`,
    {
      method: "PATCH",
      body: changes,
    },
  );
  return data;
}

export async function deleteItem(collection: string, id: ItemId): Promise<void> {
  await request(`${getCollectionPath(collection)}/${encodeURIComponent(id)}`, { method: "DELETE" });
}

// Query options: every key starts with "items" and the collection, so that live events can invalidate it.

export function itemsQuery<T = Row>(collection: string, query: ItemQuery = {}) {
  return queryOptions({
    queryKey: ["items", collection, "list", query],
    queryFn: ({ signal }) => readItems<T>(collection, query, signal),
  });
}
export function pageQuery<T = Row>(collection: string, query: ItemQuery = {}) {
  return queryOptions({
    queryKey: ["items", collection, "page", query],
    queryFn: ({ signal }) => readPage<T>(collection, query, signal),
  });
}
export function countQuery(collection: string, filter: Filter = {}) {
  return queryOptions({
    queryKey: ["items", collection, "count", filter],
    queryFn: ({ signal }) => countItems(collection, filter, signal),
  });
}
export function itemQuery<T = Row>(collection: string, id: ItemId, query: ItemQuery = {}) {
  return queryOptions({
    queryKey: ["items", collection, "item", String(id), query],
    queryFn: ({ signal }) => readItem<T>(collection, id, query, signal),
  });
}
