// The real app on a database of its own, and people to ask it things as. Nothing of ours is replaced.
import type { FastifyInstance } from "fastify";
import type { Row } from "#domain/collection.ts";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { Sql } from "#server/db/pool.ts";
import { nothingOutside, type OutsideConfig } from "#server/outside-config.ts";
import { Tokens } from "#server/services/tokens.ts";
import { beforeDatabasesEnd, freshDatabase } from "#tests/support/database.ts";

export const testConfig: Config = {
  port: 0,
  host: "127.0.0.1",
  publicUrl: "https://chaavi.test",
  databaseUrl: null,
  dataDir: ".cache/test-data",
  secret: "a-secret-for-tests-that-is-long-enough",
  credentialsKey: "a-key-for-tests-that-is-long-enough-too",
  paySimulatorUrl: null,
  payCheckSpeed: 1,
  hasDemo: false,
  admin: null,
  poolSize: 20,
  files: { s3: null, mayImport: false, cacheBytes: 64 * 1024 * 1024 },
  outside: nothingOutside,
  isProduction: false,
};

// A test looks into whatever the answer holds.
// oxlint-disable-next-line typescript/no-explicit-any
export interface Answer<T = any> {
  status: number;
  /** `data` of the answer, or undefined. */
  data: T;
  meta: { total_count?: number; filter_count?: number } | undefined;
  /** The first error's code, or undefined. */
  code: string | undefined;
  errors: { message: string; extensions: { code: string; field?: string; [key: string]: unknown } }[];
  text: string;
  headers: { [name: string]: unknown };
}

export interface Caller {
  get: (url: string) => Promise<Answer>;
  post: (url: string, body?: unknown) => Promise<Answer>;
  patch: (url: string, body?: unknown) => Promise<Answer>;
  delete: (url: string, body?: unknown) => Promise<Answer>;
  search: (url: string, body: unknown) => Promise<Answer>;
  token: string | undefined;
}

export interface TestApp {
  app: FastifyInstance;
  sql: Sql;
  url: string;
  /** Asks as this user, by id; without one as nobody. */
  as: (user?: { id: string; auth_version?: number }) => Promise<Caller>;
  /** The app's clock; set it to move time. */
  clock: { now: Date | null };
}

/**
 * `outside` is who carries its messages; with `isWorking` it does jobs as well. `config` is what else this app has otherwise
 * than the others; `mayReach` as of `buildApp`.
 */
export async function startApp({
  poolSize = 20,
  outside = {},
  isWorking = false,
  config = {},
  ...more
}: {
  poolSize?: number;
  outside?: Partial<OutsideConfig>;
  isWorking?: boolean;
  config?: Partial<Config>;
  mayReach?: (address: string) => boolean;
} = {}): Promise<TestApp> {
  const { sql, url } = await freshDatabase({ max: poolSize });
  const clock: TestApp["clock"] = { now: null };
  const app = await buildApp({
    sql,
    config: { ...testConfig, outside: { ...nothingOutside, ...outside }, ...config },
    clock: () => clock.now ?? new Date(),
    ...(isWorking ? { jobsUrl: url } : {}),
    ...more,
  });
  await app.ready();
  beforeDatabasesEnd(() => app.close());
  const tokens = new Tokens(testConfig.secret);
  async function as(user?: { id: string; auth_version?: number }): Promise<Caller> {
    const token =
      user &&
      (await tokens.sign({
        id: user.id,
        version: user.auth_version ?? 1,
        session: "test",
        now: clock.now ?? new Date(),
      }));
    const ask = (method: string) => (path: string, body?: unknown) => send({ app, method, path, body, token });
    return {
      get: ask("GET"),
      post: ask("POST"),
      patch: ask("PATCH"),
      delete: ask("DELETE"),
      search: ask("SEARCH"),
      token,
    };
  }
  return { app, sql, url, as, clock };
}

async function send({
  app,
  method,
  path,
  body,
  token,
}: {
  app: FastifyInstance;
  method: string;
  path: string;
  body: unknown;
  token: string | undefined;
}): Promise<Answer> {
  const answer = await app.inject({
    method: method as "GET",
    url: path,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = (answer.headers["content-type"] ?? "").includes("json");
  const parsed = isJson ? (JSON.parse(answer.body) as Row) : {};
  const errors = (parsed["errors"] ?? []) as Answer["errors"];
  return {
    status: answer.statusCode,
    data: parsed["data"],
    meta: parsed["meta"] as Answer["meta"],
    code: errors[0]?.extensions.code,
    errors,
    text: answer.body,
    headers: answer.headers,
  };
}
