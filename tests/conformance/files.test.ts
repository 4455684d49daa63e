// §7 /files and /folders by the published SDK over a real port.
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
import { blob, car, form, type Kept, picture, startFilesWorld } from "#tests/support/files-world.ts";
import { sdkAs, withCode } from "#tests/support/sdk.ts";

const { as, sql, make, address, callers, client, upload, asset, storedFiles, counts, sweep, branch, foreign } =
  await startFilesWorld();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

describe("upload", () => {
  test("answers the whole record, as the contract has it", async () => {
    const kept = await upload();
    assert.deepEqual(
      [kept["storage"], kept["filename_download"], kept["title"], kept["type"], kept["width"], kept["height"]],
      ["local", "car.jpg", "car", "image/jpeg", 400, 200],
    );
    assert.match(String(kept["filename_disk"]), /^[0-9a-f-]{36}\.jpg$/);
    assert.ok(kept["uploaded_by"] && kept["uploaded_on"] && kept["created_on"]);
    assert.deepEqual([kept["modified_by"], kept["folder"], kept["metadata"]], [null, null, {}]);
  });

  test("fields before the file are its own; those after it are nobody's", async () => {
    const folder = await client("manager").request(createFolder({ name: "Gate 1" }));
    const data = form(
      ["title", "Left door"],
      ["folder", folder["id"]],
      ["file", blob(car), "a.jpg"],
      ["title", "Late"],
    );
    const kept = (await client("staff").request(uploadFiles(data))) as unknown as Kept;
    assert.deepEqual([kept["title"], kept["folder"]], ["Left door", folder["id"]]);
  });

  test("several at once, each with its own fields, answer a list", async () => {
    const data = form(
      ["title", "Front"],
      ["file", blob(car), "front.jpg"],
      ["description", "The back"],
      ["file", blob(car), "back.jpg"],
    );
    const kept = (await client("staff").request(uploadFiles(data))) as unknown as Kept[];
    assert.deepEqual(
      kept.map((one) => [one["title"], one["description"]]),
      [
        ["Front", null],
        ["back", "The back"],
      ],
    );
  });

  test("a picture loses place and device, and is turned the way it was held", async () => {
    const turned = await picture(300, 100)
      .withExif({ IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok((await sharp(turned).metadata()).exif);
    const kept = await upload("staff", turned);
    assert.deepEqual([kept["width"], kept["height"]], [100, 300]);
    const metadata = await sharp(Buffer.from(await (await asset(kept.id)).arrayBuffer())).metadata();
    assert.deepEqual([metadata.exif, metadata.xmp, metadata.orientation], [undefined, undefined, undefined]);
  });

  test("what is appended to a picture does not come along", async () => {
    const kept = await upload("staff", Buffer.concat([car, Buffer.from("<script>alert(1)</script>")]));
    assert.ok(!Buffer.from(await (await asset(kept.id)).arrayBuffer()).includes("<script>"));
  });

  test("PNG, WebP and AVIF are taken, and told by their bytes whatever they are called", async () => {
    for (const [bytes, type] of [
      [await picture(40, 20).png().toBuffer(), "image/png"],
      [await picture(40, 20).webp().toBuffer(), "image/webp"],
      [await picture(40, 20).avif().toBuffer(), "image/webp"],
    ] as const)
      assert.equal((await upload("staff", bytes, "car.txt"))["type"], type);
  });

  test("a document is kept as it is, and only handed out to be saved", async () => {
    const kept = await upload("manager", pdf, "agreement.pdf");
    assert.deepEqual([kept["type"], kept["width"]], ["application/pdf", null]);
    const answer = await asset(kept.id, { person: "manager", query: "?width=40" });
    assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="agreement.pdf"');
    assert.match(answer.headers.get("content-security-policy")!, /sandbox/);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), pdf);
  });

  test("an admin who has no branch keeps files too, and alone sees them", async () => {
    const alone = await as(await make.user("admin"));
    const kept = (await sdkAs({ address, caller: alone }).request(
      uploadFiles(form(["file", blob(car), "logo.jpg"])),
    )) as unknown as Kept;
    assert.equal((await alone.get(`/files/${kept.id}`)).status, 200);
    assert.equal((await callers["admin"]!.get(`/files/${kept.id}`)).code, "FORBIDDEN");
  });
});

