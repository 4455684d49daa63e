// §7: the generic item calls, and the same as query options whose keys the live events know.
import { queryOptions } from "@tanstack/react-query";
import type { Filter, Json, Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { request } from "#web/items/client.ts";

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
export interface Page<T> {
  data: T[];
  /** How many rows the filter has in all. */
  count: number;
}
export type Id = number | string;

/** System collections answer at their own address (§7). */
const systemCollections = new Set(["users", "files", "roles", "folders", "settings", "activity"]);

function pathOf(collection: string): string {
  return systemCollections.has(collection) ? `/${collection}` : `/items/${collection}`;
}

export function queryString(query: ItemQuery & { meta?: string }): string {
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
  const { data } = await request<{ data: T[] }>(`${pathOf(collection)}${queryString(query)}`, { signal });
  return data;
}

/** One page, ten rows unless said otherwise, with the number of rows in all. */
export async function readPage<T = Row>(
  collection: string,
  query: ItemQuery = {},
  signal?: AbortSignal,
): Promise<Page<T>> {
  const asked = { limit: limits.pageSize, ...query, meta: "filter_count" };
  const answer = await request<{ data: T[]; meta: { filter_count: number } }>(
    `${pathOf(collection)}${queryString(asked)}`,
    { signal },
  );
  return { data: answer.data, count: answer.meta.filter_count };
}

/** How many rows the filter has, without reading them. */
export async function countItems(collection: string, filter: Filter = {}, signal?: AbortSignal): Promise<number> {
  const { count } = await readPage(collection, { filter, fields: ["id"], limit: 0 }, signal);
  return count;
}

export async function readItem<T = Row>(
  collection: string,
  id: Id,
  query: ItemQuery = {},
  signal?: AbortSignal,
): Promise<T> {
  const { data } = await request<{ data: T }>(`${pathOf(collection)}/${encodeURIComponent(id)}${queryString(query)}`, {
    signal,
  });
  return data;
}

export async function createItem<T = Row>(collection: string, item: Row, query: ItemQuery = {}): Promise<T> {
  const { data } = await request<{ data: T }>(`${pathOf(collection)}${queryString(query)}`, {
    method: "POST",
    body: item,
  });
  return data;
}

export async function updateItem<T = Row>(collection: string, id: Id, changes: Row, query: ItemQuery = {}): Promise<T> {
  const { data } = await request<{ data: T }>(`${pathOf(collection)}/${encodeURIComponent(id)}${queryString(query)}`, {
    method: "PATCH",
    body: changes,
  });
  return data;
}

export async function deleteItem(collection: string, id: Id): Promise<void> {
  await request(`${pathOf(collection)}/${encodeURIComponent(id)}`, { method: "DELETE" });
}

// Query options: every key begins with "items" and the collection, so that a live event finds them.

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
export function itemQuery<T = Row>(collection: string, id: Id, query: ItemQuery = {}) {
  return queryOptions({
    queryKey: ["items", collection, "item", String(id), query],
    queryFn: ({ signal }) => readItem<T>(collection, id, query, signal),
  });
}
