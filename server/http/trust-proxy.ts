// TRUST_PROXY: proxies whose X-Forwarded-* headers are trusted.
import ipaddr from "ipaddr.js";
import { z } from "zod";

/**
 * `false` trusts none; a number is the number of proxies in front of the server; a list contains their addresses and
 * ranges.
 */
export type TrustProxy = false | number | string[];

const maxHops = 10;
/** Names that Fastify defines for private network ranges. */
const namedRanges = new Set(["loopback", "linklocal", "uniquelocal"]);

export const trustProxySetting = z.string().transform<TrustProxy>((text, context) => {
  if (text === "off") return false;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxHops) return Number(text);
  const ranges = text.split(",").map((range) => range.trim());
  if (ranges.every(isRange)) return ranges;
  const expected = `the number of proxies (1 to ${maxHops}), or their addresses and ranges like 10.0.0.5,172.16.0.0/12`;
  context.addIssue(`is "${text}": give ${expected}.`);
  return z.NEVER;
});

/**
 * Converts the setting to Fastify's `trustProxy`. A plain number is not passed on, since any client that reaches the
 * port could then forge addresses: the direct peer must be in a private network, where proxies are.
 */
export function toFastifyTrustProxy(
  trustProxy: TrustProxy,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy !== "number") return trustProxy;
  return (address, hop) => (hop === 0 ? isPrivate(address) : hop < trustProxy);
}

const privateRanges = new Set(["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range());
}

function isRange(text: string): boolean {
  if (namedRanges.has(text)) return true;
  if (!text.includes("/")) return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  // A range that covers all addresses would trust every client.
  return ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] > 0;
}
