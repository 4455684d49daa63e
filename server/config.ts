import { getErrorCode } from "#domain/error-code.ts";
import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { type MapTiles, parseAttribution } from "#domain/branches/location/map-tiles.ts";
import type { RetentionDays } from "#domain/privacy/retention.ts";
import { backupSettings, type BackupConfig, parseBackupConfig } from "#server/backup-config.ts";
import type { PrinterNetwork } from "#server/features/printing/printer-networks.ts";
import { coreSettings, minSecretLength } from "#server/settings/core-settings.ts";
import { type Environment, isProductionEnvironment } from "#server/environment.ts";
import { type FilesConfig, filesSettings, parseFilesConfig } from "#server/files-config.ts";
import {
  type ObservabilityConfig,
  observabilitySettings,
  parseObservabilityConfig,
} from "#server/observability-config.ts";
import { type IntegrationsConfig, integrationsSettings, parseIntegrationsConfig } from "#server/integrations-config.ts";
import { nativeOrigins } from "#server/http/origins/native-origins.ts";
import type { TrustProxy } from "#server/http/trust-proxy.ts";
import { OperatorError } from "#server/operator-error.ts";
import { parseRetention, retentionSettings } from "#server/privacy/retention-config.ts";
import { readSettings } from "#server/settings/settings.ts";

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
  /** URL of a standby of it that answers reports, lists and searches; none by default. */
  replicaDatabaseUrl?: string | null;
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
  /** Whether webhooks may be sent to this machine and without TLS, for trials. */
  hasLocalWebhooks?: boolean;
  /** Raster tiles of maps; without them maps are drawn without streets. */
  mapTiles?: MapTiles | undefined;
  /** Origins of the native shell's pages, which may read responses; none by default. */
  nativeOrigins?: readonly string[];
  /** Applications that may open this server's links, for the association files of Android and iOS. */
  nativeApps?: {
    /** SHA-256 fingerprints of the keys that sign the Android application. */
    androidFingerprints: readonly string[];
    /** Id of the Apple team that signs the iOS application. */
    appleTeam: string | undefined;
  };
  /** Networks of printers that the server may reach; none by default. */
  printerNetworks?: readonly PrinterNetwork[];
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
  /** Months after which history is archived and deleted; null keeps it (`server/privacy/history/`). */
  historyMonths: number | null;
  backup: BackupConfig;
  /** Mail, SMS and tax id services. */
  integrations: IntegrationsConfig;
  /** Logging, metrics and tracing settings. */
  observability: ObservabilityConfig;
  /** True if NODE_ENV is production: simulators are rejected. */
  isProduction: boolean;
}

/** All settings of the server, in the order of docs/operations.md. */
export const settingsSchemas = [
  coreSettings,
  integrationsSettings,
  retentionSettings,
  observabilitySettings,
  filesSettings,
  backupSettings,
] as const;

/**
 * Reads and validates the settings; throws one OperatorError with a line for each invalid setting. Without SECRET, a
 * secret is generated and stored in `DATA_DIR/secret`.
 */
