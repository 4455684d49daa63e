// A file by its address: from the open internet, never from a network of our own, whatever it is called there.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { isPublicAddress } from "#server/features/files/public-address.ts";
import { startApp, type Caller } from "#tests/support/app.ts";
import { car } from "#tests/support/files-world.ts";
import { factories } from "#tests/support/make.ts";

const files = { s3: null, mayImport: true, cacheBytes: 0 };
const careful = await startApp({ config: { files } });
/** Takes one address of this machine for one of the internet, and no other. */
const open = await startApp({ config: { files }, mayReach: (address) => address === "127.0.0.1" });

let port: number;
let asked: string[] = [];
const answers: { [path: string]: RequestListener } = {
  "/car.jpg": (_request, response) => response.writeHead(200, { "content-type": "text/plain" }).end(car),
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
    response.write(car, () => response.destroy());
  },
};
const server = createServer((request, response) => {
  asked.push(`${request.headers.host} ${request.url}`);
  (answers[request.url!] ?? ((_request, reply) => reply.writeHead(404).end()))(request, response);
});

let admins: { careful: Caller; open: Caller };
before(async () => {
  // On every address of this machine, so that only our own care keeps us from them.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  port = (server.address() as AddressInfo).port;
  const adminOf = async ({ sql, as }: typeof open): Promise<Caller> => {
    const make = factories(sql);
    return as(await make.user("admin", { branch: await make.branch() }));
  };
  admins = { careful: await adminOf(careful), open: await adminOf(open) };
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const take = (caller: Caller, url: unknown, data?: object) => caller.post("/files/import", { url, data });
const kept = async (): Promise<number> => (await open.sql`select 1 from files`).length;

test("which addresses are of the open internet", () => {
  const ours = [
    "127.0.0.1 127.8.8.8 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0",
    "192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255",
    "::1 :: fe80::1 fc00::1 fd12:3456::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2001::1 2001:db8::1 2002:7f00:1::",
    "localhost example.com 8.8.8 08.8.8.8x",
  ];
  for (const address of ours.join(" ").split(" ")) assert.equal(isPublicAddress(address), false, address);
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

describe("as the server is", () => {
  test("no network of our own is asked, under any of its names", async () => {
    asked = [];
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
      const answer = await take(admins.careful, `http://${name}:${port}/car.jpg`);
      assert.deepEqual(
        [answer.code, answer.errors[0]!.extensions["service"]],
        ["SERVICE_UNAVAILABLE", "external-file"],
        name,
      );
    }
    assert.deepEqual(asked, []);
  });
});

describe("with one address of this machine taken for the internet", () => {
  test("a file is fetched, told by its bytes, and kept like one that was sent", async () => {
    const answer = await take(admins.open, `http://127.0.0.1:${port}/car.jpg`, { title: "From afar" });
    assert.equal(answer.status, 200, answer.text);
    const { type, title, filename_download: name, width } = answer.data;
    assert.deepEqual([type, title, name, width], ["image/jpeg", "From afar", "car.jpg", 400]);
    assert.equal((await admins.open.get(`/assets/${answer.data.id}`)).status, 200);
  });

  test("a redirect is followed, and led elsewhere by none", async () => {
    const had = await kept();
    assert.equal((await take(admins.open, `http://127.0.0.1:${port}/to-car`)).status, 200);
    asked = [];
    for (const path of ["/to-elsewhere", "/to-decimal"])
      assert.equal((await take(admins.open, `http://127.0.0.1:${port}${path}`)).code, "SERVICE_UNAVAILABLE", path);
    // The network would have let us: asked without our care, the other address answers.
    assert.ok(
      asked.every((line) => line.startsWith("127.0.0.1:") && line.includes("/to-")),
      asked.join(),
    );
    assert.ok((await fetch(`http://127.0.0.2:${port}/car.jpg`)).ok);
    assert.equal((await take(admins.open, `http://127.0.0.1:${port}/to-file`)).code, "INVALID_PAYLOAD");
    assert.equal((await take(admins.open, `http://127.0.0.1:${port}/round`)).code, "SERVICE_UNAVAILABLE");
    assert.equal(await kept(), had + 1);
  });

  test("what is too large, broken off, of no kind we take, or not there, leaves nothing", async () => {
    const had = await kept();
    const cases = {
      "/endless": "CONTENT_TOO_LARGE",
      "/broken-off": "SERVICE_UNAVAILABLE",
      "/page.jpg": "UNSUPPORTED_MEDIA_TYPE",
      "/none": "SERVICE_UNAVAILABLE",
    };
    for (const [path, code] of Object.entries(cases))
      assert.equal((await take(admins.open, `http://127.0.0.1:${port}${path}`)).code, code, path);
    assert.equal(await kept(), had);
  });

  test("what is no web address is refused", async () => {
    for (const url of [
      "car.jpg",
      "ftp://127.0.0.1/a",
      "file:///etc/passwd",
      "data:image/png;base64,AA",
      "http://me:secret@127.0.0.1/a",
      7,
      null,
    ])
      assert.equal((await take(admins.open, url)).code, "INVALID_PAYLOAD", String(url));
  });

  test("only who may keep files may have them fetched", async () => {
    asked = [];
    const nobody = await open.as();
    assert.equal((await take(nobody, `http://127.0.0.1:${port}/car.jpg`)).code, "FORBIDDEN");
    const customer = await open.as(await factories(open.sql).user("customer"));
    assert.equal((await take(customer, `http://127.0.0.1:${port}/car.jpg`)).code, "FORBIDDEN");
    assert.deepEqual(asked, []);
  });
});
