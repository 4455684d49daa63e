// §4: the parts of WebUSB and Web Bluetooth that printing needs, which the types of the platform do not have. The native shell has
// the system's Bluetooth in the same form (web/native/bluetooth.ts).

export interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: "in" | "out";
  readonly type: "bulk" | "interrupt" | "isochronous";
}

export interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly {
    readonly alternateSetting: number;
    readonly interfaceClass: number;
    readonly endpoints: readonly UsbEndpoint[];
  }[];
}

export interface UsbConfiguration {
  readonly configurationValue: number;
  readonly interfaces: readonly UsbInterface[];
}

export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | null | undefined;
  readonly configuration: UsbConfiguration | null;
  readonly configurations: readonly UsbConfiguration[];
  open: () => Promise<void>;
  close: () => Promise<void>;
  selectConfiguration: (value: number) => Promise<void>;
  claimInterface: (number: number) => Promise<void>;
  releaseInterface: (number: number) => Promise<void>;
  selectAlternateInterface: (number: number, alternate: number) => Promise<void>;
  transferOut: (endpoint: number, data: BufferSource) => Promise<{ status: "ok" | "stall" | "babble" }>;
}

export interface BluetoothCharacteristic {
  readonly uuid: string;
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean };
  writeValueWithResponse: (value: BufferSource) => Promise<void>;
  writeValueWithoutResponse: (value: BufferSource) => Promise<void>;
}

export interface BluetoothPrinter {
  readonly id: string;
  readonly gatt?:
    | {
        connect: () => Promise<{
          getPrimaryServices: () => Promise<
            readonly { readonly uuid: string; getCharacteristics: () => Promise<readonly BluetoothCharacteristic[]> }[]
          >;
        }>;
        disconnect: () => void;
      }
    | undefined;
}

export interface BluetoothPrinters {
  /** Few browsers have it: the others forget a device with the page. Browsers return all that are known, whatever `ids`. */
  getDevices?: (ids?: readonly string[]) => Promise<readonly BluetoothPrinter[]>;
  requestDevice: (options: {
    acceptAllDevices: true;
    optionalServices: readonly string[];
  }) => Promise<BluetoothPrinter>;
}

declare module "#web/api/shell.ts" {
  interface Shell {
    /** Of the system: web views have none. */
    readonly bluetooth: BluetoothPrinters;
  }
}

declare global {
  interface Navigator {
    readonly usb?: {
      getDevices: () => Promise<readonly UsbDevice[]>;
      requestDevice: (options: { filters: readonly { classCode: number }[] }) => Promise<UsbDevice>;
    };
    readonly bluetooth?: BluetoothPrinters;
  }
}
