// A printer at USB and one at Bluetooth in place of those of the machine, which browsers in tests do not have. They are strict:
// what a real device refuses is an error, and the bytes are kept where the page cannot lose them.
import type { Page } from "playwright-core";

/** What lies behind the browser. */
export interface SimulatedPrinters {
  usb: SimulatedPrinter;
  bluetooth: SimulatedPrinter & {
    /** Longest write in bytes. */
    longestWrite: number;
    /** The connection breaks off after this many bytes. */
    breaksAfter: number;
  };
}

interface SimulatedPrinter {
  isOn: boolean;
  /** The person has permitted it in the dialog; the browser keeps that for USB. */
  isPermitted: boolean;
  /** How often the dialog of the browser was shown. */
  dialogs: number;
  /** Lengths of the writes. */
  parts: number[];
  received: number[];
  /** What the page did wrong. */
  errors: string[];
}

const createPrinter = (): SimulatedPrinter => ({
  isOn: true,
  isPermitted: false,
  dialogs: 0,
  parts: [],
  received: [],
  errors: [],
});

/** For each page that is opened from now on. */
export async function simulatePrinters(page: Page): Promise<SimulatedPrinters> {
  const printers: SimulatedPrinters = {
    usb: createPrinter(),
    bluetooth: { ...createPrinter(), longestWrite: 180, breaksAfter: Infinity },
  };
  const find = (name: string) => (name === "usb" ? printers.usb : printers.bluetooth);
  await page.exposeFunction("readPrinter", (name: string) => {
    const { isOn, isPermitted } = find(name);
    const { longestWrite, breaksAfter } = printers.bluetooth;
    const received = find(name).received.length;
    return { isOn, isPermitted, longestWrite, isBroken: name === "bluetooth" && received >= breaksAfter };
  });
  await page.exposeFunction("choosePrinter", (name: string) => {
    const printer = find(name);
    printer.dialogs += 1;
    printer.isPermitted = printer.isOn;
    return printer.isOn;
  });
  await page.exposeFunction("feedPrinter", (name: string, bytes: number[]) => {
    const printer = find(name);
    printer.parts.push(bytes.length);
    printer.received.push(...bytes);
  });
  await page.exposeFunction("blamePage", (name: string, error: string) => void find(name).errors.push(error));
  await page.addInitScript(installPrinters);
  return printers;
}

declare global {
  var readPrinter: (
    name: string,
  ) => Promise<{ isOn: boolean; isPermitted: boolean; longestWrite: number; isBroken: boolean }>;
  var choosePrinter: (name: string) => Promise<boolean>;
  var feedPrinter: (name: string, bytes: number[]) => Promise<void>;
  var blamePage: (name: string, error: string) => Promise<void>;
}

