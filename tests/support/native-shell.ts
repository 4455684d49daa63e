// The native shell in the browser: the pages of its build on an origin of their own, with Capacitor's real bridge over a stand-in
// for the system.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(root, "dist/native");
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
  after(() => server.close());
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setServer: (origin) => (serverOrigin = origin),
  };
}

interface BridgeCall {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: { eventName?: string; prefixedKey?: string; data?: string };
}

export interface NativeDevice {
  /** Key store of the system. */
  keys: Map<string, string>;
  /** How often the application was left. */
  exits: number;
  launchUrl: string | undefined;
  pressBack: () => Promise<void>;
  openLink: (url: string) => Promise<void>;
}

const plugins = [
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
  const answer = ({ pluginId, methodName, callbackId, options }: BridgeCall): object | undefined => {
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
    exits: 0,
    launchUrl: undefined,
    pressBack: () => emit("backButton", { canGoBack: true }),
    openLink: (url) => emit("appUrlOpen", { url }),
  };
  await page.exposeFunction("callNative", (message: string) => {
    const call = JSON.parse(message) as BridgeCall;
    if (call.pluginId === "Console") return null;
    const data = answer(call);
    const { callbackId, pluginId, methodName } = call;
    return data && JSON.stringify({ callbackId, pluginId, methodName, success: true, save: false, data });
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
