// SMS gateway over HTTP with two APIs: MSG91 Flow and a plain one. Verifies keys and templates like the real ones.
import type { FastifyInstance } from "fastify";
import { countSmsSegments } from "#domain/messages/sms-texts.ts";
import { renderText, smsTemplates } from "#domain/messages/messages.ts";
import { answerWithFault, type FaultSettings } from "#simulators/faults.ts";
import type { MessageJournal } from "#simulators/message-journal.ts";

export const smsKey = "simulated-sms-key";
export const smsSender = "CHAAVI";
/** Template name → id of its registered text at the gateway. */
export const smsTemplateIds = Object.fromEntries(Object.keys(smsTemplates).map((name) => [name, `sim-${name}`]));

/** Account at the gateway. */
export interface SmsAccount {
  /** Texts that were registered besides those of the product, by id. */
  templates: Map<string, string>;
  balance: number;
  /** Number of balance requests. */
  asked: number;
}

interface SimulatedResponse {
  status: number;
  body: unknown;
}
/** Initial balance of the account; each part of an accepted SMS costs one. */
export const initialSmsBalance = 25_000;

type RequestFields = { [name: string]: unknown };
const toFlowError = (status: number, message: string): SimulatedResponse => ({
  status,
  body: { type: "error", message },
});

/**
 * 90000 00001 is rejected, 90000 00003 gets 429, 90000 00004 fails with status 200, like every number without balance.
 */
export function smsRoutes(
  app: FastifyInstance,
  { journal, faults, account }: { journal: MessageJournal; faults: FaultSettings; account: SmsAccount },
): void {
  const sentByReference = new Map<string, string>();

  app.get("/api/balance.php", (request, reply) =>
    answerWithFault({
      fault: faults.get("sms"),
      slowMs: faults.slowMs,
      request,
      reply,
      handle: () => handleBalance({ query: request.query as RequestFields, account }),
    }),
  );

  app.post("/api/v5/flow/", (request, reply) =>
    answerWithFault({
      fault: faults.get("sms"),
      slowMs: faults.slowMs,
      request,
      reply,
      handle: () =>
        handleFlow({ key: request.headers["authkey"], body: request.body as RequestFields, journal, account }),
    }),
  );

  app.post("/__sim/sms-templates", (request, reply) => {
    const { id, text } = (request.body ?? {}) as RequestFields;
    if (typeof id !== "string" || typeof text !== "string" || !id || !text) return reply.code(400).send({});
    account.templates.set(id, text);
    return {};
  });

  app.post("/sms", (request, reply) =>
    answerWithFault({
      fault: faults.get("sms"),
      slowMs: faults.slowMs,
      request,
      reply,
      handle: () =>
        handlePlain({
          headers: request.headers,
          body: request.body as RequestFields,
          journal,
          account,
          sentByReference,
        }),
    }),
  );
}

/** Always responds with text and status 200. */
function handleBalance({ query, account }: { query: RequestFields; account: SmsAccount }): SimulatedResponse {
  account.asked += 1;
  if (query["authkey"] !== smsKey) return { status: 200, body: "Invalid authkey" };
  if (query["type"] !== "4") return { status: 200, body: "0" };
  return { status: 200, body: String(account.balance) };
}

function handleFlow({
  key,
  body,
  journal,
  account,
}: {
  key: unknown;
  body: RequestFields;
  journal: MessageJournal;
  account: SmsAccount;
}): SimulatedResponse {
  if (key !== smsKey) return toFlowError(401, "Invalid authkey");
  const { template_id: id, sender, recipients } = body ?? {};
  const text = findTemplateText({ id, account });
  if (text === undefined) return toFlowError(400, "Template not found");
  if (sender !== smsSender) return toFlowError(400, "Invalid sender id");
  const [recipient] = Array.isArray(recipients) ? (recipients as RequestFields[]) : [];
  const mobiles = String(recipient?.["mobiles"] ?? "");
  if (!/^91[6-9]\d{9}$/.test(mobiles) || mobiles === "919000000001") return toFlowError(400, "Invalid mobile number");
  if (mobiles === "919000000003") return toFlowError(429, "Too many requests");
  if (mobiles === "919000000004" || account.balance < 1) return toFlowError(200, "Insufficient balance");
  const missingVariable = findPlaceholders(text).find((name) => typeof recipient?.[name] !== "string");
  if (missingVariable) return toFlowError(400, `Variable ${missingVariable} is missing`);
  const rendered = renderText({ text, values: recipient as { [name: string]: string } });
  const message = addMessage({ journal, to: mobiles.slice(2), text: rendered, reference: "" });
  account.balance -= countSmsSegments(rendered).segments;
  return { status: 200, body: { type: "success", request_id: `flow-${message.id}` } };
}

function handlePlain({
  headers,
  body,
  journal,
  account,
  sentByReference,
}: {
  headers: { [name: string]: unknown };
  body: RequestFields;
  journal: MessageJournal;
  account: SmsAccount;
  sentByReference: Map<string, string>;
}): SimulatedResponse {
  if (headers["authorization"] !== `Bearer ${smsKey}`) return { status: 401, body: { error: "wrong key" } };
  const reference = headers["idempotency-key"];
  if (typeof reference !== "string" || reference.length < 16)
    return { status: 400, body: { error: "an idempotency key is missing" } };
  const existingId = sentByReference.get(reference);
  if (existingId) return { status: 200, body: { id: existingId } };
  const { to, text, sender, template_id: id, unicode } = body ?? {};
  const registered = findTemplateText({ id, account });
  if (registered === undefined || typeof text !== "string" || !matchesTemplate({ text, registered }))
    return { status: 422, body: { error: "the text is not that of the template" } };
  if (unicode !== countSmsSegments(text).isUnicode) return { status: 422, body: { error: "the encoding is wrong" } };
  if (sender !== smsSender) return { status: 422, body: { error: "the sender is not registered" } };
  if (typeof to !== "string" || !/^\+91[6-9]\d{9}$/.test(to) || to === "+919000000001")
    return { status: 422, body: { error: "no such number" } };
  const message = addMessage({ journal, to: to.slice(3), text, reference });
  sentByReference.set(reference, `sms-${message.id}`);
  return { status: 200, body: { id: `sms-${message.id}` } };
}

function addMessage({ journal, ...sms }: { journal: MessageJournal; to: string; text: string; reference: string }) {
  const parts = countSmsSegments(sms.text);
  return journal.add({ channel: "sms", from: smsSender, subject: "", html: "", parts, ...sms });
}

function findTemplateText({ id, account }: { id: unknown; account: SmsAccount }): string | undefined {
  const registered = typeof id === "string" ? account.templates.get(id) : undefined;
  if (registered !== undefined) return registered;
  const name = Object.keys(smsTemplateIds).find((templateName) => smsTemplateIds[templateName] === id);
  return name === undefined ? undefined : smsTemplates[name as keyof typeof smsTemplates].text;
}

const findPlaceholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** True if the text is the registered one with its variables filled in. */
function matchesTemplate({ text, registered }: { text: string; registered: string }): boolean {
  const pattern = registered
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join("(.{1,100})");
  return new RegExp(`^${pattern}$`).test(text);
}
