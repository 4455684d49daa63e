// Assembles the server: registers plug-ins, hooks and routes in an explicit order.
import path from "node:path";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Config } from "#server/config.ts";
import { type AppServices, runInTransaction, createServices } from "#server/context.ts";
import { createPool, type Sql, socketsOf } from "#server/db/pool.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import { platformPeopleRoutes } from "#server/features/platform/people/routes.ts";
import { supportRoutes } from "#server/features/platform/support/routes.ts";
import { companyRoutes } from "#server/features/platform/company-routes.ts";
import { enquiryRoutes } from "#server/features/platform/enquiry-routes.ts";
import { assetRoutes } from "#server/features/files/asset-routes.ts";
import { ImageVariantCache } from "#server/features/files/image-variants.ts";
import { isPublicAddress } from "#server/http/public-address.ts";
import { accountRoutes } from "#server/features/accounts/routes.ts";
import { customerRoutes } from "#server/features/customers/routes.ts";
import { twoFactorRoutes } from "#server/features/accounts/two-factor.ts";
import { shareRoutes } from "#server/features/files/share/routes.ts";
import { filesRoutes } from "#server/features/files/routes.ts";
import { graphqlRoutes } from "#server/features/graphql/routes.ts";
import { schemaMetadataRoutes } from "#server/features/schema-metadata/routes.ts";
import { utilsRoutes } from "#server/features/utilities/routes.ts";
import { liveRoutes } from "#server/features/live/routes.ts";
import { socketRoutes } from "#server/features/live/socket-routes.ts";
import { visitRoutes } from "#server/features/parking/visitors/visit-routes.ts";
import { approvalRoutes } from "#server/features/approvals/routes.ts";
import { deviceRoutes } from "#server/features/devices/routes.ts";
import { integrationRoutes } from "#server/features/integrations/routes.ts";
import { printingRoutes } from "#server/features/printing/routes.ts";
import { webhookRoutes } from "#server/features/integrations/webhooks/routes.ts";
import { invitationRoutes } from "#server/features/people/invitation-routes.ts";
import { debtRoutes } from "#server/features/debts/routes.ts";
import { cashRoutes } from "#server/features/cash/routes.ts";
import { invoiceRoutes } from "#server/features/payments/invoices/invoice-routes.ts";
import { tariffRoutes } from "#server/features/tariffs/routes.ts";
import { configurationRoutes } from "#server/features/branches/routes.ts";
import { inviteRoutes } from "#server/features/invites/routes.ts";
import { onboardingRoutes } from "#server/features/onboarding/routes.ts";
import { operationsRoutes } from "#server/features/operations/routes.ts";
import { notificationRoutes } from "#server/features/notifications/routes.ts";
import { messageRoutes } from "#server/features/messages/routes.ts";
import { reportRoutes } from "#server/features/reports/routes.ts";
import { offerRoutes } from "#server/features/offers/routes.ts";
import { cancelBookingsAsServer } from "#server/features/parking/bookings/cancel.ts";
import { parkingRoutes } from "#server/features/parking/routes.ts";
import { privacyRoutes } from "#server/features/privacy/routes.ts";
import { peopleRoutes } from "#server/features/people/routes.ts";
import { preBookingRoutes } from "#server/features/pre-booking/routes.ts";
import { passRoutes } from "#server/features/passes/routes.ts";
import { referenceRoutes } from "#server/features/reference/routes.ts";
import { paymentRoutes } from "#server/features/payments/routes.ts";
import { appLinkRoutes } from "#server/features/server/app-links.ts";
import { serverRoutes } from "#server/features/server/routes.ts";
import { passwordRoutes } from "#server/features/accounts/password.ts";
import { siteRoutes } from "#server/features/site/routes.ts";
import { sessionRoutes } from "#server/features/accounts/session-routes.ts";
import { taxIdRoutes } from "#server/features/onboarding/tax-id-routes.ts";
import { valetChatRoutes } from "#server/features/valet/chat/chat-routes.ts";
import { readValetName } from "#server/features/valet/customer/customer-log-in.ts";
import { valetCustomerRoutes } from "#server/features/valet/customer/customer-routes.ts";
import { scheduleOffers } from "#server/features/valet/offer-scheduler.ts";
import { valetRoutes } from "#server/features/valet/routes.ts";
import { tipRoutes } from "#server/features/valet/tips/tip-routes.ts";
import { getUserScope, readIdempotencyKey, runOnce } from "#server/http/idempotency.ts";
import { applyRequestLimits } from "#server/http/limits/request-limits.ts";
import { Readiness } from "#server/http/readiness.ts";
import { decorateWithDrain, RequestDrain } from "#server/http/drain.ts";
import {
  abortSlowBodies,
  type RequestTimeouts,
  requestTimeouts,
  getServerTimeoutOptions,
} from "#server/http/request-timeouts.ts";
import { createNativeAccess } from "#server/http/origins/native-origins.ts";
import { createSecurityHeaders } from "#server/http/security-headers.ts";
import type { Pacing } from "#server/http/limits/time-budget.ts";
import { toFastifyTrustProxy } from "#server/http/trust-proxy.ts";
import { observeTransactionWait } from "#server/db/transaction.ts";
import { addRequestContext, createRequestId } from "#server/http/request-context.ts";
import { readOutside } from "#server/items/read/read.ts";
import { type ItemsDependencies, mountItemsRoutes } from "#server/items/rest/routes.ts";
import { createIndicatorReader } from "#server/observability/indicators.ts";
import { Metrics } from "#server/observability/metrics.ts";
import { observeRequests } from "#server/observability/observe-requests.ts";
import { traceRequests } from "#server/observability/tracing.ts";
import { getLoggerOptions } from "#server/observability-config.ts";
import {
  reloadSession,
  sendError,
  type RequestError,
  getRequestOrigin,
  getSession,
  getUserIdOfToken,
} from "#server/request.ts";
import { collectRoutes } from "#server/http/route-list.ts";
import { createFileStore } from "#server/storage/configured-store.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { ImageProcessor } from "#server/storage/images.ts";
import { JobRunner } from "#server/jobs/jobs.ts";
import { LiveUpdates } from "#server/live/live.ts";
import { createScheduledBackup, createTaskHandlers } from "#server/tasks.ts";
import { serveWeb } from "#server/web.ts";