/** Runs in the page, before its scripts. */
function installPrinters(): void {
  const fail = (name: string, text: string): never => {
    throw new DOMException(text, name);
  };
  const blame = async (printer: string, text: string): Promise<never> => {
    await blamePage(printer, text);
    return fail("InvalidStateError", text);
  };
  const toList = (data: BufferSource): number[] => [
    ...(ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)),
  ];

  let isOpen = false;
  let claimed: number | undefined;
  let configuration: object | null = null;
  const endpoint = (endpointNumber: number, direction: string) => ({ endpointNumber, direction, type: "bulk" });
  const alternate = (interfaceClass: number, endpoints: object[]) => ({
    alternateSetting: 0,
    interfaceClass,
    endpoints,
  });
  // As of a composite device: storage first, then the printer.
  const configurations = [
    {
      configurationValue: 1,
      interfaces: [
        { interfaceNumber: 0, alternates: [alternate(8, [endpoint(1, "out"), endpoint(1, "in")])] },
        { interfaceNumber: 1, alternates: [alternate(7, [endpoint(2, "in"), endpoint(3, "out")])] },
      ],
    },
  ];
  const usbDevice = {
    vendorId: 0x04b8,
    productId: 0x0e15,
    serialNumber: "TM-1",
    configurations,
    get configuration() {
      return configuration;
    },
    async open() {
      if (!(await readPrinter("usb")).isOn) fail("NetworkError", "Unable to open the device.");
      isOpen = true;
    },
    async close() {
      isOpen = false;
      claimed = undefined;
    },
    async selectConfiguration(value: number) {
      if (!isOpen || value !== 1) await blame("usb", `configuration ${value}`);
      configuration = configurations[0]!;
    },
    async claimInterface(number: number) {
      if (!isOpen || !configuration) await blame("usb", "claim before the configuration");
      if (number !== 1) await blame("usb", `claim of interface ${number}`);
      claimed = number;
    },
    async releaseInterface(number: number) {
      if (claimed !== number) await blame("usb", `release of interface ${number}`);
      claimed = undefined;
    },
    async selectAlternateInterface() {
      await blame("usb", "there is one alternate only");
    },
    async transferOut(number: number, data: BufferSource) {
      if (claimed !== 1) await blame("usb", "transfer without a claim");
      if (number !== 3) await blame("usb", `transfer to endpoint ${number}`);
      const bytes = toList(data);
      if (bytes.length === 0 || bytes.length > 16_384) await blame("usb", `transfer of ${bytes.length} bytes`);
      await feedPrinter("usb", bytes);
      return { status: "ok", bytesWritten: bytes.length };
    },
  };
  const usb = {
    async getDevices() {
      const { isOn, isPermitted } = await readPrinter("usb");
      return isOn && isPermitted ? [usbDevice] : [];
    },
    async requestDevice({ filters }: { filters: { classCode?: number }[] }) {
      if (!navigator.userActivation.isActive) fail("SecurityError", "Must be handling a user gesture.");
      if (filters.length !== 1 || filters[0]?.classCode !== 7) await blame("usb", "other filters than printers");
      return (await choosePrinter("usb")) ? usbDevice : fail("NotFoundError", "No device selected.");
    },
  };

  const serviceId = "000018f0-0000-1000-8000-00805f9b34fb";
  let isConnected = false;
  const characteristic = {
    uuid: "00002af1-0000-1000-8000-00805f9b34fb",
    properties: { write: true, writeWithoutResponse: true },
    async writeValueWithResponse(data: BufferSource) {
      const bytes = toList(data);
      const { longestWrite, isOn, isBroken } = await readPrinter("bluetooth");
      if (!isConnected || !isOn) fail("NetworkError", "GATT Server is disconnected.");
      if (bytes.length > longestWrite) fail("NotSupportedError", "GATT Error: invalid attribute length.");
      if (isBroken) {
        isConnected = false;
        fail("NetworkError", "GATT Server is disconnected.");
      }
      await feedPrinter("bluetooth", bytes);
    },
    writeValueWithoutResponse: () => blame("bluetooth", "write that is not acknowledged"),
  };
  let permittedServices: readonly string[] = [];
  const bluetoothDevice = {
    id: "Yk-printer",
    gatt: {
      async connect() {
        if (!(await readPrinter("bluetooth")).isOn) fail("NetworkError", "Bluetooth Device is no longer in range.");
        isConnected = true;
        return {
          async getPrimaryServices() {
            const services = [
              { uuid: serviceId, getCharacteristics: async () => [characteristic] },
              { uuid: "0000180a-0000-1000-8000-00805f9b34fb", getCharacteristics: async () => [] },
            ];
            return services.filter(({ uuid }) => permittedServices.includes(uuid));
          },
        };
      },
      disconnect() {
        isConnected = false;
      },
    },
  };
  // As in most browsers, which know a device no longer than the page.
  const bluetooth = {
    async requestDevice(options: { acceptAllDevices?: boolean; optionalServices?: readonly string[] }) {
      if (!navigator.userActivation.isActive) fail("SecurityError", "Must be handling a user gesture.");
      if (options.acceptAllDevices !== true) await blame("bluetooth", "no devices are accepted");
      permittedServices = options.optionalServices ?? [];
      return (await choosePrinter("bluetooth")) ? bluetoothDevice : fail("NotFoundError", "User cancelled.");
    },
  };
  Object.defineProperty(navigator, "usb", { value: usb, configurable: true });
  Object.defineProperty(navigator, "bluetooth", { value: bluetooth, configurable: true });
}
