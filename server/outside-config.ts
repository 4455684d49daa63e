// The settings of mail, SMS and of GSTIN and PAN verification: §7 product API host. Read once, with the others.
import type { SmsService } from "#server/adapters/sms.ts";
import type { TaxIdService } from "#server/adapters/tax-ids.ts";
import { smsTemplates } from "#domain/messages.ts";
import type { Environment } from "#server/config.ts";

/** Null is not set. */
export interface OutsideConfig {
  mail: { url: string; from: string } | null;
  sms: SmsService | null;
  taxIds: TaxIdService | null;
}

export const nothingOutside: OutsideConfig = { mail: null, sms: null, taxIds: null };

interface Reading {
  env: Environment;
  /** A line for every mistake is added here. */
  mistakes: string[];
}

export function outsideFrom(reading: Reading): OutsideConfig {
  return { mail: mailFrom(reading), sms: smsFrom(reading), taxIds: taxIdsFrom(reading) };
}

function mailFrom({ env, mistakes }: Reading): OutsideConfig["mail"] {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url && !from) return null;
  if (!url || !from) {
    mistakes.push("SMTP_URL and MAIL_FROM go together: give both or neither.");
    return null;
  }
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    mistakes.push("SMTP_URL should look like smtps://user:password@host:465.");
  else refuseSimulator({ env, name: "SMTP_URL", url, mayBeHere: (port) => port < 1024, mistakes });
  if (!/^[^\r\n@]*[^\s@<]+@[^\s@>]+>?$/.test(from))
    mistakes.push(`MAIL_FROM is "${from}", which is not an email address.`);
  return { url, from };
}

function smsFrom({ env, mistakes }: Reading): OutsideConfig["sms"] {
  const { SMS_PROVIDER: kind, SMS_KEY: key = "", SMS_SENDER: sender = "" } = env;
  if (!kind) return null;
  if (kind !== "msg91" && kind !== "generic") {
    mistakes.push(`SMS_PROVIDER is "${kind}": give msg91 or generic.`);
    return null;
  }
  const url = env["SMS_URL"] || (kind === "msg91" ? "https://control.msg91.com" : "");
  checkAddress({ env, name: "SMS_URL", url, mistakes });
  if (!key) mistakes.push("SMS_KEY is missing: the key of the SMS service.");
  if (!/^[A-Za-z]{6}$/.test(sender)) mistakes.push("SMS_SENDER should be the six letters registered for your SMS.");
  return { kind, url: withoutSlash(url), key, sender, templates: templatesFrom({ env, mistakes }) };
}

/** SMS_TEMPLATES: 'otp=1107…, test=1107…'. */
function templatesFrom({ env, mistakes }: Reading): SmsService["templates"] {
  const parts = (env["SMS_TEMPLATES"] ?? "").split(",").map((part) => part.trim());
  const templates: { [name: string]: string } = {};
  for (const part of parts.filter(Boolean)) {
    const [, name, id] = /^([\w-]+)\s*=\s*([\w-]+)$/.exec(part) ?? [];
    if (name && id && Object.hasOwn(smsTemplates, name)) templates[name] = id;
    else
      mistakes.push(`SMS_TEMPLATES: "${part}" should be one of ${Object.keys(smsTemplates).join(", ")}, = and its id.`);
  }
  return templates;
}

function taxIdsFrom({ env, mistakes }: Reading): OutsideConfig["taxIds"] {
  const { VERIFY_CLIENT_ID: id, VERIFY_CLIENT_SECRET: secret } = env;
  if (!id && !secret) return null;
  const url = env["VERIFY_URL"] || "https://api.cashfree.com";
  if (!id || !secret) mistakes.push("VERIFY_CLIENT_ID and VERIFY_CLIENT_SECRET go together: give both or neither.");
  checkAddress({ env, name: "VERIFY_URL", url, mistakes });
  return { url: withoutSlash(url), id: id ?? "", secret: secret ?? "" };
}

interface Address extends Reading {
  name: string;
  url: string;
}

function checkAddress(address: Address): void {
  const { env, name, url, mistakes } = address;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    mistakes.push(`${name} should look like https://host.`);
    return;
  }
  refuseSimulator({ ...address, mayBeHere: () => false });
  const isPlain = new URL(url).protocol === "http:";
  if (isPlain && env["NODE_ENV"] === "production") mistakes.push(`${name} must be https: keys and codes go there.`);
}

/** In earnest nothing goes to the simulators, which are on this machine and keep every message for anybody to read. */
function refuseSimulator({
  env,
  name,
  url,
  mayBeHere,
  mistakes,
}: Address & { mayBeHere: (port: number) => boolean }): void {
  if (env["NODE_ENV"] !== "production") return;
  const { hostname, port } = new URL(url);
  const isHere = /^(localhost|.*\.localhost|127\..*|\[::1\]|\[::\]|0\.0\.0\.0)$/i.test(hostname);
  if (isHere && !mayBeHere(Number(port || 25)))
    mistakes.push(`${name} is on this machine, where only simulators answer: give the real service's address.`);
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");
