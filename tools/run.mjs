// Starts one of the tools beside this file on the right Node. Plain JavaScript that old Nodes can read too, so that
// their owner gets a sentence and not a syntax error.
import { spawn, spawnSync } from "child_process";
import { existsSync, lstatSync, readFileSync } from "fs";
import { dirname, join } from "path";
import { fileURLToPath } from "url";

const oldestNode = 20;
const nodeForTools = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const major = Number(process.versions.node.split(".")[0]);

if (major < oldestNode) {
  fail(
    "This is Node " +
      process.versions.node +
      ". Chaavi needs Node " +
      oldestNode +
      " or newer: see https://nodejs.org.",
  );
}
install();
launch(process.argv[2], process.argv.slice(3));

function fail(line) {
  console.error(line);
  process.exit(1);
}

function install() {
  const modules = join(root, "node_modules");
  // A link leads to somebody else's folder, which is not ours to replace.
  if (isInstalled(modules) || isLink(modules)) return;
  console.log("Installing the packages (about a minute the first time)");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--loglevel=error", "--include=dev", "--include=optional"];
  const options = { cwd: root, stdio: "inherit" };
  const done = npm ? spawnSync(process.execPath, [npm].concat(args), options) : spawnSync("npm", args, options);
  if (done.error || done.status !== 0) {
    fail("The packages could not be installed: see the lines above, check the network and run the same command again.");
  }
}

function isLink(folder) {
  return existsSync(folder) && lstatSync(folder).isSymbolicLink();
}

/** Whether npm's own list of what it installed has everything in package-lock.json, version by version. */
function isInstalled(modules) {
  const wanted = packagesIn(join(root, "package-lock.json"));
  const found = packagesIn(join(modules, ".package-lock.json"));
  if (!wanted || !found) return false;
  return Object.keys(wanted).every(function (name) {
    if (name === "") return true;
    if (!found[name]) return Boolean(wanted[name].optional);
    return found[name].version === wanted[name].version;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    return undefined;
  }
}

/** Node 24 from its package where there is one for this machine, else the Node that runs this. */
function nodeProgram() {
  const packaged = join(root, "node_modules", "node-" + process.platform + "-" + process.arch, "bin", "node");
  if (existsSync(packaged) && spawnSync(packaged, ["--version"]).status === 0) return packaged;
  if (major >= nodeForTools) return process.execPath;
  return fail(
    "On this machine Chaavi needs Node " + nodeForTools + " or newer (this is " + process.versions.node + ").",
  );
}

function launch(tool, args) {
  const file = join(root, "tools", tool + ".ts");
  if (!/^[a-z-]+$/.test(tool || "") || !existsSync(file)) fail("There is no tool called " + tool + ".");
  // The channel tells the tool when this process is gone, in whatever way.
  const flags = tool === "start" ? serverFlags() : [];
  const child = spawn(nodeProgram(), flags.concat([file], args), {
    cwd: root,
    env: withCompileCache(),
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

/** What Node is told for a server: see docs/decisions/015-lean-server.md. */
function serverFlags() {
  return JSON.parse(readFileSync(join(root, "tools", "server-flags.json"), "utf8"));
}

/** What one process has compiled the next one finds: a start takes half as long. */
function withCompileCache() {
  const folder = process.env.NODE_COMPILE_CACHE || join(root, ".cache", "node");
  return Object.assign({}, process.env, { NODE_COMPILE_CACHE: folder });
}

/** A killed npm tells nobody: what it started sees it only by having other parents. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parents = parentsNow();
  setInterval(function () {
    if (parentsNow() !== parents) child.kill("SIGTERM");
  }, 1000).unref();
}

/** Our parent, and its parent where the system tells: there may be a shell between npm and us. */
function parentsNow() {
  try {
    const stat = readFileSync("/proc/" + process.ppid + "/stat", "utf8");
    return process.ppid + " " + stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch (error) {
    return String(process.ppid);
  }
}