const bodyLimit = 1024 * 1024;

/**
 * Builds the whole server without listening on a port. Tests replace the options: `clock` gives the time, `isReachable`
 * decides from which network addresses a file may be imported, `timeouts` limits how long a request may take to arrive,
 * `pacing` sets when requests are delayed.
 */
export async function buildApp({
  sql,
  config,
  clock = () => new Date(),
  isReachable = isPublicAddress,
  jobsUrl,
  timeouts = requestTimeouts,
  logDestination,
  pacing,
}: {
  sql: Sql;
  config: Config;
  /** URL of the same database; if set, this server also runs jobs. */
  jobsUrl?: string;
  clock?: () => Date;
  isReachable?: (address: string) => boolean;
  timeouts?: RequestTimeouts;
  pacing?: Pacing;
  /** Receives the log lines instead of standard output. */
  logDestination?: { write: (line: string) => void };
}): Promise<FastifyInstance> {
  const services = createServices({ sql, config, clock });
  const setSecurityHeaders = createSecurityHeaders(config);
  const app = fastify({
    trustProxy: toFastifyTrustProxy(config.trustProxy ?? false),
    logger: getLoggerOptions({ operations: config.observability, destination: logDestination }),
    genReqId: createRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    // A malformed URL never reaches a route, so that the hooks below do not run for it.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply);
      sendError({ error, request, reply });
    },
    bodyLimit,
    ...getServerTimeoutOptions(timeouts),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  addRequestContext(app);
  app.addHttpMethod("SEARCH", { hasBody: true });
  acceptEmptyJson(app);
  app.setErrorHandler((error: RequestError, request, reply) => sendError({ error, request, reply }));
  const permitNative = createNativeAccess(config.nativeOrigins ?? []);
  app.addHook("onRequest", (request, reply, done) => {
    setSecurityHeaders(reply);
    // Answers a preflight request itself.
    permitNative(request.raw, reply.raw, done);
  });
  const store = createFileStore({ sql, config, onError: (error) => app.log.error(error) });
  const readiness = new Readiness({
    clock,
    checks: [
      { name: "database", run: () => sql`select 1` },
      { name: "files", run: () => store.main.check() },
    ],
  });
  const drain = new RequestDrain({ readiness, delayMs: config.drainDelayMs ?? 0 });
  drain.watch(app);
  decorateWithDrain({ app, drain });
  abortSlowBodies(app, timeouts);
  await app.register(cookie);
  const metrics = new Metrics();
  observeTransactionWait(sql, (seconds) => metrics.observeConnectionWait(seconds));
  observeRequests(app, { services, metrics });
  const { tracesEndpoint } = config.observability;
  if (tracesEndpoint) await traceRequests(app, { endpoint: tracesEndpoint });
  applyRequestLimits(app, {
    ...config,
    pacing,
    getUserId: (request) => getUserIdOfToken({ services, request }),
    getActor: (userId) => services.sessions.get(userId)?.actor,
  });

  const live = new LiveUpdates({ sql });
  await Promise.all([live.start(), services.sessionWatch.start()]);
  app.addHook("preClose", async () => {
    await Promise.all([live.stop(), services.sessionWatch.stop()]);
  });

  const routes = collectRoutes(app);
  app.decorate("routeList", routes);
  await socketRoutes(app, { services, live, drain });
  sessionRoutes(app, services);
  passwordRoutes(app, services);
  twoFactorRoutes(app, services);
  accountRoutes(app, { services, store, cancelBookings: cancelBookingsAsServer });
  invitationRoutes(app, services);
  integrationRoutes(app, services);
  webhookRoutes(app, services);
  deviceRoutes(app, services);
  liveRoutes(app, { services, live });
  parkingRoutes(app, services);
  offerRoutes(app, services);
  reportRoutes(app, services);
  valetRoutes(app, services);
  tipRoutes(app, services);
  valetChatRoutes(app, services);
  valetCustomerRoutes(app, { services, live });
  scheduleOffers(app, { services, live });
  passRoutes(app, services);
  preBookingRoutes(app, services);
  peopleRoutes(app, services);
  inviteRoutes(app, { services, live });
  approvalRoutes(app, services);
  visitRoutes(app, services);
  graphqlRoutes(app, { services, routes });
  referenceRoutes(app, { services, routes });
  paymentRoutes(app, { services, live });
  cashRoutes(app, services);
  debtRoutes(app, services);
  configurationRoutes(app, services);
  tariffRoutes(app, services);
  companyRoutes(app, services);
  platformPeopleRoutes(app, services);
  supportRoutes(app, services);
  enquiryRoutes(app, services);
  messageRoutes(app, services);
  notificationRoutes(app, services);
  taxIdRoutes(app, services);
  onboardingRoutes(app, services);
  operationsRoutes(app, { services, metrics, indicators: createIndicatorReader({ services, metrics, live }) });
  const items: ItemsDependencies = {
    now: clock,
    getSession: (request) => getSession({ services, request }),
    reloadSession: (session) => reloadSession({ services, session }),
    inTransaction: ({ session, request, work }) =>
      runInTransaction({ services, session, origin: getRequestOrigin(request), work }),
    runOnce: ({ request, ctx: { tx, now, actor, isAhead = false }, work, result }) => {
      const [scope, keys] = [getUserScope(actor.id), getSecretKeys(config)];
      const idempotency = readIdempotencyKey({ request, scope, keys });
      return runOnce({ tx, now, idempotency, sealer: services.sealer, work, result, isAhead });
    },
    read: (statement) => readOutside({ sql, statement }),
  };
  mountItemsRoutes(app, items);
  const images = new ImageProcessor();
  app.addHook("onClose", () => images.close());
  const imageVariants = new ImageVariantCache({
    images,
    folder: path.join(config.dataDir, "asset-cache"),
    maxBytes: config.files.maxCacheBytes,
    clock,
  });
  serverRoutes(app, { services, readiness });
  appLinkRoutes(app, services);
  schemaMetadataRoutes(app, services);
  utilsRoutes(app, { services, store, clearCache: () => imageVariants.clear() });
  assetRoutes(app, { services, store, imageVariants });
  await filesRoutes(app, { services, store, images, items, isReachable });
  shareRoutes(app, { services, images });
  customerRoutes(app, { services, store, images });
  privacyRoutes(app, { services, store, cancelBookings: cancelBookingsAsServer });
  printingRoutes(app, { services, images });
  invoiceRoutes(app, { services, images });
  siteRoutes(app, { services, live, images });
  await serveWeb(app, {
    mapTiles: config.mapTiles,
    readValetName: (slugs) => readValetName({ services, ...slugs }),
  });
  if (jobsUrl) await startJobs({ app, services, store, url: jobsUrl });
  return app;
}

/**
 * Gives jobs their own connection pool, since they hold connections while an external service responds. The pool is
 * closed after the jobs have stopped.
 */
async function startJobs({
  app,
  services,
  store,
  url,
}: {
  app: FastifyInstance;
  services: AppServices;
  store: FileStore;
  url: string;
}): Promise<void> {
  // Registered with the request sockets, so that the heartbeat closes all of them when the database stops responding.
  const sockets = socketsOf(services.sql);
  const sql = createPool(url, { max: jobConnections, lockTimeoutMs: jobLockTimeoutMs, sockets });
  const locks = new SessionLocks(url, sockets);
  const scheduled = createScheduledBackup({ services: { ...services, sql }, url, log: (line) => console.log(line) });
  const jobs = new JobRunner({
    url,
    sql,
    tasks: createTaskHandlers({ services: { ...services, sql }, store, locks }),
    scheduled,
  });
  await jobs.start();
  app.addHook("preClose", async () => {
    await jobs.stop();
    await Promise.all([locks.end(), sql.end({ timeout: 5 })]);
  });
}

/** One connection for each concurrent job, and one for the heartbeat of the jobs. */
const jobConnections = 5;
/** No user waits for a job, so it may wait for a lock longer than a request. */
const jobLockTimeoutMs = 10_000;

/** Keeps a byte order mark, which is no JSON. */
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Accepts an empty body: clients send a JSON content type with GET and DELETE too. JSON is UTF-8 (RFC 8259): another encoding would
 * be stored with replacement characters.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(typeof body === "string" ? body : strictUtf8.decode(body)));
    } catch {
      done(Object.assign(new Error("The body is not JSON."), { statusCode: 400 }));
    }
  });
}
