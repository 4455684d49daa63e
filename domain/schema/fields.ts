// §3 §5: form-field catalogue: limits, pattern and error text of each field type, shared by server, browser and
// database.
import type { Field, Json, Many, One, Row } from "#domain/schema/collection.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import * as limits from "#domain/limits.ts";
import { isStorableJson, isStorableText, isTimestamp, isUuid } from "#domain/schema/stored-value.ts";
import { capitalize } from "#domain/text/labels.ts";

/** Everything about a field besides its kind, its related collection and its types. */
export type FieldOptions = Partial<Omit<Field, "kind" | "target" | "valueType" | "wireType">>;
/** A field has a value if it is required, has a default or is set on creation. */
type Nullable<T, O> = O extends
  | { required: true }
  | { isSetOnCreate: true }
  | { default: string | number | boolean | object }
  ? T
  : T | null;

// Field kinds.

export function text<const O extends FieldOptions>(options?: O): Field<Nullable<string, O>> {
  return { kind: "text", ...options };
}
export function integer<const O extends FieldOptions>(options?: O): Field<Nullable<number, O>> {
  return { kind: "integer", message: "must be a whole number", ...options };
}
/** Amount of money: integer paise internally, a rupee string with two decimals on the wire (reading.md §3). */
export function money<const O extends FieldOptions>(options?: O): Field<Nullable<number, O>, Nullable<string, O>> {
  return { kind: "money", message: "must be an amount, for example 120.00", ...options };
}
/** Never null: its column is NOT NULL and has a default; an explicit null is NOT_NULL_VIOLATION. */
export function boolean(options?: FieldOptions): Field<boolean> {
  return { kind: "boolean", default: false, message: "must be true or false", ...options };
}
/** A Date internally, ISO 8601 on the wire. */
export function timestamp<const O extends FieldOptions>(options?: O): Field<Nullable<Date, O>, Nullable<string, O>> {
  return { kind: "timestamp", message: "must be a date and time", ...options };
}
/** `T` is the form that the rules of the collection or the server ensure. */
export function json<T = Json>(options?: FieldOptions): Field<T> {
  return { kind: "json", ...options };
}
/** Write-only: stored as a hash, returned as `**********` (reading.md §3). */
export function secret(options?: FieldOptions): Field<string | null> {
  return { kind: "secret", secret: "code", ...options };
}
/** Write-only like `secret`, but stored encrypted, since the server needs the plain value. */
export function encrypted(options?: FieldOptions): Field<string | null> {
  return { kind: "secret", secret: "sealed", ...options };
}
export function choice<const V extends readonly string[], const O extends FieldOptions>(
  allowedValues: V,
  options?: O,
): Field<Nullable<V[number], O>> {
  return {
    kind: "text",
    allowedValues,
    max: 50,
    message: `must be one of ${allowedValues.join(", ")}`,
    ...options,
  };
}
/** Many-to-one relation to a collection with integer ids. */
export function one<const N extends string, const O extends FieldOptions>(
  target: N,
  options?: O,
): One<N, Nullable<number, O>> {
  return { kind: "one", target, onDelete: "restrict", ...options };
}
/** Many-to-one relation to a collection with uuid keys: users, files, roles. */
export function oneByUuid<const N extends string, const O extends FieldOptions>(
  target: N,
  options?: O,
): One<N, Nullable<string, O>> {
  return { kind: "one", target, hasUuidTarget: true, onDelete: "restrict", ...options };
}
/** One-to-many relation through `inverseField` of the target collection; has no column. */
export function many<const N extends string>(target: N, inverseField: string): Many<N> {
  return { kind: "many", target, inverseField };
}
/**
 * Relation to a status row whose id is its sequence; changes by the transitions of the state table (§4). The rules of
 * the collection set the first state.
 */
export function state<const N extends string, T extends StateTable>(
  target: N,
  stateTable: T | ((row: Row) => T),
  options?: FieldOptions,
): One<N, keyof T["states"]> {
  return { kind: "one", target, stateTable, onDelete: "restrict", ...options };
}

