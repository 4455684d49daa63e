// §4 Approvals, Invited: recipients of the messages, and that none is sent twice or too early.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
let approvalBranch: CreatedBranch;
let openBranch: CreatedBranch;
let staff: CreatedUser;
let host: CreatedUser;
let approver: CreatedUser;
let phones = 0;
const nextPhone = () => `95${String((phones += 1)).padStart(8, "0")}`;
const visitor = () => ({ vehicle_no: make.plate(), phone_no: nextPhone() });

before(async () => {
  const config = { security: "advanced_security" };
  approvalBranch = await make.branch({ entity_type: "government", allow_person_entries: true, config });
  openBranch = await make.branch({ allow_person_entries: true });
  staff = await make.user("staff", { branch: approvalBranch });
  host = await make.user("employee", { branch: approvalBranch });
  approver = await make.user("approver", { branch: approvalBranch, contact_number: "9840099901" });
  await make.user("approver", { branch: approvalBranch, contact_number: "9840099902", status: "suspended" });
  await make.user("approver", { branch: approvalBranch, contact_number: "9840099903", in_out_flag: false });
  await make.user("approver", { branch: openBranch, contact_number: "9840099904" });
});

interface QueuedMessage {
  channel: string;
  recipient: string;
  template: string;
  values: { [name: string]: string };
}

/** Runs the work and returns the messages it queued, in order. */
async function captureMessages(work: () => Promise<unknown>): Promise<QueuedMessage[]> {
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from "Outbox"`;
  await work();
  return [
    ...(await sql<QueuedMessage[]>`
    select channel, recipient, template, values from "Outbox" where id > ${last!.id} order by id`),
  ];
}

const toLabels = (messages: readonly QueuedMessage[]) =>
  messages.map(({ channel, template }) => `${channel} ${template}`);

test("notifies all approvers of the branch by mail and SMS, on duty or not", async () => {
  const gate = await asUser(staff);
  const messages = await captureMessages(() =>
    gate.post("/actions/parking/check-in", { ...visitor(), entry_reason: "A meeting" }),
  );
  const labels = ["mail approval-asked", "sms approval-asked"];
  assert.deepEqual(toLabels(messages), [...labels, ...labels]);
  assert.deepEqual(
    [messages[0]!, messages[1]!, messages[3]!].map(({ recipient }) => recipient),
    [approver.email, "9840099901", "9840099903"],
  );
  assert.equal(messages[0]!.values["reason"], "A meeting");
  assert.match(
    messages[0]!.values["approvals_link"]!,
    new RegExp(`^https://chaavi.test/.+/${approvalBranch.slug}/approvals$`),
  );

  const openGate = await asUser(await make.user("staff", { branch: openBranch }));
  assert.deepEqual(await captureMessages(() => openGate.post("/actions/parking/check-in", visitor())), []);
});

test("requests approval of a pass once, also if its holder checks in before the decision", async () => {
  const gate = await asUser(staff);
  const vehicle = visitor();
  let pass = 0;
  const requests = await captureMessages(async () => {
    pass = (await gate.post("/actions/passes", { ...vehicle, time_type: "days", duration: 1 })).data.id;
  });
  assert.equal(requests.length, 4);
  const repeated = await captureMessages(async () => {
    const response = await gate.post("/actions/parking/check-in", { parking_main_info: pass });
    assert.equal(response.status, 200, response.text);
  });
  assert.deepEqual(repeated, []);
});

