// Notifications of a test: a push service with simulated browsers, and people who have turned on notifications.
import assert from "node:assert/strict";
import { after } from "node:test";
import type { PushKind } from "#domain/messages/notifications.ts";
import type { MessageChannel } from "#domain/messages/messages.ts";
import { createServices } from "#server/context.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { deliverMessages } from "#server/messaging/delivery.ts";
import type { PushConfig } from "#server/messaging/push/web-push.ts";
import { derivePublicKey } from "#server/messaging/push/web-push.ts";
import { PushService, type SimulatedSubscription } from "#simulators/push.ts";
import { type TestApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { type CreatedUser, testPassword } from "#tests/support/factories.ts";
import { noIntegrations, type IntegrationsConfig } from "#server/integrations-config.ts";

export const pushConfig: PushConfig = {
  key: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  contact: "mailto:operations@chaavi.test",
  isLocalAllowed: true,
};
export const pushPublicKey = derivePublicKey(pushConfig.key);

export async function startPushService(): Promise<PushService> {
  const service = new PushService();
  await service.start();
  after(() => service.stop());
  return service;
}

/** Logs in, and sends requests with this session. */
export async function startSession({ app, user }: Pick<TestApp, "app"> & { user: CreatedUser }) {
  const logIn = await app.inject({
    method: "POST",
    url: "/auth/login",
    payload: { email: user.email, password: testPassword },
  });
  assert.equal(logIn.statusCode, 200, logIn.body);
  const { access_token: token, refresh_token: refreshToken }: { access_token: string; refresh_token: string } =
    JSON.parse(logIn.body).data;
  const send = async (method: "GET" | "POST", url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    const body = response.body === "" ? {} : JSON.parse(response.body);
    return {
      status: response.statusCode,
      data: body.data,
      code: body.errors?.[0]?.extensions.code,
      text: response.body,
    };
  };
  return {
    get: (url: string) => send("GET", url),
    post: (url: string, payload: object = {}) => send("POST", url, payload),
    logOut: () =>
      app.inject({ method: "POST", url: "/auth/logout", payload: { refresh_token: refreshToken, mode: "json" } }),
  };
}

/** Turns on notifications in a new browser of the user. */
export async function turnOn({
  app,
  service,
  user,
  kinds,
  showsDetails = false,
}: Pick<TestApp, "app"> & {
  service: PushService;
  user: CreatedUser;
  kinds: PushKind[];
  showsDetails?: boolean;
}): Promise<{ session: Awaited<ReturnType<typeof startSession>>; subscription: SimulatedSubscription }> {
  const session = await startSession({ app, user });
  const subscription = service.subscribe(pushPublicKey);
  const saved = await session.post("/actions/notifications/devices", {
    ...subscription,
    kinds,
    shows_details: showsDetails,
  });
  assert.equal(saved.status, 204, saved.text);
  return { session, subscription };
}

/** Delivers the messages of a recipient at the app's clock, without the job queue. */
export function createMessenger({
  sql,
  url,
  clock,
  integrations = {},
}: Pick<TestApp, "sql" | "url" | "clock"> & { integrations?: Partial<IntegrationsConfig> }) {
  const config = { ...testConfig, integrations: { ...noIntegrations, ...integrations, push: pushConfig } };
  const services = createServices({ sql, config, clock: () => clock.now ?? new Date() });
  const locks = new SessionLocks(url);
  beforeDatabaseCleanup(() => locks.end());
  return (channel: MessageChannel, recipient: string): Promise<void> =>
    deliverMessages({ services, locks, channel, recipient });
}
