// §4: printers at Bluetooth Low Energy: the bytes are written to a characteristic, in parts that its connection carries.
import { transmissionMs } from "#domain/printing/print-job.ts";
import { shell } from "#web/api/shell.ts";
import type {
  BluetoothCharacteristic,
  BluetoothPrinter,
  BluetoothPrinters,
} from "#web/product/printing/devices/browser-apis.ts";
import {
  type DeviceTransmission,
  isUnchosen,
  PrinterProblem,
  type PrinterTransport,
  splitBytes,
  within,
} from "#web/product/printing/devices/transport.ts";
import type { PairedPrinter } from "#web/product/printing/stored-printers.ts";

type PairedBluetooth = Extract<PairedPrinter, { connection: "bluetooth" }>;

const fromShort = (short: string): string => `0000${short}-0000-1000-8000-00805f9b34fb`;
/** Services of receipt printers and of the serial modules in them, with the characteristic that takes the bytes. */
const outputs = new Map([
  [fromShort("18f0"), fromShort("2af1")],
  ["49535343-fe7d-4ae5-8fa9-9fafd205e455", "49535343-8841-43f4-a8d4-ecbe34729bb3"],
  ["e7810a71-73ae-499d-8c15-faa9aef0c3f2", "bef8d6c9-9c21-4c9e-b632-bd58c1009f9f"],
  [fromShort("ff00"), fromShort("ff02")],
  [fromShort("ffe0"), fromShort("ffe1")],
]);

/** What every connection carries: its unit is at least 23 bytes, of which three are the header. */
const smallPart = 20;
/** Acknowledged writes may be longer, which printers refuse or the system divides. Fewer of them are much faster. */
const largePart = 180;
const connectMs = 15_000;
/** Writes that are not acknowledged may still be under way. */
const drainMs = 500;

const api = (): BluetoothPrinters | undefined => shell?.bluetooth ?? navigator.bluetooth;

/** Printers that were chosen since the page was loaded: most browsers know a device no longer than that. */
const chosen = new Map<string, BluetoothPrinter>();

async function find({ id }: PairedBluetooth): Promise<BluetoothPrinter | undefined> {
  return chosen.get(id) ?? (await api()?.getDevices?.([id]))?.find((device) => device.id === id);
}

/** Whether the browser reaches the printer without asking the person for it again. */
export const isRemembered = async (paired: PairedBluetooth): Promise<boolean> => (await find(paired)) !== undefined;

/** Undefined if the device is not a printer; throws if it cannot be reached. */
async function connect({ gatt }: BluetoothPrinter): Promise<BluetoothCharacteristic | undefined> {
  const server = await gatt!.connect();
  for (const service of await server.getPrimaryServices()) {
    const output = outputs.get(service.uuid);
    const characteristics = output ? await service.getCharacteristics() : [];
    const found = characteristics.find(({ uuid }) => uuid === output);
    if (found) return found;
  }
  return undefined;
}

async function choose(): Promise<PairedBluetooth | undefined> {
  let device: BluetoothPrinter;
  try {
    // Few printers name their services before they are connected.
    device = await api()!.requestDevice({
      acceptAllDevices: true,
      optionalServices: [...outputs.keys()],
    });
  } catch (thrown) {
    if (isUnchosen(thrown)) return undefined;
    throw thrown;
  }
  try {
    const output = await within(connectMs, connect(device)).catch(() => {
      throw new PrinterProblem("unreachable");
    });
    if (!output) throw new PrinterProblem("unknown");
  } finally {
    device.gatt?.disconnect();
  }
  chosen.set(device.id, device);
  return { connection: "bluetooth", id: device.id };
}

async function send(paired: PairedBluetooth, bytes: Uint8Array<ArrayBuffer>): Promise<DeviceTransmission> {
  const device = await find(paired);
  if (!device) return { outcome: "off", problem: "missing" };
  try {
    const output = await within(connectMs, connect(device)).catch(() => undefined);
    if (!output) return { outcome: "off", problem: "unreachable" };
    await within(transmissionMs.bluetooth, write(output, bytes));
    return { outcome: "sent" };
  } catch {
    return { outcome: "unclear", problem: "interrupted" };
  } finally {
    // Others print on it, too.
    device.gatt?.disconnect();
  }
}

async function write(output: BluetoothCharacteristic, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!output.properties.write) {
    for (const part of splitBytes(bytes, smallPart)) await output.writeValueWithoutResponse(part);
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    return;
  }
  const [first = bytes] = splitBytes(bytes, largePart);
  // A refused write has printed nothing.
  const isLarge = await output.writeValueWithResponse(first).then(
    () => true,
    () => false,
  );
  const rest = isLarge ? bytes.subarray(first.length) : bytes;
  for (const part of splitBytes(rest, isLarge ? largePart : smallPart)) await output.writeValueWithResponse(part);
}

export const bluetooth: PrinterTransport<PairedBluetooth> = {
  isSupported: () => api() !== undefined,
  choose,
  send,
};
