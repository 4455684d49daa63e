// Local simulators of the external services, so that the product can be used and tested without accounts.
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { FaultSettings, isFault } from "#simulators/faults.ts";
import { MessageJournal } from "#simulators/message-journal.ts";
import { startMailSimulator } from "#simulators/mail.ts";
import { outboxPage } from "#simulators/outbox-page.ts";
import { type SmsAccount, initialSmsBalance, smsKey, smsRoutes, smsSender, smsTemplateIds } from "#simulators/sms.ts";
import { isPayFault, type PayFaults } from "#simulators/pay/faults.ts";
import { startPaySimulator } from "#simulators/pay/start-pay-simulator.ts";
import { taxIdClient, taxIdRoutes, taxIdSecret } from "#simulators/tax-ids.ts";

export interface Simulators {
  /** URL of the page with all emails and SMS. */
  url: string;
  journal: MessageJournal;
  faults: FaultSettings;
  smsAccount: SmsAccount;
  /** Product settings to use the simulators, by service. */
  settings: { [service in SimulatedService | "pay" | "webhooks"]: { [name: string]: string } };
  stop: () => Promise<void>;
}

export const simulatedServices = ["mail", "sms", "tax-ids"] as const;
export type SimulatedService = (typeof simulatedServices)[number];

/** Starts on `port`, or on a free port if it is in use. Throws in production. */
export async function startSimulators({ port = 0 }: { port?: number } = {}): Promise<Simulators> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The simulators do not run in production, since they accept every request.");
  const [journal, faults] = [new MessageJournal(), new FaultSettings()];
  const mail = await startMailSimulator({ journal, faults });
  const app = fastify({ forceCloseConnections: true });
  const smsAccount: SmsAccount = { templates: new Map(), balance: initialSmsBalance, asked: 0 };
  smsRoutes(app, { journal, faults, account: smsAccount });
  taxIdRoutes(app, { faults });
  const pay = await startPaySimulator({ port: port && port + 1 });
  controlRoutes(app, { journal, faults, payFaults: pay.faults });
  await listen({ app, port });
  app.server.unref();
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    journal,
    faults,
    smsAccount,
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
      webhooks: { LOCAL_WEBHOOKS: "on" },
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

/** Routes to control the simulators in development and tests. */
function controlRoutes(
  app: FastifyInstance,
  { journal, faults, payFaults }: { journal: MessageJournal; faults: FaultSettings; payFaults: PayFaults },
): void {
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(outboxPage));
  // An address for webhooks of the demo: the product's page of deliveries shows what was sent.
  app.post("/webhooks", () => ({ received: true }));
  app.get("/__sim/messages", (request) => ({ messages: journal.list((request.query as { to?: string }).to) }));
  app.delete("/__sim/messages", () => {
    journal.clear();
    return {};
  });
  app.get("/__sim/faults", () => ({
    faults: {
      ...Object.fromEntries(simulatedServices.map((service) => [service, faults.get(service)])),
      pay: Object.keys(payFaults.chances)[0] ?? "none",
    },
  }));
  app.post("/__sim/faults", (request, reply) => {
    const { service, fault } = (request.body ?? {}) as { service?: string; fault?: unknown };
    if (service === "pay" && (fault === "none" || isPayFault(fault))) {
      // A person at the page expects the fault each time; tests set chances.
      payFaults.set(fault === "none" ? {} : { [fault]: 1 });
      return reply.send({});
    }
    if (!simulatedServices.some((name) => name === service) || !isFault(fault)) return reply.code(400).send({});
    faults.set(service!, fault);
    return reply.send({});
  });
}