/** True unless the value is empty; `false` and 0 count as filled. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

// The catalogue of §3 with the error texts of §5.

const trim = (input: string) => input.trim();
/** Trims a name and reduces inner whitespace to single spaces. */
export const collapseSpaces = (input: string) => input.trim().replace(/\s+/g, " ");
/** Stored form of vehicle numbers, GSTIN and PAN: upper case without spaces and hyphens. */
export const uppercase = (input: string) => input.replace(/[\s-]+/g, "").toUpperCase();

/** A text field whose preset values the options replace. */
export function textWithPreset<const O extends FieldOptions>(
  preset: FieldOptions,
  options: O | undefined,
): Field<Nullable<string, O>> {
  return { kind: "text", ...preset, ...options };
}

export function email<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Email",
      max: limits.email,
      normalise: trim,
      pattern: /^[^\s@<>()[\],;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i,
      message: "*Invalid email",
    },
    options,
  );
}
export function personName<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Name",
      min: limits.nameMinimum,
      max: limits.name,
      normalise: collapseSpaces,
    },
    options,
  );
}
/** The ten digits of a phone number as people write it ('+91 98400-12345', '098400 12345'); other input is unchanged. */
export function normalisePhoneNumber(input: string): string {
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(input.replace(/[\s\-.()]+/g, ""))?.[1] ?? input;
}
export function phone<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Phone number",
      max: limits.phone,
      normalise: trim,
      pattern: /^\d{10}$/,
      message: "*Invalid phone number",
    },
    options,
  );
}
export function password(options?: FieldOptions): Field<string | null> {
  return {
    kind: "secret",
    secret: "password",
    label: "Password",
    pattern: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@#$%^&+=!]).{8,}$/s,
    message: "*Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!",
    max: 200,
    ...options,
  };
}
export function vehicleNumber<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Vehicle number",
      max: 15,
      normalise: uppercase,
      pattern: /^[A-Z0-9]{6,15}$/i,
      message: "*Invalid vehicle number",
    },
    options,
  );
}
export function cin<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "CIN",
      max: 21,
      normalise: uppercase,
      pattern: /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/i,
      message: "*Invalid CIN. It has 21 characters, for example U74999TN2015PTC100001",
    },
    options,
  );
}
/** Codes are pasted with spaces around them, and written in groups. */
export const removeSpaces = (input: string): string => input.replaceAll(/\s/g, "");

export function pincode<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Pin code",
      max: limits.pincode,
      normalise: removeSpaces,
      pattern: /^\d{6}$/,
      message: "*Invalid pin code",
    },
    options,
  );
}
/** URL segment of a company or branch: lower-case letters, digits and single hyphens. */
export function slug<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "Slug",
      max: 80,
      pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
      message: "must contain only lowercase letters, digits and hyphens",
    },
    options,
  );
}
export function textWithMinLength<const O extends FieldOptions>(label: string, minimum: 4 | 5, options?: O) {
  return textWithPreset(
    {
      label,
      min: minimum,
      normalise: collapseSpaces,
    },
    options,
  );
}
export function otp(options?: FieldOptions): Field<string | null> {
  return {
    kind: "secret",
    secret: "code",
    label: "OTP",
    max: 4,
    pattern: /^[1-9]\d{3}$/,
    message: "*Invalid OTP",
    normalise: removeSpaces,
    ...options,
  };
}

/** reading.md §6: one-time code of login and verification; the handover code of a ticket is an `otp`. */
export function oneTimeCode(options?: FieldOptions): Field<string | null> {
  return {
    kind: "secret",
    secret: "code",
    label: "6-digit OTP",
    max: 6,
    pattern: /^[1-9]\d{5}$/,
    message: "*Invalid OTP",
    normalise: removeSpaces,
    ...options,
  };
}

