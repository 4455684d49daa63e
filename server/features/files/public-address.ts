// Which network addresses are of the open internet: everything that is not is somebody's own, and no caller's to look into.
import { BlockList, isIP } from "node:net";

const closed = new BlockList();
const ipv4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The cloud's own data about this machine is here too.
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
for (const [net, prefix] of ipv4) closed.addSubnet(net, prefix, "ipv4");

const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");
// Of those: Teredo and other special uses, documentation, and IPv4 in disguise.
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed.addSubnet(net, prefix, "ipv6");

/** Whether this is the address of a machine anybody may reach. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && open6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
