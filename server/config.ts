import { getErrorCode } from "#domain/error-code.ts";
import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { limits } from "#domain/limits.ts";
import type { RetentionDays } from "#domain/privacy/retention.ts";
import { type BackupConfig, parseBackupConfig } from "#server/backup-config.ts";
import type { Environment } from "#server/environment.ts";
import { type FilesConfig, parseFilesConfig } from "#server/files-config.ts";
import { type ObservabilityConfig, parseObservabilityConfig } from "#server/observability-config.ts";
import { type IntegrationsConfig, parseIntegrationsConfig } from "#server/integrations-config.ts";
import { type TrustProxy, parseTrustProxy } from "#server/http/trust-proxy.ts";
import { OperatorError } from "#server/operator-error.ts";
import { parseRetention } from "#server/privacy/retention-config.ts";

/**
 * Settings of the server, read from the environment once at start-up and validated; no other module reads the
 * environment.
 */
export interface Config {
  /** 0 selects any free port. */
  port: number;
  host: string;
  /** Base URL of the links in mails and messages; never derived from a request. */
  publicUrl: string;
  /** Proxies whose forwarded client addresses are trusted; none by default. */
  trustProxy?: TrustProxy;
  /** URL of an external PostgreSQL; null for the embedded one. */
  databaseUrl: string | null;
  /** Folder of the embedded database, the uploaded files and the secret; absolute path. */
  dataDir: string;
  /** Signs tokens and keys the hashes of codes: at least 32 characters, the same on all servers of a database. */
  secret: string;
  /**
   * Further secrets whose signatures are accepted: previous ones, and the next one while it is rolled out to all
   * servers.
   */
  acceptedSecrets?: readonly string[];
  /**
   * Encrypts the credentials of payment providers: at least 32 characters, the same on all servers, unchanged while
   * credentials are stored.
   */
  credentialsKey: string;
  /** Further keys that are accepted for decryption. */
  acceptedCredentialsKeys?: readonly string[];
  /** URL of the payment simulator; null without one. */
  paySimulatorUrl: string | null;
  /** Factor by which the status checks of pending payments are accelerated, for trials. */
  payCheckSpeed: number;
  /** Whether a new database is filled with the demo data. */
  hasDemo: boolean;
  /** Platform administrator to create at the first start. */
  admin: { email: string; password: string } | null;
  /** Number of database connections of this server. */
  poolSize: number;
  /** Largest number of concurrent WebSockets and event streams of one address. */
  liveConnectionsPerAddress?: number;
  /** Time during which a stopping server reports that it is not ready before it rejects requests. */
  drainDelayMs?: number;
  /** Concurrent requests of one user, and of one address for anonymous clients; 0 means no limit. */
  requestsPerPerson: number;
  requestsPerAddress: number;
  /** Whether clients that use a large share of a busy server are delayed. */
  isRequestPacingEnabled: boolean;
  /** How a WebSocket client authenticates; with its first message by default. */
  websocketAuth?: "handshake" | "strict" | "public";
  files: FilesConfig;
  /** Retention of personal data in days, by class. */
  retention: RetentionDays;
  backup: BackupConfig;
  /** Mail, SMS and tax id services. */
  integrations: IntegrationsConfig;
  /** Logging, metrics and tracing settings. */
  observability: ObservabilityConfig;
  /** True if NODE_ENV is production: simulators are rejected. */
  isProduction: boolean;
}

const minSecretLength = 32;
const minPasswordLength = 8;

/**
 * Reads and validates the settings; throws one OperatorError with a line for each invalid setting. Without SECRET, a
 * secret is generated and stored in `DATA_DIR/secret`.
 */
