import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import * as limits from "#domain/limits.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);

async function upload({
  token,
  bytes,
  name = "car.jpg",
}: {
  token: string | undefined;
  bytes: Uint8Array;
  name?: string;
}) {
  const form = new FormData();
  form.set("title", "The left door");
  form.set("file", new Blob([bytes]), name);
  const request = new Request("http://localhost", { method: "POST", body: form });
  return app.inject({
    method: "POST",
    url: "/files",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      "content-type": request.headers.get("content-type")!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#335577" } })
  .withExif({ IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
  .jpeg()
  .toBuffer();

test("stores a photo without location, scaled down, readable by its branch only", async () => {
  const branch = await make.branch();
  const staff = await asUser(await make.user("staff", { branch }));
  const stranger = await asUser(await make.user("staff", { branch: await make.branch() }));
  assert.ok((await sharp(photo).metadata()).exif);

  const stored = await upload({ token: staff.token, bytes: photo });
  assert.equal(stored.statusCode, 200, stored.body);
  const { data } = stored.json() as { data: { id: string; title: string; width: number; type: string } };
  assert.deepEqual([data.title, data.width, data.type], ["The left door", 2000, "image/jpeg"]);

  const asset = await app.inject({ url: `/assets/${data.id}`, headers: { authorization: `Bearer ${staff.token}` } });
  assert.equal(asset.statusCode, 200);
  const metadata = await sharp(asset.rawPayload).metadata();
  assert.equal(metadata.width, 2000);
  assert.equal(metadata.exif, undefined);

  assert.equal((await stranger.get(`/assets/${data.id}`)).code, "FORBIDDEN");
  assert.equal((await stranger.get(`/files/${data.id}`)).code, "FORBIDDEN");
  assert.equal((await (await asUser()).get(`/assets/${data.id}`)).code, "FORBIDDEN");
});

test("rejects non-images, oversized images and anonymous uploads", async () => {
  const branch = await make.branch();
  const staff = await asUser(await make.user("staff", { branch }));
  const before = await sql`select 1 from files`;
  const svg = await upload({ token: staff.token, bytes: Buffer.from("<svg onload='alert(1)'/>"), name: "car.svg" });
  assert.equal(svg.json().errors[0].extensions.code, "UNSUPPORTED_MEDIA_TYPE");
  const large = await upload({ token: staff.token, bytes: Buffer.alloc(3 * 1024 * 1024) });
  assert.equal(large.json().errors[0].extensions.code, "CONTENT_TOO_LARGE");
  // Under 2 MB.
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
  const exact = await upload({ token: staff.token, bytes: padded(limits.imageBytes) });
  assert.equal(exact.json().errors[0].extensions.code, "CONTENT_TOO_LARGE");
  const anonymous = await upload({ token: undefined, bytes: photo });
  assert.ok(anonymous.statusCode === 403, anonymous.body);
  assert.equal((await sql`select 1 from files`).length, before.length);
});

test("stores photos of a check-in and requires them if the branch does", async () => {
  const branch = await make.branch({ allow_vehicle_image_required: true });
  const staff = await asUser(await make.user("staff", { branch }));
  const withoutPhoto = await staff.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  assert.equal(withoutPhoto.code, "IMAGE_REQUIRED");
  const { data } = (await upload({ token: staff.token, bytes: photo })).json() as { data: { id: string } };
  const checkedIn = await staff.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    entry_images: [data.id],
  });
  assert.equal(checkedIn.status, 200, checkedIn.text);
  const images = await staff.get(`/items/Parking_Information/${checkedIn.data.id}?fields=entry_images.vehicle_image`);
  assert.deepEqual(images.data, { entry_images: [{ vehicle_image: data.id }] });
});

test("validates logos, banners and vehicle type images alike; makes them public only when attached", async () => {
  const branch = await make.branch();
  const admin = await asUser(await make.user("admin", { branch }));
  const manager = await asUser(await make.user("manager", { branch }));
  const verifier = await asUser(await make.user("verifier"));
  const anonymous = await asUser();
  const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const bomb = await sharp({ create: { width: 20_000, height: 10_000, channels: 3, background: "#335577" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const invalidFiles: [bytes: Uint8Array, name: string, code: string][] = [
    [script, "logo.png", "UNSUPPORTED_MEDIA_TYPE"],
    [photo.subarray(0, photo.length / 2), "banner.jpg", "UNSUPPORTED_MEDIA_TYPE"],
    [bomb, "type.png", "CONTENT_TOO_LARGE"],
    [Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)]), "logo.jpg", "CONTENT_TOO_LARGE"],
  ];
  const attachments: [person: typeof admin, work: (image: string) => Promise<{ status: number; text: string }>][] = [
    [admin, (company_logo) => admin.patch(`/items/Companies/${branch.company}`, { company_logo })],
    [manager, (image) => manager.post("/items/Branch_Banner_Images", { branch: branch.id, image })],
    [
      verifier,
      (vehicle_image) => verifier.post("/items/Vehicle_Type", { name: `Tractor ${branch.id}`, vehicle_image }),
    ],
  ];
  for (const [caller, attach] of attachments) {
    const before = await sql`select 1 from files`;
    for (const [bytes, name, code] of invalidFiles) {
      const rejected = await upload({ token: caller.token, bytes, name });
      assert.equal(rejected.json().errors[0].extensions.code, code, name);
    }
    assert.equal((await sql`select 1 from files`).length, before.length);
    const { data } = (await upload({ token: caller.token, bytes: photo })).json() as { data: { id: string } };
    assert.equal((await anonymous.get(`/assets/${data.id}`)).code, "FORBIDDEN");
    const attached = await attach(data.id);
    assert.equal(attached.status, 200, attached.text);
    assert.equal((await anonymous.get(`/assets/${data.id}`)).status, 200);
  }
});
