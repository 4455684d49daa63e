// §7 /files and /folders with the published SDK over a real port.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createFolder,
  createFolders,
  deleteFile,
  deleteFiles,
  deleteFolder,
  importFile,
  readFile,
  readFiles,
  readFolder,
  readFolders,
  updateFile,
  updateFiles,
  updateFolder,
  uploadFiles,
} from "@directus/sdk";
import sharp from "sharp";
import {
  createBlob,
  carPhoto,
  createForm,
  type StoredFile,
  createImage,
  startFilesFixture,
} from "#tests/support/files-fixture.ts";
import { createSdkClient, matchErrorCode } from "#tests/support/sdk.ts";

const { as, sql, factories, address, callers, client, upload, asset, storedFiles, counts, sweep, branch, foreign } =
  await startFilesFixture();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

describe("upload", () => {
  test("returns the complete record as in the contract", async () => {
    const file = await upload();
    assert.deepEqual(
      [file["storage"], file["filename_download"], file["title"], file["type"], file["width"], file["height"]],
      ["local", "car.jpg", "car", "image/jpeg", 400, 200],
    );
    assert.match(String(file["filename_disk"]), /^[0-9a-f-]{36}\.jpg$/);
    assert.ok(file["uploaded_by"] && file["uploaded_on"] && file["created_on"]);
    assert.deepEqual([file["modified_by"], file["folder"], file["metadata"]], [null, null, {}]);
  });

  test("applies fields before the file to it and ignores fields after it", async () => {
    const folder = await client("manager").request(createFolder({ name: "Gate 1" }));
    const data = createForm(
      ["title", "Left door"],
      ["folder", folder["id"]],
      ["file", createBlob(carPhoto), "a.jpg"],
      ["title", "Late"],
    );
    const file = (await client("staff").request(uploadFiles(data))) as unknown as StoredFile;
    assert.deepEqual([file["title"], file["folder"]], ["Left door", folder["id"]]);
  });

  test("several files with their own fields return a list", async () => {
    const data = createForm(
      ["title", "Front"],
      ["file", createBlob(carPhoto), "front.jpg"],
      ["description", "The back"],
      ["file", createBlob(carPhoto), "back.jpg"],
    );
    const files = (await client("staff").request(uploadFiles(data))) as unknown as StoredFile[];
    assert.deepEqual(
      files.map((one) => [one["title"], one["description"]]),
      [
        ["Front", null],
        ["back", "The back"],
      ],
    );
  });

  test("removes location and device from an image and applies its rotation", async () => {
    const turned = await createImage(300, 100)
      .withExif({ IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok((await sharp(turned).metadata()).exif);
    const file = await upload("staff", turned);
    assert.deepEqual([file["width"], file["height"]], [100, 300]);
    const metadata = await sharp(Buffer.from(await (await asset(file.id)).arrayBuffer())).metadata();
    assert.deepEqual([metadata.exif, metadata.xmp, metadata.orientation], [undefined, undefined, undefined]);
  });

  test("removes data appended to an image", async () => {
    const file = await upload("staff", Buffer.concat([carPhoto, Buffer.from("<script>alert(1)</script>")]));
    assert.ok(!Buffer.from(await (await asset(file.id)).arrayBuffer()).includes("<script>"));
  });

  test("accepts PNG, WebP and AVIF by their bytes, whatever their name", async () => {
    for (const [bytes, type] of [
      [await createImage(40, 20).png().toBuffer(), "image/png"],
      [await createImage(40, 20).webp().toBuffer(), "image/webp"],
      [await createImage(40, 20).avif().toBuffer(), "image/webp"],
    ] as const)
      assert.equal((await upload("staff", bytes, "car.txt"))["type"], type);
  });

  test("stores a document unchanged and serves it as a download only", async () => {
    const file = await upload("manager", pdf, "agreement.pdf");
    assert.deepEqual([file["type"], file["width"]], ["application/pdf", null]);
    const response = await asset(file.id, { person: "manager", query: "?width=40" });
    assert.equal(response.headers.get("content-disposition"), 'attachment; filename="agreement.pdf"');
    assert.match(response.headers.get("content-security-policy")!, /sandbox/);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), pdf);
  });

  test("an admin without a branch can upload files, and only that admin can read them", async () => {
    const branchlessAdmin = await as(await factories.user("admin"));
    const stored = (await createSdkClient({ address, caller: branchlessAdmin }).request(
      uploadFiles(createForm(["file", createBlob(carPhoto), "logo.jpg"])),
    )) as unknown as StoredFile;
    assert.equal((await branchlessAdmin.get(`/files/${stored.id}`)).status, 200);
    assert.equal((await callers["admin"]!.get(`/files/${stored.id}`)).code, "FORBIDDEN");
  });
});

