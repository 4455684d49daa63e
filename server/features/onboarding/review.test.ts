// §1, reading.md §1: reviews of companies and branches, each decision based on the previous one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const verifier = await asUser(await make.user("verifier"));
const platform = await asUser(await make.user("platform"));

const review = (caller: TestClient, body: object) => caller.post("/items/Onboarding_Reviews", body);

async function createWaitingBranch() {
  const company = await make.company({ status: "draft" });
  const branch = await make.branch({ company: company.id, status: "draft" });
  return { company: company.id, branch: branch.id, createdBranch: branch };
}

async function readStatus(table: "Branch" | "Companies", id: number): Promise<string> {
  const [row] = await sql<{ status: string }[]>`select status from ${sql(table)} where id = ${id}`;
  return row!.status;
}

test("publishes a company and its branch, effective for the next request of their users", async () => {
  const { company, branch, createdBranch } = await createWaitingBranch();
  const staff = await asUser(await make.user("staff", { branch: createdBranch }));
  assert.equal((await staff.get("/users/me")).code, "COMPANY_DRAFT");
  assert.equal((await review(verifier, { company, decision: "published" })).status, 200);
  assert.equal((await staff.get("/users/me")).code, "BRANCH_DRAFT");
  assert.equal((await review(verifier, { company, branch, decision: "published" })).status, 200);
  assert.equal((await staff.get("/users/me")).status, 200);
  assert.deepEqual(
    [await readStatus("Companies", company), await readStatus("Branch", branch)],
    ["published", "published"],
  );
});

test("stores a rejection with its remarks, readable only by the admin of the company", async () => {
  const { company, branch, createdBranch } = await createWaitingBranch();
  const remarks = [{ field: "gstin", remark: "Belongs to another company" }];
  const response = await review(verifier, { company, branch, decision: "rejected", remarks });
  assert.equal(response.status, 200, response.text);
  assert.equal(await readStatus("Branch", branch), "rejected");
  const withoutRemarks = await review(verifier, { company, branch, follows: response.data.id, decision: "rejected" });
  assert.equal(withoutRemarks.code, "REMARK_REQUIRED");
  const list = await verifier.get(`/items/Onboarding_Reviews?filter[branch][_eq]=${branch}`);
  assert.deepEqual([list.data.length, list.data[0].remarks], [1, remarks]);
  const stranger = await asUser(await make.user("admin", { branch: await make.branch({}) }));
  assert.deepEqual((await stranger.get("/items/Onboarding_Reviews")).data, []);
  const manager = await asUser(await make.user("manager", { branch: createdBranch }));
  assert.equal((await manager.get("/items/Onboarding_Reviews")).status, 403);
});

test("lets verifiers change the status only by reviews with valid transitions", async () => {
  const { company, branch } = await createWaitingBranch();
  assert.equal((await verifier.patch(`/items/Branch/${branch}`, { status: "published" })).code, "FORBIDDEN");
  assert.equal((await verifier.patch(`/items/Companies/${company}`, { status: "published" })).code, "FORBIDDEN");
  const archived = await review(verifier, { company, branch, decision: "archived" });
  const nextReview = { company, branch, follows: archived.data.id };
  assert.equal((await review(verifier, { ...nextReview, decision: "published" })).status, 409);
  assert.equal((await review(verifier, { ...nextReview, decision: "draft" })).status, 200);
  assert.equal(await readStatus("Branch", branch), "draft");
  const history = await platform.get(`/revisions?filter[collection][_eq]=Branch&filter[item][_eq]=${branch}&limit=10`);
  assert.ok(history.data.length >= 2);
});