/** Returns 'Vehicle number' for 'Vehicle_Number' and 'vehicleNumber' without a label. */
export function getFieldLabel(name: string, field: Field): string {
  if (field.label) return field.label;
  const spacedName = name
    .replace(/_id$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .trim()
    .toLowerCase();
  return capitalize(spacedName);
}

/** §5: 'A required field left empty gives "*{Label} is required"'. */
export function requiredMessage(name: string, field: Field): string {
  return `*${getFieldLabel(name, field)} is required`;
}

/**
 * Validates one input value (§5). Returns the error text of the field, or undefined if the value is valid. Of relations
 * only the key format is checked; the database checks that the row exists.
 */
export function checkField({ name, field, value }: { name: string; field: Field; value: unknown }): string | undefined {
  if (!isFilled(value)) return field.required ? requiredMessage(name, field) : undefined;
  const label = getFieldLabel(name, field).replace(" (optional)", "");
  const toErrorText = (text: string) => (text.startsWith("*") ? text : `*${label} ${text}`);
  switch (field.kind) {
    case "text":
    case "secret": {
      if (typeof value !== "string") return toErrorText("must be text");
      if (!isStorableText(value)) return toErrorText(field.message ?? "contains a character that is not allowed");
      const stored = field.normalise ? field.normalise(value) : value;
      if (stored === "") return field.required ? requiredMessage(name, field) : undefined;
      if (field.min !== undefined && stored.trim().length < field.min)
        return toErrorText(field.minMessage ?? `*Minimum ${field.min} characters required`);
      if (field.allowedValues && !field.allowedValues.includes(stored))
        return toErrorText(field.message ?? "is not one of the options");
      if (field.pattern && !field.pattern.test(stored)) return toErrorText(field.message ?? "has an invalid format");
      if (field.isValid && !field.isValid(stored)) return toErrorText(field.message ?? "has an invalid format");
      if (field.max !== undefined && stored.length > field.max)
        return toErrorText(`must have at most ${field.max} characters`);
      return undefined;
    }
    case "integer": {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isSafeInteger(number))
        return toErrorText(field.message ?? "must be a whole number");
      const minimum = field.min ?? -2_147_483_648;
      const maximum = field.max ?? (field.isId ? Number.MAX_SAFE_INTEGER : 2_147_483_647);
      return number < minimum || number > maximum ? toErrorText(`must be from ${minimum} to ${maximum}`) : undefined;
    }
    case "money": {
      const amountText = typeof value === "number" ? String(value) : value;
      if (typeof amountText !== "string" || !/^-?\d{1,10}(\.\d{1,2})?$/.test(amountText))
        return toErrorText(field.message ?? "must be an amount");
      const paise = Math.round(Number(amountText) * 100);
      if (field.min !== undefined && paise < field.min)
        return toErrorText(`must be at least ₹${(field.min / 100).toFixed(2)}`);
      if (field.max !== undefined && paise > field.max)
        return toErrorText(`must be at most ₹${(field.max / 100).toFixed(2)}`);
      return undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? undefined : toErrorText(field.message ?? "must be true or false");
    case "timestamp":
      return isTimestamp(value) ? undefined : toErrorText(field.message ?? "must be a date and time");
    case "uuid":
      return isUuid(value) ? undefined : toErrorText("must be an id");
    case "one":
      return isValidKey(field, value) ? undefined : toErrorText("must be an id");
    case "json":
      return isStorableJson(value)
        ? undefined
        : toErrorText(field.message ?? "contains a character that is not allowed");
    case "many":
      return undefined;
  }
}

/** The id of a row as text. A number has 15 digits exactly. */
export const idPattern = /^\d{1,15}$/;

export const isId = (text: string | null | undefined): boolean => idPattern.test(text ?? "");

/** The id that a text is; undefined if it is none. */
export const parseId = (text: string | null | undefined): number | undefined => (isId(text) ? Number(text) : undefined);

function isValidKey(field: Field, value: unknown): boolean {
  if (field.hasUuidTarget) return isUuid(value);
  const number = typeof value === "string" ? parseId(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0;
}
