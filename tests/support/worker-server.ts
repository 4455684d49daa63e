// A server in a separate process on an existing database, so that it can be killed and its output read: it runs jobs,
// and prints its address when it is ready.
import { once } from "node:events";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { createPool } from "#server/db/pool.ts";

const [url, text] = process.argv.slice(2) as [string, string];
const sql = createPool(url, { max: 8 });
const app = await buildApp({ sql, config: JSON.parse(text) as Config, jobsUrl: url });
process.send!(await app.listen({ host: "127.0.0.1", port: 0 }));
await once(process, "disconnect");
process.exit();
