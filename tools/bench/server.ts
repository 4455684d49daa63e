// The server as it is run, in a process of its own; tells its port, and its memory when asked.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buildApp } from "#server/app.ts";
import { nothingOutside } from "#server/outside-config.ts";
import type { Config } from "#server/config.ts";
import { connect } from "#server/db/pool.ts";

const [databaseUrl, secret, port = "0"] = process.argv.slice(2) as [string, string, string?];
const config: Config = {
  port: Number(port),
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
const sql = connect(databaseUrl, { max: config.poolSize });
const app = await buildApp({ sql, config });
await app.listen({ host: config.host, port: config.port });
process.on("message", () => process.send!({ rss: process.memoryUsage.rss() }));
process.send!({ port: (app.server.address() as AddressInfo).port });
await once(process, "disconnect");
process.exit();
