import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type FilesConfig, filesFrom } from "#server/files-config.ts";
import { type OutsideConfig, outsideFrom } from "#server/outside-config.ts";
import { PlainError } from "#server/plain-error.ts";

/** What the environment says, read once at the start and checked; nothing else reads the environment. */
export interface Config {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** What stands before the path in the links of mails and messages; never taken from a request. */
  publicUrl: string;
  /** The outside PostgreSQL, or null for the one that comes with Chaavi. */
  databaseUrl: string | null;
  /** Where the embedded database, the uploaded files and the secret are kept; absolute. */
  dataDir: string;
  /** Signs tokens and keys the hashes of codes: at least 32 characters, the same for all servers of one database. */
  secret: string;
  /** Seals the keys of payment providers: at least 32 characters, the same for all servers, and for as long as they are kept. */
  credentialsKey: string;
  /** Where the payment simulator answers; null without one. */
  paySimulatorUrl: string | null;
  /** How many times faster than prescribed undecided payments are asked about, for trials. */
  payCheckSpeed: number;
  /** Fill a fresh database with the demo. */
  hasDemo: boolean;
  /** Made platform administrator at the first start. */
  admin: { email: string; password: string } | null;
  /** Connections to the database of this server. */
  poolSize: number;
  /** How a WebSocket says who is there; by its first message where this is not given. */
  websocketAuth?: "handshake" | "strict" | "public";
  files: FilesConfig;
  /** Who carries mails and SMS and knows about GSTIN and PAN. */
  outside: OutsideConfig;
  /** NODE_ENV is production: nothing of the simulators then. */
  isProduction: boolean;
}

export interface Environment {
  [name: string]: string | undefined;
}

const shortestSecret = 32;
const shortestPassword = 8;

/**
 * Reads the settings; throws one PlainError with a line for every mistake.
 * Where SECRET is not given, one is made and kept in `DATA_DIR/secret`.
 */
export function readConfig({ env, args = [] }: { env: Environment; args?: readonly string[] }): Config {
  const mistakes: string[] = [];
  const settings = {
    port: numberFrom({ env, name: "PORT", fallback: 3000, least: 0, most: 65_535, mistakes }),
    host: env["HOST"] || "localhost",
    publicUrl: publicUrlFrom({ env, mistakes }),
    databaseUrl: databaseUrlFrom({ env, mistakes }),
    dataDir: path.resolve(env["DATA_DIR"] || "data"),
    hasDemo: !args.includes("--no-demo"),
    admin: adminFrom({ env, mistakes }),
    websocketAuth: socketAuthFrom({ env, mistakes }),
    poolSize: numberFrom({ env, name: "POOL_SIZE", fallback: 20, least: 2, most: 500, mistakes }),
    files: filesFrom({ env, mistakes }),
    paySimulatorUrl: addressFrom({ env, name: "PAY_SIMULATOR_URL", mistakes }),
    payCheckSpeed: numberFrom({ env, name: "PAY_CHECK_SPEED", fallback: 1, least: 1, most: 1_000, mistakes }),
    outside: outsideFrom({ env, mistakes }),
    isProduction: env["NODE_ENV"] === "production",
  };
  for (const unknown of args.filter((arg) => arg !== "--no-demo")) {
    mistakes.push(`${unknown} is not an option. The only one is --no-demo.`);
  }
  if (env["SECRET"] && env["SECRET"].length < shortestSecret) {
    mistakes.push(`SECRET is too short: give at least ${shortestSecret} characters, or leave it out.`);
  }
  const { isProduction } = settings;
  if (env["CREDENTIALS_KEY"] ? env["CREDENTIALS_KEY"].length < shortestSecret : isProduction)
    mistakes.push(`CREDENTIALS_KEY seals the keys of payment providers: give at least ${shortestSecret} characters.`);
  if (isProduction && !env["PUBLIC_URL"])
    mistakes.push("PUBLIC_URL is missing: the address at which this product is reached, like https://park.example.");
  if (isProduction && (settings.paySimulatorUrl || settings.payCheckSpeed !== 1))
    mistakes.push("PAY_SIMULATOR_URL and PAY_CHECK_SPEED are for trials: leave them out in earnest.");
  if (mistakes.length > 0) throw new PlainError(mistakes.join("\n"));
  return {
    ...settings,
    secret: env["SECRET"] || secretIn({ dataDir: settings.dataDir, name: "secret" }),
    credentialsKey: env["CREDENTIALS_KEY"] || secretIn({ dataDir: settings.dataDir, name: "credentials-key" }),
  };
}

function numberFrom(options: {
  env: Environment;
  name: string;
  fallback: number;
  least: number;
  most: number;
  mistakes: string[];
}): number {
  const { env, name, fallback, least, most, mistakes } = options;
  const text = env[name];
  if (!text) return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  mistakes.push(`${name} is "${text}": give a whole number from ${least} to ${most}.`);
  return fallback;
}

function publicUrlFrom({ env, mistakes }: { env: Environment; mistakes: string[] }): string {
  const text = env["PUBLIC_URL"];
  if (!text) return `http://localhost:${env["PORT"] || 3000}`;
  if (/^https?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text)) return text.replace(/\/$/, "");
  mistakes.push("PUBLIC_URL should look like https://parking.example.com, without a path.");
  return "";
}

function databaseUrlFrom({ env, mistakes }: { env: Environment; mistakes: string[] }): string | null {
  const text = env["DATABASE_URL"];
  if (!text) return null;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  mistakes.push("DATABASE_URL should look like postgres://user:password@host:5432/database.");
  return null;
}

function socketAuthFrom({
  env,
  mistakes,
}: {
  env: Environment;
  mistakes: string[];
}): NonNullable<Config["websocketAuth"]> {
  const text = env["WEBSOCKET_AUTH"] || "handshake";
  if (text === "handshake" || text === "strict" || text === "public") return text;
  mistakes.push(`WEBSOCKET_AUTH is "${text}": it may be handshake, strict or public.`);
  return "handshake";
}

function addressFrom({ env, name, mistakes }: { env: Environment; name: string; mistakes: string[] }): string | null {
  const text = env[name];
  if (!text) return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) mistakes.push(`${name} should look like https://host.`);
  return text.replace(/\/+$/, "");
}

function adminFrom({ env, mistakes }: { env: Environment; mistakes: string[] }): Config["admin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (!email && !password) return null;
  if (!email || !password) {
    mistakes.push("ADMIN_EMAIL and ADMIN_PASSWORD go together: give both or neither.");
    return null;
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) mistakes.push(`ADMIN_EMAIL is "${email}", which is not an email address.`);
  if (password.length < shortestPassword) {
    mistakes.push(`ADMIN_PASSWORD is too short: give at least ${shortestPassword} characters.`);
  }
  return { email, password };
}

/** Makes the data folder if it is not there; throws PlainError when it cannot be written to. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new PlainError(
      `The data folder ${dataDir} cannot be written to (${code}). Give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}

function secretIn({ dataDir, name }: { dataDir: string; name: string }): string {
  makeDataFolder(dataDir);
  const file = path.join(dataDir, name);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  return savedSecret(file);
}

function savedSecret(file: string): string {
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < shortestSecret) {
    throw new PlainError(
      `The file ${file} is damaged: put it back from the back-up, or remove it to get a new one (everybody logs in again, and payment keys are entered anew).`,
    );
  }
  chmodSync(file, 0o600);
  return secret;
}
