// Settings of mail, SMS, notifications, and GSTIN and PAN verification (§7 product API host), from the environment.
import { z } from "zod";
import { derivePublicKey, type PushConfig } from "#server/messaging/push/web-push.ts";
import type { SmsServiceConfig } from "#server/messaging/sms.ts";
import type { TaxIdServiceConfig } from "#server/features/onboarding/tax-id-provider.ts";
import { smsTemplates } from "#domain/messages/messages.ts";
import { type Environment, isProductionEnvironment } from "#server/environment.ts";
import {
  choiceSetting,
  httpUrlSetting,
  readSettings,
  settingDetails,
  switchSetting,
  textSetting,
} from "#server/settings/settings.ts";

const msg91Url = "https://control.msg91.com";
const senderMessage = "should be the six letters registered for your SMS.";

/** 'otp=1107…, test=1107…'. */
const smsTemplateIds = z.string().transform((text, context) => {
  const templates: { [name: string]: string } = {};
  for (const part of text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean)) {
    const [, name, id] = /^([\w-]+)\s*=\s*([\w-]+)$/.exec(part) ?? [];
    if (name && id && Object.hasOwn(smsTemplates, name)) templates[name] = id;
    else context.addIssue(`: "${part}" should be one of ${Object.keys(smsTemplates).join(", ")}, = and its id.`);
  }
  return templates;
});

export const integrationsSettings = z.object({
  SMTP_URL: textSetting({
    isValid: (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
    message: "should look like smtps://user:password@host:465.",
  })
    .refine((url) => !URL.canParse(url) || [null, "none"].includes(new URL(url).searchParams.get("tls")), {
      error: ": tls may only be none, for a mail server without encryption.",
    })
    .optional()
    .register(settingDetails, {
      description:
        "mail server: `smtps://user:password@host:465` for TLS, `smtp://` for STARTTLS; nothing is sent to a server without TLS, except with `smtp://…?tls=none` within a trusted network",
      isSecret: true,
    }),
  MAIL_FROM: textSetting({
    isValid: (text) => /^[^\r\n@]*[^\s@<]+@[^\s@>]+>?$/.test(text),
    message: (text) => `is "${text}", which is not an email address.`,
  })
    .optional()
    .register(settingDetails, {
      description: "sender: `Chaavi <no-reply@example.com>`; given together with `SMTP_URL`",
    }),
  SMS_PROVIDER: choiceSetting({ values: ["msg91", "generic"], expected: "give msg91 or generic" })
    .optional()
    .register(settingDetails, {
      description:
        '`msg91` (its Flow API) or `generic` (POST of `{ to, text, sender, template_id, unicode }` with a bearer key and an `Idempotency-Key`; 2xx with `{ "id" }` means sent)',
    }),
  SMS_URL: httpUrlSetting("https://host")
    .optional()
    .register(settingDetails, {
      default: `\`${msg91Url}\``,
      description: "address of the SMS service; for `generic` the complete URL",
    }),
  SMS_KEY: z.string().optional().register(settingDetails, {
    description: "API key of the SMS service",
    isSecret: true,
  }),
  SMS_SENDER: textSetting({ isValid: (text) => /^[A-Za-z]{6}$/.test(text), message: senderMessage })
    .optional()
    .register(settingDetails, { description: "the six registered letters of the sender" }),
  SMS_TEMPLATES: smsTemplateIds.optional().register(settingDetails, {
    description:
      "ids under which the texts are registered: `otp=1107…,test=1107…`. The texts are in `domain/messages/messages.ts`; variables at MSG91 have the same names",
  }),
  PUSH_KEY: textSetting({
    isValid: isPushKey,
    message: "is not a private key: create one as docs/operations.md describes.",
  })
    .optional()
    .register(settingDetails, {
      description:
        "private key with which notifications are signed (VAPID), see [Notifications](#notifications). The same for all servers; with another one every device must turn on notifications again",
      isSecret: true,
    }),
  PUSH_CONTACT: textSetting({
    isValid: (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text),
    message: "should look like mailto:operations@example.com or https://example.com.",
  })
    .optional()
    .register(settingDetails, {
      description:
        "where operators of push services reach you: `mailto:operations@example.com`; given together with `PUSH_KEY`",
    }),
  LOCAL_PUSH: switchSetting().prefault("off").register(settingDetails, {
    description: "`on`: push services on this machine and over http are allowed, for trials; rejected in production",
    isDevelopmentOnly: true,
  }),
  VERIFY_CLIENT_ID: z.string().optional().register(settingDetails, {
    description: "client id for Cashfree's verification of GSTIN and PAN",
  }),
  VERIFY_CLIENT_SECRET: z.string().optional().register(settingDetails, {
    description: "secret of this client; given together with `VERIFY_CLIENT_ID`",
    isSecret: true,
  }),
  VERIFY_URL: httpUrlSetting("https://host").prefault("https://api.cashfree.com").register(settingDetails, {
    description: "address of the verification service",
  }),
});
type IntegrationsSettings = z.output<typeof integrationsSettings>;

/** Null if not configured. */
export interface IntegrationsConfig {
  mail: { url: string; from: string } | null;
  sms: SmsServiceConfig | null;
  push: PushConfig | null;
  taxIds: TaxIdServiceConfig | null;
}

export const noIntegrations: IntegrationsConfig = { mail: null, sms: null, push: null, taxIds: null };

interface ParseInput {
  env: Environment;
  /** Receives a line for every invalid setting. */
  errors: string[];
}
/** The settings, with a line in `errors` for each invalid one. */
interface CheckInput extends ParseInput {
  values: IntegrationsSettings;
}

export function parseIntegrationsConfig(input: ParseInput): IntegrationsConfig {
  const checked = { ...input, values: readSettings({ ...input, schema: integrationsSettings }) };
  return {
    mail: toMailConfig(checked),
    sms: toSmsConfig(checked),
    push: toPushConfig(checked),
    taxIds: toTaxIdsConfig(checked),
  };
}

function toMailConfig({ env, errors, values }: CheckInput): IntegrationsConfig["mail"] {
  if (!env["SMTP_URL"] !== !env["MAIL_FROM"]) errors.push("SMTP_URL and MAIL_FROM go together: give both or neither.");
  const { SMTP_URL: url, MAIL_FROM: from } = values;
  if (!url || !from) return null;
  rejectSimulator({ env, name: "SMTP_URL", url, isAllowedPort: (port) => port < 1024, errors });
  return { url, from };
}

function toSmsConfig({ env, errors, values }: CheckInput): IntegrationsConfig["sms"] {
  const { SMS_PROVIDER: kind, SMS_KEY: key = "", SMS_SENDER: sender = "", SMS_TEMPLATES: templates = {} } = values;
  if (!kind) return null;
  const url = values.SMS_URL ?? (kind === "msg91" ? msg91Url : "");
  if (url) validateServiceUrl({ env, name: "SMS_URL", url, errors });
  else if (!env["SMS_URL"]) errors.push("SMS_URL should look like https://host.");
  if (!key) errors.push("SMS_KEY is missing: the key of the SMS service.");
  if (!env["SMS_SENDER"]) errors.push(`SMS_SENDER ${senderMessage}`);
  return { kind, url, key, sender, templates };
}

function toPushConfig({ env, errors, values }: CheckInput): IntegrationsConfig["push"] {
  const { PUSH_KEY: key, PUSH_CONTACT: contact, LOCAL_PUSH: isLocalAllowed } = values;
  if (isLocalAllowed && isProductionEnvironment(env))
    errors.push("LOCAL_PUSH is for trials: leave it out in production.");
  if (!env["PUSH_KEY"] !== !env["PUSH_CONTACT"])
    errors.push("PUSH_KEY and PUSH_CONTACT go together: give both or neither.");
  return key && contact ? { key, contact, isLocalAllowed } : null;
}

/** 32 bytes, base64url, on the curve. */
function isPushKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    return derivePublicKey(text) !== "";
  } catch {
    return false;
  }
}

