// Settings of a server under measurement.
import * as limits from "#domain/limits.ts";
import { defaultRetention } from "#domain/privacy/retention.ts";
import type { Config } from "#server/config.ts";
import { noIntegrations } from "#server/integrations-config.ts";

/** Signs the tokens of the bench users. */
export const benchSecret = "a-secret-of-the-bench-long-enough-for-all";

export function createServerConfig({ databaseUrl, port = 0 }: { databaseUrl: string; port?: number }): Config {
  return {
    port,
    host: "127.0.0.1",
    publicUrl: "http://localhost",
    databaseUrl,
    dataDir: "",
    secret: benchSecret,
    credentialsKey: benchSecret,
    paySimulatorUrl: null,
    payCheckSpeed: 1,
    hasDemo: false,
    admin: null,
    poolSize: 20,
    // All clients connect from this machine.
    liveConnectionsPerAddress: limits.liveConnections,
    requestsPerPerson: 4,
    requestsPerAddress: 32,
    // Disabled, since there is only one client.
    isRequestPacingEnabled: false,
    files: { s3: null, isUrlImportEnabled: false, maxCacheBytes: 0 },
    retention: defaultRetention,
    historyMonths: null,
    backup: { schedule: null, dir: "", keep: 1, passphrase: null },
    integrations: noIntegrations,
    observability: {
      logLevel: "warn",
      isAccessLogEnabled: false,
      metricsToken: null,
      tracesEndpoint: null,
      securityLogDays: 180,
    },
    isProduction: false,
  };
}
