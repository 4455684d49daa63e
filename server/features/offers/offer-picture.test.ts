// §2 §3 The picture of an offer: everybody sees it while public pages show the offer, as of a branch so of a whole company.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFilesFixture } from "#tests/support/files-fixture.ts";

const { asset, branch, callers, upload } = await startFilesFixture();

for (const [person, place] of [
  ["manager", { branch: branch.id }],
  ["admin", { branch: null }],
] as const)
  test(`the picture that a ${person} gives an offer is public while the offer is shown`, async () => {
    const by = callers[person]!;
    const { id: offer_image } = await upload(person);
    const body = {
      coupon_title: "Opening week",
      kind: "flat",
      amount: "20.00",
      is_listed: true,
      offer_image,
      ...place,
    };
    const { data, text } = await by.post("/items/Offers", body);
    assert.ok(data, text);
    const change = async (changes: object) =>
      assert.equal((await by.patch(`/items/Offers/${data.id}`, changes)).status, 200);
    const read = async () => (await asset(offer_image, { person: "nobody", query: "?key=system-medium-cover" })).status;
    const statuses = [await read()];
    for (const changes of [{ state: "running" }, { is_listed: false }, { is_listed: true }, { state: "ended" }]) {
      await change(changes);
      statuses.push(await read());
    }
    assert.deepEqual(statuses, [403, 200, 403, 200, 403]);
  });
