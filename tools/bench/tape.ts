// Takes down what the server sends to the database for a request, while a server in this process answers it.
import { buildApp } from "#server/app.ts";
import type { Sql } from "#server/db/pool.ts";
import { serverConfig } from "#tools/bench/config.ts";
import type { Desk } from "#tools/bench/data.ts";
import { keyOfNew, standIn, type Recorded, type Sent, type Visitor } from "#tools/bench/recorded.ts";

/** Posts once for each desk and answers what was sent in the transactions; the rows made so are taken away again. */
export async function recordCreates({
  sql,
  url,
  desks,
  path,
  bodyOf,
}: {
  sql: Sql;
  url: string;
  desks: readonly Desk[];
  path: string;
  bodyOf: (visitor: Visitor) => object;
}): Promise<Recorded[]> {
  const tape = new Tape();
  const app = await buildApp({ sql: tape.recording(sql), config: serverConfig({ databaseUrl: url }) });
  try {
    const recorded: Recorded[] = [];
    for (const desk of desks) {
      const body = JSON.stringify(bodyOf(standIn));
      tape.begin();
      const headers = { authorization: `Bearer ${desk.token}`, "content-type": "application/json" };
      const answer = await app.inject({ method: "POST", url: path, headers, payload: body });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
      const { data } = answer.json<{ data: { id: number } }>();
      recorded.push({ desk, path, body, transaction: tape.withoutKey(data.id) });
      await sql`delete from "Parking_Main_Information" where vehicle_no = ${standIn.vehicle_no}`;
    }
    return recorded;
  } finally {
    await app.close();
  }
}

class Tape {
  #groups: Sent[][] = [];
  #unanswered = 0;

  begin(): void {
    this.#groups = [];
  }

  /** The same pool, whose transactions are taken down. */
  recording(sql: Sql): Sql {
    const taken = (tx: object): object =>
      new Proxy(tx, {
        apply: () => {
          throw new Error("Only statements sent as text can be taken down.");
        },
        get: (target, name) => {
          const value = Reflect.get(target, name) as unknown;
          if (name !== "unsafe") return value;
          return (text: string, values: unknown[] = [], options: object = {}) =>
            this.#note({
              sent: { text, values },
              query: (value as (...all: unknown[]) => object)(text, values, options),
            });
        },
      });
    return new Proxy(sql, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (name !== "begin") return value;
        return (work: (tx: object) => unknown) => (value as Sql["begin"])((tx) => work(taken(tx)) as Promise<unknown>);
      },
    });
  }

  #note({ sent, query }: { sent: Sent; query: object }): object {
    if (this.#unanswered === 0) this.#groups.push([]);
    this.#groups.at(-1)!.push(sent);
    this.#unanswered += 1;
    void (query as Promise<unknown>).then(
      () => (this.#unanswered -= 1),
      () => (this.#unanswered -= 1),
    );
    return query;
  }

  withoutKey(id: number): Sent[][] {
    const open = (value: unknown): unknown => (value === id || value === String(id) ? keyOfNew : value);
    return this.#groups.map((group) => group.map(({ text, values }) => ({ text, values: values.map(open) })));
  }
}
