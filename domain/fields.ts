// §3 §5: the form-field catalogue: each field's limits, pattern and error text, once for server, browser and database.
import type { Field, Json } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { isGstin } from "#domain/rules/gstin.ts";
import { isPan } from "#domain/rules/pan.ts";
import { isStorableJson, isStorableText, isTimestamp, isUuid } from "#domain/stored-value.ts";
import { capitalised } from "#domain/words.ts";

type Options<T> = Partial<Field<T>>;
type Nullable<T, O> = O extends { required: true } ? T : T | null;

// The kinds.

export function text<const O extends Options<string>>(options?: O): Field<Nullable<string, O>> {
  return { kind: "text", ...options } as Field<Nullable<string, O>>;
}
export function integer<const O extends Options<number>>(options?: O): Field<Nullable<number, O>> {
  return { kind: "integer", message: "must be a whole number", ...options } as Field<Nullable<number, O>>;
}
/** An amount of rupees: integer paise inside, a string with two decimals on the wire (reading.md §3). */
export function money<const O extends Options<number>>(options?: O): Field<Nullable<number, O>> {
  return { kind: "money", message: "must be an amount like 120.00", ...options } as Field<Nullable<number, O>>;
}
export function boolean(options?: Options<boolean>): Field<boolean> {
  return { kind: "boolean", default: false, message: "must be true or false", ...options };
}
export function timestamp<const O extends Options<Date>>(options?: O): Field<Nullable<Date, O>> {
  return { kind: "timestamp", message: "must be a date and time", ...options } as Field<Nullable<Date, O>>;
}
export function json(options?: Options<Json>): Field<Json> {
  return { kind: "json", ...options };
}
/** Write-only: kept hashed, read back as `**********` (reading.md §3). */
export function secret(options?: Options<string>): Field<string | null> {
  return { kind: "secret", secret: "code", ...options };
}
/** Write-only as a secret, but kept encrypted: our own code must be able to use it. */
export function sealed(options?: Options<string>): Field<string | null> {
  return { kind: "secret", secret: "sealed", ...options };
}
export function choice<const V extends readonly string[], const O extends Options<V[number]>>(
  values: V,
  options?: O,
): Field<Nullable<V[number], O>> {
  return { kind: "text", values, max: 50, message: `must be one of ${values.join(", ")}`, ...options } as Field<
    Nullable<V[number], O>
  >;
}
/** Many rows of this collection point to one row of another, by its integer id. */
export function one<const O extends Options<number>>(to: string, options?: O): Field<Nullable<number, O>> {
  return { kind: "one", to, onDelete: "restrict", ...options } as Field<Nullable<number, O>>;
}
/** The same for a collection whose ids are uuids: users, files, roles. */
export function oneByUuid<const O extends Options<string>>(to: string, options?: O): Field<Nullable<string, O>> {
  return { kind: "one", to, isByUuid: true, onDelete: "restrict", ...options } as Field<Nullable<string, O>>;
}
/** The rows of another collection that point here through their field `via`; no column of its own. */
export function many(to: string, via: string): Field<number[]> {
  return { kind: "many", to, via };
}
/** A relation to a status row whose id is its sequence, moving as the table of §4 allows. */
export function state<const O extends Options<number>>(
  to: string,
  states: NonNullable<Field["states"]>,
  options?: O,
): Field<Nullable<number, O>> {
  return { kind: "one", to, states, onDelete: "restrict", ...options } as Field<Nullable<number, O>>;
}

/** Whether something was typed or chosen; no is an answer, too. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

// The catalogue (§3), with the texts of §5.

const trimmed = (typed: string) => typed.trim();
/** Spaces at the ends, and those that follow another, are no part of a name. */
export const squeezed = (typed: string) => typed.trim().replace(/\s+/g, " ");
/** As plates, GSTIN and PAN are kept, however they are typed. */
export const capitals = (typed: string) => typed.replace(/[\s-]+/g, "").toUpperCase();

