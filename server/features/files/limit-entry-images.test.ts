// §9: at most five photos per entry or ticket, also if they are added one by one, or by two devices at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 12 });
const make = createFactories(sql);

async function createFiles(user: string, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into files (id, storage, filename_disk, filename_download, type, user_created)
    select gen_random_uuid(), 'local', 'x', 'x.jpg', 'image/jpeg', ${user} from generate_series(1, ${count}) returning id`;
  return rows.map(({ id }) => id);
}

for (const { kind, collection, field } of [
  { kind: "an entry", collection: "Parking_Vehicle_Images", field: "parking_information" },
  { kind: "a ticket", collection: "valet_parking_vehicle_images", field: "valet_and_parking_information" },
]) {
  test(`${kind} has at most five photos, however they are added`, async () => {
    const isParking = field === "parking_information";
    const branch = isParking ? await make.branch({ slots: 5 }) : await make.valetBranch({ slots: 5 });
    const user = await make.user("staff", { branch });
    const gate = await asUser(user);
    const files = await createFiles(user.id, 12);
    const entry_images = files.splice(0, 3);
    const created = isParking
      ? await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345", entry_images })
      : await gate.post("/actions/valet/create-ticket", {
          Vehicle_Number: make.plate(),
          Customer_Phone_Number: "9840012345",
          entry_images,
        });
    assert.equal(created.status, 200, created.text);
    const add = (file: string) => gate.post(`/items/${collection}`, { [field]: created.data.id, vehicle_image: file });
    const responses = await Promise.all(files.splice(0, 6).map(add));
    const rejected = responses.filter(({ status }) => status !== 200 && status !== 204);
    assert.deepEqual(
      rejected.map(({ code }) => code),
      Array.from({ length: 4 }, () => "TOO_MANY_IMAGES"),
    );
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from "${collection}" where "${field}" = $1`,
      [created.data.id],
    );
    assert.equal(row!.count, 5);
  });
}

test("control: without the lock, two devices that count four photos both add the fifth", async () => {
  await sql`create table unlocked_photos (entry int)`;
  await sql`insert into unlocked_photos select 1 from generate_series(1, 4)`;
  const counted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const bothCounted = Promise.all(counted.map(({ promise }) => promise));
  await Promise.all(
    counted.map(({ resolve }) =>
      sql.begin(async (tx) => {
        const [row] = await tx<{ count: number }[]>`select count(*)::int as count from unlocked_photos`;
        resolve();
        await bothCounted;
        if (row!.count < 5) await tx`insert into unlocked_photos values (1)`;
      }),
    ),
  );
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from unlocked_photos`;
  assert.equal(row!.count, 6);
});
