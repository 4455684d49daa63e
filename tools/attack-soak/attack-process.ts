// Runs all attackers concurrently in a separate process; reports their responses since the last report on request.
import { once } from "node:events";
import { createPool } from "#server/db/pool.ts";
import type { Targets } from "#tools/attack-soak/attacker.ts";
import { attackers } from "#tools/attack-soak/attackers.ts";
import { HttpClient } from "#tools/attack-soak/http-client.ts";

interface AttackOptions {
  targets: Targets;
  databaseUrl: string;
  only: string;
}

export interface AttackReport {
  [attacker: string]: { [code: string]: number };
}

const [{ targets, databaseUrl, only }] = (await once(process, "message")) as [AttackOptions];
let report: AttackReport = {};
const abortController = new AbortController();
const sql = createPool(databaseUrl, { max: 1, statementTimeoutMs: 0 });

process.on("message", () => {
  process.send!(report);
  report = {};
});
process.on("disconnect", () => process.exit());

await Promise.all(
  attackers
    .filter(({ name }) => name.includes(only))
    .map(({ name, run }) => {
      const count = (code: string | null): void => {
        const codes = (report[name] ??= {});
        codes[code ?? "accepted"] = (codes[code ?? "accepted"] ?? 0) + 1;
      };
      const client = new HttpClient({ base: targets.base });
      return run({ client, targets, sql, signal: abortController.signal, count });
    }),
);
