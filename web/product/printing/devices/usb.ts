// §4: printers at USB: the bytes go to the bulk endpoint of the interface of the printer class.
import { transmissionMs } from "#domain/printing/print-job.ts";
import type { UsbConfiguration, UsbDevice } from "#web/product/printing/devices/browser-apis.ts";
import {
  type DeviceTransmission,
  isUnchosen,
  PrinterProblem,
  type PrinterTransport,
  splitBytes,
  within,
} from "#web/product/printing/devices/transport.ts";
import type { PairedPrinter } from "#web/product/printing/stored-printers.ts";

type PairedUsb = Extract<PairedPrinter, { connection: "usb" }>;

/** Of the USB specification. */
const printerClass = 7;
/** Small enough for every system, and a multiple of all packet sizes. */
const partSize = 4096;

interface Output {
  configuration: number;
  interface: number;
  alternate: number;
  endpoint: number;
}

/** Where the bytes go; undefined for what is not a printer. */
export function findOutput(configurations: readonly UsbConfiguration[]): Output | undefined {
  for (const { configurationValue: configuration, interfaces } of configurations)
    for (const { interfaceNumber, alternates } of interfaces)
      for (const { alternateSetting: alternate, interfaceClass, endpoints } of alternates) {
        const output = endpoints.find(({ direction, type }) => direction === "out" && type === "bulk");
        if (interfaceClass === printerClass && output)
          return { configuration, interface: interfaceNumber, alternate, endpoint: output.endpointNumber };
      }
  return undefined;
}

const identify = ({ vendorId, productId, serialNumber }: UsbDevice): PairedUsb => ({
  connection: "usb",
  vendorId,
  productId,
  serialNumber: serialNumber ?? null,
});

async function find(paired: PairedUsb): Promise<UsbDevice | undefined> {
  const devices = (await navigator.usb?.getDevices()) ?? [];
  return devices.find((device) => {
    const { vendorId, productId, serialNumber } = identify(device);
    return vendorId === paired.vendorId && productId === paired.productId && serialNumber === paired.serialNumber;
  });
}

async function choose(): Promise<PairedUsb | undefined> {
  try {
    const device = await navigator.usb!.requestDevice({ filters: [{ classCode: printerClass }] });
    if (!findOutput(device.configurations)) throw new PrinterProblem("unknown");
    return identify(device);
  } catch (thrown) {
    if (isUnchosen(thrown)) return undefined;
    throw thrown;
  }
}

async function send(paired: PairedUsb, bytes: Uint8Array<ArrayBuffer>): Promise<DeviceTransmission> {
  const device = await find(paired);
  const output = device && findOutput(device.configurations);
  if (!device || !output) return { outcome: "off", problem: "missing" };
  try {
    await claim(device, output);
  } catch {
    await close(device);
    return { outcome: "off", problem: "unreachable" };
  }
  try {
    await within(transmissionMs.usb, transfer(device, { endpoint: output.endpoint, bytes }));
    await device.releaseInterface(output.interface);
    return { outcome: "sent" };
  } catch {
    return { outcome: "unclear", problem: "interrupted" };
  } finally {
    // Ends a transfer that hangs, and lets other tabs and applications print.
    await close(device);
  }
}

async function claim(device: UsbDevice, output: Output): Promise<void> {
  await device.open();
  if (device.configuration?.configurationValue !== output.configuration)
    await device.selectConfiguration(output.configuration);
  await device.claimInterface(output.interface);
  if (output.alternate > 0) await device.selectAlternateInterface(output.interface, output.alternate);
}

async function transfer(
  device: UsbDevice,
  { endpoint, bytes }: { endpoint: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  for (const part of splitBytes(bytes, partSize)) {
    const { status } = await device.transferOut(endpoint, part);
    if (status !== "ok") throw new Error(`USB transfer: ${status}`);
  }
}

const close = (device: UsbDevice): Promise<void> => device.close().catch(() => {});

export const usb: PrinterTransport<PairedUsb> = {
  isSupported: () => navigator.usb !== undefined,
  choose,
  send,
};
