// Counts the statements of a request.
import type { Sql } from "#server/db/pool.ts";
import { shareEventPool } from "#server/db/pools.ts";

/** The driver, and how many statements and transactions were sent through it. */
export function countStatements(driver: Sql): { counted: Sql; count: () => number } {
  let statements = 0;
  const counted = new Proxy(driver, {
    apply(target, self, args: Parameters<Sql>) {
      if (Array.isArray(args[0]) && "raw" in args[0]) statements += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
    get(target, name) {
      if (name === "unsafe" || name === "begin") statements += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  // Reading events goes on beside the request.
  shareEventPool({ sql: driver, wrapper: counted });
  return { counted, count: () => statements };
}