export function email<const O extends Options<string>>(options?: O) {
  return text({
    label: "Email",
    max: limits.email,
    normalise: trimmed,
    pattern: /^[^\s@<>()[\],;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i,
    message: "*Invalid email",
    ...options,
  } as O & Options<string>);
}
export function personName<const O extends Options<string>>(options?: O) {
  return text({
    label: "Name",
    min: limits.nameMinimum,
    max: limits.name,
    normalise: squeezed,
    minMessage: "*Minimum 3 characters required",
    ...options,
  } as O & Options<string>);
}
export function phone<const O extends Options<string>>(options?: O) {
  return text({
    label: "Phone number",
    max: limits.phone,
    normalise: trimmed,
    pattern: /^\d{10}$/,
    message: "*Invalid phone number",
    ...options,
  } as O & Options<string>);
}
export function password(options?: Options<string>): Field<string | null> {
  return {
    kind: "secret",
    secret: "password",
    label: "Password",
    pattern: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@#$%^&+=!]).{8,}$/s,
    message: "*Use 8 or more characters with a capital, a small letter, a digit and one of @#$%^&+=!",
    max: 200,
    ...options,
  };
}
export function vehicleNumber<const O extends Options<string>>(options?: O) {
  return text({
    label: "Vehicle number",
    max: 15,
    normalise: capitals,
    pattern: /^[A-Z0-9]{6,15}$/i,
    message: "*Invalid vehicle number",
    ...options,
  } as O & Options<string>);
}
export function gstin<const O extends Options<string>>(options?: O) {
  return text({
    label: "GSTIN",
    max: limits.gstin,
    normalise: capitals,
    holds: isGstin,
    message: "*Invalid GSTIN number format",
    ...options,
  } as O & Options<string>);
}
export function pan<const O extends Options<string>>(options?: O) {
  return text({
    label: "PAN",
    max: limits.pan,
    normalise: capitals,
    holds: isPan,
    message: "*Invalid PAN number format",
    ...options,
  } as O & Options<string>);
}
export function cin<const O extends Options<string>>(options?: O) {
  return text({
    label: "CIN",
    max: 21,
    normalise: capitals,
    pattern: /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/i,
    message: "*Invalid CIN. It has 21 characters, like U74999TN2015PTC100001",
    ...options,
  } as O & Options<string>);
}
export function pincode<const O extends Options<string>>(options?: O) {
  return text({
    label: "Pin code",
    max: limits.pincode,
    normalise: trimmed,
    pattern: /^\d{6}$/,
    message: "*Invalid pin code",
    ...options,
  } as O & Options<string>);
}
/** The part of an address that names a company or branch: small letters, digits and single hyphens. */
export function slug<const O extends Options<string>>(options?: O) {
  return text({
    label: "Slug",
    max: 80,
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    message: "must be small letters, digits and hyphens",
    ...options,
  } as O & Options<string>);
}
export function minimumCharacters(label: string, minimum: 4 | 5, options?: Options<string>) {
  return text({
    label,
    min: minimum,
    minMessage: `*Minimum ${minimum} characters required`,
    normalise: squeezed,
    ...options,
  });
}
export function otp(options?: Options<string>): Field<string | null> {
  return {
    kind: "secret",
    secret: "code",
    label: "OTP",
    max: 4,
    pattern: /^[1-9]\d{3}$/,
    message: "*Invalid OTP",
    ...options,
  };
}

/** 'Vehicle_Number' and 'vehicleNumber' both read 'Vehicle number'. */
export function labelOf(name: string, field: Field): string {
  if (field.label) return field.label;
  const words = name
    .replace(/_id$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .trim()
    .toLowerCase();
  return capitalised(words);
}

/** §5: 'A required field left empty gives "*{Label} is required"'. */
export function requiredText(name: string, field: Field): string {
  return `*${labelOf(name, field)} is required`;
}

/**
 * Checks one typed value against its field (§5). Returns the text to show by the field, or undefined when it holds.
 * Relations are only checked for their form: whether the row exists is the database's to say.
 */
export function fieldError({ name, field, value }: { name: string; field: Field; value: unknown }): string | undefined {
  if (!isGiven(value)) return field.required ? requiredText(name, field) : undefined;
  const label = labelOf(name, field);
  const say = (text: string) => (text.startsWith("*") ? text : `*${label} ${text}`);
  switch (field.kind) {
    case "text":
    case "secret": {
      if (typeof value !== "string") return say("must be text");
      if (!isStorableText(value)) return say(field.message ?? "has a character that cannot be stored");
      const stored = field.normalise ? field.normalise(value) : value;
      if (stored === "" && field.required) return requiredText(name, field);
      if (field.min !== undefined && stored.trim().length < field.min)
        return say(field.minMessage ?? `must have at least ${field.min} characters`);
      if (field.values && !field.values.includes(stored)) return say(field.message ?? "is not one of the choices");
      if (field.pattern && !field.pattern.test(stored)) return say(field.message ?? "is not in the expected form");
      if (field.holds && !field.holds(stored)) return say(field.message ?? "is not in the expected form");
      if (field.max !== undefined && stored.length > field.max) return say(`must have at most ${field.max} characters`);
      return undefined;
    }
    case "integer": {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isSafeInteger(number))
        return say(field.message ?? "must be a whole number");
      const lowest = field.min ?? -2_147_483_648;
      const highest = field.max ?? 2_147_483_647;
      return number < lowest || number > highest ? say(`must be from ${lowest} to ${highest}`) : undefined;
    }
    case "money": {
      const typed = typeof value === "number" ? String(value) : value;
      if (typeof typed !== "string" || !/^-?\d{1,10}(\.\d{1,2})?$/.test(typed))
        return say(field.message ?? "must be an amount");
      const paise = Math.round(Number(typed) * 100);
      if (field.min !== undefined && paise < field.min) return say(`must be at least ₹${(field.min / 100).toFixed(2)}`);
      if (field.max !== undefined && paise > field.max) return say(`must be at most ₹${(field.max / 100).toFixed(2)}`);
      return undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? undefined : say(field.message ?? "must be true or false");
    case "timestamp":
      return isTimestamp(value) ? undefined : say(field.message ?? "must be a date and time");
    case "uuid":
      return isUuid(value) ? undefined : say("must be an id");
    case "one":
      return isKey(field, value) ? undefined : say("must be an id");
    case "json":
      return isStorableJson(value) ? undefined : say(field.message ?? "has a character that cannot be stored");
    case "many":
      return undefined;
  }
}

function isKey(field: Field, value: unknown): boolean {
  if (field.isByUuid) return isUuid(value);
  const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= 2_147_483_647;
}