export function loadConfig({ env, args = [] }: { env: Environment; args?: readonly string[] }): Config {
  const errors: string[] = [];
  const settings = {
    port: parseNumber({ env, name: "PORT", fallback: 3000, min: 0, max: 65_535, errors }),
    host: env["HOST"] || "localhost",
    publicUrl: parsePublicUrl({ env, errors }),
    trustProxy: parseTrustProxy({ text: env["TRUST_PROXY"], errors }),
    databaseUrl: parseDatabaseUrl({ env, errors }),
    dataDir: path.resolve(env["DATA_DIR"] || "data"),
    hasDemo: !args.includes("--no-demo"),
    admin: parseAdmin({ env, errors }),
    websocketAuth: parseWebsocketAuth({ env, errors }),
    drainDelayMs:
      1_000 *
      parseNumber({ env, name: "DRAIN_DELAY", fallback: getDefaultDrainDelaySeconds(env), min: 0, max: 60, errors }),
    liveConnectionsPerAddress: parseNumber({
      env,
      name: "LIVE_CONNECTIONS_PER_ADDRESS",
      fallback: limits.liveConnectionsPerAddress,
      min: 1,
      max: limits.liveConnections,
      errors,
    }),
    poolSize: parseNumber({ env, name: "POOL_SIZE", fallback: 20, min: 4, max: 500, errors }),
    requestsPerPerson: parseNumber({ env, name: "REQUESTS_PER_PERSON", fallback: 4, min: 0, max: 10_000, errors }),
    requestsPerAddress: parseNumber({
      env,
      name: "REQUESTS_PER_ADDRESS",
      fallback: 32,
      min: 0,
      max: 10_000,
      errors,
    }),
    isRequestPacingEnabled: env["REQUEST_PACING"] !== "off",
    files: parseFilesConfig({ env, errors }),
    retention: parseRetention({ env, errors }),
    backup: parseBackupConfig({ env, errors, dataDir: path.resolve(env["DATA_DIR"] || "data") }),
    paySimulatorUrl: parseUrl({ env, name: "PAY_SIMULATOR_URL", errors }),
    payCheckSpeed: parseNumber({ env, name: "PAY_CHECK_SPEED", fallback: 1, min: 1, max: 1_000, errors }),
    integrations: parseIntegrationsConfig({ env, errors }),
    observability: parseObservabilityConfig({ env, errors }),
    isProduction: env["NODE_ENV"] === "production",
  };
  for (const unknown of args.filter((arg) => arg !== "--no-demo")) {
    errors.push(`${unknown} is not an option. The only one is --no-demo.`);
  }
  if (env["SECRET"] && env["SECRET"].length < minSecretLength) {
    errors.push(`SECRET is too short: give at least ${minSecretLength} characters, or leave it out.`);
  }
  for (const name of ["ACCEPTED_SECRETS", "ACCEPTED_CREDENTIALS_KEYS"])
    if (parseAcceptedKeys(env[name]).some((key) => key.length < minSecretLength))
      errors.push(
        `${name} has one that is too short: each needs at least ${minSecretLength} characters, separated by commas.`,
      );
  const { isProduction } = settings;
  if (env["CREDENTIALS_KEY"] ? env["CREDENTIALS_KEY"].length < minSecretLength : isProduction)
    errors.push(`CREDENTIALS_KEY seals the keys of payment providers: give at least ${minSecretLength} characters.`);
  if (isProduction && !env["PUBLIC_URL"])
    errors.push("PUBLIC_URL is missing: the address at which this product is reached, like https://park.example.");
  if (isProduction && (settings.paySimulatorUrl || settings.payCheckSpeed !== 1))
    errors.push("PAY_SIMULATOR_URL and PAY_CHECK_SPEED are for trials: leave them out in production.");
  if (errors.length > 0) throw new OperatorError(errors.join("\n"));
  const { dataDir } = settings;
  const [secret, ...secrets] = loadKeys({ env, dataDir, setting: "SECRET", name: "secret" });
  const [credentialsKey, ...credentialsKeys] = loadKeys({
    env,
    dataDir,
    setting: "CREDENTIALS_KEY",
    name: "credentials-key",
  });
  return {
    ...settings,
    secret: secret!,
    acceptedSecrets: [...secrets, ...parseAcceptedKeys(env["ACCEPTED_SECRETS"])],
    credentialsKey: credentialsKey!,
    acceptedCredentialsKeys: [...credentialsKeys, ...parseAcceptedKeys(env["ACCEPTED_CREDENTIALS_KEYS"])],
  };
}

