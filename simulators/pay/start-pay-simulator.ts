// Local payment provider over HTTP: verifies all signatures and headers, and can simulate faults.
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { PaymentStore } from "#simulators/pay/payment-store.ts";
import { payFaultNames, PayFaults, type PayFaultChances } from "#simulators/pay/faults.ts";
import { payPageRoutes } from "#simulators/pay/page.ts";
import { v1Routes } from "#simulators/pay/v1.ts";
import { v2Routes } from "#simulators/pay/v2.ts";

export interface PaySimulator {
  url: string;
  book: PaymentStore;
  faults: PayFaults;
  stop: () => Promise<void>;
}

/** Throws in production. Faults are reproducible by `seed`. */
export async function startPaySimulator({
  port = 0,
  seed = 1,
}: { port?: number; seed?: number } = {}): Promise<PaySimulator> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The payment simulator does not run in production, since it accepts every payment.");
  const [book, faults] = [new PaymentStore(), new PayFaults(seed)];
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  let address = "";
  const url = (): string => address;
  v1Routes(app, { book, faults, url });
  v2Routes(app, { book, faults, url });
  payPageRoutes(app, { book, faults });
  app.get("/__sim/faults", () => ({ names: payFaultNames, chances: faults.chances }));
  app.post("/__sim/faults", (request) => {
    faults.set((request.body ?? {}) as PayFaultChances);
    return {};
  });
  app.get("/__sim/ledger", () => ({ payments: [...book.payments.values()], refunds: [...book.refunds.values()] }));
  await app.listen({ host: "127.0.0.1", port }).catch(() => app.listen({ host: "127.0.0.1", port: 0 }));
  address = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { url: address, book, faults, stop: () => app.close() };
}