function toTaxIdsConfig({ env, errors, values }: CheckInput): IntegrationsConfig["taxIds"] {
  const { VERIFY_CLIENT_ID: id, VERIFY_CLIENT_SECRET: secret, VERIFY_URL: url } = values;
  if (!id && !secret) return null;
  if (!id || !secret) errors.push("VERIFY_CLIENT_ID and VERIFY_CLIENT_SECRET go together: give both or neither.");
  validateServiceUrl({ env, name: "VERIFY_URL", url, errors });
  return { url, id: id ?? "", secret: secret ?? "" };
}

interface NamedUrl extends ParseInput {
  name: string;
  url: string;
}

function validateServiceUrl(setting: NamedUrl): void {
  const { env, name, url, errors } = setting;
  rejectSimulator({ ...setting, isAllowedPort: () => false });
  const isPlain = new URL(url).protocol === "http:";
  if (isPlain && isProductionEnvironment(env)) errors.push(`${name} must be https: keys and codes go there.`);
}

/**
 * Rejects local addresses in production: only simulators listen there, and they make every message readable to anyone.
 */
function rejectSimulator({
  env,
  name,
  url,
  isAllowedPort,
  errors,
}: NamedUrl & { isAllowedPort: (port: number) => boolean }): void {
  if (!isProductionEnvironment(env)) return;
  const { hostname, port } = new URL(url);
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\]|\[::\]|0\.0\.0\.0)$/i.test(hostname);
  if (isLocal && !isAllowedPort(Number(port || 25)))
    errors.push(`${name} is on this machine, where only simulators run: give the real service's address.`);
}