test("the status changes by a review for administrators as well, and an archived company's admins are emailed why", async () => {
  const branch = await make.branch({});
  const admin = await make.user("admin", { branch });
  const subjects = [
    { path: `/items/Companies/${branch.company}`, table: "Companies", id: branch.company },
    { path: `/items/Branch/${branch.id}`, table: "Branch", id: branch.id },
  ] as const;
  for (const { path, table, id } of subjects) {
    assert.equal((await platform.patch(path, { status: "archived" })).code, "FORBIDDEN");
    assert.equal(await readStatus(table, id), "published");
  }
  const nested = { id: branch.company, status: "archived" };
  const nestedReview = await review(platform, { company: nested, decision: "archived" });
  assert.equal(nestedReview.code, "FORBIDDEN", nestedReview.text);
  const note = "Closed by its owner.";
  const archived = await review(platform, { company: branch.company, decision: "archived", note });
  assert.equal(archived.status, 200, archived.text);
  assert.equal(await readStatus("Companies", branch.company), "archived");
  const { template, values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to: admin.email });
  assert.deepEqual([template, values["reason"]], ["application-archived", "Note: Closed by its owner"]);
  assert.match(String(values["effect"]), /^Customers no longer find it/);
  const waiting = await createWaitingBranch();
  const applicant = await make.user("admin", { branch: waiting.createdBranch });
  await review(platform, { company: waiting.company, decision: "archived", note });
  const mail = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to: applicant.email });
  assert.equal(mail.values["effect"], "It will not be published.");
});

test("accepts one of ten concurrent decisions and rejects the others", async () => {
  const { company, branch } = await createWaitingBranch();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? review(verifier, { company, branch, decision: "published" })
        : review(platform, { company, branch, decision: "rejected", note: "The address is wrong" }),
    ),
  );
  const accepted = responses.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1);
  for (const { status, code } of responses) assert.ok(status === 200 || code === "REVIEW_ALREADY_DONE", code);
  assert.equal(await readStatus("Branch", branch), accepted[0]!.data.decision);
  const stored = await sql`select decision from "Onboarding_Reviews" where branch = ${branch}`;
  assert.equal(stored.length, 1);
});

test("control: a contradicting decision that follows the first one is accepted", async () => {
  const { company, branch } = await createWaitingBranch();
  const first = await review(verifier, { company, branch, decision: "published" });
  // Unlike a concurrent decision, this one states that it follows the first.
  const second = { company, branch, follows: first.data.id, decision: "rejected", note: "The address is wrong" };
  assert.equal((await review(platform, second)).status, 200);
  assert.equal((await review(verifier, second)).code, "REVIEW_ALREADY_DONE");
});

test("publishes after two approvals by different verifiers if required", async (t) => {
  await sql`update "Configuration_Settings" set publishing_takes_two = true`;
  t.after(() => sql`update "Configuration_Settings" set publishing_takes_two = false`);
  const second = await asUser(await make.user("verifier"));
  const { company, branch } = await createWaitingBranch();
  const first = await review(verifier, { company, branch, decision: "published" });
  assert.deepEqual([first.status, first.data.awaits_second], [200, true]);
  assert.equal(await readStatus("Branch", branch), "draft");
  const nextReview = { company, branch, follows: first.data.id, decision: "published" };
  assert.equal((await review(verifier, nextReview)).code, "SECOND_VERIFIER_REQUIRED");
  const secondApproval = await review(second, nextReview);
  assert.deepEqual([secondApproval.status, secondApproval.data.awaits_second], [200, false]);
  assert.equal(await readStatus("Branch", branch), "published");

  // Setting `awaits_second` or following another decision does not bypass the second approval.
  const other = await createWaitingBranch();
  const claimed = await review(verifier, {
    ...other,
    createdBranch: undefined,
    decision: "published",
    awaits_second: false,
  });
  assert.equal(claimed.code, "FORBIDDEN");
  const firstApproval = await review(verifier, { company: other.company, branch: other.branch, decision: "published" });
  await sql`update "Branch" set date_updated = now() + interval '1 second' where id = ${other.branch}`;
  const changed = {
    company: other.company,
    branch: other.branch,
    follows: firstApproval.data.id,
    decision: "published",
  };
  const restarted = await review(second, changed);
  assert.deepEqual([restarted.data.awaits_second, await readStatus("Branch", other.branch)], [true, "draft"]);
  const archived = await review(verifier, { ...changed, follows: restarted.data.id, decision: "archived" });
  const rejected = await review(second, { ...changed, follows: archived.data.id, decision: "published" });
  assert.equal(rejected.status, 409);
});