describe("what is refused leaves neither record nor bytes", () => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const cases: { [name: string]: () => Promise<[FormData, string]> } = {
    "an SVG with a script": async () => [form(["file", blob(svg, "image/svg+xml"), "a.svg"]), "UNSUPPORTED_MEDIA_TYPE"],
    "an SVG that calls itself a JPEG": async () => [form(["file", blob(svg), "a.jpg"]), "UNSUPPORTED_MEDIA_TYPE"],
    "a page that calls itself a picture": async () => [
      form(["file", blob(Buffer.from("<html><script>alert(1)</script>")), "a.png"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "a kind we do not take": async () => [form(["file", blob(gif, "image/gif"), "a.gif"]), "UNSUPPORTED_MEDIA_TYPE"],
    "half a picture": async () => [
      form(["file", blob(car.subarray(0, car.length / 2)), "a.jpg"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "half a document": async () => [form(["file", blob(pdf.subarray(0, 20)), "a.pdf"]), "UNSUPPORTED_MEDIA_TYPE"],
    "an empty file": async () => [form(["file", blob(Buffer.alloc(0)), "a.jpg"]), "UNSUPPORTED_MEDIA_TYPE"],
    "a picture over 2 MB": async () => [
      form(["file", blob(Buffer.concat([car, Buffer.alloc(2 * 1024 * 1024)])), "a.jpg"]),
      "CONTENT_TOO_LARGE",
    ],
    "a document over 5 MB": async () => [
      form(["file", blob(Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024)])), "a.pdf"]),
      "CONTENT_TOO_LARGE",
    ],
    "a picture that unpacks to 200 million points": async () => [
      form(["file", blob(await picture(20_000, 10_000).png({ compressionLevel: 9 }).toBuffer()), "bomb.png"]),
      "CONTENT_TOO_LARGE",
    ],
    "six files": async () => [
      form(...Array.from({ length: 6 }, (): [string, Blob, string] => ["file", blob(car), "a.jpg"])),
      "CONTENT_TOO_LARGE",
    ],
    "a good file beside a bad one": async () => [
      form(["file", blob(car), "a.jpg"], ["file", blob(gif), "b.gif"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    "a folder that is not there": async () => [
      form(["folder", crypto.randomUUID()], ["file", blob(car), "a.jpg"]),
      "INVALID_FOREIGN_KEY",
    ],
    "a folder that is no id": async () => [form(["folder", "gate"], ["file", blob(car), "a.jpg"]), "FAILED_VALIDATION"],
    "a title that is too long": async () => [
      form(["title", "x".repeat(300)], ["file", blob(car), "a.jpg"]),
      "FAILED_VALIDATION",
    ],
    "a form without a file": async () => [form(["title", "Nothing"]), "INVALID_PAYLOAD"],
  };
  for (const [name, given] of Object.entries(cases))
    test(name, async () => {
      const had = await counts();
      const [data, code] = await given();
      await assert.rejects(client("staff").request(uploadFiles(data)), withCode(code));
      assert.deepEqual(await counts(), had);
    });

  test("an upload by nobody, or by a customer", async () => {
    const had = await counts();
    for (const person of ["nobody", "customer"]) await assert.rejects(upload(person), withCode("FORBIDDEN"));
    assert.deepEqual(await counts(), had);
  });

  test("a folder of another company", async () => {
    const theirs = await client("stranger").request(createFolder({ name: "Theirs" }));
    const data = form(["folder", theirs["id"]], ["file", blob(car), "a.jpg"]);
    await assert.rejects(client("staff").request(uploadFiles(data)), withCode("FORBIDDEN"));
  });

  test("what the server finds out itself cannot be claimed", async () => {
    const data = form(
      ["type", "text/html"],
      ["filename_disk", "../../x"],
      ["branch", String(foreign.id)],
      ["file", blob(car), "a.jpg"],
    );
    const kept = (await client("staff").request(uploadFiles(data))) as unknown as Kept;
    assert.deepEqual([kept["type"], kept["branch"]], ["image/jpeg", branch.id]);
    assert.notEqual(kept["filename_disk"], "../../x");
    for (const change of [{ type: "text/html" }, { filename_disk: "x" }, { branch: foreign.id }, { filesize: 1 }])
      await assert.rejects(client("admin").request(updateFile(kept.id, change as object)), withCode("FORBIDDEN"));
  });

  test("a name with folders in it loses them", async () => {
    const kept = await upload("staff", car, "..\\..\\etc/passwd.jpg");
    assert.equal(kept["filename_download"], "passwd.jpg");
  });
});

describe("records", () => {
  test("are listed, filtered and counted like any others", async () => {
    const kept = await upload("staff", car, "listed.jpg");
    const rows = await client("staff").request(
      readFiles({ fields: ["id", "type"], filter: { filename_download: { _eq: "listed.jpg" } } }),
    );
    assert.deepEqual(rows, [{ id: kept.id, type: "image/jpeg" }]);
    const counted = await callers["staff"]!.get("/files?limit=1&meta=total_count&filter[type][_starts_with]=image");
    assert.ok(counted.meta!.total_count! >= 1);
  });

  test("are read by their branch and its company's admin, and by nobody else", async () => {
    const kept = await upload();
    for (const person of ["staff", "colleague", "manager", "admin", "platform"])
      assert.equal((await client(person).request(readFile(kept.id, { fields: ["id"] })))["id"], kept.id);
    for (const person of ["sister", "stranger", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readFile(kept.id)), withCode("FORBIDDEN"));
      assert.equal((await asset(kept.id, { person })).status, 403, person);
    }
  });

  test("title, description, tags and focal point are changed by who may, and it is told who did", async () => {
    const kept = await upload();
    const change = {
      title: "Door",
      description: "Scratch",
      tags: ["door", "left"],
      focal_point_x: 20,
      focal_point_y: 30,
    };
    const changed = (await client("manager").request(updateFile(kept.id, change))) as unknown as Kept;
    for (const [name, value] of Object.entries(change)) assert.deepEqual(changed[name], value);
    assert.ok(changed["modified_by"] && changed["modified_on"]);
    assert.equal(changed["uploaded_on"], kept["uploaded_on"]);
  });

  test("staff change their own and not a colleague's", async () => {
    const kept = await upload("colleague");
    await client("colleague").request(updateFile(kept.id, { title: "Mine" }));
    await assert.rejects(client("staff").request(updateFile(kept.id, { title: "Mine" })), withCode("FORBIDDEN"));
  });

  test("many are changed at once", async () => {
    const ids = [(await upload()).id, (await upload()).id].toSorted();
    const changed = await client("manager").request(updateFiles(ids, { title: "Both" }, { fields: ["id", "title"] }));
    assert.deepEqual(
      changed,
      ids.map((id) => ({ id, title: "Both" })),
    );
  });

  test("another file put in the place of one keeps its id and record, and the old bytes go", async () => {
    const kept = await upload();
    const other = await picture(80, 60).png().toBuffer();
    const replaced = (await client("staff").request(
      updateFile(kept.id, form(["description", "Again"], ["file", blob(other, "image/png"), "again.png"]) as never),
    )) as unknown as Kept;
    assert.deepEqual(
      [replaced.id, replaced["type"], replaced["width"], replaced["description"], replaced["title"]],
      [kept.id, "image/png", 80, "Again", "car"],
    );
    assert.notEqual(replaced["filename_disk"], kept["filename_disk"]);
    assert.equal((await asset(kept.id)).headers.get("content-type"), "image/png");
    assert.ok(await swept(String(kept["filename_disk"])));
  });

  test("nobody puts a file in the place of one they may not change, and nothing is left of theirs", async () => {
    const kept = await upload("colleague");
    const had = await counts();
    for (const person of ["staff", "stranger", "nobody"])
      await assert.rejects(
        client(person).request(updateFile(kept.id, form(["file", blob(car), "a.jpg"]) as never)),
        withCode("FORBIDDEN"),
      );
    await assert.rejects(
      client("colleague").request(updateFile(kept.id, form(["file", blob(Buffer.from("no")), "a.jpg"]) as never)),
      withCode("UNSUPPORTED_MEDIA_TYPE"),
    );
    assert.deepEqual(await counts(), had);
  });

  test("a removed file takes its bytes with it, and its address is as if it had never been", async () => {
    const kept = await upload();
    await assert.rejects(client("staff").request(deleteFile(kept.id)), withCode("FORBIDDEN"));
    await client("manager").request(deleteFile(kept.id));
    await assert.rejects(client("manager").request(readFile(kept.id)), withCode("FORBIDDEN"));
    assert.equal((await asset(kept.id)).status, 403);
    assert.ok(await swept(String(kept["filename_disk"])));
  });

  test("many are removed at once, all or none", async () => {
    const [mine, other] = [await upload(), await upload("stranger")];
    await assert.rejects(client("manager").request(deleteFiles([mine.id, other.id])), withCode("FORBIDDEN"));
    assert.equal((await client("manager").request(readFile(mine.id)))["id"], mine.id);
    await client("manager").request(deleteFiles([mine.id]));
  });

  test("files go with the branch they belong to, bytes and all", async () => {
    const closed = await make.branch();
    const manager = await as(await make.user("manager", { branch: closed }));
    const kept = (await sdkAs({ address, caller: manager }).request(
      uploadFiles(form(["file", blob(car), "a.jpg"])),
    )) as unknown as Kept;
    await sql`delete from "Branch" where id = ${closed.id}`;
    assert.ok(await swept(String(kept["filename_disk"])));
  });

  test("a record without bytes is not made", async () => {
    const answer = await callers["admin"]!.post("/files", { filename_download: "ghost.jpg" });
    assert.equal(answer.code, "INVALID_PAYLOAD");
  });

  test("every change of a file leaves activity and a revision", async () => {
    const kept = await upload();
    await client("manager").request(updateFile(kept.id, { title: "Told" }));
    const told = await sql<{ action: string; delta: { title?: string } }[]>`
      select a.action, r.delta from activity a join revisions r on r.activity = a.id
      where a.collection = 'files' and a.item = ${kept.id} order by a.id`;
    assert.deepEqual(
      told.map(({ action, delta }) => [action, delta.title]),
      [
        ["create", "car"],
        ["update", "Told"],
      ],
    );
  });
});

/** The bytes are loose by now, and gone once somebody sweeps. */
async function swept(key: string): Promise<boolean> {
  const [loose] = await sql`select due_at <= now() as due from loose_files where key = ${key}`;
  assert.ok(loose?.["due"], `${key} is not loose`);
  assert.ok(storedFiles().includes(key));
  return (await sweep()).includes(key);
}

describe("folders", () => {
  test("are made, read, renamed, nested and removed", async () => {
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

  test("are those of one's own company", async () => {
    const mine = await client("manager").request(createFolder({ name: "Ours" }));
    for (const person of ["stranger", "customer", "nobody"]) {
      await assert.rejects(client(person).request(readFolder(mine["id"])), withCode("FORBIDDEN"));
      await assert.rejects(client(person).request(updateFolder(mine["id"], { name: "Mine" })), withCode("FORBIDDEN"));
    }
    await assert.rejects(client("staff").request(createFolder({ name: "Mine" })), withCode("FORBIDDEN"));
    const elsewhere = await callers["manager"]!.post("/folders", { name: "There", company: foreign.company });
    assert.equal(elsewhere.code, "FORBIDDEN");
    const theirs = await client("stranger").request(createFolder({ name: "Theirs" }));
    await assert.rejects(
      client("manager").request(updateFolder(mine["id"], { parent: theirs["id"] })),
      withCode("FORBIDDEN"),
    );
  });

  test("never lie in themselves, however far down, and two moved at once are not put into each other", async () => {
    const admin = client("admin");
    const [a, b, c] = (await admin.request(createFolders([{ name: "A" }, { name: "B" }, { name: "C" }]))).map(
      (one) => one["id"] as string,
    );
    await admin.request(updateFolder(b!, { parent: a! }));
    await admin.request(updateFolder(c!, { parent: b! }));
    for (const inside of [a, b, c])
      await assert.rejects(admin.request(updateFolder(a!, { parent: inside! })), withCode("FOLDER_IN_ITSELF"));
    const [d, e] = (await admin.request(createFolders([{ name: "D" }, { name: "E" }]))).map(
      (one) => one["id"] as string,
    );
    const moved = await Promise.allSettled([
      admin.request(updateFolder(d!, { parent: e! })),
      admin.request(updateFolder(e!, { parent: d! })),
    ]);
    assert.deepEqual(moved.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  test("a removed folder lets its files go on", async () => {
    const folder = await client("manager").request(createFolder({ name: "Short" }));
    const kept = await upload();
    await client("staff").request(updateFile(kept.id, { folder: folder["id"] }));
    await client("manager").request(deleteFolder(folder["id"]));
    assert.equal((await client("staff").request(readFile(kept.id)))["folder"], null);
  });
});

test("a file by its address is refused where the server does not fetch any", async () => {
  await assert.rejects(client("admin").request(importFile("https://example.com/car.jpg", {})), withCode("FORBIDDEN"));
});
