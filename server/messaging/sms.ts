// SMS over HTTP: an adapter for MSG91's Flow API, and a generic one for other services.
import { z } from "zod";
import { getJson, postJson, type JsonReply } from "#server/http/json-client.ts";
import type { SendOutcome, SmsAdapter } from "#server/messaging/message-adapters.ts";

export interface SmsServiceConfig {
  kind: "msg91" | "generic";
  /** Base URL of MSG91 without a path, or the complete URL of a generic service. */
  url: string;
  key: string;
  /** Registered sender id, six letters. */
  sender: string;
  /** Maps template names to the ids under which their texts are registered. */
  templates: { readonly [name: string]: string };
}

/** Empty if missing or no text. */
const text = z.string().catch("");
/** Answer of MSG91's Flow API, with any status. */
const flowAnswer = z
  .object({ type: text, message: text, request_id: text })
  .catch({ type: "", message: "", request_id: "" });
/** Number of SMS as a number or text; errors are sentences. */
const balanceAnswer = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);
/** Answer of a generic service that has accepted a message. */
const genericAnswer = z.object({ id: z.string().min(1) });

export function createSmsAdapter(service: SmsServiceConfig): SmsAdapter {
  return service.kind === "msg91" ? createMsg91Adapter(service) : createGenericSmsAdapter(service);
}

/** https://control.msg91.com/api/v5/flow/ takes a registered template and the values of its variables. */
function createMsg91Adapter({ url, key, sender, templates }: SmsServiceConfig): SmsAdapter {
  return {
    send: async ({ to, template, templateId, values }) => {
      const id = templateId ?? templates[template];
      if (!id)
        return { isSent: false, isPermanent: true, reason: `No registered template is configured for "${template}".` };
      const recipients = [{ mobiles: `91${to}`, ...values }];
      const body = { template_id: id, sender, short_url: "0", recipients };
      return toFlowOutcome(await postJson({ url: `${url}/api/v5/flow/`, headers: { authkey: key }, body }));
    },
    balance: async () => parseMsg91Balance(await getJson({ url: `${url}/api/balance.php?${balanceQuery(key)}` })),
  };
}

/** Query of the transactional route's balance; MSG91 accepts the key only in the URL. */
const balanceQuery = (authkey: string): string => new URLSearchParams({ authkey, type: "4" }).toString();

/** Parses the balance: a plain number as text. Errors are sentences with status 200. */
function parseMsg91Balance(reply: JsonReply): number | null {
  if (!reply.hasResponse || reply.status !== 200) return null;
  const balance = balanceAnswer.safeParse(reply.body).data;
  return balance === undefined ? null : Math.floor(balance);
}

/** Converts a response of the Flow API; errors may have status 200, so `type` decides. */
function toFlowOutcome(reply: JsonReply): SendOutcome {
  if (!reply.hasResponse) return retryableOutcome(reply.reason);
  const { status } = reply;
  const { type, message, request_id: requestId } = flowAnswer.parse(reply.body);
  if (status === 200 && type === "success") return { isSent: true, providerId: requestId || message || null };
  if (type === "error" && status < 429 && /mobile|number/i.test(message))
    return { isSent: false, isPermanent: true, reason: "The SMS service rejected this number." };
  return retryableOutcome(type === "error" ? `it answered an error (${status})` : `it answered ${status}`);
}

/**
 * Sends POST { to, text, sender, template_id, unicode } with a bearer key; a 2xx response with { id } means sent. The
 * reference serves as idempotency key.
 */
function createGenericSmsAdapter({ url, key, sender, templates }: SmsServiceConfig): SmsAdapter {
  return {
    send: async ({ to, text, isUnicode, template, templateId, reference }) => {
      const headers = { authorization: `Bearer ${key}`, "idempotency-key": reference };
      const id = templateId ?? templates[template] ?? null;
      const body = { to: `+91${to}`, text, sender, template_id: id, unicode: isUnicode };
      const reply = await postJson({ url, headers, body });
      if (!reply.hasResponse) return retryableOutcome(reply.reason);
      const { status } = reply;
      const answer = genericAnswer.safeParse(reply.body).data;
      if (status >= 200 && status < 300 && answer) return { isSent: true, providerId: answer.id };
      if ([400, 404, 422].includes(status))
        return { isSent: false, isPermanent: true, reason: `The SMS service rejected this message (${status}).` };
      return retryableOutcome(`it answered ${status}`);
    },
  };
}

function retryableOutcome(reason: string): SendOutcome {
  return { isSent: false, isPermanent: false, reason: `The SMS service is not available: ${reason}.` };
}
