// §2 pinned places: a customer's own list, of at most 20 valid places.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxPinnedPlaces } from "#domain/people/pinned-places.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const factories = createFactories(sql);
const home = { name: "Home", latitude: 12.9716, longitude: 77.5946 };

test("a customer stores named places without other properties, and nobody else changes them", async () => {
  const customer = await factories.user("customer");
  const other = await asUser(await factories.user("customer"));
  const staff = await asUser(await factories.user("staff", { branch: await factories.branch() }));
  const own = await asUser(customer);
  const saved = await own.patch("/users/me?fields=pinned_places", {
    pinned_places: [{ ...home, name: " Home ", x: 1 }],
  });
  assert.deepEqual(saved.data, { pinned_places: [home] }, saved.text);
  for (const caller of [other, staff]) {
    const changed = await caller.patch(`/users/${customer.id}`, { pinned_places: [] });
    assert.equal(changed.code, "FORBIDDEN");
    assert.ok(!(await caller.get("/users?limit=-1&fields=id")).text.includes(customer.id));
  }
  assert.equal((await staff.patch("/users/me", { pinned_places: [home] })).code, "FORBIDDEN");
  const [stored] = await sql`select pinned_places from users where id = ${customer.id}`;
  assert.deepEqual(stored!["pinned_places"], [home]);
});

test("a list with too many or invalid places is refused and changes nothing", async () => {
  const own = await asUser(await factories.user("customer"));
  const save = (places: unknown) => own.patch("/users/me?fields=pinned_places", { pinned_places: places });
  const full = Array.from({ length: maxPinnedPlaces }, (_, index) => ({ ...home, name: `Place ${index}` }));
  assert.equal((await save(full)).status, 200);
  const refused: unknown[] = [
    [...full, home],
    [{ ...home, latitude: 91 }],
    [{ ...home, longitude: -181 }],
    [{ ...home, latitude: "12" }],
    [{ ...home, name: " " }],
    [{ ...home, name: "x".repeat(300) }],
    [{ name: "Home" }],
    [null],
    "Home",
    { 0: home },
  ];
  for (const places of refused) assert.equal((await save(places)).code, "INVALID_USER_DETAILS", JSON.stringify(places));
  assert.deepEqual((await own.get("/users/me?fields=pinned_places")).data, { pinned_places: full });
});