test("creates a requested area once and assigns it to the branch; a rejection requires a remark", async () => {
  const branch = await make.branch({ city: "Chennai", state: "Tamil Nadu" });
  const admin = await asUser(await make.user("admin", { branch }));
  const createAreaRequest = async (area_name: string) =>
    (await admin.post("/items/Area_Request_List", { area_name, area_request_branch_id: branch.id })).data.id as number;
  const [firstRequest, secondRequest, thirdRequest] = [
    await createAreaRequest("Kotturpuram"),
    await createAreaRequest("kotturpuram"),
    await createAreaRequest("Nowhere"),
  ];
  const toArea = (area_name: string) => ({ area_name, city: "Chennai", state: "Tamil Nadu" });
  const decide = (id: number, body: object) => verifier.patch(`/items/Area_Request_List/${id}`, body);
  assert.equal((await decide(firstRequest, { status: "published" })).code, "AREA_REQUIRED");
  assert.equal((await decide(firstRequest, { status: "published", area: toArea("Kotturpuram") })).status, 200);
  const assigned = await admin.get(`/items/Branch/${branch.id}?fields=area.area_name`);
  assert.deepEqual(assigned.data, { area: { area_name: "Kotturpuram" } });
  assert.equal((await decide(secondRequest, { status: "published", area: toArea("kotturpuram") })).code, "AREA_EXIST");
  const [existingArea] = await sql<{ id: number }[]>`select id from "Areas" where area_name = 'Kotturpuram'`;
  assert.equal((await decide(secondRequest, { status: "published", area: existingArea!.id })).status, 200);
  assert.equal((await decide(thirdRequest, { status: "rejected" })).code, "REMARK_REQUIRED");
  assert.equal((await decide(thirdRequest, { status: "rejected", note: "There is no such place" })).status, 200);
  assert.equal(
    (await decide(thirdRequest, { status: "published", area: existingArea!.id })).code,
    "REVIEW_ALREADY_DONE",
  );
  const thirdStatus = await admin.get(`/items/Area_Request_List/${thirdRequest}?fields=status,note`);
  assert.deepEqual(thirdStatus.data, { status: "rejected", note: "There is no such place" });
});

test("lets a verifier read the activity of a submission and set its message limits, but no other fields", async () => {
  const { company, branch } = await createWaitingBranch();
  await review(verifier, { company, branch, decision: "published" });
  const quotas = { sms_per_day: 250, mails_per_day: 100 };
  assert.equal((await verifier.patch(`/items/Branch/${branch}`, quotas)).status, 200);
  const filter = `filter[collection][_eq]=Branch&filter[item][_eq]=${branch}`;
  const activity = await verifier.get(`/activity?${filter}&fields=action,user.first_name,revisions.delta&sort=-id`);
  assert.equal(activity.data[0].revisions[0].delta.sms_per_day, 250);
  assert.equal((await verifier.get("/activity?fields=ip")).code, "FORBIDDEN");
  const otherActivity = await verifier.get("/activity?filter[collection][_eq]=users&fields=id");
  assert.deepEqual(otherActivity.data, []);
});

test("of verifiers who assign a review to themselves at once, one gets it", async () => {
  const { company, branch } = await createWaitingBranch();
  const verifiers = await Promise.all(Array.from({ length: 6 }, async () => asUser(await make.user("verifier"))));
  const subjects = [
    { company, branch },
    { company, branch: null },
  ];
  for (const subject of subjects) {
    const responses = await Promise.all(verifiers.map((caller) => caller.post("/items/Review_Assignments", subject)));
    assert.deepEqual(responses.map(({ code }) => code ?? "assigned").toSorted(), [
      ...Array.from({ length: 5 }, () => "REVIEW_ALREADY_ASSIGNED"),
      "assigned",
    ]);
  }
  const { branch: otherBranch } = await createWaitingBranch();
  const mismatch = await verifier.post("/items/Review_Assignments", { company, branch: otherBranch });
  assert.equal(mismatch.code, "NO_MATCH_FOUND");
});
