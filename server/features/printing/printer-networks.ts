// §4: which addresses network printers may have: those of PRINTER_NETWORKS, private ones only, so that nobody reaches other
// machines of the operator's network through the server. Names are not accepted, since they could resolve to anything.
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { defaultPrinterPort, parsePrinterAddress, type PrinterAddress } from "#domain/printing/printer-address.ts";

/** Addresses of one range with one port. */
export interface PrinterNetwork {
  /** '192.168.1.0' */
  address: string;
  prefix: number;
  port: number;
}

const permittedRanges = new Set(["private", "loopback"]);

/** '192.168.1.0/24' or '192.168.1.0/24:9101'; undefined for anything else. */
function parseNetwork(text: string): PrinterNetwork | undefined {
  const [, address = "", prefixText, port] = /^([\d.]+)\/(\d{1,2})(?::(\d{1,5}))?$/.exec(text) ?? [];
  const prefix = Number(prefixText);
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) || !(prefix >= 8 && prefix <= 32)) return undefined;
  // A range is private if its first and its last address are.
  const ends = [
    ipaddr.IPv4.networkAddressFromCIDR(text.split(":")[0]!),
    ipaddr.IPv4.broadcastAddressFromCIDR(text.split(":")[0]!),
  ];
  if (!ends.every((end) => permittedRanges.has(end.range()))) return undefined;
  return { address, prefix, port: port === undefined ? defaultPrinterPort : Number(port) };
}

export const printerNetworksSetting = z.string().transform<readonly PrinterNetwork[]>((text, context) => {
  if (text === "off") return [];
  const networks = text.split(",").map((part) => parseNetwork(part.trim()));
  const known = networks.filter((network) => network !== undefined);
  if (known.length === networks.length) return known;
  context.addIssue(`is "${text}": give private ranges like 192.168.1.0/24,10.0.8.0/24:9101, or off.`);
  return z.NEVER;
});

/** The address of a printer that the server may reach; undefined for all others. */
export function findAllowedAddress({
  text,
  networks,
}: {
  text: string;
  networks: readonly PrinterNetwork[];
}): PrinterAddress | undefined {
  const printer = parsePrinterAddress(text);
  if (!printer) return undefined;
  const address = ipaddr.IPv4.parse(printer.host);
  const isAllowed = networks.some(
    ({ address: network, prefix, port }) => port === printer.port && address.match(ipaddr.IPv4.parse(network), prefix),
  );
  return isAllowed ? printer : undefined;
}
