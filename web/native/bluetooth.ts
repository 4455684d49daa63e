// Bluetooth of the system in the form of Web Bluetooth, which web views do not have: the transport to printers is the same.
import type { BleClientInterface } from "@capacitor-community/bluetooth-le";
import type { BluetoothPrinter, BluetoothPrinters } from "#web/product/printing/devices/browser-apis.ts";
import { t } from "#web/languages/t.ts";

type Client = BleClientInterface;

/** The package asks for the permission here; rejects without it, or without Bluetooth. Loaded when a printer is used. */
async function loadClient(): Promise<Client> {
  const { BleClient } = await import("@capacitor-community/bluetooth-le");
  await BleClient.initialize({ androidNeverForLocation: true });
  return BleClient;
}

function createPrinter(id: string): BluetoothPrinter {
  let connected: Client | undefined;
  return {
    id,
    gatt: {
      async connect() {
        const client = await loadClient();
        // iOS connects only to devices that were looked up since the start.
        await client.getDevices([id]);
        await client.connect(id);
        connected = client;
        const services = await client.getServices(id);
        return { getPrimaryServices: async () => services.map((service) => describeService({ client, id, service })) };
      },
      disconnect() {
        void connected?.disconnect(id).catch(() => {});
        connected = undefined;
      },
    },
  };
}

interface ServiceOptions {
  client: Client;
  id: string;
  service: Awaited<ReturnType<Client["getServices"]>>[number];
}

function describeService({ client, id, service }: ServiceOptions) {
  const toView = (value: BufferSource) =>
    ArrayBuffer.isView(value)
      ? new DataView(value.buffer, value.byteOffset, value.byteLength)
      : new DataView(value, 0, value.byteLength);
  const characteristics = service.characteristics.map(({ uuid, properties }) => ({
    uuid: uuid.toLowerCase(),
    properties,
    writeValueWithResponse: (value: BufferSource) => client.write(id, service.uuid, uuid, toView(value)),
    writeValueWithoutResponse: (value: BufferSource) =>
      client.writeWithoutResponse(id, service.uuid, uuid, toView(value)),
  }));
  return { uuid: service.uuid.toLowerCase(), getCharacteristics: async () => characteristics };
}

/** What the package rejects with, on both systems, if the person chose none. */
const unchosen = /requestDevice cancelled|No device found/;

export const systemBluetooth: BluetoothPrinters = {
  // The system remembers a device by its id, so that nobody is asked again after a restart.
  getDevices: async (ids = []) => ids.map(createPrinter),
  async requestDevice({ optionalServices }) {
    const client = await loadClient();
    await client.setDisplayStrings({
      scanning: t("Searching for printers…"),
      cancel: t("Cancel"),
      availableDevices: t("Choose the printer"),
      noDeviceFound: t("No printer found"),
    });
    try {
      const { deviceId } = await client.requestDevice({ optionalServices: [...optionalServices] });
      return createPrinter(deviceId);
    } catch (thrown) {
      if (thrown instanceof Error && unchosen.test(thrown.message))
        throw new DOMException(thrown.message, "NotFoundError");
      throw thrown;
    }
  },
};
