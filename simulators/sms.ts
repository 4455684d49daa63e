// An SMS gateway over HTTP in two shapes: MSG91's Flow and a plain one. As strict as the real ones about keys and templates.
import type { FastifyInstance } from "fastify";
import { renderText, smsTemplates } from "#domain/messages.ts";
import { answerWith, type Faults } from "#simulators/faults.ts";
import type { Journal } from "#simulators/journal.ts";

export const smsKey = "simulated-sms-key";
export const smsSender = "CHAAVI";
/** Our template's name → the id under which its text is registered here. */
export const smsTemplateIds = Object.fromEntries(Object.keys(smsTemplates).map((name) => [name, `sim-${name}`]));

interface Answer {
  status: number;
  body: unknown;
}
type Fields = { [name: string]: unknown };
const flowError = (status: number, message: string): Answer => ({ status, body: { type: "error", message } });

/** 90000 00001 is refused, 90000 00003 is one too many, 90000 00004 fails with status 200. */
export function smsRoutes(app: FastifyInstance, { journal, faults }: { journal: Journal; faults: Faults }): void {
  const taken = new Map<string, string>();

  app.post("/api/v5/flow/", (request, reply) =>
    answerWith({
      fault: faults.of("sms"),
      slowMs: faults.slowMs,
      request,
      reply,
      take: () => takeFlow({ key: request.headers["authkey"], body: request.body as Fields, journal }),
    }),
  );

  app.post("/sms", (request, reply) =>
    answerWith({
      fault: faults.of("sms"),
      slowMs: faults.slowMs,
      request,
      reply,
      take: () => takePlain({ headers: request.headers, body: request.body as Fields, journal, taken }),
    }),
  );
}

function takeFlow({ key, body, journal }: { key: unknown; body: Fields; journal: Journal }): Answer {
  if (key !== smsKey) return flowError(401, "Invalid authkey");
  const { template_id: id, sender, recipients } = body ?? {};
  const text = textOf(id);
  if (text === undefined) return flowError(400, "Template not found");
  if (sender !== smsSender) return flowError(400, "Invalid sender id");
  const [recipient] = Array.isArray(recipients) ? (recipients as Fields[]) : [];
  const mobiles = String(recipient?.["mobiles"] ?? "");
  if (!/^91[6-9]\d{9}$/.test(mobiles) || mobiles === "919000000001") return flowError(400, "Invalid mobile number");
  if (mobiles === "919000000003") return flowError(429, "Too many requests");
  if (mobiles === "919000000004") return flowError(200, "Insufficient balance");
  const missing = namesIn(text).find((name) => typeof recipient?.[name] !== "string");
  if (missing) return flowError(400, `Variable ${missing} is missing`);
  const rendered = renderText({ text, values: recipient as { [name: string]: string } });
  const kept = keep({ journal, to: mobiles.slice(2), text: rendered, reference: "" });
  return { status: 200, body: { type: "success", request_id: `flow-${kept.id}` } };
}

function takePlain({
  headers,
  body,
  journal,
  taken,
}: {
  headers: { [name: string]: unknown };
  body: Fields;
  journal: Journal;
  taken: Map<string, string>;
}): Answer {
  if (headers["authorization"] !== `Bearer ${smsKey}`) return { status: 401, body: { error: "wrong key" } };
  const reference = headers["idempotency-key"];
  if (typeof reference !== "string" || reference.length < 16)
    return { status: 400, body: { error: "an idempotency key is missing" } };
  const known = taken.get(reference);
  if (known) return { status: 200, body: { id: known } };
  const { to, text, sender, template_id: id } = body ?? {};
  const registered = textOf(id);
  if (registered === undefined || typeof text !== "string" || !isOf({ text, registered }))
    return { status: 422, body: { error: "the text is not that of the template" } };
  if (sender !== smsSender) return { status: 422, body: { error: "the sender is not registered" } };
  if (typeof to !== "string" || !/^\+91[6-9]\d{9}$/.test(to) || to === "+919000000001")
    return { status: 422, body: { error: "no such number" } };
  const kept = keep({ journal, to: to.slice(3), text, reference });
  taken.set(reference, `sms-${kept.id}`);
  return { status: 200, body: { id: `sms-${kept.id}` } };
}

function keep({ journal, ...sms }: { journal: Journal; to: string; text: string; reference: string }) {
  return journal.add({ channel: "sms", from: smsSender, subject: "", html: "", ...sms });
}

function textOf(id: unknown): string | undefined {
  const name = Object.keys(smsTemplateIds).find((known) => smsTemplateIds[known] === id);
  return name === undefined ? undefined : smsTemplates[name as keyof typeof smsTemplates].text;
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Whether a text is the registered one with something in the place of its variables. */
function isOf({ text, registered }: { text: string; registered: string }): boolean {
  const pattern = registered
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join("(.{1,100})");
  return new RegExp(`^${pattern}$`).test(text);
}