test("tells the person to meet once that the visitor has arrived, and that they have left", async () => {
  const met = await make.user("employee", { branch: openBranch, contact_number: "9840099910", in_out_flag: false });
  const gate = await asUser(await make.user("staff", { branch: openBranch }));
  const person = { is_person: true, name: "Meena Kumari", phone_no: nextPhone() };
  let id = 0;
  const arrival = await captureMessages(async () => {
    const response = await gate.post("/actions/parking/check-in", { ...person, visitor_id: met.id });
    assert.equal(response.status, 200, response.text);
    id = response.data.id;
  });
  assert.deepEqual(
    arrival.map(({ channel, recipient, template, values }) => [channel, recipient, template, values["visitor"]]),
    [["sms", "9840099910", "visitor-arrived", "Meena Kumari"]],
  );
  const departure = await captureMessages(() => gate.post(`/actions/parking/${id}/check-out`));
  assert.deepEqual(toLabels(departure), ["sms visitor-left"]);
  assert.deepEqual(await captureMessages(() => gate.post(`/actions/parking/${id}/check-out`)), []);
});

test("tells the person to meet of an arrival after the approval only, and of one that pays at the exit", async () => {
  const met = await make.user("employee", {
    branch: approvalBranch,
    contact_number: "9840099911",
    first_name: "Lakshmi",
  });
  const gate = await asUser(staff);
  let id = 0;
  const request = await captureMessages(async () => {
    id = (await gate.post("/actions/parking/check-in", { ...visitor(), visitor_id: met.id })).data.id;
  });
  assert.equal(request.find(({ channel }) => channel === "mail")!.values["person"], "Lakshmi");
  assert.ok(!toLabels(request).includes("sms visitor-arrived"));
  await (await asUser(approver)).post(`/actions/approvals/${id}/approve`);
  assert.deepEqual(toLabels(await captureMessages(() => gate.post(`/actions/parking/${id}/check-in`))), [
    "sms visitor-arrived",
  ]);
  const exit = await captureMessages(async () => {
    const response = await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
    assert.equal(response.status, 200, response.text);
  });
  assert.deepEqual(toLabels(exit), ["sms visitor-left"]);
});

test("sends the invite link to the visitor, after approval if the branch requires it", async () => {
  const guest = { ...visitor(), email: "meena@example.com", name: "Meena Kumari" };
  const period = { invite_start_date: hoursFromNow(24), invite_end_date: hoursFromNow(26) };
  let id = 0;
  const requests = await captureMessages(async () => {
    id = (await (await asUser(host)).post("/actions/invites", { ...guest, ...period })).data.id;
  });
  assert.deepEqual(new Set(toLabels(requests)), new Set(["mail approval-asked", "sms approval-asked"]));
  const messages = await captureMessages(async () => (await asUser(approver)).post(`/actions/approvals/${id}/approve`));
  assert.deepEqual(toLabels(messages), ["sms invite", "mail invite"]);
  assert.deepEqual([messages[0]!.recipient, messages[1]!.recipient], [guest.phone_no, guest.email]);
  assert.match(messages[0]!.values["invite_link"]!, /^https:\/\/chaavi\.test\/invite\?t=\d+\.[\w-]{32}$/);
  assert.match(messages[0]!.values["from"]!, /^\d{4}\/\d\d\/\d\d \d\d:\d\d [AP]M$/);
  const withdrawals = await captureMessages(async () => (await asUser(host)).post(`/actions/invites/${id}/cancel`));
  assert.deepEqual(toLabels(withdrawals), ["sms invite-withdrawn", "mail invite-withdrawn"]);
});

test("sends nothing to a visitor whose invite was rejected or cancelled before the decision", async () => {
  for (const end of ["reject", "cancel"] as const) {
    const invite = await (
      await asUser(host)
    ).post("/actions/invites", { ...visitor(), invite_end_date: hoursFromNow(2) });
    const [user, segment] = end === "reject" ? [approver, "approvals"] : [host, "invites"];
    const messages = await captureMessages(async () => {
      const body = end === "reject" ? { reason: "Not expected" } : {};
      const response = await (await asUser(user)).post(`/actions/${segment}/${invite.data.id}/${end}`, body);
      assert.equal(response.data.parking_status_id, 4, response.text);
    });
    assert.deepEqual(messages, [], end);
  }
});
