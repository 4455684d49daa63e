// The production installation starts without development packages, and rejects development settings.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { demoCredentials, findSettingProblems } from "#server/production-checks.ts";
import { demoLogIns, demoPassword } from "#tools/demo/people.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-production-"));
  folders.push(folder);
  return folder;
}

const createKey = (letter: string) => `${letter}-long-key-of-the-production-tests-1`;

/** What the Dockerfile copies into the final image, and the packages that are not for development. */
function createImageFolder(): string {
  const root = freshFolder();
  const copied = [...readFileSync("Dockerfile", "utf8").matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(
    ([, name]) => name!,
  );
  assert.ok(copied.includes("server") && copied.includes("dist"));
  for (const name of copied.filter((one) => one !== "dist")) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    cpSync(name, path.join(root, name), { recursive: true });
  }
  // The pages are built elsewhere; a server only serves them.
  mkdirSync(path.join(root, "dist/web"), { recursive: true });
  writeFileSync(path.join(root, "dist/web/index.html"), "<!doctype html><title>Chaavi</title>");
  // The renderer of the public site contains its packages, which are for development only.
  for (const name of ["dist/site", "dist/web/.vite"]) cpSync(name, path.join(root, name), { recursive: true });
  writeFileSync(path.join(root, "dist/web.sources"), "built elsewhere");
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: { [packagePath: string]: { dev?: boolean; devOptional?: boolean } };
  };
  for (const [packagePath, { dev, devOptional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(packagePath) || dev || devOptional || !existsSync(packagePath))
      continue;
    mkdirSync(path.dirname(path.join(root, packagePath)), { recursive: true });
    symlinkSync(path.resolve(packagePath), path.join(root, packagePath));
  }
  return root;
}

interface Settings {
  [name: string]: string;
}

