import assert from "node:assert/strict";
import { test } from "node:test";
import type { UsbConfiguration, UsbEndpoint } from "#web/product/printing/devices/browser-apis.ts";
import { splitBytes, within } from "#web/product/printing/devices/transport.ts";
import { findOutput } from "#web/product/printing/devices/usb.ts";

const describe = (interfaceClass: number, ...endpoints: UsbEndpoint[]): UsbConfiguration => ({
  configurationValue: 2,
  interfaces: [{ interfaceNumber: 4, alternates: [{ alternateSetting: 1, interfaceClass, endpoints }] }],
});
const into: UsbEndpoint = { endpointNumber: 1, direction: "in", type: "bulk" };
const out: UsbEndpoint = { endpointNumber: 3, direction: "out", type: "bulk" };

test("bytes are split in their order, the last part may be shorter", () => {
  const bytes = Uint8Array.from([1, 2, 3, 4, 5]);
  assert.deepEqual(
    splitBytes(bytes, 2).map((part) => [...part]),
    [[1, 2], [3, 4], [5]],
  );
  assert.deepEqual(
    splitBytes(bytes, 5).map((part) => [...part]),
    [[1, 2, 3, 4, 5]],
  );
  assert.deepEqual(splitBytes(new Uint8Array(), 5), []);
});

test("bytes go to the bulk endpoint of an interface of the printer class only", () => {
  assert.deepEqual(findOutput([describe(8, out), describe(7, into, out)]), {
    configuration: 2,
    interface: 4,
    alternate: 1,
    endpoint: 3,
  });
  for (const other of [describe(8, out), describe(7, into), describe(7, { ...out, type: "interrupt" })])
    assert.equal(findOutput([other]), undefined);
});

test("what never answers is given up", async () => {
  assert.equal(await within(1_000, Promise.resolve("sent")), "sent");
  await assert.rejects(within(1, new Promise(() => {})), /No answer after 1 ms/);
});
