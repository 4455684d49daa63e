// Records the statements that a server in this process executes for a request.
import { buildApp } from "#server/app.ts";
import type { Sql } from "#server/db/pool.ts";
import { createServerConfig } from "#tools/bench/config.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import {
  newKeyPlaceholder,
  placeholderVisitor,
  type RecordedRequest,
  type RecordedStatement,
  type BenchVisitor,
} from "#tools/bench/recorded-requests.ts";

/** Posts once for each branch and returns the statements of the transactions; the created rows are deleted again. */
export async function recordCreates({
  sql,
  url,
  benchBranches,
  path,
  toBody,
}: {
  sql: Sql;
  url: string;
  benchBranches: readonly BenchBranch[];
  path: string;
  toBody: (visitor: BenchVisitor) => object;
}): Promise<RecordedRequest[]> {
  const recorder = new StatementRecorder();
  const app = await buildApp({ sql: recorder.wrapPool(sql), config: createServerConfig({ databaseUrl: url }) });
  try {
    const recorded: RecordedRequest[] = [];
    for (const benchBranch of benchBranches) {
      const body = JSON.stringify(toBody(placeholderVisitor));
      recorder.startRecording();
      const headers = { authorization: `Bearer ${benchBranch.token}`, "content-type": "application/json" };
      const response = await app.inject({ method: "POST", url: path, headers, payload: body });
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`);
      const { data } = response.json<{ data: { id: number } }>();
      recorded.push({ benchBranch, path, body, transaction: recorder.getStatements(data.id) });
      await sql`delete from "Parking_Main_Information" where vehicle_no = ${placeholderVisitor.vehicle_no}`;
    }
    return recorded;
  } finally {
    await app.close();
  }
}

class StatementRecorder {
  #groups: RecordedStatement[][] = [];
  #pendingCount = 0;

  startRecording(): void {
    this.#groups = [];
  }

  /** Returns a proxy of the pool that records the statements of transactions. */
  wrapPool(sql: Sql): Sql {
    const wrapTransaction = (tx: object): object =>
      new Proxy(tx, {
        apply: () => {
          throw new Error("Only statements sent as text can be recorded.");
        },
        get: (target, name) => {
          const value = Reflect.get(target, name) as unknown;
          if (name !== "unsafe") return value;
          return (text: string, values: unknown[] = [], options: object = {}) =>
            this.#record({
              statement: { text, values },
              query: (value as (...all: unknown[]) => object)(text, values, options),
            });
        },
      });
    return new Proxy(sql, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (name !== "begin") return value;
        return (work: (tx: object) => unknown) =>
          (value as Sql["begin"])((tx) => work(wrapTransaction(tx)) as Promise<unknown>);
      },
    });
  }

  #record({ statement, query }: { statement: RecordedStatement; query: object }): object {
    if (this.#pendingCount === 0) this.#groups.push([]);
    this.#groups.at(-1)!.push(statement);
    this.#pendingCount += 1;
    void (query as Promise<unknown>).then(
      () => (this.#pendingCount -= 1),
      () => (this.#pendingCount -= 1),
    );
    return query;
  }

  getStatements(id: number): RecordedStatement[][] {
    const replaceKey = (value: unknown): unknown => (value === id || value === String(id) ? newKeyPlaceholder : value);
    return this.#groups.map((group) => group.map(({ text, values }) => ({ text, values: values.map(replaceKey) })));
  }
}
