// What is plugged in, in order: an explicit list.
import path from "node:path";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Config } from "#server/config.ts";
import { type House, inTransaction, makeHouse } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { filesRoutes } from "#server/features/files/routes.ts";
import { liveRoutes } from "#server/features/live/routes.ts";
import { approvalRoutes } from "#server/features/approvals/routes.ts";
import { configurationRoutes } from "#server/features/configuration/routes.ts";
import { inviteRoutes } from "#server/features/invites/routes.ts";
import { messageRoutes } from "#server/features/messages/routes.ts";
import { parkingRoutes } from "#server/features/parking/routes.ts";
import { passRoutes } from "#server/features/passes/routes.ts";
import { serverRoutes } from "#server/features/server/routes.ts";
import { sessionRoutes } from "#server/features/session/routes.ts";
import { taxIdRoutes } from "#server/features/tax-ids/routes.ts";
import { valetCustomerRoutes } from "#server/features/valet/customer-routes.ts";
import { valetRoutes } from "#server/features/valet/routes.ts";
import { readList } from "#server/items/read.ts";
import { itemsRoutes } from "#server/items/routes.ts";
import { againSession, answerError, type Failure, originOf, sessionOf } from "#server/request.ts";
import { localStorage } from "#server/adapters/storage.ts";
import { Jobs } from "#server/services/jobs.ts";
import { Live } from "#server/services/live.ts";
import { tasksOf } from "#server/tasks.ts";
import { serveWeb } from "#server/web.ts";

const bodyLimit = 1024 * 1024;

/** The whole server but its port; `clock` is the time for tests that need another. */
export async function buildApp({
  sql,
  config,
  clock = () => new Date(),
  jobsUrl,
}: {
  sql: Sql;
  config: Config;
  /** The address of the same database: with it, this server does jobs too. */
  jobsUrl?: string;
  clock?: () => Date;
}): Promise<FastifyInstance> {
  const house = makeHouse({ sql, config, clock });
  const app = fastify({
    logger: { level: "warn", redact: ["req.headers.authorization", "req.headers.cookie"] },
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be read never gets as far as a route.
    frameworkErrors: (error, request, reply) => answerError({ error, request, reply }),
    bodyLimit,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.addHttpMethod("SEARCH", { hasBody: true });
  takeEmptyJson(app);
  app.setErrorHandler((error: Failure, request, reply) => answerError({ error, request, reply }));
  await app.register(cookie);

  const live = new Live({ sql, now: clock });
  await live.start();
  app.addHook("preClose", () => live.stop());

  serverRoutes(app, house);
  sessionRoutes(app, house);
  liveRoutes(app, { house, live });
  parkingRoutes(app, house);
  valetRoutes(app, house);
  valetCustomerRoutes(app, { house, live });
  passRoutes(app, house);
  inviteRoutes(app, house);
  approvalRoutes(app, house);
  configurationRoutes(app, house);
  messageRoutes(app, house);
  taxIdRoutes(app, house);
  itemsRoutes(app, {
    now: clock,
    sessionOf: (request) => sessionOf({ house, request }),
    againSession: (session) => againSession({ house, session }),
    inTransaction: ({ session, request, work }) => inTransaction({ house, session, origin: originOf(request), work }),
    read: (statement) => readList({ sql, statement }),
  });
  await filesRoutes(app, { house, storage: localStorage(path.join(config.dataDir, "files")) });
  await serveWeb(app);
  if (jobsUrl) await startJobs({ app, house, url: jobsUrl });
  return app;
}

/** Jobs end before the connections they use. */
async function startJobs({ app, house, url }: { app: FastifyInstance; house: House; url: string }): Promise<void> {
  const jobs = new Jobs({ url, sql: house.sql, tasks: tasksOf(house) });
  await jobs.start();
  app.addHook("preClose", () => jobs.stop());
}

/** Clients send a JSON content type with GET and DELETE and no body: that is no error. */
function takeEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
}
