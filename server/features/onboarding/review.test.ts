// §1, reading.md §1: the platform decides on companies and branches, one decision after the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
const verifier = await as(await make.user("verifier"));
const platform = await as(await make.user("platform"));

const review = (caller: Caller, body: object) => caller.post("/items/Onboarding_Reviews", body);

async function waitingBranch() {
  const company = await make.company({ status: "draft" });
  const branch = await make.branch({ company: company.id, status: "draft" });
  return { company: company.id, branch: branch.id, made: branch };
}

async function statusOf(table: "Branch" | "Companies", id: number): Promise<string> {
  const [row] = await sql<{ status: string }[]>`select status from ${sql(table)} where id = ${id}`;
  return row!.status;
}

test("a company and its branch are published; their people can work from the next request on", async () => {
  const { company, branch, made } = await waitingBranch();
  const staff = await as(await make.user("staff", { branch: made }));
  assert.equal((await staff.get("/users/me")).code, "COMPANY_DRAFT");
  assert.equal((await review(verifier, { company, decision: "published" })).status, 200);
  assert.equal((await staff.get("/users/me")).code, "BRANCH_DRAFT");
  assert.equal((await review(verifier, { company, branch, decision: "published" })).status, 200);
  assert.equal((await staff.get("/users/me")).status, 200);
  assert.deepEqual(
    [await statusOf("Companies", company), await statusOf("Branch", branch)],
    ["published", "published"],
  );
});

test("a rejection is kept with its remarks, and is seen by the admin of the company alone", async () => {
  const { company, branch, made } = await waitingBranch();
  const remarks = [{ field: "gstin", remark: "Belongs to another company" }];
  const answer = await review(verifier, { company, branch, decision: "rejected", remarks });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await statusOf("Branch", branch), "rejected");
  const none = await review(verifier, { company, branch, follows: answer.data.id, decision: "rejected" });
  assert.equal(none.code, "REMARK_REQUIRED");
  const list = await verifier.get(`/items/Onboarding_Reviews?filter[branch][_eq]=${branch}`);
  assert.deepEqual([list.data.length, list.data[0].remarks], [1, remarks]);
  const stranger = await as(await make.user("admin", { branch: await make.branch({}) }));
  assert.deepEqual((await stranger.get("/items/Onboarding_Reviews")).data, []);
  const manager = await as(await make.user("manager", { branch: made }));
  assert.equal((await manager.get("/items/Onboarding_Reviews")).status, 403);
});

test("the status has no other door for a verifier; only moves of the table are made", async () => {
  const { company, branch } = await waitingBranch();
  assert.equal((await verifier.patch(`/items/Branch/${branch}`, { status: "published" })).code, "FORBIDDEN");
  assert.equal((await verifier.patch(`/items/Companies/${company}`, { status: "published" })).code, "FORBIDDEN");
  const archived = await review(verifier, { company, branch, decision: "archived" });
  const next = { company, branch, follows: archived.data.id };
  assert.equal((await review(verifier, { ...next, decision: "published" })).status, 409);
  assert.equal((await review(verifier, { ...next, decision: "draft" })).status, 200);
  assert.equal(await statusOf("Branch", branch), "draft");
  const history = await platform.get(`/revisions?filter[collection][_eq]=Branch&filter[item][_eq]=${branch}&limit=10`);
  assert.ok(history.data.length >= 2);
});

test("of ten who decide on what they see at the same moment one is first, and the others are told", async () => {
  const { company, branch } = await waitingBranch();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      place % 2 === 0
        ? review(verifier, { company, branch, decision: "published" })
        : review(platform, { company, branch, decision: "rejected", note: "The address is wrong" }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const { status, code } of answers) assert.ok(status === 200 || code === "REVIEW_ALREADY_DONE", code);
  assert.equal(await statusOf("Branch", branch), won[0]!.data.decision);
  const kept = await sql`select decision from "Onboarding_Reviews" where branch = ${branch}`;
  assert.equal(kept.length, 1);
});

test("control: without what ties a decision to the one before, two that contradict each other are both made", async () => {
  const { company, branch } = await waitingBranch();
  const first = await review(verifier, { company, branch, decision: "published" });
  // The same decision as a second person's who looked before the first one's was made, but says that they have seen it.
  const second = { company, branch, follows: first.data.id, decision: "rejected", note: "The address is wrong" };
  assert.equal((await review(platform, second)).status, 200);
  assert.equal((await review(verifier, second)).code, "REVIEW_ALREADY_DONE");
});

