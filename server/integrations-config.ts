// Settings of mail, SMS, and GSTIN and PAN verification (§7 product API host), from the environment.
import type { SmsServiceConfig } from "#server/messaging/sms.ts";
import type { TaxIdServiceConfig } from "#server/features/onboarding/tax-id-provider.ts";
import { smsTemplates } from "#domain/messages/messages.ts";
import type { Environment } from "#server/environment.ts";

/** Null if not configured. */
export interface IntegrationsConfig {
  mail: { url: string; from: string } | null;
  sms: SmsServiceConfig | null;
  taxIds: TaxIdServiceConfig | null;
}

export const noIntegrations: IntegrationsConfig = { mail: null, sms: null, taxIds: null };

interface ParseInput {
  env: Environment;
  /** Receives a line for every invalid setting. */
  errors: string[];
}

export function parseIntegrationsConfig(input: ParseInput): IntegrationsConfig {
  return { mail: parseMailConfig(input), sms: parseSmsConfig(input), taxIds: parseTaxIdsConfig(input) };
}

function parseMailConfig({ env, errors }: ParseInput): IntegrationsConfig["mail"] {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url && !from) return null;
  if (!url || !from) {
    errors.push("SMTP_URL and MAIL_FROM go together: give both or neither.");
    return null;
  }
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    errors.push("SMTP_URL should look like smtps://user:password@host:465.");
  else if (![null, "none"].includes(new URL(url).searchParams.get("tls")))
    errors.push("SMTP_URL: tls may only be none, for a mail server without encryption.");
  else rejectSimulator({ env, name: "SMTP_URL", url, isAllowedPort: (port) => port < 1024, errors });
  if (!/^[^\r\n@]*[^\s@<]+@[^\s@>]+>?$/.test(from))
    errors.push(`MAIL_FROM is "${from}", which is not an email address.`);
  return { url, from };
}

function parseSmsConfig({ env, errors }: ParseInput): IntegrationsConfig["sms"] {
  const { SMS_PROVIDER: kind, SMS_KEY: key = "", SMS_SENDER: sender = "" } = env;
  if (!kind) return null;
  if (kind !== "msg91" && kind !== "generic") {
    errors.push(`SMS_PROVIDER is "${kind}": give msg91 or generic.`);
    return null;
  }
  const url = env["SMS_URL"] || (kind === "msg91" ? "https://control.msg91.com" : "");
  validateUrl({ env, name: "SMS_URL", url, errors });
  if (!key) errors.push("SMS_KEY is missing: the key of the SMS service.");
  if (!/^[A-Za-z]{6}$/.test(sender)) errors.push("SMS_SENDER should be the six letters registered for your SMS.");
  return { kind, url: stripTrailingSlash(url), key, sender, templates: parseTemplates({ env, errors }) };
}

/** SMS_TEMPLATES: 'otp=1107…, test=1107…'. */
function parseTemplates({ env, errors }: ParseInput): SmsServiceConfig["templates"] {
  const parts = (env["SMS_TEMPLATES"] ?? "").split(",").map((part) => part.trim());
  const templates: { [name: string]: string } = {};
  for (const part of parts.filter(Boolean)) {
    const [, name, id] = /^([\w-]+)\s*=\s*([\w-]+)$/.exec(part) ?? [];
    if (name && id && Object.hasOwn(smsTemplates, name)) templates[name] = id;
    else
      errors.push(`SMS_TEMPLATES: "${part}" should be one of ${Object.keys(smsTemplates).join(", ")}, = and its id.`);
  }
  return templates;
}

function parseTaxIdsConfig({ env, errors }: ParseInput): IntegrationsConfig["taxIds"] {
  const { VERIFY_CLIENT_ID: id, VERIFY_CLIENT_SECRET: secret } = env;
  if (!id && !secret) return null;
  const url = env["VERIFY_URL"] || "https://api.cashfree.com";
  if (!id || !secret) errors.push("VERIFY_CLIENT_ID and VERIFY_CLIENT_SECRET go together: give both or neither.");
  validateUrl({ env, name: "VERIFY_URL", url, errors });
  return { url: stripTrailingSlash(url), id: id ?? "", secret: secret ?? "" };
}

interface NamedUrl extends ParseInput {
  name: string;
  url: string;
}

function validateUrl(setting: NamedUrl): void {
  const { env, name, url, errors } = setting;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    errors.push(`${name} should look like https://host.`);
    return;
  }
  rejectSimulator({ ...setting, isAllowedPort: () => false });
  const isPlain = new URL(url).protocol === "http:";
  if (isPlain && env["NODE_ENV"] === "production") errors.push(`${name} must be https: keys and codes go there.`);
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
  if (env["NODE_ENV"] !== "production") return;
  const { hostname, port } = new URL(url);
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\]|\[::\]|0\.0\.0\.0)$/i.test(hostname);
  if (isLocal && !isAllowedPort(Number(port || 25)))
    errors.push(`${name} is on this machine, where only simulators run: give the real service's address.`);
}

const stripTrailingSlash = (url: string): string => url.replace(/\/+$/, "");
