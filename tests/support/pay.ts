// The app with the payment provider beside it, both over real HTTP, and branches that are paid through it.
import { createServer, type AddressInfo } from "node:net";
import { after } from "node:test";
import type { Config } from "#server/config.ts";
import { demoV1, demoV2 } from "#simulators/pay/book.ts";
import { type PaySimulator, startPaySimulator } from "#simulators/pay/start.ts";
import { startApp, type TestApp } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

export interface PayApp extends TestApp {
  simulator: PaySimulator;
  make: ReturnType<typeof factories>;
  address: string;
  /** A branch at ₹20 for each half hour, paid online through this provider. */
  branch: (given?: { gateway?: "phonepe-v1" | "phonepe-v2"; [field: string]: unknown }) => Promise<MadeBranch>;
}

export const paidThrough = {
  "phonepe-v1": { gateway: "phonepe-v1", merchant_id: demoV1.merchantId, salt_key: demoV1.saltKey, salt_index: 1 },
  "phonepe-v2": {
    gateway: "phonepe-v2",
    merchant_id: demoV2.merchantId,
    client_id: demoV2.clientId,
    client_secret: demoV2.clientSecret,
    client_version: 1,
    webhook_user: demoV2.webhookUser,
    webhook_password: demoV2.webhookPassword,
  },
} as const;

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function startPayApp(given: { seed?: number; config?: Partial<Config> } = {}): Promise<PayApp> {
  const simulator = await startPaySimulator({ seed: given.seed ?? 1 });
  after(() => simulator.stop());
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const config = { publicUrl: address, paySimulatorUrl: simulator.url, payCheckSpeed: 20, ...given.config };
  const app = await startApp({ isWorking: true, config });
  await app.app.listen({ host: "localhost", port });
  const make = factories(app.sql);
  return {
    ...app,
    simulator,
    make,
    address,
    async branch({ gateway = "phonepe-v1", ...fields } = {}) {
      const made = await make.branch({ rate: "20.00", ...fields });
      await make.row("payment_settings", { branch: made.id, environment: "simulator", ...paidThrough[gateway] });
      return made;
    },
  };
}

/** What a payer presses on the provider's page. */
export async function press(page: string, action: "succeed" | "decline" | "pending" | "time-out"): Promise<Response> {
  return fetch(`${page}/${action}`, { method: "POST", redirect: "manual" });
}

/** Waits until `isSo`; throws what it last saw. */
export async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean, ms = 8_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new Error(`it never came to that: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
