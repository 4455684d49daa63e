// Starts a tool of this folder with the required Node.js version. Written in plain JavaScript that old versions can
// parse, so that users see an explanation instead of a syntax error.
import { spawn, spawnSync } from "child_process";
import { existsSync, lstatSync, readFileSync } from "fs";
import { dirname, join } from "path";
import { fileURLToPath } from "url";

const minNodeMajor = 20;
const toolsNodeMajor = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const major = Number(process.versions.node.split(".")[0]);

if (major < minNodeMajor) {
  fail(
    "This is Node " +
      process.versions.node +
      ". Chaavi needs Node " +
      minNodeMajor +
      " or newer: see https://nodejs.org.",
  );
}
// Production tools need no development packages; `npm start` and `npm run build` build the pages, which does.
const operations = ["archive", "backup", "db", "reseal-secrets", "restore"];
const isProduction =
  process.argv[2] === "start-production" ||
  (process.env.NODE_ENV === "production" && operations.indexOf(process.argv[2]) >= 0);
install();
launch(process.argv[2], process.argv.slice(3));

function fail(line) {
  console.error(line);
  process.exit(1);
}

function install() {
  const modules = join(root, "node_modules");
  // A symbolic link leads to a folder that must not be replaced.
  if (isInstalled(modules) || isLink(modules)) return;
  console.log("Installing the packages (about a minute the first time)");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--loglevel=error", isProduction ? "--omit=dev" : "--include=dev", "--include=optional"];
  const options = { cwd: root, stdio: "inherit" };
  const result = npm ? spawnSync(process.execPath, [npm].concat(args), options) : spawnSync("npm", args, options);
  if (result.error || result.status !== 0) {
    fail("The packages could not be installed: see the lines above, check the network and run the same command again.");
  }
}

function isLink(folder) {
  return existsSync(folder) && lstatSync(folder).isSymbolicLink();
}

/** Returns whether npm's list of installed packages matches package-lock.json in every version. */
function isInstalled(modules) {
  const lockedPackages = readPackages(join(root, "package-lock.json"));
  const installedPackages = readPackages(join(modules, ".package-lock.json"));
  if (!lockedPackages || !installedPackages) return false;
  return Object.keys(lockedPackages).every(function (name) {
    if (name === "" || (isProduction && (lockedPackages[name].dev || lockedPackages[name].devOptional))) return true;
    if (!installedPackages[name]) return Boolean(lockedPackages[name].optional);
    return installedPackages[name].version === lockedPackages[name].version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    return undefined;
  }
}

/** Returns the Node 24 of the npm package for this platform, otherwise the current one. */
function findNode() {
  const packaged = join(root, "node_modules", "node-" + process.platform + "-" + process.arch, "bin", "node");
  if (existsSync(packaged) && spawnSync(packaged, ["--version"]).status === 0) return packaged;
  if (major >= toolsNodeMajor) return process.execPath;
  return fail(
    "On this machine Chaavi needs Node " + toolsNodeMajor + " or newer (this is " + process.versions.node + ").",
  );
}

function launch(tool, args) {
  const file = join(root, "tools", tool + ".ts");
  if (!/^[a-z-]+$/.test(tool || "") || !existsSync(file)) fail("Unknown tool: " + tool + ".");
  // The IPC channel tells the tool when this process has ended for any reason.
  const flags = tool === "start" || tool === "start-production" ? readServerFlags() : [];
  const child = spawn(findNode(), flags.concat([file], args), {
    cwd: root,
    env: getToolEnv(),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  stopWithNpm(child);
  child.on("error", function (error) {
    fail("The tool could not be started: " + error.message);
  });
  child.on("exit", function (code, signal) {
    if (code !== null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Node.js flags of a server: see docs/decisions/015-lean-server.md. */
function readServerFlags() {
  return JSON.parse(readFileSync(join(root, "tools", "server-flags.json"), "utf8"));
}

/** Shares compiled code between processes, which halves the start time. */
function getToolEnv() {
  const folder = process.env.NODE_COMPILE_CACHE || join(root, ".cache", "node");
  return Object.assign({}, process.env, { NODE_COMPILE_CACHE: folder });
}

/** Stops the tool when npm was killed, which is only visible as a change of parent processes. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const initialParents = getParentIds();
  setInterval(function () {
    if (getParentIds() !== initialParents) child.kill("SIGTERM");
  }, 1000).unref();
}

/** Returns the ids of the parent and, on Linux, of its parent: there may be a shell between npm and this process. */
function getParentIds() {
  try {
    const stat = readFileSync("/proc/" + process.ppid + "/stat", "utf8");
    return process.ppid + " " + stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch (error) {
    return String(process.ppid);
  }
}
