// Detects public network addresses; all others are internal and must not be reachable by callers.
import { BlockList, isIP } from "node:net";

const blockedRanges = new BlockList();
const ipv4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, including the cloud metadata service.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
for (const [net, prefix] of ipv4) blockedRanges.addSubnet(net, prefix, "ipv4");

const allowedIpv6Ranges = new BlockList();
allowedIpv6Ranges.addSubnet("2000::", 3, "ipv6");
// Exceptions: Teredo and other special uses, documentation, and embedded IPv4.
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  blockedRanges.addSubnet(net, prefix, "ipv6");

/** Whether the text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blockedRanges.check(address, "ipv4");
  return family === 6 && allowedIpv6Ranges.check(address, "ipv6") && !blockedRanges.check(address, "ipv6");
}
