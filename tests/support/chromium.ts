import { spawnSync } from "node:child_process";
import { readTestSettings } from "#tests/support/test-settings.ts";
import { findExecutable, isExecutable } from "#tools/executables.ts";

/** The headless shell first: it uses a fifth less CPU for the same pages. */
const executableNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const macApps = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Features that the driver disables by default (of several such lists the last one counts), and the address bar's own
 * pages, which would use more CPU with every window than the page under test.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Flags of a browser that connects to the page under test only. */
export function getChromiumFlags(): string[] {
  const flags = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    // Pages live for a second each: compiler and garbage collector threads use more of two cores than they save, and so
    // do optimised code and the collection of a heap that starts small.
    "--js-flags=--single-threaded --no-maglev --no-turbofan --initial-heap-size=256 --min-semi-space-size=16",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
    `--disable-features=${disabledFeatures.join(",")}`,
  ];
  // Chromium's sandbox cannot run as root.
  return process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags;
}

/** Debian's packages; older releases have the second only. */
const packageSets = [["chromium-headless-shell", "fonts-liberation"], ["chromium"]];

/**
 * The path of a Chromium: CHROMIUM_PATH, an installed one, or Debian's package, which is installed if running as root.
 */
export function findChromium(log: (line: string) => void = () => {}): string {
  const { CHROMIUM_PATH: configured } = readTestSettings();
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, where there is no program.`);
  }
  const found = findInstalledChromium() ?? installChromium(log);
  if (found) return found;
  throw new Error("No Chromium was found: install chromium or google-chrome, or set CHROMIUM_PATH to one.");
}

function findInstalledChromium(): string | undefined {
  for (const name of executableNames) {
    const found = findExecutable(name);
    if (found) return found;
  }
  return macApps.find(isExecutable);
}

function installChromium(log: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return undefined;
  log("Installing Chromium");
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update"], options);
  packageSets.find((packages) => spawnSync("apt-get", ["install", "-y", ...packages], options).status === 0);
  return findInstalledChromium();
}
