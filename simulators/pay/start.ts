// The payment provider on this machine, over real HTTP: it checks every signature and header, and can be made to go wrong.
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { Book } from "#simulators/pay/book.ts";
import { payFaultNames, PayFaults, type PayFaultChances } from "#simulators/pay/faults.ts";
import { pageRoutes } from "#simulators/pay/page.ts";
import { v1Routes } from "#simulators/pay/v1.ts";
import { v2Routes } from "#simulators/pay/v2.ts";

export interface PaySimulator {
  url: string;
  book: Book;
  faults: PayFaults;
  stop: () => Promise<void>;
}

/** Throws in production. The same `seed` has the same faults. */
export async function startPaySimulator({
  port = 0,
  seed = 1,
}: { port?: number; seed?: number } = {}): Promise<PaySimulator> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The payment simulator does not run in production: whoever asks it to pay has paid.");
  const [book, faults] = [new Book(), new PayFaults(seed)];
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  let address = "";
  const url = (): string => address;
  v1Routes(app, { book, faults, url });
  v2Routes(app, { book, faults, url });
  pageRoutes(app, { book, faults });
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
