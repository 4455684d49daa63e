// Import of a file by URL: from public addresses only, detected by its bytes.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { isPublicAddress } from "#server/http/public-address.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { carPhoto } from "#tests/support/files-fixture.ts";
import { createFactories } from "#tests/support/factories.ts";

const files = { s3: null, isUrlImportEnabled: true, maxCacheBytes: 0 };
const restricted = await startApp({ config: { files } });
/** Treats one local address as public. */
const open = await startApp({ config: { files }, isReachable: (address) => address === "127.0.0.1" });

let port: number;
let requests: string[] = [];
const handlers: { [path: string]: RequestListener } = {
  "/car.jpg": (_request, response) => response.writeHead(200, { "content-type": "text/plain" }).end(carPhoto),
  "/page.jpg": (_request, response) => response.writeHead(200, { "content-type": "image/jpeg" }).end("<html>"),
  "/to-car": (_request, response) => response.writeHead(302, { location: "/car.jpg" }).end(),
  "/to-elsewhere": (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${port}/car.jpg` }).end(),
  "/to-decimal": (_request, response) =>
    response.writeHead(307, { location: `http://2130706434:${port}/car.jpg` }).end(),
  "/to-file": (_request, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/round": (_request, response) => response.writeHead(302, { location: "/round" }).end(),
  "/endless": (_request, response) => {
    response.writeHead(200);
    const more = (): void => void (response.destroyed || response.write(Buffer.alloc(64_000), more));
    more();
  },
  "/broken-off": (_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000 });
    response.write(carPhoto, () => response.destroy());
  },
};
const server = createServer((request, response) => {
  requests.push(`${request.headers.host} ${request.url}`);
  (handlers[request.url!] ?? ((_request, reply) => reply.writeHead(404).end()))(request, response);
});

let admins: { restricted: TestClient; open: TestClient };
before(async () => {
  // Listens on all local addresses, so that only the address check prevents the access.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  port = (server.address() as AddressInfo).port;
  const createAdmin = async ({ sql, asUser }: typeof open): Promise<TestClient> => {
    const make = createFactories(sql);
    return asUser(await make.user("admin", { branch: await make.branch() }));
  };
  admins = { restricted: await createAdmin(restricted), open: await createAdmin(open) };
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const importFile = (caller: TestClient, url: unknown, data?: object) => caller.post("/files/import", { url, data });
const countFiles = async (): Promise<number> => (await open.sql`select 1 from files`).length;

test("detects public addresses", () => {
  const internalAddresses = [
    "127.0.0.1 127.8.8.8 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0",
    "192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255",
    "::1 :: fe80::1 fc00::1 fd12:3456::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2001::1 2001:db8::1 2002:7f00:1::",
    "localhost example.com 8.8.8 08.8.8.8x",
  ];
  for (const address of internalAddresses.join(" ").split(" ")) assert.equal(isPublicAddress(address), false, address);
  for (const address of [
    "8.8.8.8",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])
    assert.equal(isPublicAddress(address), true, address);
});

describe("with the default configuration", () => {
  test("never connects to an internal network under any notation", async () => {
    requests = [];
    const names = [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "017700000001",
      "0",
      "localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
    ];
    for (const name of [...names, "10.1.2.3", "169.254.169.254", "[fe80::1]"]) {
      const result = await importFile(admins.restricted, `http://${name}:${port}/car.jpg`);
      assert.deepEqual(
        [result.code, result.errors[0]!.extensions["service"]],
        ["SERVICE_UNAVAILABLE", "external-file"],
        name,
      );
    }
    assert.deepEqual(requests, []);
  });
});

describe("with one local address treated as public", () => {
  test("fetches a file, detects its type and stores it like an upload", async () => {
    const result = await importFile(admins.open, `http://127.0.0.1:${port}/car.jpg`, { title: "From afar" });
    assert.equal(result.status, 200, result.text);
    const { type, title, filename_download: name, width } = result.data;
    assert.deepEqual([type, title, name, width], ["image/jpeg", "From afar", "car.jpg", 400]);
    assert.equal((await admins.open.get(`/assets/${result.data.id}`)).status, 200);
  });

  test("follows redirects, but not to disallowed addresses", async () => {
    const before = await countFiles();
    assert.equal((await importFile(admins.open, `http://127.0.0.1:${port}/to-car`)).status, 200);
    requests = [];
    for (const path of ["/to-elsewhere", "/to-decimal"])
      assert.equal(
        (await importFile(admins.open, `http://127.0.0.1:${port}${path}`)).code,
        "SERVICE_UNAVAILABLE",
        path,
      );
    // Control: without the check the other address responds.
    assert.ok(
      requests.every((line) => line.startsWith("127.0.0.1:") && line.includes("/to-")),
      requests.join(),
    );
    assert.ok((await fetch(`http://127.0.0.2:${port}/car.jpg`)).ok);
    assert.equal((await importFile(admins.open, `http://127.0.0.1:${port}/to-file`)).code, "INVALID_PAYLOAD");
    assert.equal((await importFile(admins.open, `http://127.0.0.1:${port}/round`)).code, "SERVICE_UNAVAILABLE");
    assert.equal(await countFiles(), before + 1);
  });

  test("stores nothing if the file is too large, incomplete, unsupported or missing", async () => {
    const before = await countFiles();
    const cases = {
      "/endless": "CONTENT_TOO_LARGE",
      "/broken-off": "SERVICE_UNAVAILABLE",
      "/page.jpg": "UNSUPPORTED_MEDIA_TYPE",
      "/none": "SERVICE_UNAVAILABLE",
    };
    for (const [path, code] of Object.entries(cases))
      assert.equal((await importFile(admins.open, `http://127.0.0.1:${port}${path}`)).code, code, path);
    assert.equal(await countFiles(), before);
  });

  test("rejects invalid URLs", async () => {
    for (const url of [
      "car.jpg",
      "ftp://127.0.0.1/a",
      "file:///etc/passwd",
      "data:image/png;base64,AA",
      "http://me:secret@127.0.0.1/a",
      7,
      null,
    ])
      assert.equal((await importFile(admins.open, url)).code, "INVALID_PAYLOAD", String(url));
  });

  test("allows imports only to users who may upload files", async () => {
    requests = [];
    const anonymous = await open.asUser();
    assert.equal((await importFile(anonymous, `http://127.0.0.1:${port}/car.jpg`)).code, "FORBIDDEN");
    const customer = await open.asUser(await createFactories(open.sql).user("customer"));
    assert.equal((await importFile(customer, `http://127.0.0.1:${port}/car.jpg`)).code, "FORBIDDEN");
    assert.deepEqual(requests, []);
  });
});
