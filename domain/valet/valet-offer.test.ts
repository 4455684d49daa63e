import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RuleViolation, WriteRule } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import { applyPickupSchedule, getPickupRequestTime } from "#domain/valet/pickup/pickup-time.ts";
import { clearOfferOnAssignment, planOffers } from "#domain/valet/valet-offer.ts";
import type { ValetDriver, OfferHistory, PickupRequest } from "#domain/valet/valet-offer.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const now = new Date("2026-11-21T20:00:00Z");
const timeoutMs = 60_000;
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Parses 'Ravi* 5, Meena 9': minutes since free; `*` has a key, `!` is a manager. */
function parseDrivers(text: string): ValetDriver[] {
  return text
    .split(", ")
    .filter(Boolean)
    .map((item) => {
      const [name = "", minutes] = item.split(" ");
      return {
        id: name.replace(/[*!]/, ""),
        freeSince: minutesAgo(Number(minutes)),
        hasKey: name.endsWith("*"),
        isManager: name.endsWith("!"),
      };
    });
}

/** Parses 'Ravi 2 1': offered twice, the last time a minute ago. */
function parseOfferHistory(text: string): OfferHistory {
  const offers = text.split(", ").filter(Boolean);
  return Object.fromEntries(
    offers.map((item) => {
      const [name, times, ago] = item.split(" ");
      return [name!, { times: Number(times), at: minutesAgo(Number(ago)).toISOString() }];
    }),
  );
}

for (const row of readMarkdownTable({ file: "docs/rules/valet-offers.md", heading: "Who is next" })) {
  const conditions = Object.entries(row).filter(([, value]) => value);
  test(conditions.map(([name, value]) => `${name}: ${value}`).join(", "), () => {
    const request: PickupRequest = {
      id: 1,
      requestedAt: minutesAgo(Number(row["asked for"])),
      givenTo: row["given to"] || null,
      offeredTo: row["offered to"] || null,
      expiresAt: row["offered to"] ? minutesAgo(-Number(row["offer left"])) : null,
      made: parseOfferHistory(row["asked before"]!),
      managerCalledAt: null,
    };
    const [change, ...otherChanges] = planOffers({
      requests: [request],
      drivers: parseDrivers(row["drivers"]!),
      now,
      timeoutMs,
    });
    assert.equal(otherChanges.length, 0);
    const recipient = change && "offered_to" in change.values ? (change.values["offered_to"] ?? "nobody") : "stays";
    assert.equal(recipient, row["goes to"]);
    assert.equal(change?.values["manager_called_at"] === now ? "yes" : "", row["manager called"]);
    if (recipient !== "stays" && recipient !== "nobody")
      assert.deepEqual(change?.values["offer_expires_at"], minutesAgo(-1));
    if (row["given to"] && recipient !== "stays") assert.equal(change?.values["pickup_request_assigned"], null);
  });
}

const driver = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  freeSince: fc.integer({ min: 0, max: 60 }).map(minutesAgo),
  hasKey: fc.boolean(),
  isManager: fc.boolean(),
});
const optionalDriver = fc.option(fc.constantFrom("a", "b", "c", "d", "gone"));
const request = fc.record({
  requestedAt: fc.integer({ min: 0, max: 30 }).map(minutesAgo),
  givenTo: fc.option(fc.constantFrom("a", "b", "gone"), { freq: 5 }),
  offeredTo: optionalDriver,
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

test("a driver never has two offers nor one with a key, and applying a plan twice changes nothing", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(driver, { selector: ({ id }) => id }),
      fc.array(request, { maxLength: 6 }),
      (drivers, generated) => {
        const requests = generated.map((item, id): PickupRequest => ({
          ...item,
          id,
          offeredTo: item.givenTo ? null : item.offeredTo,
        }));
        const changes = planOffers({ requests, drivers, now, timeoutMs });
        const after = requests.map((item) => {
          const set = changes.find(({ id }) => id === item.id)?.values;
          if (!set) return item;
          return {
            ...item,
            offeredTo: (set["offered_to"] ?? null) as string | null,
            expiresAt: (set["offer_expires_at"] ?? null) as Date | null,
            made: (set["offers_made"] ?? item.made) as OfferHistory,
            managerCalledAt: (set["manager_called_at"] ?? item.managerCalledAt) as Date | null,
            givenTo: "pickup_request_assigned" in set ? null : item.givenTo,
          };
        });
        const newRecipients = changes.flatMap(({ values }) =>
          typeof values["offered_to"] === "string" ? [values["offered_to"]] : [],
        );
        assert.equal(new Set(newRecipients).size, newRecipients.length);
        for (const id of newRecipients) {
          const recipient = drivers.find((item) => item.id === id);
          assert.ok(recipient && !recipient.hasKey && !recipient.isManager);
          assert.equal(after.filter((item) => item.offeredTo === id || item.givenTo === id).length, 1);
        }
        assert.deepEqual(planOffers({ requests: after, drivers, now, timeoutMs }), []);
      },
    ),
  );
});

const related = { branch: { is_staff_available: true } };

test("an offer ends when the pickup is accepted or assigned, and cannot be made afterwards", () => {
  const before = { status_id: 3, offered_to: "Ravi", pickup_request_assigned: null };
  const clearRule: WriteRule = clearOfferOnAssignment;
  const applyChange = (changes: object, current: object = before) =>
    clearRule({
      before: { ...current },
      after: { ...current, ...changes },
      changes: { ...changes },
      actor: anonymous,
      now,
      related,
    });
  const clearedOffer = { offered_to: null, offered_at: null, offer_expires_at: null };
  assert.deepEqual(applyChange({ status_id: 4 }), clearedOffer);
  assert.deepEqual(applyChange({ pickup_request_assigned: "Meena" }), clearedOffer);
  assert.equal(applyChange({ key_tag: "7" }), undefined);
  const lateOffer = applyChange(
    { offered_to: "Ravi" },
    { status_id: 4, offered_to: null, pickup_request_assigned: "Meena" },
  );
  assert.equal((lateOffer as RuleViolation).code, "STATUS_ALREADY_UPDATED");
});

test("a pickup can be scheduled within twelve hours, not in the past and not after it was requested", () => {
  const scheduleRule: WriteRule = applyPickupSchedule;
  const schedule = (status: number, minutes: number | null, branch = related.branch) => {
    const before = { status_id: status };
    const changes = { pickup_wanted_at: minutes === null ? null : minutesAgo(-minutes) };
    return scheduleRule({
      before,
      after: { ...before, ...changes },
      changes,
      actor: anonymous,
      now,
      related: { branch },
    });
  };
  assert.deepEqual(schedule(2, 60), { pickup_due_at: minutesAgo(-45) });
  assert.deepEqual(schedule(2, 5), { pickup_due_at: now });
  assert.deepEqual(schedule(1, 60), { pickup_due_at: minutesAgo(-45) });
  assert.deepEqual(schedule(2, null), { pickup_due_at: null });
  const codes = [
    schedule(2, 0),
    schedule(2, -1),
    schedule(2, 721),
    schedule(3, 60),
    schedule(2, 60, { is_staff_available: false }),
  ];
  assert.deepEqual(
    codes.map((violation) => (violation as RuleViolation).code),
    ["PICKUP_TIME", "PICKUP_TIME", "PICKUP_TIME", "NO_NEXT_STATUS", "STAFF_NOT_AVAILABLE"],
  );
  assert.deepEqual(getPickupRequestTime({ scheduledFor: minutesAgo(-30), leadMinutes: 12, now }), minutesAgo(-18));
});