test("where publishing takes two, the first yes moves nothing, and the second must be another person's", async (t) => {
  await verifier.patch("/items/Configuration_Settings", { publishing_takes_two: true });
  t.after(() => verifier.patch("/items/Configuration_Settings", { publishing_takes_two: false }));
  const second = await as(await make.user("verifier"));
  const { company, branch } = await waitingBranch();
  const first = await review(verifier, { company, branch, decision: "published" });
  assert.deepEqual([first.status, first.data.awaits_second], [200, true]);
  assert.equal(await statusOf("Branch", branch), "draft");
  const next = { company, branch, follows: first.data.id, decision: "published" };
  assert.equal((await review(verifier, next)).code, "SECOND_VERIFIER_REQUIRED");
  const done = await review(second, next);
  assert.deepEqual([done.status, done.data.awaits_second], [200, false]);
  assert.equal(await statusOf("Branch", branch), "published");

  // Claiming the first yes, or following somebody's rejection with one's own, is no way around it.
  const other = await waitingBranch();
  const claimed = await review(verifier, { ...other, made: undefined, decision: "published", awaits_second: false });
  assert.equal(claimed.code, "FORBIDDEN");
  const alone = await review(verifier, { company: other.company, branch: other.branch, decision: "published" });
  await sql`update "Branch" set date_updated = now() + interval '1 second' where id = ${other.branch}`;
  const changed = { company: other.company, branch: other.branch, follows: alone.data.id, decision: "published" };
  const anew = await review(second, changed);
  assert.deepEqual([anew.data.awaits_second, await statusOf("Branch", other.branch)], [true, "draft"]);
  const archived = await review(verifier, { ...changed, follows: anew.data.id, decision: "archived" });
  const dead = await review(second, { ...changed, follows: archived.data.id, decision: "published" });
  assert.equal(dead.status, 409);
});

test("an area that was asked for is made once, and the branch lies in it; a refusal says why", async () => {
  const place = await make.branch({ city: "Chennai", state: "Tamil Nadu" });
  const admin = await as(await make.user("admin", { branch: place }));
  const ask = async (area_name: string) =>
    (await admin.post("/items/Area_Request_List", { area_name, area_request_branch_id: place.id })).data.id as number;
  const [one, two, three] = [await ask("Kotturpuram"), await ask("kotturpuram"), await ask("Nowhere")];
  const area = (area_name: string) => ({ area_name, city: "Chennai", state: "Tamil Nadu" });
  const answer = (id: number, body: object) => verifier.patch(`/items/Area_Request_List/${id}`, body);
  assert.equal((await answer(one, { status: "published" })).code, "AREA_REQUIRED");
  assert.equal((await answer(one, { status: "published", area: area("Kotturpuram") })).status, 200);
  const lies = await admin.get(`/items/Branch/${place.id}?fields=area.area_name`);
  assert.deepEqual(lies.data, { area: { area_name: "Kotturpuram" } });
  assert.equal((await answer(two, { status: "published", area: area("kotturpuram") })).code, "AREA_EXIST");
  const [known] = await sql<{ id: number }[]>`select id from "Areas" where area_name = 'Kotturpuram'`;
  assert.equal((await answer(two, { status: "published", area: known!.id })).status, 200);
  assert.equal((await answer(three, { status: "rejected" })).code, "REMARK_REQUIRED");
  assert.equal((await answer(three, { status: "rejected", note: "There is no such place" })).status, 200);
  assert.equal((await answer(three, { status: "published", area: known!.id })).code, "REVIEW_ALREADY_DONE");
  const told = await admin.get(`/items/Area_Request_List/${three}?fields=status,note`);
  assert.deepEqual(told.data, { status: "rejected", note: "There is no such place" });
});

test("a verifier reads what was done with a submission, sets the platform's share, and nothing else of a branch", async () => {
  const { company, branch } = await waitingBranch();
  await review(verifier, { company, branch, decision: "published" });
  const shares = { platform_charges: 250, service_charges: 100 };
  assert.equal((await verifier.patch(`/items/Branch/${branch}`, shares)).status, 200);
  const filter = `filter[collection][_eq]=Branch&filter[item][_eq]=${branch}`;
  const done = await verifier.get(`/activity?${filter}&fields=action,user.first_name,revisions.delta&sort=-id`);
  assert.equal(done.data[0].revisions[0].delta.platform_charges, 250);
  assert.equal((await verifier.get("/activity?fields=ip")).code, "FORBIDDEN");
  const others = await verifier.get("/activity?filter[collection][_eq]=users&fields=id");
  assert.deepEqual(others.data, []);
});
