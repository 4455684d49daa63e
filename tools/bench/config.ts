// The settings of a server that is measured.
import type { Config } from "#server/config.ts";
import { nothingOutside } from "#server/outside-config.ts";

/** Signs the tokens of the desks. */
export const secret = "a-secret-of-the-bench-long-enough-for-all";

export function serverConfig({ databaseUrl, port = 0 }: { databaseUrl: string; port?: number }): Config {
  return {
    port,
    host: "127.0.0.1",
    publicUrl: "http://localhost",
    databaseUrl,
    dataDir: "",
    secret,
    credentialsKey: secret,
    paySimulatorUrl: null,
    payCheckSpeed: 1,
    hasDemo: false,
    admin: null,
    poolSize: 20,
    files: { s3: null, mayImport: false, cacheBytes: 0 },
    outside: nothingOutside,
    isProduction: false,
  };
}
