// §4: addresses of network printers: an IPv4 address of the local network, with a port if it is not that of raw printing.
export const defaultPrinterPort = 9100;

export interface PrinterAddress {
  host: string;
  port: number;
}

/** '192.168.1.50' or '192.168.1.50:9101'; undefined for anything else, such as a name. */
export function parsePrinterAddress(text: string): PrinterAddress | undefined {
  const [, host, port = String(defaultPrinterPort)] = /^(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (!host || host.split(".").some((part) => Number(part) > 255 || String(Number(part)) !== part)) return undefined;
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined;
}
