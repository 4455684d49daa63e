// §4 Approvals: a request at the gate goes to the members of the visited unit, one after the other, then to the approvers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { askNextMember } from "#server/features/parking/visitors/ask-next-member.ts";
import { createServices } from "#server/context.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { asUser, sql, clock } = await startApp();
const services = createServices({ sql, config: testConfig, clock: getNow });
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let approver: TestClient;
let visitor: TestClient;
let phones = 0;
function getNow(): Date {
  return (clock.now ??= new Date());
}
const nextPhone = () => `94${String((phones += 1)).padStart(8, "0")}`;

before(async () => {
  getNow();
  visitor = await asUser();
  branch = await make.branch({
    entity_type: "residential",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  gate = await openGate();
  approver = await asUser(await make.user("approver", { branch, contact_number: "9840099921" }));
});

/** A session of gate staff at the app's current time. */
async function openGate(): Promise<TestClient> {
  return asUser(await make.user("staff", { branch }));
}

async function createUnit(members: number) {
  const unit = await make.row("Branch_Units", { branch: branch.id, name: `A-${nextPhone()}` });
  const people: { id: number; phone: string }[] = [];
  for (let sort = 1; sort <= members; sort += 1) {
    const phone = nextPhone();
    const { id } = await make.row("Unit_Members", { unit: unit.id, name: `Member ${sort}`, phone, sort });
    people.push({ id, phone });
  }
  return { id: unit.id, members: people };
}

async function arrive(unit: number): Promise<number> {
  const person = { is_person: true, name: "Meena Kumari", phone_no: nextPhone(), unit };
  const { status, text, data } = await gate.post("/actions/parking/check-in", person);
  assert.equal(status, 200, text);
  return data.id;
}

/** Recipients and templates of the SMS about the entry, in order. */
async function readSms(): Promise<string[]> {
  const rows = await sql<{ recipient: string; template: string }[]>`
    select recipient, template from "Outbox" where channel = 'sms' order by id`;
  return rows.map(({ recipient, template }) => `${template} ${recipient}`);
}
const askedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const earlier = await readSms();
  await work();
  return (await readSms()).slice(earlier.length);
};
const askNext = (id: number) => askNextMember({ services, id });
const waitForAnswer = () => (clock.now = new Date(getNow().getTime() + limits.unitAnswerMs));
const linkOf = (entry: number, member: number) =>
  ({ "x-visit": testTokens.issue({ kind: tokenKinds.visitLink, payload: { entry, member } }) }) as const;
const readRequest = (entry: number, member: number) =>
  visitor.get("/actions/visits/request", undefined, linkOf(entry, member));
const answer = (entry: number, member: number, body: object) =>
  visitor.post("/actions/visits/answer", body, linkOf(entry, member));

test("asks the next member when nobody answers in time, and the approvers after the last", async () => {
  const unit = await createUnit(2);
  const [first, second] = unit.members;
  let id = 0;
  assert.deepEqual(await askedBy(async () => (id = await arrive(unit.id))), [`visitor-asks ${first!.phone}`]);
  assert.deepEqual(await askedBy(() => askNext(id)), [], "not before the time to answer is over");
  waitForAnswer();
  assert.deepEqual(await askedBy(() => askNext(id)), [`visitor-asks ${second!.phone}`]);
  waitForAnswer();
  assert.deepEqual(await askedBy(() => askNext(id)), ["approval-asked 9840099921"]);
  const { data } = await gate.get(`/items/Parking_Information/${id}`);
  assert.deepEqual([data.asked_member, data.parking_status_id], [null, 3]);
});

test("a second resident answers: the gate checks the visitor in, and nobody else is asked", async () => {
  const unit = await createUnit(3);
  const [first, second] = unit.members;
  const id = await arrive(unit.id);
  waitForAnswer();
  await askNext(id);
  const shown = await readRequest(id, second!.id);
  assert.deepEqual([shown.data.state, shown.data.visitor], ["waiting", "Meena Kumari"]);
  const answered = await answer(id, second!.id, { decision: "approve" });
  assert.deepEqual([answered.data.state, answered.data.answered_by], ["approved", "Member 2"], answered.text);
  const late = await answer(id, first!.id, { decision: "reject", reason: "Not expected" });
  assert.equal(late.code, "PERSON_STATUS_ALREADY_UPDATED");
  waitForAnswer();
  assert.deepEqual(await askedBy(() => askNext(id)), []);
  const checkedIn = await gate.post(`/actions/parking/${id}/check-in`);
  assert.equal(checkedIn.data.parking_status_id, 1, checkedIn.text);
  assert.equal(checkedIn.data.answered_by_member, second!.id);
});

test("a rejection needs a reason, which the gate sees", async () => {
  const unit = await createUnit(1);
  const member = unit.members[0]!.id;
  const id = await arrive(unit.id);
  assert.equal((await answer(id, member, { decision: "reject" })).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await answer(id, member, { decision: "reject", reason: "Not expected" })).data.state, "rejected");
  const { data } = await gate.get(`/items/Parking_Information/${id}`);
  assert.deepEqual([data.parking_status_id, data.decision_reason], [4, "Not expected"]);
  assert.equal((await gate.post(`/actions/parking/${id}/check-in`)).code, "NO_NEXT_STATUS");
});

