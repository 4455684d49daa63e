// Adds packages of other platforms to package-lock.json; run it after every change of a dependency. `npm ci` rejects a
// lock file without them, and npm leaves out those that the registry in use lacks. Added entries have no integrity
// hash, since they could not be fetched, and `npm run check` rejects them: pin a version of which the registry has the
// packages of all platforms.
import { readFileSync, writeFileSync } from "node:fs";

const systems = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "aix", "win32"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
let added = 0;
for (const [lockPath, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(lockPath, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...parsePlatform(name),
      ...(entry.dev ? { dev: true } : {}),
      license: entry.license,
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms were added to package-lock.json.`);

/** Returns whether a package is locked beside its dependent, nested in it, or in a folder above. */
function isLocked(lockPath, name) {
  for (let folder = lockPath; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder}/node_modules/${name}`]) return true;
  }
  return Boolean(lock.packages[`node_modules/${name}`]);
}

/** Derives the platform of a package from its name. */
function parsePlatform(name) {
  const parts = name.split("/").at(-1).split("-");
  const cpu = processors.find((processor) => parts.some((part) => part === processor || isOldArm(part, processor)));
  const os = systems.find((system) => parts.includes(system));
  if (!cpu && !os) throw new Error(`${name} does not name its platform: see its package.json.`);
  const libc = parts.includes("musl") || parts.includes("musleabihf") ? "musl" : parts.includes("gnu") ? "glibc" : null;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

function isOldArm(part, processor) {
  return processor === "arm" && /^(armv7|arm-?|eabi|gnueabihf|musleabihf)$/.test(part);
}
