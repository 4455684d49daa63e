// §3: which values can be stored at all: ids, moments, text and JSON as PostgreSQL takes them.

export function isUuid(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** ISO 8601 with or without a time, of a day that there is, from the year 1 to 9999. */
export function isTimestamp(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value !== "string") return false;
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(value)) return false;
  const day = value.slice(0, 10);
  const asRead = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(asRead.getTime()) || asRead.toISOString().slice(0, 10) !== day || day < "0001-01-02") return false;
  return !Number.isNaN(timestampOf(value).getTime());
}

/** The moment a text that passed `isTimestamp` speaks of; without a zone it is UTC. */
export function timestampOf(value: string): Date {
  const text = value.replace(" ", "T");
  return new Date(/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes("T") ? text : `${text}Z`);
}

const deepestJson = 50;

/** The same for JSON, which is not nested for ever. */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (depth > deepestJson) return false;
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isStorableJson(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth + 1));
}

/** Whether PostgreSQL takes it as text: no NUL, no half of a character. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
