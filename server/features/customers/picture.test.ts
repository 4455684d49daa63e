// §2 Account: the picture of a customer, its replacement, who can read it, and its erasure.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { createServices } from "#server/context.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { testConfig, type TestClient } from "#tests/support/app.ts";
import { testPassword } from "#tests/support/factories.ts";
import { carPhoto, createBlob, createForm, createImage, startFilesFixture } from "#tests/support/files-fixture.ts";

const { address, as, asset, callers, factories, sql, storedFiles, sweep } = await startFilesFixture();

beforeEach(async () => void (await sql`delete from throttle`));

async function upload(
  client: TestClient,
  ...files: Uint8Array[]
): Promise<{ status: number; id: string; code: string }> {
  const response = await fetch(`${address}/actions/account/picture`, {
    method: "POST",
    body: createForm(...files.map((bytes): [string, Blob, string] => ["file", createBlob(bytes), "me.jpg"])),
    headers: { authorization: `Bearer ${client.token}` },
  });
  const { data, errors } = (await response.json()) as {
    data?: { picture: string };
    errors?: { extensions: { code: string } }[];
  };
  return { status: response.status, id: data?.picture ?? "", code: errors?.[0]?.extensions.code ?? "" };
}
const readPicture = async (id: string): Promise<string | null> =>
  (await sql<{ picture: string | null }[]>`select picture from users where id = ${id}`)[0]!.picture;

test("a picture is stored without its metadata and name, replaced and removed; the file before is deleted", async () => {
  const user = await factories.user("customer");
  const customer = await as(user);
  const first = await upload(customer, carPhoto);
  assert.equal(first.status, 200, first.code);
  assert.equal(await readPicture(user.id), first.id);
  const [stored] =
    await sql`select purpose, branch, filename_download as name, title, type from files where id = ${first.id}`;
  assert.deepEqual(
    { ...stored },
    { purpose: "account_picture", branch: null, name: "picture.jpg", title: "picture", type: "image/jpeg" },
  );
  const shown = await customer.get(`/assets/${first.id}`);
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.text, /Phone/);
  const second = await upload(customer, await createImage(64, 64).png().toBuffer());
  assert.equal(await readPicture(user.id), second.id);
  assert.equal((await customer.get(`/assets/${first.id}`)).code, "FORBIDDEN");
  assert.equal((await sweep()).length, 1);
  assert.equal((await customer.post("/actions/account/picture/remove")).status, 204);
  assert.equal(await readPicture(user.id), null);
  assert.equal((await sweep()).length, 1);
  assert.equal((await customer.post("/actions/account/picture/remove")).status, 204);
});

test("only the customer can read the picture", async () => {
  const user = await factories.user("customer");
  const { id } = await upload(await as(user), carPhoto);
  for (const person of ["admin", "manager", "staff", "sister", "stranger", "customer", "nobody"])
    assert.equal((await asset(id, { person })).status, 403, person);
  for (const person of ["manager", "customer"]) {
    assert.equal((await callers[person]!.get(`/files/${id}`)).code, "FORBIDDEN", person);
    assert.equal((await callers[person]!.get(`/users/${user.id}`)).code, "FORBIDDEN", person);
  }
});

test("refuses what is no image, more than one, more than 2 MB, and users of vendors", async () => {
  const user = await factories.user("customer");
  const customer = await as(user);
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
  assert.equal((await upload(customer, pdf)).code, "IMAGE_TYPE");
  assert.equal((await upload(customer, Buffer.from("text"))).code, "UNSUPPORTED_MEDIA_TYPE");
  assert.equal((await upload(customer, carPhoto, carPhoto)).code, "INVALID_PAYLOAD");
  const large = Buffer.concat([carPhoto, Buffer.alloc(limits.imageBytes)]);
  assert.equal((await upload(customer, large)).code, "CONTENT_TOO_LARGE");
  assert.equal((await upload(callers["manager"]!, carPhoto)).code, "FORBIDDEN");
  assert.equal(await readPicture(user.id), null);
  assert.equal((await customer.patch("/users/me", { picture: null })).code, "FORBIDDEN");
  // Decoding is work: refused uploads count too.
  for (let number = 0; number < 10; number += 1) await upload(customer, carPhoto);
  assert.equal((await upload(customer, carPhoto)).code, "REQUESTS_EXCEEDED");
});

test("of pictures that are set at once, one stays and no file of another", async () => {
  const user = await factories.user("customer");
  const customer = await as(user);
  const uploaded = await Promise.all(Array.from({ length: 4 }, () => upload(customer, carPhoto)));
  assert.deepEqual([...new Set(uploaded.map(({ status }) => status))], [200]);
  const files = await sql<{ id: string }[]>`select id from files where user_created = ${user.id}`;
  assert.deepEqual(
    files.map(({ id }) => id),
    [await readPicture(user.id)],
  );
});

test("the export contains the picture, and erasure deletes it", async () => {
  const user = await factories.user("customer", { contact_number: "9840266001" });
  const customer = await as(user);
  const { id } = await upload(customer, carPhoto);
  const exported = await customer.post("/actions/account/export", { password: testPassword });
  const { pictures } = JSON.parse(exported.text) as { pictures: { id: string; content: string | null }[] };
  assert.deepEqual(
    pictures.map((picture) => [picture.id, picture.content?.slice(0, 4)]),
    [[id, "/9j/"]],
  );
  await sweep();
  const before = storedFiles().length;
  assert.equal((await customer.post("/actions/account/erase", { password: testPassword })).status, 204);
  const [request] = await sql<
    { id: number }[]
  >`select id from privacy_requests where requested_by = ${user.id} and kind = 'erasure'`;
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  await erasePerson({ services, request: request!.id });
  assert.equal(await readPicture(user.id), null);
  assert.equal((await sql`select 1 from files where id = ${id}`).length, 0);
  assert.equal((await sweep()).length, 1);
  assert.equal(storedFiles().length, before - 1);
});
