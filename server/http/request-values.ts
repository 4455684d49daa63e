// Values of a request's path and query as text; routes check their form.

/** Value of a parameter of the route's path; empty if the route has none of this name. */
export function getPathParam({ params, name }: { params: unknown; name: string }): string {
  return toText(params, name) ?? "";
}

/** Value of a parameter of the query; undefined if it is absent. The values of a repeated one are joined by commas. */
export function getQueryParam({ query, name }: { query: unknown; name: string }): string | undefined {
  return toText(query, name);
}

function toText(values: unknown, name: string): string | undefined {
  const value: unknown = typeof values === "object" && values !== null ? Reflect.get(values, name) : undefined;
  return value === undefined ? undefined : String(value);
}
