// Settings: docs/operations.md and deploy/env.example list exactly the declared ones, and invalid ones are reported in one
// message that never contains a secret.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { z } from "zod";
import { loadConfig, settingsSchemas } from "#server/config.ts";
import type { Environment } from "#server/environment.ts";
import { OperatorError } from "#server/operator-error.ts";
import { settingDetails } from "#server/settings/settings.ts";
import { testSettings } from "#tests/support/test-settings.ts";

const declared = [...settingsSchemas, testSettings].flatMap(({ shape }) =>
  Object.entries(shape).map(([name, schema]) => {
    const details = settingDetails.get(schema);
    assert.ok(details, `${name} has no description`);
    const constant = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : undefined;
    return { name, constant, ...details };
  }),
);
const secrets = declared.filter(({ isSecret }) => isSecret).map(({ name }) => name);

/** Settings of a server that starts with them. */
const validEnv = { SECRET: "s".repeat(40), CREDENTIALS_KEY: "c".repeat(40) };

function getErrorText(env: Environment): string {
  try {
    loadConfig({ env: { ...validEnv, ...env } });
    return "";
  } catch (error) {
    assert.ok(error instanceof OperatorError);
    return error.message;
  }
}

test("docs/operations.md has a row for every declared setting, as it is declared", () => {
  const [, section] = readFileSync("docs/operations.md", "utf8").split("\n## Settings\n");
  const rows = declared.map(({ name, constant, description, default: text = constant ?? "none", isSecret }) => {
    assert.ok(!`${text}${description}`.includes("|"), name);
    return `| \`${name}\` | ${text} | ${description}${isSecret ? ". Secret" : ""} |`;
  });
  const actual = section!.split("\n").filter((line) => line.startsWith("|"));
  assert.deepEqual(actual.slice(0, rows.length + 2), ["| Name | Default | Meaning |", "|---|---|---|", ...rows]);
  assert.doesNotMatch(actual[rows.length + 2] ?? "", /^\| `[A-Z_]+` \|/);
});

test("deploy/env.example lists the settings of production, and those of the compose file", () => {
  const example = readFileSync("deploy/env.example", "utf8");
  const listed = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);
  const compose = readFileSync("deploy/compose.yaml", "utf8");
  const interpolated = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const expected = declared.filter(({ isDevelopmentOnly }) => !isDevelopmentOnly).map(({ name }) => name);
  assert.deepEqual(listed.toSorted(), [...new Set([...expected, ...interpolated])].toSorted());
});

test("map tiles need an attribution", () => {
  const url = "https://tiles.example/{z}/{x}/{y}.png";
  const together = "MAP_TILES_URL and MAP_TILES_ATTRIBUTION go together: give both or neither.";
  assert.equal(getErrorText({ MAP_TILES_URL: url }), together);
  assert.equal(getErrorText({ MAP_TILES_ATTRIBUTION: "© Maps" }), together);
  assert.match(getErrorText({ MAP_TILES_URL: "https://tiles.example/" }), /^MAP_TILES_URL should look like /m);
  const env = { ...validEnv, MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: "© Maps" };
  assert.deepEqual(loadConfig({ env }).mapTiles, { url, attribution: { text: "© Maps", url: null } });
});

test("deploy/env.example shows the defaults that are declared", () => {
  const example = readFileSync("deploy/env.example", "utf8");
  for (const { name, constant } of declared) {
    const [, shown] = new RegExp(`^#${name}=(.*)$`, "m").exec(example) ?? [];
    if (constant !== undefined && shown !== undefined) assert.equal(shown, constant, name);
  }
});

test("every name is declared once", () => {
  const names = declared.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});

test("the message names every invalid setting with what is expected", () => {
  const message = getErrorText({
    PORT: "http",
    PUBLIC_URL: "park.example",
    POOL_SIZE: "2",
    REQUEST_PACING: "no",
    ADMIN_EMAIL: "admin",
    ADMIN_PASSWORD: "short",
    SMTP_URL: "mail.example.com",
    MAIL_FROM: "a@park.example",
    RETENTION_CODES_DAYS: "1",
    LOG_LEVEL: "loud",
    METRICS_TOKEN: "short",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
    STORAGE: "disk",
    ASSET_CACHE_MB: "1 GB",
    BACKUP_SCHEDULE: "daily",
    BACKUP_KEEP: "0",
  });
  assert.deepEqual(message.split("\n"), [
    'PORT is "http": give a whole number from 0 to 65535.',
    "PUBLIC_URL should look like https://parking.example.com, without a path.",
    'POOL_SIZE is "2": give a whole number from 4 to 500.',
    'REQUEST_PACING is "no": give on or off.',
    'ADMIN_EMAIL is "admin", which is not an email address.',
    "ADMIN_PASSWORD is too short: give at least 8 characters.",
    'STORAGE is "disk": give local or s3.',
    'ASSET_CACHE_MB is "1 GB": give a whole number of megabytes.',
    'RETENTION_CODES_DAYS is "1": give a whole number of days from 2 to 36500.',
    'BACKUP_SCHEDULE is "daily": give five fields like "30 20 * * *", which is 20:30 UTC every day.',
    'BACKUP_KEEP is "0": give how many archives to keep, from 1 to 9999.',
    "SMTP_URL should look like smtps://user:password@host:465.",
    'LOG_LEVEL is "loud": give debug, info, warn, error, silent.',
    "METRICS_TOKEN is too short: give at least 16 characters, or leave it out.",
    "OTEL_EXPORTER_OTLP_ENDPOINT should look like http://collector:4318.",
  ]);
});

describe("settings that belong together", () => {
  const table: [env: Environment, message: RegExp][] = [
    [{ ADMIN_EMAIL: "a@park.example" }, /^ADMIN_EMAIL and ADMIN_PASSWORD go together: give both or neither\.$/],
    [
      { STORAGE: "s3", S3_BUCKET: "b" },
      /^STORAGE is s3, so S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be/,
    ],
    [{ NODE_ENV: "production" }, /^PUBLIC_URL is missing/],
    [{ NODE_ENV: "production", PUBLIC_URL: "https://a.in", CREDENTIALS_KEY: "" }, /^CREDENTIALS_KEY seals the keys/],
    [
      { NODE_ENV: "production", PUBLIC_URL: "https://a.in", PAY_CHECK_SPEED: "2" },
      /^PAY_SIMULATOR_URL and PAY_CHECK_SPEED/,
    ],
  ];
  for (const [env, message] of table)
    test(JSON.stringify(env), () => {
      const text = getErrorText(env);
      assert.match(text, message);
      assert.equal(text.split("\n").length, 1);
    });
});

describe("a secret is never printed", () => {
  for (const name of secrets)
    for (const env of [
      { [name]: "hush" },
      { [name]: "hush", NODE_ENV: "production", STORAGE: "s3", SMS_PROVIDER: "msg91" },
    ])
      test(Object.keys(env).join(), () => assert.doesNotMatch(getErrorText(env), /hush/));
});

test("empty settings have their defaults", () => {
  const empty = Object.fromEntries(declared.map(({ name }) => [name, ""]));
  assert.deepEqual(loadConfig({ env: { ...empty, ...validEnv } }), loadConfig({ env: validEnv }));
});
