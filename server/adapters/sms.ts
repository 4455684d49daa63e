// SMS over HTTP: MSG91's Flow, and a plain shape for whatever else is at hand.
import { postJson, type Reply, textAt } from "#server/adapters/http-json.ts";
import type { Outcome, SmsAdapter } from "#server/adapters/messages.ts";

export interface SmsService {
  kind: "msg91" | "generic";
  /** Where it is, without a path for MSG91, whole for the plain shape. */
  url: string;
  key: string;
  /** The registered sender, six letters. */
  sender: string;
  /** Our template's name → the id under which its text is registered. */
  templates: { readonly [name: string]: string };
}

export function smsOver(service: SmsService): SmsAdapter {
  return service.kind === "msg91" ? msg91(service) : generic(service);
}

/** https://control.msg91.com/api/v5/flow/: a registered template and the values of its variables. */
function msg91({ url, key, sender, templates }: SmsService): SmsAdapter {
  return {
    send: async ({ to, template, values }) => {
      const id = templates[template];
      if (!id) return { isSent: false, isFinal: true, reason: `No registered template is set for "${template}".` };
      const recipients = [{ mobiles: `91${to}`, ...values }];
      const body = { template_id: id, sender, short_url: "0", recipients };
      return flowOutcome(await postJson({ url: `${url}/api/v5/flow/`, headers: { authkey: key }, body }));
    },
  };
}

/** An error may come with status 200: what counts is `type`. */
function flowOutcome(reply: Reply): Outcome {
  if (!reply.isAnswered) return again(reply.reason);
  const { status, body } = reply;
  const [type, message] = [textAt(body, "type"), textAt(body, "message")];
  if (status === 200 && type === "success")
    return { isSent: true, providerId: textAt(body, "request_id") || message || null };
  if (type === "error" && status < 429 && /mobile|number/i.test(message))
    return { isSent: false, isFinal: true, reason: "The SMS service refused this number." };
  return again(type === "error" ? `it answered an error (${status})` : `it answered ${status}`);
}

/** POST { to, text, sender, template_id } with a bearer key; 2xx with { id } is sent. The reference keeps it from being sent twice. */
function generic({ url, key, sender, templates }: SmsService): SmsAdapter {
  return {
    send: async ({ to, text, template, reference }) => {
      const headers = { authorization: `Bearer ${key}`, "idempotency-key": reference };
      const body = { to: `+91${to}`, text, sender, template_id: templates[template] ?? null };
      const reply = await postJson({ url, headers, body });
      if (!reply.isAnswered) return again(reply.reason);
      const { status } = reply;
      const id = textAt(reply.body, "id");
      if (status >= 200 && status < 300 && id) return { isSent: true, providerId: id };
      if ([400, 404, 422].includes(status))
        return { isSent: false, isFinal: true, reason: `The SMS service refused this message (${status}).` };
      return again(`it answered ${status}`);
    },
  };
}

function again(reason: string): Outcome {
  return { isSent: false, isFinal: false, reason: `The SMS service could not be used: ${reason}.` };
}
