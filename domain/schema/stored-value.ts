// §3: checks that PostgreSQL can store a value: uuids, timestamps, text and JSON.

export function isUuid(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** ISO 8601 date or timestamp of an existing day in the years 1 to 9999. */
export function isTimestamp(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value !== "string") return false;
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(value)) return false;
  const day = value.slice(0, 10);
  const parsedDay = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(parsedDay.getTime()) || parsedDay.toISOString().slice(0, 10) !== day || day < "0001-01-02")
    return false;
  return !Number.isNaN(parseTimestamp(value).getTime());
}

/** Parses a text that passed `isTimestamp`; without a time zone it is UTC. */
export function parseTimestamp(value: string): Date {
  const text = value.replace(" ", "T");
  return new Date(/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes("T") ? text : `${text}Z`);
}

const maxJsonDepth = 50;

/** Checks that all texts in a JSON value can be stored, up to `maxJsonDepth` levels. */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (depth > maxJsonDepth) return false;
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isStorableJson(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth + 1));
}

/** True if PostgreSQL accepts the text: no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
