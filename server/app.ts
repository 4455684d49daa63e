// What is plugged in, in order: an explicit list.
import path from "node:path";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Config } from "#server/config.ts";
import { type House, inTransaction, makeHouse } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { enquiryRoutes } from "#server/features/enquiries/routes.ts";
import { assetRoutes } from "#server/features/files/asset-routes.ts";
import { MakeOver } from "#server/features/files/make-over.ts";
import { isPublicAddress } from "#server/features/files/public-address.ts";
import { emailRoutes } from "#server/features/account/emails.ts";
import { ownAccountRoutes } from "#server/features/account/own.ts";
import { secondFactorRoutes } from "#server/features/account/second-factor.ts";
import { customerRoutes } from "#server/features/customers/routes.ts";
import { filesRoutes } from "#server/features/files/routes.ts";
import { graphqlRoutes } from "#server/features/graphql/routes.ts";
import { declarationRoutes } from "#server/features/declarations/routes.ts";
import { utilsRoutes } from "#server/features/utils/routes.ts";
import { liveRoutes } from "#server/features/live/routes.ts";
import { socketRoutes } from "#server/features/live/socket-routes.ts";
import { approvalRoutes } from "#server/features/approvals/routes.ts";
import { integrationRoutes } from "#server/features/integrations/routes.ts";
import { invitationRoutes } from "#server/features/invitations/routes.ts";
import { cashRoutes } from "#server/features/cash/routes.ts";
import { invoiceRoutes } from "#server/features/invoices/routes.ts";
import { configurationRoutes } from "#server/features/configuration/routes.ts";
import { inviteRoutes } from "#server/features/invites/routes.ts";
import { onboardingRoutes } from "#server/features/onboarding/routes.ts";
import { messageRoutes } from "#server/features/outbox/routes.ts";
import { parkingRoutes } from "#server/features/parking/routes.ts";
import { peopleRoutes } from "#server/features/people/routes.ts";
import { passRoutes } from "#server/features/passes/routes.ts";
import { referenceRoutes } from "#server/features/reference/routes.ts";
import { paymentRoutes } from "#server/features/payments/routes.ts";
import { serverRoutes } from "#server/features/server/routes.ts";
import { passwordRoutes } from "#server/features/session/password.ts";
import { sessionRoutes } from "#server/features/session/routes.ts";
import { taxIdRoutes } from "#server/features/tax-ids/routes.ts";
import { valetChatRoutes } from "#server/features/valet/chat-routes.ts";
import { valetCustomerRoutes } from "#server/features/valet/customer-routes.ts";
import { offerRounds } from "#server/features/valet/offer-rounds.ts";
import { valetRoutes } from "#server/features/valet/routes.ts";
import { readList } from "#server/items/read.ts";
import { type ItemsHost, itemsRoutes } from "#server/items/routes.ts";
import { againSession, answerError, type Failure, originOf, sessionOf } from "#server/request.ts";
import { s3Storage } from "#server/adapters/s3-storage.ts";
import { localStorage } from "#server/adapters/storage.ts";
import { listRoutes } from "#server/services/route-list.ts";
import { FileStore } from "#server/services/file-store.ts";
import { Jobs } from "#server/services/jobs.ts";
import { Live } from "#server/services/live.ts";
import { tasksOf } from "#server/tasks.ts";
import { serveWeb } from "#server/web.ts";

const bodyLimit = 1024 * 1024;

/**
 * The whole server but its port. For tests that need others: `clock` is the time, `mayReach` the network addresses from
 * which a file may be fetched.
 */
export async function buildApp({
  sql,
  config,
  clock = () => new Date(),
  mayReach = isPublicAddress,
  jobsUrl,
}: {
  sql: Sql;
  config: Config;
  /** The address of the same database: with it, this server does jobs too. */
  jobsUrl?: string;
  clock?: () => Date;
  mayReach?: (address: string) => boolean;
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

  const routes = listRoutes(app);
  app.decorate("routeList", routes);
  await socketRoutes(app, { house, live });
  sessionRoutes(app, house);
  passwordRoutes(app, house);
  secondFactorRoutes(app, house);
  ownAccountRoutes(app, house);
  emailRoutes(app, house);
  customerRoutes(app, house);
  invitationRoutes(app, house);
  integrationRoutes(app, house);
  liveRoutes(app, { house, live });
  parkingRoutes(app, house);
  valetRoutes(app, house);
  valetChatRoutes(app, house);
  valetCustomerRoutes(app, { house, live });
  offerRounds(app, { house, live });
  passRoutes(app, house);
  peopleRoutes(app, house);
  inviteRoutes(app, house);
  approvalRoutes(app, house);
  graphqlRoutes(app, { house, routes });
  referenceRoutes(app, { house, routes });
  paymentRoutes(app, { house, live });
  invoiceRoutes(app, house);
  cashRoutes(app, house);
  configurationRoutes(app, house);
  enquiryRoutes(app, house);
  messageRoutes(app, house);
  taxIdRoutes(app, house);
  onboardingRoutes(app, house);
  const items: ItemsHost = {
    now: clock,
    sessionOf: (request) => sessionOf({ house, request }),
    againSession: (session) => againSession({ house, session }),
    inTransaction: ({ session, request, work }) => inTransaction({ house, session, origin: originOf(request), work }),
    read: (statement) => readList({ sql, statement }),
  };
  itemsRoutes(app, items);
  const makeOver = new MakeOver({
    folder: path.join(config.dataDir, "asset-cache"),
    mostBytes: config.files.cacheBytes,
    clock,
  });
  const store = fileStore({ sql, config, onTrouble: (error) => app.log.error(error) });
  serverRoutes(app, {
    house,
    checks: [
      { name: "database", run: () => sql`select 1` },
      { name: "files", run: () => store.main.check() },
    ],
  });
  declarationRoutes(app, house);
  utilsRoutes(app, { house, store, clearCache: () => makeOver.clear() });
  assetRoutes(app, { house, store, makeOver });
  await filesRoutes(app, { house, store, items, mayReach });
  await serveWeb(app);
  if (jobsUrl) await startJobs({ app, house, url: jobsUrl });
  return app;
}

/** New files go where the settings say; those that were kept here before stay and are read from here. */
function fileStore({
  sql,
  config,
  onTrouble,
}: {
  sql: Sql;
  config: Config;
  onTrouble: (error: unknown) => void;
}): FileStore {
  const local = localStorage(path.join(config.dataDir, "files"));
  const { s3 } = config.files;
  const storages = s3 ? { main: s3Storage(s3), others: [local] } : { main: local };
  return new FileStore({ sql, onTrouble, ...storages });
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
