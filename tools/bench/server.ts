// The server as it is run, in a process of its own; tells its port, and its memory when asked.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buildApp } from "#server/app.ts";
import { connect } from "#server/db/pool.ts";
import { serverConfig } from "#tools/bench/config.ts";

const [databaseUrl, port = "0"] = process.argv.slice(2) as [string, string?];
const config = serverConfig({ databaseUrl, port: Number(port) });
const sql = connect(databaseUrl, { max: config.poolSize });
const app = await buildApp({ sql, config });
await app.listen({ host: config.host, port: config.port });
process.on("message", () => process.send!({ rss: process.memoryUsage.rss() }));
process.send!({ port: (app.server.address() as AddressInfo).port });
await once(process, "disconnect");
process.exit();