describe("a rejected upload leaves neither record nor bytes", () => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const cases: { [name: string]: () => Promise<[FormData, string]> } = {
    "an SVG with a script": async () => [
      createForm(["file", createBlob(svg, "image/svg+xml"), "a.svg"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "an SVG declared as JPEG": async () => [createForm(["file", createBlob(svg), "a.jpg"]), "UNSUPPORTED_MEDIA_TYPE"],
    "an HTML page declared as image": async () => [
      createForm(["file", createBlob(Buffer.from("<html><script>alert(1)</script>")), "a.png"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "an unsupported type": async () => [
      createForm(["file", createBlob(gif, "image/gif"), "a.gif"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "a truncated image": async () => [
      createForm(["file", createBlob(carPhoto.subarray(0, carPhoto.length / 2)), "a.jpg"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "a truncated document": async () => [
      createForm(["file", createBlob(pdf.subarray(0, 20)), "a.pdf"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "an empty file": async () => [createForm(["file", createBlob(Buffer.alloc(0)), "a.jpg"]), "UNSUPPORTED_MEDIA_TYPE"],
    "an image over 2 MB": async () => [
      createForm(["file", createBlob(Buffer.concat([carPhoto, Buffer.alloc(2 * 1024 * 1024)])), "a.jpg"]),
      "CONTENT_TOO_LARGE",
    ],
    "a document over 5 MB": async () => [
      createForm(["file", createBlob(Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024)])), "a.pdf"]),
      "CONTENT_TOO_LARGE",
    ],
    "an image of 200 million pixels": async () => [
      createForm([
        "file",
        createBlob(await createImage(20_000, 10_000).png({ compressionLevel: 9 }).toBuffer()),
        "bomb.png",
      ]),
      "CONTENT_TOO_LARGE",
    ],
    "six files": async () => [
      createForm(...Array.from({ length: 6 }, (): [string, Blob, string] => ["file", createBlob(carPhoto), "a.jpg"])),
      "CONTENT_TOO_LARGE",
    ],
    "a valid and an invalid file": async () => [
      createForm(["file", createBlob(carPhoto), "a.jpg"], ["file", createBlob(gif), "b.gif"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "a missing folder": async () => [
      createForm(["folder", crypto.randomUUID()], ["file", createBlob(carPhoto), "a.jpg"]),
      "INVALID_FOREIGN_KEY",
    ],
    "an invalid folder id": async () => [
      createForm(["folder", "gate"], ["file", createBlob(carPhoto), "a.jpg"]),
      "FAILED_VALIDATION",
    ],
    "a title over the limit": async () => [
      createForm(["title", "x".repeat(300)], ["file", createBlob(carPhoto), "a.jpg"]),
      "FAILED_VALIDATION",
    ],
    "a form without a file": async () => [createForm(["title", "Nothing"]), "INVALID_PAYLOAD"],
  };
  for (const [name, provided] of Object.entries(cases))
    test(name, async () => {
      const previous = await counts();
      const [data, code] = await provided();
      await assert.rejects(client("staff").request(uploadFiles(data)), matchErrorCode(code));
      assert.deepEqual(await counts(), previous);
    });

  test("rejects anonymous callers and customers", async () => {
    const previous = await counts();
    for (const person of ["nobody", "customer"]) await assert.rejects(upload(person), matchErrorCode("FORBIDDEN"));
    assert.deepEqual(await counts(), previous);
  });

  test("rejects a folder of another company", async () => {
    const theirs = await client("stranger").request(createFolder({ name: "Theirs" }));
    const data = createForm(["folder", theirs["id"]], ["file", createBlob(carPhoto), "a.jpg"]);
    await assert.rejects(client("staff").request(uploadFiles(data)), matchErrorCode("FORBIDDEN"));
  });

  test("rejects values that the server determines itself", async () => {
    const data = createForm(
      ["type", "text/html"],
      ["filename_disk", "../../x"],
      ["branch", String(foreign.id)],
      ["file", createBlob(carPhoto), "a.jpg"],
    );
    const file = (await client("staff").request(uploadFiles(data))) as unknown as StoredFile;
    assert.deepEqual([file["type"], file["branch"]], ["image/jpeg", branch.id]);
    assert.notEqual(file["filename_disk"], "../../x");
    for (const change of [{ type: "text/html" }, { filename_disk: "x" }, { branch: foreign.id }, { filesize: 1 }])
      await assert.rejects(client("admin").request(updateFile(file.id, change as object)), matchErrorCode("FORBIDDEN"));
  });

  test("removes folders from a file name", async () => {
    const file = await upload("staff", carPhoto, "..\\..\\etc/passwd.jpg");
    assert.equal(file["filename_download"], "passwd.jpg");
    const change = { filename_download: "../../etc/shadow.png" };
    const renamed = await client("admin").request(updateFile(file.id, change));
    assert.equal(renamed["filename_download"], "shadow.png");
  });
});

describe("records", () => {
  test("can be listed, filtered and counted", async () => {
    const file = await upload("staff", carPhoto, "listed.jpg");
    const rows = await client("staff").request(
      readFiles({ fields: ["id", "type"], filter: { filename_download: { _eq: "listed.jpg" } } }),
    );
    assert.deepEqual(rows, [{ id: file.id, type: "image/jpeg" }]);
    const counted = await callers["staff"]!.get("/files?limit=1&meta=total_count&filter[type][_starts_with]=image");
    assert.ok(counted.meta!.total_count! >= 1);
  });

  test("can be read by their branch and the company's admin only", async () => {
    const file = await upload();
    for (const person of ["staff", "colleague", "manager", "admin", "platform"])
      assert.equal((await client(person).request(readFile(file.id, { fields: ["id"] })))["id"], file.id);
    for (const person of ["sister", "stranger", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readFile(file.id)), matchErrorCode("FORBIDDEN"));
      assert.equal((await asset(file.id, { person })).status, 403, person);
    }
  });

  test("title, description, tags and focal point can be changed with permission, and record the user", async () => {
    const file = await upload();
    const change = {
      title: "Door",
      description: "Scratch",
      tags: ["door", "left"],
      focal_point_x: 20,
      focal_point_y: 30,
    };
    const changed = (await client("manager").request(updateFile(file.id, change))) as unknown as StoredFile;
    for (const [name, value] of Object.entries(change)) assert.deepEqual(changed[name], value);
    assert.ok(changed["modified_by"] && changed["modified_on"]);
    assert.equal(changed["uploaded_on"], file["uploaded_on"]);
  });

  test("staff can change their own but not a colleague's", async () => {
    const file = await upload("colleague");
    await client("colleague").request(updateFile(file.id, { title: "Mine" }));
    await assert.rejects(client("staff").request(updateFile(file.id, { title: "Mine" })), matchErrorCode("FORBIDDEN"));
  });

  test("several can be changed at once", async () => {
    const ids = [(await upload()).id, (await upload()).id].toSorted();
    const changed = await client("manager").request(updateFiles(ids, { title: "Both" }, { fields: ["id", "title"] }));
    assert.deepEqual(
      changed,
      ids.map((id) => ({ id, title: "Both" })),
    );
  });

  test("replacing a file keeps its id and record and deletes the old bytes", async () => {
    const file = await upload();
    const other = await createImage(80, 60).png().toBuffer();
    const replaced = (await client("staff").request(
      updateFile(
        file.id,
        createForm(["description", "Again"], ["file", createBlob(other, "image/png"), "again.png"]) as never,
      ),
    )) as unknown as StoredFile;
    assert.deepEqual(
      [replaced.id, replaced["type"], replaced["width"], replaced["description"], replaced["title"]],
      [file.id, "image/png", 80, "Again", "car"],
    );
    assert.notEqual(replaced["filename_disk"], file["filename_disk"]);
    assert.equal((await asset(file.id)).headers.get("content-type"), "image/png");
    assert.ok(await waitUntilSwept(String(file["filename_disk"])));
  });

  test("replacing a file without permission to change it is rejected and leaves no bytes", async () => {
    const file = await upload("colleague");
    const previous = await counts();
    for (const person of ["staff", "stranger", "nobody"])
      await assert.rejects(
        client(person).request(updateFile(file.id, createForm(["file", createBlob(carPhoto), "a.jpg"]) as never)),
        matchErrorCode("FORBIDDEN"),
      );
    await assert.rejects(
      client("colleague").request(
        updateFile(file.id, createForm(["file", createBlob(Buffer.from("no")), "a.jpg"]) as never),
      ),
      matchErrorCode("UNSUPPORTED_MEDIA_TYPE"),
    );
    assert.deepEqual(await counts(), previous);
  });

  test("deleting a file deletes its bytes, and its address behaves as unknown", async () => {
    const file = await upload();
    await assert.rejects(client("staff").request(deleteFile(file.id)), matchErrorCode("FORBIDDEN"));
    await client("manager").request(deleteFile(file.id));
    await assert.rejects(client("manager").request(readFile(file.id)), matchErrorCode("FORBIDDEN"));
    assert.equal((await asset(file.id)).status, 403);
    assert.ok(await waitUntilSwept(String(file["filename_disk"])));
  });

  test("deleting several is atomic", async () => {
    const [own, other] = [await upload(), await upload("stranger")];
    await assert.rejects(client("manager").request(deleteFiles([own.id, other.id])), matchErrorCode("FORBIDDEN"));
    assert.equal((await client("manager").request(readFile(own.id)))["id"], own.id);
    await client("manager").request(deleteFiles([own.id]));
  });

  test("files and their bytes are deleted with their branch", async () => {
    const closed = await factories.branch();
    const manager = await as(await factories.user("manager", { branch: closed }));
    const stored = (await createSdkClient({ address, caller: manager }).request(
      uploadFiles(createForm(["file", createBlob(carPhoto), "a.jpg"])),
    )) as unknown as StoredFile;
    await sql`delete from "Branch" where id = ${closed.id}`;
    assert.ok(await waitUntilSwept(String(stored["filename_disk"])));
  });

  test("rejects a record without bytes", async () => {
    const response = await callers["admin"]!.post("/files", { filename_download: "ghost.jpg" });
    assert.equal(response.code, "INVALID_PAYLOAD");
  });

  test("every change of a file adds activity and a revision", async () => {
    const file = await upload();
    await client("manager").request(updateFile(file.id, { title: "Told" }));
    const recorded = await sql<{ action: string; delta: { title?: string } }[]>`
      select a.action, r.delta from activity a join revisions r on r.activity = a.id
      where a.collection = 'files' and a.item = ${file.id} order by a.id`;
    assert.deepEqual(
      recorded.map(({ action, delta }) => [action, delta.title]),
      [
        ["create", "car"],
        ["update", "Told"],
      ],
    );
  });
});

/** The bytes have no record now, and are deleted by the sweep. */
async function waitUntilSwept(key: string): Promise<boolean> {
  const [loose] = await sql`select due_at <= now() as due from loose_files where key = ${key}`;
  assert.ok(loose?.["due"], `${key} is not loose`);
  assert.ok(storedFiles().includes(key));
  return (await sweep()).includes(key);
}

describe("folders", () => {
  test("can be created, read, renamed, nested and deleted", async () => {
    const admin = client("admin");
    const [top, inner] = await admin.request(createFolders([{ name: "Top" }, { name: "Inner" }]));
    await admin.request(updateFolder(inner!["id"], { parent: top!["id"], name: "Within" }));
    const read = await client("staff").request(
      readFolder(inner!["id"], { fields: ["name", { parent: ["name"] } as never] }),
    );
    assert.deepEqual(read, { name: "Within", parent: { name: "Top" } });
    await admin.request(deleteFolder(top!["id"]));
    assert.deepEqual(
      await admin.request(readFolders({ filter: { id: { _in: [top!["id"], inner!["id"]] } } as never })),
      [],
    );
  });

  test("belong to the own company", async () => {
    const own = await client("manager").request(createFolder({ name: "Ours" }));
    for (const person of ["stranger", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readFolder(own["id"])), matchErrorCode("FORBIDDEN"));
      await assert.rejects(
        client(person).request(updateFolder(own["id"], { name: "Mine" })),
        matchErrorCode("FORBIDDEN"),
      );
    }
    await assert.rejects(client("staff").request(createFolder({ name: "Mine" })), matchErrorCode("FORBIDDEN"));
    const elsewhere = await callers["manager"]!.post("/folders", { name: "There", company: foreign.company });
    assert.equal(elsewhere.code, "FORBIDDEN");
    const theirs = await client("stranger").request(createFolder({ name: "Theirs" }));
    await assert.rejects(
      client("manager").request(updateFolder(own["id"], { parent: theirs["id"] })),
      matchErrorCode("FORBIDDEN"),
    );
  });

  test("reject cycles of any depth, also from two concurrent moves", async () => {
    const admin = client("admin");
    const [a, b, c] = (await admin.request(createFolders([{ name: "A" }, { name: "B" }, { name: "C" }]))).map(
      (one) => one["id"] as string,
    );
    await admin.request(updateFolder(b!, { parent: a! }));
    await admin.request(updateFolder(c!, { parent: b! }));
    for (const inside of [a, b, c])
      await assert.rejects(admin.request(updateFolder(a!, { parent: inside! })), matchErrorCode("FOLDER_IN_ITSELF"));
    const [d, e] = (await admin.request(createFolders([{ name: "D" }, { name: "E" }]))).map(
      (one) => one["id"] as string,
    );
    const moves = await Promise.allSettled([
      admin.request(updateFolder(d!, { parent: e! })),
      admin.request(updateFolder(e!, { parent: d! })),
    ]);
    assert.deepEqual(moves.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  test("deleting a folder detaches its files", async () => {
    const folder = await client("manager").request(createFolder({ name: "Short" }));
    const file = await upload();
    await client("staff").request(updateFile(file.id, { folder: folder["id"] }));
    await client("manager").request(deleteFolder(folder["id"]));
    assert.equal((await client("staff").request(readFile(file.id)))["folder"], null);
  });
});

test("rejects a file by URL where fetching is turned off", async () => {
  await assert.rejects(
    client("admin").request(importFile("https://example.com/car.jpg", {})),
    matchErrorCode("FORBIDDEN"),
  );
});
