// Client address of a request, as counted by rate limits and connection limits.
import ipaddr from "ipaddr.js";

/** Prefix length of an IPv6 subscriber network, in bits. */
const ipv6PrefixBits = 64;
const groupBits = 16;
/** Matches `[2001:db8::1]:443` and `203.0.113.7:443`. */
const addressWithPortPattern = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;
const unknownAddress = "unknown";

/**
 * Returns the key under which a client address is counted: IPv4 addresses unchanged, IPv6 addresses by their /64
 * (`2001:db8:0:7::/64`), since one subscriber has 2^64 of them. An IPv4 address embedded in IPv6, mapped
 * (`::ffff:a.b.c.d`) or translated (`64:ff9b::/96`), counts as that IPv4 address. Zones (`fe80::1%eth0`) and ports,
 * which some proxies append, are removed. All invalid addresses share the key "unknown".
 */
export function toClientAddressKey(address: string | null | undefined): string {
  const bare = address?.replace(addressWithPortPattern, "$1$2") ?? "";
  if (!ipaddr.isValid(bare)) return unknownAddress;
  const parsed = ipaddr.parse(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const range = parsed.range();
  // Otherwise all clients that reach an IPv6 socket over IPv4 would share one prefix.
  if (range === "ipv4Mapped" || range === "rfc6052") return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
  const prefix = parsed.parts.map((group, index) => (index < ipv6PrefixBits / groupBits ? group : 0));
  return `${new ipaddr.IPv6(prefix).toString()}/${ipv6PrefixBits}`;
}