export function loadConfig({ env, args = [] }: { env: Environment; args?: readonly string[] }): Config {
  const errors: string[] = [];
  const values = readSettings({ env, schema: coreSettings, errors });
  const isProduction = isProductionEnvironment(env);
  const dataDir = path.resolve(values.DATA_DIR);
  const settings = {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY,
    databaseUrl: values.DATABASE_URL ?? null,
    replicaDatabaseUrl: values.REPLICA_DATABASE_URL ?? null,
    dataDir,
    hasDemo: !args.includes("--no-demo"),
    admin: toAdmin(values),
    websocketAuth: values.WEBSOCKET_AUTH,
    // Load balancers poll readiness every few seconds; without one, waiting is pointless.
    drainDelayMs: 1_000 * (values.DRAIN_DELAY ?? (isProduction ? 5 : 0)),
    liveConnectionsPerAddress: values.LIVE_CONNECTIONS_PER_ADDRESS,
    poolSize: values.POOL_SIZE,
    requestsPerPerson: values.REQUESTS_PER_PERSON,
    requestsPerAddress: values.REQUESTS_PER_ADDRESS,
    isRequestPacingEnabled: values.REQUEST_PACING,
    files: parseFilesConfig({ env, errors }),
    ...parseRetention({ env, errors }),
    backup: parseBackupConfig({ env, errors, dataDir }),
    paySimulatorUrl: values.PAY_SIMULATOR_URL ?? null,
    payCheckSpeed: values.PAY_CHECK_SPEED,
    hasLocalWebhooks: values.LOCAL_WEBHOOKS,
    mapTiles: toMapTiles({ values, errors }),
    nativeOrigins: values.NATIVE_SHELL ? nativeOrigins : [],
    nativeApps: { androidFingerprints: values.ANDROID_FINGERPRINTS ?? [], appleTeam: values.APPLE_TEAM },
    printerNetworks: values.PRINTER_NETWORKS,
    integrations: parseIntegrationsConfig({ env, errors }),
    observability: parseObservabilityConfig({ env, errors }),
    isProduction,
  };
  if (!env["ADMIN_EMAIL"] !== !env["ADMIN_PASSWORD"])
    errors.push("ADMIN_EMAIL and ADMIN_PASSWORD go together: give both or neither.");
  for (const unknown of args.filter((arg) => arg !== "--no-demo")) {
    errors.push(`${unknown} is not an option. The only one is --no-demo.`);
  }
  if (isProduction && !env["CREDENTIALS_KEY"])
    errors.push(`CREDENTIALS_KEY seals the keys of payment providers: give at least ${minSecretLength} characters.`);
  if (isProduction && !env["PUBLIC_URL"])
    errors.push("PUBLIC_URL is missing: the address at which this product is reached, like https://park.example.");
  if (isProduction && (settings.paySimulatorUrl || settings.payCheckSpeed !== 1))
    errors.push("PAY_SIMULATOR_URL and PAY_CHECK_SPEED are for trials: leave them out in production.");
  if (isProduction && settings.hasLocalWebhooks)
    errors.push("LOCAL_WEBHOOKS is for trials: leave it out in production.");
  if (errors.length > 0) throw new OperatorError(errors.join("\n"));
  const { ACCEPTED_SECRETS: acceptedSecrets = [], ACCEPTED_CREDENTIALS_KEYS: acceptedCredentialsKeys = [] } = values;
  const [secret, ...secrets] = values.SECRET ? [values.SECRET] : readOrCreateSecrets({ dataDir, name: "secret" });
  const [credentialsKey, ...credentialsKeys] = values.CREDENTIALS_KEY
    ? [values.CREDENTIALS_KEY]
    : readOrCreateSecrets({ dataDir, name: "credentials-key" });
  return {
    ...settings,
    secret: secret!,
    acceptedSecrets: [...secrets, ...acceptedSecrets],
    credentialsKey: credentialsKey!,
    acceptedCredentialsKeys: [...credentialsKeys, ...acceptedCredentialsKeys],
  };
}

function toAdmin(values: z.output<typeof coreSettings>): Config["admin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = values;
  return email && password ? { email, password } : null;
}

function toMapTiles({
  values: { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution },
  errors,
}: {
  values: z.output<typeof coreSettings>;
  errors: string[];
}): MapTiles | undefined {
  if (!url && !attribution) return undefined;
  if (url && attribution) return { url, attribution: parseAttribution(attribution) };
  errors.push("MAP_TILES_URL and MAP_TILES_ATTRIBUTION go together: give both or neither.");
  return undefined;
}

/** Creates the data folder if it does not exist; throws OperatorError if it is not writable. */
export function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dataDir} cannot be written to (${getErrorCode(error)}). Give this user the right to, or set DATA_DIR to another folder.`,
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
