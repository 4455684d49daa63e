// §1: how long submissions wait, and the median time of the answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const now = new Date("2026-11-23T10:00:00Z");
clock.now = now;
const verifier = await asUser(await make.user("verifier"));
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const read = async () => {
  const { status, data, text } = await verifier.get("/actions/platform/review-times");
  assert.equal(status, 200, text);
  return data;
};

interface Answered {
  /** When it was submitted, in hours before now. */
  at: number;
  reviews?: readonly [hours: number, decision: string, awaitsSecond?: boolean][];
  status?: string;
}
/** A branch of a company that was never reviewed itself. */
async function submit({
  at,
  reviews = [],
  status = "published",
}: Answered): Promise<{ company: number; branch: number }> {
  const { id: company } = await make.company();
  const { id: branch } = await make.branch({ company, status });
  await sql`update "Branch" set date_created = ${hoursAgo(at)} where id = ${branch}`;
  let follows: number | null = null;
  for (const [hours, decision, awaitsSecond = false] of reviews) {
    const inserted: { id: number }[] = await sql`
      insert into "Onboarding_Reviews" (company, branch, follows, decision, awaits_second, date_created)
      values (${company}, ${branch}, ${follows}, ${decision}, ${awaitsSecond}, ${hoursAgo(hours)}) returning id`;
    follows = inserted[0]!.id;
  }
  return { company, branch };
}

test("the median counts each submission once, by its first decision that takes effect", async () => {
  assert.deepEqual(await read(), { median_minutes: null, answers: 0, waiting: [] });
  await submit({ at: 10, reviews: [[8, "published"]] });
  assert.deepEqual(await read(), { median_minutes: 120, answers: 1, waiting: [] });
  // The first of two approvals is no answer (4 h in all), and a later change of mind neither.
  await submit({
    at: 50,
    reviews: [
      [49, "published", true],
      [46, "published"],
      [1, "archived"],
    ],
  });
  assert.deepEqual(await read(), { median_minutes: 180, answers: 2, waiting: [] });
  // A rejection (1 h) and the answer to the correction (9 h) are two.
  await submit({
    at: 40,
    reviews: [
      [39, "rejected"],
      [20, "draft"],
      [11, "published"],
    ],
  });
  assert.deepEqual(await read(), { median_minutes: 180, answers: 4, waiting: [] });
  await submit({ at: 24 * 200, reviews: [[24 * 91, "published"]] });
  // Created and published by the platform in one step.
  await submit({ at: 5, reviews: [[5, "published"]] });
  assert.deepEqual(await read(), { median_minutes: 180, answers: 4, waiting: [] });
});

test("what waits is listed with the time of its last submission, longest wait first", async () => {
  const corrected = await submit({
    at: 72,
    status: "draft",
    reviews: [
      [48, "rejected"],
      [2, "draft"],
    ],
  });
  const fresh = await submit({ at: 30, status: "draft" });
  await submit({ at: 90, status: "rejected", reviews: [[89, "rejected"]] });
  const { id: company } = await make.company({ status: "draft" });
  await sql`update "Companies" set date_created = ${hoursAgo(12)} where id = ${company}`;
  const { waiting } = await read();
  assert.deepEqual(
    waiting.map(({ since, ...subject }: { since: string }) => ({ ...subject, since: new Date(since).toISOString() })),
    [
      { ...fresh, since: hoursAgo(30).toISOString() },
      { company, branch: null, since: hoursAgo(12).toISOString() },
      { ...corrected, since: hoursAgo(2).toISOString() },
    ],
  );
  for (const role of ["admin", "manager"] as const) {
    const user = await asUser(await make.user(role, { branch: await make.branch() }));
    assert.equal((await user.get("/actions/platform/review-times")).code, "FORBIDDEN");
  }
});
