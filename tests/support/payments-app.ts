// The app with the payment provider beside it, both over real HTTP, and branches that are paid through it.
import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { after } from "node:test";
import type { Config } from "#server/config.ts";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";
import { type PaySimulator, startPaySimulator } from "#simulators/pay/start-pay-simulator.ts";
import { startApp, type TestApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

export interface PaymentsApp extends TestApp {
  simulator: PaySimulator;
  factories: ReturnType<typeof createFactories>;
  address: string;
  /** A branch at ₹20 per half hour, paid online through this provider. */
  branch: (fields?: { gateway?: "phonepe-v1" | "phonepe-v2"; [field: string]: unknown }) => Promise<CreatedBranch>;
  /** The customer pays what an entry owes, and the payment is recorded. */
  payOnline: (payment: { client: TestClient; id: number }) => Promise<void>;
}

export const providerSettings = {
  "phonepe-v1": {
    gateway: "phonepe-v1",
    merchant_id: demoMerchantV1.merchantId,
    salt_key: demoMerchantV1.saltKey,
    salt_index: 1,
  },
  "phonepe-v2": {
    gateway: "phonepe-v2",
    merchant_id: demoMerchantV2.merchantId,
    client_id: demoMerchantV2.clientId,
    client_secret: demoMerchantV2.clientSecret,
    client_version: 1,
    webhook_user: demoMerchantV2.webhookUser,
    webhook_password: demoMerchantV2.webhookPassword,
  },
} as const;

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function startPaymentsApp(
  options: { seed?: number; config?: Partial<Config> } = {},
): Promise<PaymentsApp> {
  const simulator = await startPaySimulator({ seed: options.seed ?? 1 });
  after(() => simulator.stop());
  const port = await findFreePort();
  const address = `http://localhost:${port}`;
  const config = { publicUrl: address, paySimulatorUrl: simulator.url, payCheckSpeed: 20, ...options.config };
  const app = await startApp({ runsJobs: true, config });
  await app.app.listen({ host: "localhost", port });
  const factories = createFactories(app.sql);
  return {
    ...app,
    simulator,
    factories,
    address,
    async branch({ gateway = "phonepe-v1", ...fields } = {}) {
      const created = await factories.branch({ rate: "20.00", ...fields });
      await factories.row("payment_settings", {
        branch: created.id,
        environment: "simulator",
        ...providerSettings[gateway],
      });
      return created;
    },
    async payOnline({ client, id }) {
      const { data, text } = await client.post(`/actions/payments/parking/${id}/start`, {});
      assert.ok(data, text);
      await pressProviderAction(data.url, "succeed");
      await waitUntil(
        async () =>
          (await app.sql`select payment_status from "Parking_Information" where id = ${id}`)[0]!["payment_status"],
        (status) => status === "paid",
      );
    },
  };
}

/** The payer's action on the provider's page. */
export async function pressProviderAction(
  page: string,
  action: "succeed" | "decline" | "pending" | "time-out",
): Promise<Response> {
  return fetch(`${page}/${action}`, { method: "POST", redirect: "manual" });
}

/** Waits until `isDone` accepts the value; throws with the last one at the time-out. */
export async function waitUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const observed = await read();
    if (isDone(observed)) return observed;
    if (Date.now() > end) throw new Error(`not reached, last value: ${JSON.stringify(observed)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