describe("start:production", () => {
  let root: string;
  let settings: Settings;
  before(async () => {
    root = createImageFolder();
    const { url } = await createTestDatabase({ max: 1 });
    settings = {
      PATH: process.env["PATH"]!,
      DATABASE_URL: url,
      DATA_DIR: freshFolder(),
      PORT: "0",
      PUBLIC_URL: "https://park.example",
      SECRET: createKey("s"),
      CREDENTIALS_KEY: createKey("c"),
      // As set by tools/run.mjs.
      NODE_COMPILE_CACHE: path.join(root, ".cache/node"),
    };
  });

  /** Runs it until it exits. */
  function rejected(env: Settings, cwd = root): string[] {
    const done = spawnSync(process.execPath, ["tools/start-production.ts"], {
      cwd,
      env: { ...settings, ...env },
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(done.status, 1, done.stdout + done.stderr);
    return done.stderr.trim().split("\n");
  }

  test(
    "starts from the contents of the image, without development packages, and serves the pages",
    { timeout: 90_000 },
    async () => {
      assert.ok(!existsSync(path.join(root, "node_modules/vite")));
      assert.ok(!existsSync(path.join(root, "tools/demo")));
      const child = spawn(process.execPath, ["tools/start-production.ts"], { cwd: root, env: settings, stdio: "pipe" });
      let printed = "";
      const address = await new Promise<string>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          printed += chunk.toString();
          const found = /running at (http:\/\/[^,\s]+)/.exec(printed)?.[1];
          if (found) resolve(found);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.once("exit", () => reject(new Error(printed)));
      });
      assert.match(printed, /reached at https:\/\/park\.example/);
      for (const [pagePath, content] of [
        ["/", "<h1"],
        ["/partner-with-us", "<title>Chaavi</title>"],
      ]) {
        const page = await fetch(`${address}${pagePath}`, { headers: { accept: "text/html" } });
        assert.equal(page.status, 200);
        assert.ok((await page.text()).includes(content!), pagePath);
      }
      assert.equal((await fetch(`${address}/server/health`)).status, 200);
      child.kill("SIGTERM");
      const code = await new Promise((resolve) => child.once("exit", resolve));
      assert.equal(code, 0);
    },
  );

  test("rejects development settings, with a line for each", () => {
    assert.deepEqual(rejected({ NODE_ENV: "development" }), [
      'NODE_ENV is "development": leave it out, or set it to production.',
    ]);
    const lines = rejected({
      PUBLIC_URL: "http://park.example",
      ADMIN_EMAIL: "a@park.example",
      ADMIN_PASSWORD: demoPassword,
      SECRET: "change-me-change-me-change-me-change-me",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    }).filter((line) => !/warning/i.test(line));
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      ["PUBLIC_URL", "ADMIN_PASSWORD", "NODE_TLS_REJECT_UNAUTHORIZED", "SECRET"],
    );
    assert.match(rejected({ PAY_SIMULATOR_URL: "http://localhost:1" })[0]!, /PAY_SIMULATOR_URL/);
    assert.match(rejected({ CREDENTIALS_KEY: "" })[0]!, /CREDENTIALS_KEY/);
  });

  test("rejects a common password for the first administrator, and accepts another on the next attempt", async () => {
    const { url, sql } = await createTestDatabase({ max: 2 });
    const env = { DATABASE_URL: url, ADMIN_EMAIL: "a@park.example" };
    assert.deepEqual(rejected({ ...env, ADMIN_PASSWORD: "P@ssw0rd2026" }), [
      "ADMIN_PASSWORD is a password that many people use, or nearly one: choose another.",
    ]);
    assert.equal((await sql`select 1 from users where email = ${env.ADMIN_EMAIL}`).length, 0);
    // Earlier steps do not count as a first start. An occupied port ends this run after it.
    const { port } = new URL(url);
    assert.match(rejected({ ...env, ADMIN_PASSWORD: createKey("a"), HOST: "127.0.0.1", PORT: port })[0]!, /is taken/);
    assert.equal((await sql`select 1 from users where email = ${env.ADMIN_EMAIL}`).length, 1);
  });

  test("rejects the demo's administrator before creating anything, and accepts another", async () => {
    const { url, sql } = await createTestDatabase({ max: 2 });
    const env = { DATABASE_URL: url, ADMIN_PASSWORD: createKey("a") };
    for (const email of [demoCredentials.administrator, demoCredentials.administrator.toUpperCase()])
      assert.deepEqual(rejected({ ...env, ADMIN_EMAIL: email }), [
        "ADMIN_EMAIL is the administrator of the demo, whom everybody knows: choose another.",
      ]);
    // An occupied port ends the next attempt after its first start.
    const { port } = new URL(url);
    assert.match(rejected({ ...env, ADMIN_EMAIL: "a@park.example", HOST: "127.0.0.1", PORT: port })[0]!, /is taken/);
    const created = await sql<{ email: string }[]>`select email from users`;
    assert.deepEqual(
      created.map(({ email }) => email),
      ["a@park.example"],
    );
  });

  test("rejects missing pages, and pages built from other sources", () => {
    const bare = freshFolder();
    cpSync(root, bare, { recursive: true, verbatimSymlinks: true });
    mkdirSync(path.join(bare, "web"));
    assert.deepEqual(rejected({}, bare), ["The web pages were built of other sources than these: npm run build."]);
    rmSync(path.join(bare, "dist"), { recursive: true });
    assert.deepEqual(rejected({}, bare), ["The web pages are not built: npm run build."]);
  });

  test("rejects a database with the demo", async () => {
    const { url, sql } = await createTestDatabase({ max: 2 });
    await sql`create table installation (id int primary key, started_at timestamptz default now(), has_demo boolean not null)`;
    await sql`insert into installation (id, has_demo) values (1, true)`;
    const [line] = rejected({ DATABASE_URL: url });
    assert.match(line!, /has the demo in it/);
    await sql`update installation set has_demo = false`;
    await createFactories(sql).user("platform", { email: demoCredentials.administrator });
    assert.match(rejected({ DATABASE_URL: url })[0]!, /has the demo in it/);
  });
});

test("the check's demo values match the demo", () => {
  assert.equal(demoCredentials.password, demoPassword);
  assert.ok(demoLogIns.some(({ email }) => email === demoCredentials.administrator));
});

test("https is required except on this machine", () => {
  const lines = (publicUrl: string) => findSettingProblems({ env: {}, config: { publicUrl, admin: null } });
  assert.deepEqual(lines("https://park.example"), []);
  assert.deepEqual(lines("http://localhost:3000"), []);
  assert.equal(lines("http://192.168.1.4").length, 1);
});

test("the image's flags are those of every other server, and its code is compiled with them", () => {
  const flags = JSON.parse(readFileSync("tools/server-flags.json", "utf8")) as string[];
  const image = readFileSync("Dockerfile", "utf8");
  const [compile, start] = ["RUN", "CMD"].map((instruction) => {
    const [, command] = new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(image)!;
    return JSON.parse(command!) as string[];
  });
  assert.deepEqual(start, ["node", ...flags, "tools/start-production.ts"]);
  const imports = ["--eval", "import('./server/main.ts')"];
  assert.deepEqual(compile, ["node", ...flags, ...imports]);
  const folder = freshFolder();
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  const { status, stderr } = spawnSync(process.execPath, [...flags, ...imports], { env, encoding: "utf8" });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  const [versions] = readdirSync(folder);
  assert.ok(readdirSync(path.join(folder, versions!)).length > 1_000);
});
