// The real app on a separate database, and clients for its users. No part of the product is replaced.
import type { FastifyInstance } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import { defaultRetention } from "#domain/privacy/retention.ts";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { Sql } from "#server/db/pool.ts";
import type { RequestTimeouts } from "#server/http/request-timeouts.ts";
import { noIntegrations, type IntegrationsConfig } from "#server/integrations-config.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";

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
  requestsPerPerson: 4,
  requestsPerAddress: 32,
  // A test is one user who sends requests without a pause on a busy machine.
  isRequestPacingEnabled: false,
  files: { s3: null, isUrlImportEnabled: false, maxCacheBytes: 64 * 1024 * 1024 },
  retention: defaultRetention,
  historyMonths: null,
  backup: { schedule: null, dir: ".cache/test-data/backups", keep: 14, passphrase: null },
  integrations: noIntegrations,
  observability: {
    logLevel: "error",
    isAccessLogEnabled: false,
    metricsToken: "a-token-for-metrics-in-tests",
    tracesEndpoint: null,
    securityLogDays: 180,
  },
  isProduction: false,
};

/** The keys of `testConfig` as settings of a server process. */
export const testKeys = { SECRET: testConfig.secret, CREDENTIALS_KEY: testConfig.credentialsKey };

// Tests read any field of the response.
// oxlint-disable-next-line typescript/no-explicit-any
export interface TestResponse<T = any> {
  status: number;
  /** `data` of the response, or undefined. */
  data: T;
  meta: { total_count?: number; filter_count?: number } | undefined;
  /** The first error's code, or undefined. */
  code: string | undefined;
  errors: { message: string; extensions: { code: string; field?: string; [key: string]: unknown } }[];
  text: string;
  headers: { [name: string]: unknown };
}

type RequestHeaders = { [name: string]: string };

export interface TestClient {
  get: (url: string, body?: unknown, headers?: RequestHeaders) => Promise<TestResponse>;
  post: (url: string, body?: unknown, headers?: RequestHeaders) => Promise<TestResponse>;
  patch: (url: string, body?: unknown, headers?: RequestHeaders) => Promise<TestResponse>;
  delete: (url: string, body?: unknown) => Promise<TestResponse>;
  search: (url: string, body: unknown) => Promise<TestResponse>;
  token: string | undefined;
}

export interface TestApp {
  app: FastifyInstance;
  sql: Sql;
  url: string;
  /** A client for this user, by id; anonymous without one. */
  asUser: (user?: { id: string; auth_version?: number }) => Promise<TestClient>;
  /** The app's clock; set it to move time. */
  clock: { now: Date | null };
}

/**
 * Starts the app. `integrations` are the external services; with `runsJobs` it also runs jobs. `config` overrides
 * settings; `isReachable` and `timeouts` are those of `buildApp`.
 */
export async function startApp({
  poolSize = 20,
  integrations = {},
  runsJobs = false,
  config = {},
  ...more
}: {
  poolSize?: number;
  integrations?: Partial<IntegrationsConfig>;
  runsJobs?: boolean;
  config?: Partial<Config>;
  isReachable?: (address: string) => boolean;
  timeouts?: RequestTimeouts;
  logDestination?: { write: (line: string) => void };
} = {}): Promise<TestApp> {
  const { sql, url } = await createTestDatabase({ max: poolSize });
  const clock: TestApp["clock"] = { now: null };
  const app = await buildApp({
    sql,
    config: { ...testConfig, integrations: { ...noIntegrations, ...integrations }, ...config },
    clock: () => clock.now ?? new Date(),
    ...(runsJobs ? { jobsUrl: url } : {}),
    ...more,
  });
  await app.ready();
  beforeDatabaseCleanup(() => app.close());
  const tokens = new TokenService({ keys: [testConfig.secret], clock: () => clock.now ?? new Date() });
  async function as(user?: { id: string; auth_version?: number }): Promise<TestClient> {
    const token =
      user &&
      (await tokens.issue({
        kind: tokenKinds.access,
        payload: { id: user.id, version: user.auth_version ?? 1, session: "test" },
      }));
    const send = (method: string) => (path: string, body?: unknown, headers?: RequestHeaders) =>
      sendRequest({ app, method, path, body, token, headers });
    return {
      get: send("GET"),
      post: send("POST"),
      patch: send("PATCH"),
      delete: send("DELETE"),
      search: send("SEARCH"),
      token,
    };
  }
  return { app, sql, url, asUser: as, clock };
}

/** A client whose session does not end when the clock moves: each request has a new token. */
export function createLastingClient({
  asUser,
  user,
}: Pick<TestApp, "asUser"> & { user: { id: string; auth_version?: number } }): Omit<TestClient, "token"> {
  const send =
    (method: "get" | "post" | "patch") =>
    async (url: string, body?: unknown, headers?: RequestHeaders): Promise<TestResponse> =>
      (await asUser(user))[method](url, body, headers);
  return {
    get: send("get"),
    post: send("post"),
    patch: send("patch"),
    delete: async (url, body) => (await asUser(user)).delete(url, body),
    search: async (url, body) => (await asUser(user)).search(url, body),
  };
}

async function sendRequest({
  app,
  method,
  path,
  body,
  token,
  headers,
}: {
  app: FastifyInstance;
  method: string;
  path: string;
  body: unknown;
  token: string | undefined;
  headers: RequestHeaders | undefined;
}): Promise<TestResponse> {
  const response = await app.inject({
    method: method as "GET",
    url: path,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = (response.headers["content-type"] ?? "").includes("json");
  const parsed = isJson ? (JSON.parse(response.body) as Row) : {};
  const errors = (parsed["errors"] ?? []) as TestResponse["errors"];
  return {
    status: response.statusCode,
    data: parsed["data"],
    meta: parsed["meta"] as TestResponse["meta"],
    code: errors[0]?.extensions.code,
    errors,
    text: response.body,
    headers: response.headers,
  };
}
