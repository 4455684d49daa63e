import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Refusal } from "#domain/collection.ts";
import { nobody } from "#domain/roles.ts";
import { pickupIsWanted, requestDueAt } from "#domain/rules/pickup-time.ts";
import { offerFollows, planOffers } from "#domain/rules/valet-offer.ts";
import type { Driver, OffersMade, PickupRequest } from "#domain/rules/valet-offer.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const now = new Date("2026-11-21T20:00:00Z");
const timeoutMs = 60_000;
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** 'Ravi* 5, Meena 9' */
function driversIn(text: string): Driver[] {
  return text
    .split(", ")
    .filter(Boolean)
    .map((one) => {
      const [name = "", minutes] = one.split(" ");
      return {
        id: name.replace(/[*!]/, ""),
        freeSince: minutesAgo(Number(minutes)),
        isDriving: name.endsWith("*"),
        isManager: name.endsWith("!"),
      };
    });
}

/** 'Ravi 2 1': twice, the last time a minute ago. */
function madeIn(text: string): OffersMade {
  const made = text.split(", ").filter(Boolean);
  return Object.fromEntries(
    made.map((one) => {
      const [name, times, ago] = one.split(" ");
      return [name!, { times: Number(times), at: minutesAgo(Number(ago)).toISOString() }];
    }),
  );
}

for (const row of markdownTable({ file: "docs/rules/valet-offers.md", heading: "Who is next" })) {
  const words = Object.entries(row).filter(([, value]) => value);
  test(words.map(([name, value]) => `${name}: ${value}`).join(", "), () => {
    const request: PickupRequest = {
      id: 1,
      requestedAt: minutesAgo(Number(row["asked for"])),
      givenTo: row["given to"] || null,
      offeredTo: row["offered to"] || null,
      expiresAt: row["offered to"] ? minutesAgo(-Number(row["offer left"])) : null,
      made: madeIn(row["asked before"]!),
      managerCalledAt: null,
    };
    const [change, ...more] = planOffers({ requests: [request], drivers: driversIn(row["drivers"]!), now, timeoutMs });
    assert.equal(more.length, 0);
    const to = change && "offered_to" in change.set ? (change.set["offered_to"] ?? "nobody") : "stays";
    assert.equal(to, row["goes to"]);
    assert.equal(change?.set["manager_called_at"] === now ? "yes" : "", row["manager called"]);
    if (to !== "stays" && to !== "nobody") assert.deepEqual(change?.set["offer_expires_at"], minutesAgo(-1));
    if (row["given to"] && to !== "stays") assert.equal(change?.set["pickup_request_assigned"], null);
  });
}

const driver = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  freeSince: fc.integer({ min: 0, max: 60 }).map(minutesAgo),
  isDriving: fc.boolean(),
  isManager: fc.boolean(),
});
const person = fc.option(fc.constantFrom("a", "b", "c", "d", "gone"));
const request = fc.record({
  requestedAt: fc.integer({ min: 0, max: 30 }).map(minutesAgo),
  givenTo: fc.option(fc.constantFrom("a", "b", "gone"), { freq: 5 }),
  offeredTo: person,
  expiresAt: fc.integer({ min: -2, max: 2 }).map(minutesAgo),
  made: fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.record({
      times: fc.integer({ min: 1, max: 3 }),
      at: fc.integer({ min: 0, max: 3 }).map((m) => minutesAgo(m).toISOString()),
    }),
  ),
  managerCalledAt: fc.option(fc.constant(now)),
});

test("nobody gets two offers, none while driving, and a plan that was carried out changes nothing more", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(driver, { selector: ({ id }) => id }),
      fc.array(request, { maxLength: 6 }),
      (drivers, made) => {
        const requests = made.map((one, id): PickupRequest => ({
          ...one,
          id,
          offeredTo: one.givenTo ? null : one.offeredTo,
        }));
        const changes = planOffers({ requests, drivers, now, timeoutMs });
        const after = requests.map((one) => {
          const set = changes.find(({ id }) => id === one.id)?.set;
          if (!set) return one;
          return {
            ...one,
            offeredTo: (set["offered_to"] ?? null) as string | null,
            expiresAt: (set["offer_expires_at"] ?? null) as Date | null,
            made: (set["offers_made"] ?? one.made) as OffersMade,
            managerCalledAt: (set["manager_called_at"] ?? one.managerCalledAt) as Date | null,
            givenTo: "pickup_request_assigned" in set ? null : one.givenTo,
          };
        });
        const newly = changes.flatMap(({ set }) => (typeof set["offered_to"] === "string" ? [set["offered_to"]] : []));
        assert.equal(new Set(newly).size, newly.length);
        for (const id of newly) {
          const found = drivers.find((one) => one.id === id);
          assert.ok(found && !found.isDriving && !found.isManager);
          assert.equal(after.filter((one) => one.offeredTo === id || one.givenTo === id).length, 1);
        }
        assert.deepEqual(planOffers({ requests: after, drivers, now, timeoutMs }), []);
      },
    ),
  );
});

const related = { branch: { is_staff_available: true } };

test("an offer goes when the car is accepted or given, and is not made of one that is", () => {
  const before = { status_id: 3, offered_to: "Ravi", pickup_request_assigned: null };
  const follow = (changes: object, was: object = before) =>
    offerFollows({
      before: { ...was },
      after: { ...was, ...changes },
      changes: { ...changes },
      who: nobody,
      now,
      related,
    });
  const gone = { offered_to: null, offered_at: null, offer_expires_at: null };
  assert.deepEqual(follow({ status_id: 4 }), gone);
  assert.deepEqual(follow({ pickup_request_assigned: "Meena" }), gone);
  assert.equal(follow({ key_tag: "7" }), undefined);
  const late = follow({ offered_to: "Ravi" }, { status_id: 4, offered_to: null, pickup_request_assigned: "Meena" });
  assert.equal((late as Refusal).code, "STATUS_ALREADY_UPDATED");
});

test("a car is wanted within twelve hours, not in the past, and not once it was asked for", () => {
  const want = (status: number, minutes: number | null, branch = related.branch) => {
    const before = { status_id: status };
    const changes = { pickup_wanted_at: minutes === null ? null : minutesAgo(-minutes) };
    return pickupIsWanted({ before, after: { ...before, ...changes }, changes, who: nobody, now, related: { branch } });
  };
  assert.deepEqual(want(2, 60), { pickup_due_at: minutesAgo(-45) });
  assert.deepEqual(want(2, 5), { pickup_due_at: now });
  assert.deepEqual(want(1, 60), { pickup_due_at: minutesAgo(-45) });
  assert.deepEqual(want(2, null), { pickup_due_at: null });
  const codes = [want(2, 0), want(2, -1), want(2, 721), want(3, 60), want(2, 60, { is_staff_available: false })];
  assert.deepEqual(
    codes.map((refusal) => (refusal as Refusal).code),
    ["PICKUP_TIME", "PICKUP_TIME", "PICKUP_TIME", "NO_NEXT_STATUS", "STAFF_NOT_AVAILABLE"],
  );
  assert.deepEqual(requestDueAt({ wantedAt: minutesAgo(-30), leadMinutes: 12, now }), minutesAgo(-18));
});
