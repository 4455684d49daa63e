// The services outside, on this machine: so that the whole product can be seen, and tested, with no account anywhere.
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { Faults, isFault } from "#simulators/faults.ts";
import { Journal } from "#simulators/journal.ts";
import { startMail } from "#simulators/mail.ts";
import { outboxPage } from "#simulators/outbox-page.ts";
import { smsKey, smsRoutes, smsSender, smsTemplateIds } from "#simulators/sms.ts";
import { startPaySimulator } from "#simulators/pay/start.ts";
import { taxIdClient, taxIdRoutes, taxIdSecret } from "#simulators/tax-ids.ts";

export interface Simulators {
  /** Of the page that shows every mail and SMS. */
  url: string;
  journal: Journal;
  faults: Faults;
  /** The settings with which the product uses them, by service. */
  settings: { [service in Service | "pay"]: { [name: string]: string } };
  stop: () => Promise<void>;
}

export const services = ["mail", "sms", "tax-ids"] as const;
export type Service = (typeof services)[number];

/** `port` is where they would like to be; any free one if that is taken. Throws in production. */
export async function startSimulators({ port = 0 }: { port?: number } = {}): Promise<Simulators> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The simulators do not run in production: whoever asks them for anything gets it.");
  const [journal, faults] = [new Journal(), new Faults()];
  const mail = await startMail({ journal, faults });
  const app = fastify({ forceCloseConnections: true });
  smsRoutes(app, { journal, faults });
  taxIdRoutes(app, { faults });
  const pay = await startPaySimulator({ port: port && port + 1 });
  controlRoutes(app, { journal, faults });
  await listen({ app, port });
  app.server.unref();
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    journal,
    faults,
    settings: {
      mail: { SMTP_URL: mail.url, MAIL_FROM: "Chaavi <no-reply@chaavi.example>" },
      sms: {
        SMS_PROVIDER: "msg91",
        SMS_URL: url,
        SMS_KEY: smsKey,
        SMS_SENDER: smsSender,
        SMS_TEMPLATES: Object.entries(smsTemplateIds)
          .map((pair) => pair.join("="))
          .join(","),
      },
      pay: { PAY_SIMULATOR_URL: pay.url },
      "tax-ids": { VERIFY_URL: url, VERIFY_CLIENT_ID: taxIdClient, VERIFY_CLIENT_SECRET: taxIdSecret },
    },
    stop: async () => {
      await Promise.all([app.close(), mail.stop(), pay.stop()]);
    },
  };
}

async function listen({ app, port }: { app: FastifyInstance; port: number }): Promise<void> {
  try {
    await app.listen({ host: "127.0.0.1", port });
  } catch (error) {
    if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    await app.listen({ host: "127.0.0.1", port: 0 });
  }
}

/** What developers and tests ask of the simulators, and no product would. */
function controlRoutes(app: FastifyInstance, { journal, faults }: { journal: Journal; faults: Faults }): void {
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(outboxPage));
  app.get("/__sim/messages", (request) => ({ messages: journal.list((request.query as { to?: string }).to) }));
  app.delete("/__sim/messages", () => {
    journal.clear();
    return {};
  });
  app.get("/__sim/faults", () => ({
    faults: Object.fromEntries(services.map((service) => [service, faults.of(service)])),
  }));
  app.post("/__sim/faults", (request, reply) => {
    const { service, fault } = (request.body ?? {}) as { service?: string; fault?: unknown };
    if (!services.some((known) => known === service) || !isFault(fault)) return reply.code(400).send({});
    faults.set(service!, fault);
    return reply.send({});
  });
}
