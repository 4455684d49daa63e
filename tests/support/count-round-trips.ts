// Counts the statements and round trips of a request: a statement that is sent while no other one waits for its answer starts a new
// round trip. Begin and commit are statements; the commit goes along with those that wait when the work of the transaction is over.
import type { Sql } from "#server/db/pool.ts";
import { shareEventPool } from "#server/db/pools.ts";

export interface RoundTrips {
  statements: number;
  roundTrips: number;
}

/** What the driver's query has, and its types do not. */
interface DriverQuery {
  executed: boolean;
  handle: () => Promise<void>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const isQuery = (value: unknown): value is DriverQuery =>
  typeof value === "object" && value !== null && "handle" in value && "executed" in value;

export function countRoundTrips(driver: Sql): { counted: Sql; take: () => RoundTrips } {
  let total: RoundTrips = { statements: 0, roundTrips: 0 };
  let pending = 0;
  const send = (): void => {
    total.statements += 1;
    if (pending === 0) total.roundTrips += 1;
  };

  function watch(query: unknown): unknown {
    if (!isQuery(query)) return query;
    const { handle, resolve, reject } = query;
    // A fragment of another statement is never handled.
    query.handle = function () {
      if (!this.executed) {
        send();
        pending += 1;
      }
      return handle.call(this);
    };
    query.resolve = (result) => {
      pending -= 1;
      resolve(result);
    };
    query.reject = (error) => {
      pending -= 1;
      reject(error);
    };
    return query;
  }

  const wrap = <T extends object>(connection: T): T =>
    new Proxy(connection, {
      apply: (target, self, args) => watch(Reflect.apply(target as never, self, args)),
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "unsafe") return (...args: unknown[]) => watch((value as (...all: unknown[]) => unknown)(...args));
        if (name !== "begin") return value;
        return (work: (tx: object) => Promise<unknown>) => {
          send();
          return (value as (work: (tx: object) => Promise<unknown>) => Promise<unknown>)(async (tx) => {
            const result = await work(wrap(tx));
            send();
            return result;
          });
        };
      },
    });

  const counted = wrap(driver);
  // Reading and announcing events goes on beside the request.
  shareEventPool({ sql: driver, wrapper: counted });
  return {
    counted,
    take: () => {
      const taken = total;
      total = { statements: 0, roundTrips: 0 };
      return taken;
    },
  };
}
