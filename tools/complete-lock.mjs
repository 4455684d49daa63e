// Writes the packages for other machines into package-lock.json: run it after every change of a dependency.
// `npm ci` refuses a lock file that lacks any of them, and npm leaves out those that the registry in use does not have.
// What is added has no integrity hash, since it could not be fetched: a full registry adds it on the next npm install there.
import { readFileSync, writeFileSync } from "node:fs";

const systems = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "aix", "win32"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(place, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      license: entry.license,
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages for other machines were added to package-lock.json.`);

/** A package may be beside the one that wants it, or nested in it or in one of the folders above. */
function isThere(place, name) {
  for (let folder = place; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder}/node_modules/${name}`]) return true;
  }
  return Boolean(lock.packages[`node_modules/${name}`]);
}

/** What a machine must be for the package to be installed there, as its name has it. */
function platformOf(name) {
  const words = name.split("/").at(-1).split("-");
  const cpu = processors.find((processor) => words.some((word) => word === processor || isOldArm(word, processor)));
  const os = systems.find((system) => words.includes(system));
  if (!cpu && !os) throw new Error(`${name} does not say what machine it is for: look at its own package.json.`);
  const libc = words.includes("musl") || words.includes("musleabihf") ? "musl" : words.includes("gnu") ? "glibc" : null;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

function isOldArm(word, processor) {
  return processor === "arm" && /^(armv7|arm-?|eabi|gnueabihf|musleabihf)$/.test(word);
}
