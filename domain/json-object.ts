/** True for an object with named values: neither null nor a list. */
export function isJsonObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
