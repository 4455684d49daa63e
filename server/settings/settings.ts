// Declaration of settings: environment variables with schema, default and description. Each part of the server declares
// its own as a zod object; docs/operations.md and deploy/env.example list exactly the declared ones
// (tests/settings.test.ts).
import { z } from "zod";
import type { Environment } from "#server/environment.ts";

interface SettingDetails {
  /** Meaning, as Markdown for docs/operations.md. */
  description: string;
  /** Default, for docs/operations.md, if it is not a constant. */
  default?: string;
  /** Keys, passwords, and URLs that contain one. Error messages never contain the value. */
  isSecret?: true;
  /** Rejected or useless in production, so not listed in deploy/env.example. */
  isDevelopmentOnly?: true;
}

export const settingDetails = z.registry<SettingDetails>();

/** Settings by name. The message of an issue continues a sentence that starts with the name of the setting. */
type SettingsSchema = z.ZodObject<{ readonly [name: string]: z.ZodType<unknown, string | undefined> }>;

/**
 * Reads the settings of a schema from the environment; empty ones count as absent. Adds a line to `errors` for every
 * invalid setting, which then has its default.
 */
export function readSettings<T extends SettingsSchema>({
  env,
  schema,
  errors,
}: {
  env: Environment;
  schema: T;
  /** Receives the lines. */
  errors: string[];
}): z.output<T> {
  const provided = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]));
  const result = schema.safeParse(provided);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    errors.push(`${name}${message.startsWith(":") ? "" : " "}${message}`);
    provided[name] = undefined;
  }
  return schema.parse(provided);
}

/** Text that matches `isValid`; otherwise `message`. */
export function textSetting({
  isValid,
  message,
}: {
  isValid: (text: string) => boolean;
  message: string | ((text: string) => string);
}): z.ZodString {
  return z.string().check((context) => {
    const { value: text, issues } = context;
    if (!isValid(text))
      issues.push({ code: "custom", input: text, message: typeof message === "string" ? message : message(text) });
  });
}

/** Whole number from `min` to `max`. */
export function wholeNumberSetting({
  min,
  max,
  expected = `a whole number from ${min} to ${max}`,
}: {
  min: number;
  max: number;
  expected?: string;
}): z.ZodType<number, string> {
  const isValid = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return textSetting({ isValid, message: (text) => `is "${text}": give ${expected}.` }).transform(Number);
}

/** One of `values`. */
export function choiceSetting<const T extends string>({
  values,
  expected,
}: {
  values: readonly T[];
  expected: string;
}): z.ZodType<T, string> {
  return z.enum(values, { error: ({ input }) => `is "${String(input)}": ${expected}.` });
}

/** `on` or `off`. */
export function switchSetting(): z.ZodType<boolean, string> {
  return choiceSetting({ values: ["on", "off"], expected: "give on or off" }).transform((choice) => choice === "on");
}

/** URL with http or https; slashes at its end are removed. */
export function httpUrlSetting(example: string): z.ZodType<string, string> {
  return textSetting({ isValid: isHttpUrl, message: `should look like ${example}.` }).transform(removeTrailingSlashes);
}

/** Text of at least `min` characters; the value is never printed. */
export function secretSetting({ min, message }: { min: number; message: string }): z.ZodString {
  return textSetting({ isValid: (text) => text.length >= min, message });
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function removeTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, "");
}
