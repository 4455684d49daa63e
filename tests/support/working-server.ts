// A server in a process of its own, on a database that is there, so that it can be killed: it does jobs and says when it is ready.
import { once } from "node:events";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { connect } from "#server/db/pool.ts";

const [url, text] = process.argv.slice(2) as [string, string];
const sql = connect(url, { max: 8 });
await buildApp({ sql, config: JSON.parse(text) as Config, jobsUrl: url });
process.send!("ready");
await once(process, "disconnect");
process.exit();
