// The native shell in the browser: the pages of its build on an origin of their own, with Capacitor's real bridge over a stand-in
// for the system.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Stories that run at the same time build the pages for themselves. */
const folder = path.join(root, `.cache/native-shell-${process.pid}`);
const bridge = readFileSync(
  path.join(root, "node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js"),
  "utf8",
);
/** Stands in the build for the server, whose port is known later. */
const builtOrigin = "https://server.example";
const contentTypes: { readonly [extension: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves the built pages as Capacitor does: every address without a file is the document. */
export async function serveShell(): Promise<{ origin: string; setServer: (origin: string) => void }> {
  execFileSync(
    process.execPath,
    [
      path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "vite.native.config.ts",
      "--outDir",
      folder,
      "--emptyOutDir",
      "--logLevel",
      "error",
    ],
    { cwd: root, env: { ...process.env, SERVER_ORIGIN: builtOrigin, NODE_ENV: "production" } },
  );
  let serverOrigin = builtOrigin;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shell.example");
    const file = path.join(folder, path.normalize(pathname));
    const isFile = path.extname(pathname) !== "" && existsSync(file);
    const served = isFile ? file : path.join(folder, "index.html");
    const type = contentTypes[path.extname(served)];
    const content = readFileSync(served);
    const isText = type !== undefined && type !== "image/svg+xml";
    response.writeHead(200, { "content-type": type ?? "application/octet-stream" });
    response.end(isText ? content.toString().replaceAll(builtOrigin, serverOrigin) : content);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setServer: (origin) => (serverOrigin = origin),
  };
}

interface BridgeCall {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: {
    eventName?: string;
    prefixedKey?: string;
    data?: string;
    deviceId?: string;
    deviceIds?: string[];
    service?: string;
    characteristic?: string;
    value?: string;
    androidNeverForLocation?: boolean;
  };
}

export interface NativeDevice {
  /** Key store of the system. */
  keys: Map<string, string>;
  /** How often the application was left. */
  exits: number;
  launchUrl: string | undefined;
  printer: NativePrinter;
  pressBack: () => Promise<void>;
  openLink: (url: string) => Promise<void>;
}

/** A printer at Bluetooth, with the answers of the system. */
export interface NativePrinter {
  isOn: boolean;
  /** The person permits Bluetooth. */
  isPermitted: boolean;
  /** The person chooses it in the dialog of the package. */
  isChosen: boolean;
  /** How often that dialog was shown. */
  dialogs: number;
  /** The connection breaks off after this many bytes. */
  breaksAfter: number;
  received: number[];
}

/** The system refuses a call. */
class NativeRefusal extends Error {}

const printerId = "AA:BB:CC:DD:EE:01";
const printerService = "000018f0-0000-1000-8000-00805f9b34fb";
const printerOutput = "00002af1-0000-1000-8000-00805f9b34fb";

/** As the package answers on Android, strict about the order of calls. */
function createPrinterSystem(printer: NativePrinter): (call: BridgeCall) => object {
  let isInitialized = false;
  let isConnected = false;
  const known = new Set<string>();
  return ({ methodName, options: { deviceId, deviceIds = [], service, characteristic, value = "", ...options } }) => {
    const refuseUnless = (isMet: boolean, message: string): void => {
      if (!isMet) throw new NativeRefusal(message);
    };
    if (methodName === "initialize") {
      assert.equal(options.androidNeverForLocation, true);
      refuseUnless(printer.isPermitted, "Permission denied.");
      isInitialized = true;
      return {};
    }
    refuseUnless(isInitialized, "Bluetooth LE not initialized.");
    switch (methodName) {
      case "setDisplayStrings":
        return {};
      case "requestDevice":
        printer.dialogs += 1;
        refuseUnless(printer.isOn && printer.isChosen, "requestDevice cancelled.");
        known.add(printerId);
        return { deviceId: printerId, name: "Belt printer" };
      case "getDevices":
        for (const id of deviceIds) known.add(id);
        return { devices: deviceIds.map((id) => ({ deviceId: id })) };
      case "connect":
        assert.ok(known.has(deviceId!), "a device that was not looked up");
        refuseUnless(printer.isOn, "Connection timeout.");
        isConnected = true;
        return {};
      case "disconnect":
        isConnected = false;
        return {};
      case "getServices": {
        assert.ok(isConnected);
        const properties = { write: true, writeWithoutResponse: true };
        const output = { uuid: printerOutput, properties, descriptors: [] };
        const information = { uuid: "0000180a-0000-1000-8000-00805f9b34fb", characteristics: [] };
        return { services: [information, { uuid: printerService, characteristics: [output] }] };
      }
      case "write": {
        assert.deepEqual([service, characteristic], [printerService, printerOutput]);
        if (printer.received.length >= printer.breaksAfter) isConnected = false;
        refuseUnless(isConnected && printer.isOn, "Not connected to device.");
        const bytes = Buffer.from(value, "hex");
        refuseUnless(bytes.length > 0 && bytes.length <= 180, "Writing characteristic failed.");
        printer.received.push(...bytes);
        return {};
      }
      default:
        return assert.fail(`The shell called BluetoothLe.${methodName}`);
    }
  };
}

const plugins = [
  {
    name: "BluetoothLe",
    methods: [
      "initialize",
      "setDisplayStrings",
      "requestDevice",
      "getDevices",
      "connect",
      "disconnect",
      "getServices",
      "write",
    ].map((name) => ({ name, rtype: "promise" })),
  },
  {
    name: "App",
    methods: ["exitApp", "getLaunchUrl", "addListener", "removeListener", "removeAllListeners"].map((name) => ({
      name,
      rtype: name === "addListener" ? "callback" : "promise",
    })),
  },
  {
    name: "SecureStorage",
    methods: ["internalGetItem", "internalSetItem", "internalRemoveItem"].map((name) => ({ name, rtype: "promise" })),
  },
];

/** Gives the page a system; call it before the first address is opened. */
export async function attachDevice(page: Page): Promise<NativeDevice> {
  const listeners = new Map<string, string>();
  const keys = new Map<string, string>();
  const printer: NativePrinter = {
    isOn: true,
    isPermitted: true,
    isChosen: true,
    dialogs: 0,
    breaksAfter: Infinity,
    received: [],
  };
  // The system forgets what the application looked up when it restarts.
  let printerSystem = createPrinterSystem(printer);
  page.on("framenavigated", () => (printerSystem = createPrinterSystem(printer)));
  const answer = (call: BridgeCall): object | undefined => {
    const { pluginId, methodName, callbackId, options } = call;
    if (pluginId === "BluetoothLe") return printerSystem(call);
    const { prefixedKey = "", data = "", eventName } = options;
    switch (`${pluginId}.${methodName}`) {
      case "App.addListener":
        listeners.set(eventName!, callbackId);
        return undefined;
      case "App.exitApp":
        device.exits += 1;
        return {};
      case "App.getLaunchUrl":
        return device.launchUrl === undefined ? {} : { url: device.launchUrl };
      case "SecureStorage.internalGetItem":
        return { data: keys.get(prefixedKey) ?? null };
      case "SecureStorage.internalSetItem":
        keys.set(prefixedKey, data);
        return {};
      case "SecureStorage.internalRemoveItem":
        return { success: keys.delete(prefixedKey) };
      default:
        return assert.fail(`The shell called ${pluginId}.${methodName}`);
    }
  };
  const emit = async (eventName: string, data: object): Promise<void> => {
    const callbackId = listeners.get(eventName);
    assert.ok(callbackId, `nobody listens to ${eventName}`);
    const result = { callbackId, success: true, save: true, data };
    await page.evaluate(`androidBridge.onmessage({ data: ${JSON.stringify(JSON.stringify(result))} })`);
  };
  const device: NativeDevice = {
    keys,
    printer,
    exits: 0,
    launchUrl: undefined,
    pressBack: () => emit("backButton", { canGoBack: true }),
    openLink: (url) => emit("appUrlOpen", { url }),
  };
  await page.exposeFunction("callNative", (message: string) => {
    const call = JSON.parse(message) as BridgeCall;
    if (call.pluginId === "Console") return null;
    const { callbackId, pluginId, methodName } = call;
    const result = { callbackId, pluginId, methodName, save: false };
    try {
      const data = answer(call);
      return data && JSON.stringify({ ...result, success: true, data });
    } catch (thrown) {
      if (!(thrown instanceof NativeRefusal)) throw thrown;
      return JSON.stringify({ ...result, success: false, error: { message: thrown.message } });
    }
  });
  await page.addInitScript(`
    window.androidBridge = {
      postMessage: (message) => void callNative(message).then((data) => data && androidBridge.onmessage({ data })),
    };
    window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {}, PluginHeaders: ${JSON.stringify(plugins)} };
  `);
  await page.addInitScript(bridge);
  return device;
}
