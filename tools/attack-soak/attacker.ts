// Attackers: their targets and the loop of requests without pauses.
import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "#server/db/pool.ts";
import type { HttpClient } from "#tools/attack-soak/http-client.ts";

export interface Targets {
  base: string;
  /** A customer account of a stranger. */
  customer: string;
  /** Admin and gate staff of a branch without legitimate gates. */
  admin: string;
  staff: string;
  branch: number;
  /** File id of a public image. */
  imageId: string;
  /** Pay link of an entry with a balance due, and one of its transactions. */
  payLink: string;
  transaction: string;
  ticketLink: string;
  spreadsheet: string;
}

export interface AttackContext {
  client: HttpClient;
  targets: Targets;
  sql: Sql;
  signal: AbortSignal;
  /** Counts a response by its code. */
  count: (code: string | null) => void;
}

export interface Attacker {
  name: string;
  run: (context: AttackContext) => Promise<void>;
}

/** Runs `parallel` clients that send requests without pauses. */
export async function flood({
  context: { signal, count },
  parallel,
  send,
}: {
  context: AttackContext;
  parallel: number;
  send: () => Promise<{ code: string | null }>;
}): Promise<void> {
  const client = async (): Promise<void> => {
    while (!signal.aborted) {
      const { code } = await send();
      count(code);
      // Even a client without pauses is limited by the network.
      await wait(code === "no response" ? 100 : 5);
    }
  };
  await Promise.all(Array.from({ length: parallel }, client));
}
