// A server in a process of its own, on a database that is there, so that it can be killed and what it prints be read: it
// does jobs, and tells its address when it is ready.
import { once } from "node:events";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { connect } from "#server/db/pool.ts";

const [url, text] = process.argv.slice(2) as [string, string];
const sql = connect(url, { max: 8 });
const app = await buildApp({ sql, config: JSON.parse(text) as Config, jobsUrl: url });
process.send!(await app.listen({ host: "127.0.0.1", port: 0 }));
await once(process, "disconnect");
process.exit();
