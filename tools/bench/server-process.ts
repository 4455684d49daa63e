// Server in a separate process; sends its port, and what it uses on request.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buildApp } from "#server/app.ts";
import { createPools } from "#server/db/pools.ts";
import { createServerConfig } from "#tools/bench/config.ts";

const [databaseUrl, port = "0"] = process.argv.slice(2) as [string, string?];
const config = createServerConfig({ databaseUrl, port: Number(port) });
const sql = createPools(databaseUrl, { size: config.poolSize });
const app = await buildApp({ sql, config });
await app.listen({ host: config.host, port: config.port });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!({ rss: process.memoryUsage.rss(), processorMs: (user + system) / 1_000 });
});
process.send!({ port: (app.server.address() as AddressInfo).port });
await once(process, "disconnect");
process.exit();
