import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/** The one without windows first: the same pages take a fifth less of the machine. */
const names = [
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
 * What the driver turns off by itself (of several such lists the last one counts), and the address bar's own pages, which
 * would take more of the machine with every window than the page under test.
 */
const switchedOff = [
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

/** A browser that speaks to nobody but the page under test. */
export function chromiumFlags(): string[] {
  const flags = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    // Pages live a second each: helpers that compile and collect beside them take more of two cores than they give.
    "--js-flags=--single-threaded",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
    `--disable-features=${switchedOff.join(",")}`,
  ];
  // Chromium's sandbox refuses root.
  return process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags;
}

/** Debian's packages; an older Debian has the second only. */
const packages = [["chromium-headless-shell", "fonts-liberation"], ["chromium"]];

/** The path of a Chromium: CHROMIUM_PATH, an installed one, or Debian's package, which root gets installed. */
export function findChromium(log: (line: string) => void = () => {}): string {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, where there is no program.`);
  }
  const found = installed() ?? installedNow(log);
  if (found) return found;
  throw new Error("No Chromium was found: install chromium or google-chrome, or set CHROMIUM_PATH to one.");
}

function installed(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...macApps].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installedNow(log: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return undefined;
  log("Installing Chromium");
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update"], options);
  packages.find((wanted) => spawnSync("apt-get", ["install", "-y", ...wanted], options).status === 0);
  return installed();
}
