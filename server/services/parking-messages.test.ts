// §4 Approvals, Invited: who is told of them, and that nobody is told twice or too early.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
let asking: MadeBranch;
let open: MadeBranch;
let guard: MadeUser;
let host: MadeUser;
let approver: MadeUser;
let phones = 0;
const phone = () => `95${String((phones += 1)).padStart(8, "0")}`;
const visitor = () => ({ vehicle_no: make.plate(), phone_no: phone() });

before(async () => {
  const config = { security: "advanced_security" };
  asking = await make.branch({ entity_type: "government", allow_person_entries: true, config });
  open = await make.branch({ allow_person_entries: true });
  guard = await make.user("staff", { branch: asking });
  host = await make.user("employee", { branch: asking });
  approver = await make.user("approver", { branch: asking, contact_number: "9840099901" });
  await make.user("approver", { branch: asking, contact_number: "9840099902", status: "suspended" });
  await make.user("approver", { branch: asking, contact_number: "9840099903", in_out_flag: false });
  await make.user("approver", { branch: open, contact_number: "9840099904" });
});

interface Told {
  channel: string;
  recipient: string;
  template: string;
  values: { [name: string]: string };
}

/** What the work has put in the outbox, in the order in which it was. */
async function toldBy(work: () => Promise<unknown>): Promise<Told[]> {
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from "Outbox"`;
  await work();
  return [
    ...(await sql<Told[]>`
    select channel, recipient, template, values from "Outbox" where id > ${last!.id} order by id`),
  ];
}

const named = (told: readonly Told[]) => told.map(({ channel, template }) => `${channel} ${template}`);

test("a request is told to the approvers of the branch: by mail to all, by SMS to who is present", async () => {
  const gate = await as(guard);
  const told = await toldBy(() => gate.post("/actions/parking/check-in", { ...visitor(), entry_reason: "A meeting" }));
  assert.deepEqual(named(told), ["mail approval-asked", "sms approval-asked", "mail approval-asked"]);
  assert.deepEqual([told[0]!.recipient, told[1]!.recipient], [approver.email, "9840099901"]);
  assert.equal(told[0]!.values["reason"], "A meeting");
  assert.match(told[0]!.values["approvals_link"]!, new RegExp(`^https://chaavi.test/.+/${asking.slug}/approvals$`));

  const elsewhere = await as(await make.user("staff", { branch: open }));
  assert.deepEqual(await toldBy(() => elsewhere.post("/actions/parking/check-in", visitor())), []);
});

test("a pass is asked for once, also when somebody comes with it before the answer", async () => {
  const gate = await as(guard);
  const vehicle = visitor();
  let pass = 0;
  const asked = await toldBy(async () => {
    pass = (await gate.post("/actions/passes", { ...vehicle, time_type: "days", duration: 1 })).data.id;
  });
  assert.equal(asked.length, 3);
  const again = await toldBy(async () => {
    const answer = await gate.post("/actions/parking/check-in", { parking_main_info: pass });
    assert.equal(answer.status, 200, answer.text);
  });
  assert.deepEqual(again, []);
});

test("an invited visitor gets the link; where entries are approved, only with the approval", async () => {
  const guest = { ...visitor(), email: "meena@example.com", name: "Meena Kumari" };
  const window = { invite_start_date: later(24), invite_end_date: later(26) };
  let id = 0;
  const asked = await toldBy(async () => {
    id = (await (await as(host)).post("/actions/invites", { ...guest, ...window })).data.id;
  });
  assert.deepEqual(new Set(named(asked)), new Set(["mail approval-asked", "sms approval-asked"]));
  const told = await toldBy(async () => (await as(approver)).post(`/actions/approvals/${id}/approve`));
  assert.deepEqual(named(told), ["sms invite", "mail invite"]);
  assert.deepEqual([told[0]!.recipient, told[1]!.recipient], [guest.phone_no, guest.email]);
  assert.match(told[0]!.values["invite_link"]!, /^https:\/\/chaavi\.test\/invite\?t=\d+\.[\w-]{32}$/);
  assert.match(told[0]!.values["from"]!, /^\d{4}\/\d\d\/\d\d \d\d:\d\d [AP]M$/);
  const withdrawn = await toldBy(async () => (await as(host)).post(`/actions/invites/${id}/cancel`));
  assert.deepEqual(named(withdrawn), ["sms invite-withdrawn", "mail invite-withdrawn"]);
});

test("who was rejected or withdrawn before the answer hears nothing", async () => {
  for (const end of ["reject", "cancel"] as const) {
    const made = await (await as(host)).post("/actions/invites", { ...visitor(), invite_end_date: later(2) });
    const [who, address] = end === "reject" ? [approver, "approvals"] : [host, "invites"];
    const told = await toldBy(async () => {
      const answer = await (await as(who)).post(`/actions/${address}/${made.data.id}/${end}`);
      assert.equal(answer.data.parking_status_id, 4, answer.text);
    });
    assert.deepEqual(told, [], end);
  }
});