/**
 * Default drain delay in seconds: load balancers poll readiness every few seconds; without one, waiting is pointless.
 */
function getDefaultDrainDelaySeconds(env: Environment): number {
  return env["NODE_ENV"] === "production" ? 5 : 0;
}

/** Returns the keys of a setting, or those of its file, one per line; the first is the current one. */
function loadKeys(args: { env: Environment; dataDir: string; setting: string; name: string }): string[] {
  const { env, dataDir, setting, name } = args;
  const configured = env[setting];
  return configured ? [configured] : readOrCreateSecrets({ dataDir, name });
}

function parseAcceptedKeys(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter(Boolean);
}

function parseNumber(options: {
  env: Environment;
  name: string;
  fallback: number;
  min: number;
  max: number;
  errors: string[];
}): number {
  const { env, name, fallback, min, max, errors } = options;
  const text = env[name];
  if (!text) return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  errors.push(`${name} is "${text}": give a whole number from ${min} to ${max}.`);
  return fallback;
}

function parsePublicUrl({ env, errors }: { env: Environment; errors: string[] }): string {
  const text = env["PUBLIC_URL"];
  if (!text) return `http://localhost:${env["PORT"] || 3000}`;
  if (/^https?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text)) return text.replace(/\/$/, "");
  errors.push("PUBLIC_URL should look like https://parking.example.com, without a path.");
  return "";
}

function parseDatabaseUrl({ env, errors }: { env: Environment; errors: string[] }): string | null {
  const text = env["DATABASE_URL"];
  if (!text) return null;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  errors.push("DATABASE_URL should look like postgres://user:password@host:5432/database.");
  return null;
}

function parseWebsocketAuth({
  env,
  errors,
}: {
  env: Environment;
  errors: string[];
}): NonNullable<Config["websocketAuth"]> {
  const text = env["WEBSOCKET_AUTH"] || "handshake";
  if (text === "handshake" || text === "strict" || text === "public") return text;
  errors.push(`WEBSOCKET_AUTH is "${text}": it may be handshake, strict or public.`);
  return "handshake";
}

function parseUrl({ env, name, errors }: { env: Environment; name: string; errors: string[] }): string | null {
  const text = env[name];
  if (!text) return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) errors.push(`${name} should look like https://host.`);
  return text.replace(/\/+$/, "");
}

function parseAdmin({ env, errors }: { env: Environment; errors: string[] }): Config["admin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (!email && !password) return null;
  if (!email || !password) {
    errors.push("ADMIN_EMAIL and ADMIN_PASSWORD go together: give both or neither.");
    return null;
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.push(`ADMIN_EMAIL is "${email}", which is not an email address.`);
  if (password.length < minPasswordLength) {
    errors.push(`ADMIN_PASSWORD is too short: give at least ${minPasswordLength} characters.`);
  }
  return { email, password };
}

/** Creates the data folder if it does not exist; throws OperatorError if it is not writable. */
export function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = getErrorCode(error);
    throw new OperatorError(
      `The data folder ${dataDir} cannot be written to (${code}). Give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}

function readOrCreateSecrets({ dataDir, name }: { dataDir: string; name: string }): string[] {
  createDataFolder(dataDir);
  const file = path.join(dataDir, name);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
  }
  return readSavedSecrets(file);
}

function readSavedSecrets(file: string): string[] {
  const secrets = readFileSync(file, "utf8")
    .trim()
    .split(/\s*\n\s*/);
  if (secrets.some((secret) => secret.length < minSecretLength)) {
    throw new OperatorError(
      `The file ${file} is damaged: restore it from a backup, or delete it to generate a new one (all users must log in again, and payment credentials must be entered again).`,
    );
  }
  chmodSync(file, 0o600);
  return secrets;
}