test("of members and approvers who answer at the same time, one decides", async () => {
  const unit = await createUnit(2);
  const id = await arrive(unit.id);
  const responses = await Promise.all([
    ...unit.members.map((member) => answer(id, member.id, { decision: "approve" })),
    approver.post(`/actions/approvals/${id}/reject`, { reason: "Not expected" }),
  ]);
  const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
  assert.deepEqual(codes, ["200", "PERSON_STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"]);
});

test("control: without the lock, a member and an approver who have both read the request both decide it", async () => {
  await sql`create table bare_requests (is_waiting boolean not null)`;
  await sql`create table bare_decisions (decision text not null)`;
  await sql`insert into bare_requests values (true)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const decide = (decision: string) =>
    sql.begin(async (tx) => {
      const [request] = await tx<{ is_waiting: boolean }[]>`select is_waiting from bare_requests`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (!request!.is_waiting) return;
      await tx`update bare_requests set is_waiting = false`;
      await tx`insert into bare_decisions values (${decision})`;
    });
  await Promise.all([decide("approve"), decide("reject")]);
  const decisions = await sql<{ decision: string }[]>`select decision from bare_decisions order by decision`;
  assert.deepEqual(
    decisions.map(({ decision }) => decision),
    ["approve", "reject"],
  );
});

test("a link opens its own request only, for a member of the visited unit, for a day", async () => {
  const [unit, other] = [await createUnit(1), await createUnit(1)];
  const id = await arrive(unit.id);
  for (const response of [
    await readRequest(id, other.members[0]!.id),
    await answer(id, other.members[0]!.id, { decision: "approve" }),
    await visitor.get("/actions/visits/request", undefined, { "x-visit": `${id}-${unit.members[0]!.id}.forged` }),
    await visitor.get("/actions/visits/request"),
  ])
    assert.equal(response.code, "INVALID_TOKEN");
  assert.equal((await readRequest(id, unit.members[0]!.id)).status, 200);
  const today = getNow();
  clock.now = new Date(today.getTime() + 25 * 3_600_000);
  assert.equal((await readRequest(id, unit.members[0]!.id)).code, "LINK_EXPIRED");
  clock.now = today;
});

test("a regular visitor needs no approval in the permitted hours, and asks the unit outside them", async () => {
  const unit = await createUnit(1);
  const [maid, plate] = [nextPhone(), make.plate()];
  const hours = { from_time: "06:00", until_time: "10:00" };
  await make.row("Visit_Permissions", { unit: unit.id, name: "Lakshmi Rao", phone: maid, ...hours });
  await make.row("Visit_Permissions", { unit: unit.id, name: "School van", vehicle_no: plate, ...hours });
  const now = getNow();
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
    new Date(now.getTime() + 86_400_000),
  );
  clock.now = new Date(`${day}T07:00:00+05:30`);
  gate = await openGate();
  const enter = async (body: object) => (await gate.post("/actions/parking/check-in", { ...body, unit: unit.id })).data;
  const sent = await askedBy(async () => {
    const person = await enter({ is_person: true, name: "Lakshmi Rao", phone_no: maid });
    assert.equal(person.parking_status_id, 1);
    assert.ok(person.parking_main_info.permission);
    assert.equal((await gate.post(`/actions/parking/${person.id}/check-out`)).status, 200);
  });
  const member = unit.members[0]!.phone;
  assert.deepEqual(sent, [`visitor-arrived ${member}`, `visitor-left ${member}`]);
  assert.equal((await enter({ vehicle_no: plate, phone_no: nextPhone() })).parking_status_id, 1);
  assert.equal((await enter({ is_person: true, name: "Another", phone_no: nextPhone() })).parking_status_id, 3);
  clock.now = new Date(`${day}T10:00:00+05:30`);
  gate = await openGate();
  const late = await askedBy(async () => {
    const person = await enter({ is_person: true, name: "Lakshmi Rao", phone_no: maid });
    assert.deepEqual([person.parking_status_id, person.parking_main_info.permission], [3, null]);
  });
  assert.deepEqual(late, [`visitor-asks ${member}`]);
  clock.now = now;
  gate = await openGate();
});

test("a unit without members, and no unit, leave the request to the approvers; another branch's unit is refused", async () => {
  const unit = await createUnit(0);
  assert.deepEqual(await askedBy(() => arrive(unit.id)), ["approval-asked 9840099921"]);
  const otherBranch = await make.branch({ entity_type: "residential" });
  const foreign = await make.row("Branch_Units", { branch: otherBranch.id, name: "B-1" });
  const person = { is_person: true, name: "Meena Kumari", phone_no: nextPhone(), unit: foreign.id };
  assert.equal((await gate.post("/actions/parking/check-in", person)).code, "INVALID_FOREIGN_KEY");
});
