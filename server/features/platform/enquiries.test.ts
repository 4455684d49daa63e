// §2 /contact-us-for-business-affiliation and /suggestions: the platform answers an enquiry by email, once.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const services = await startSimulatedIntegrations();
const { asUser, sql } = await startApp({ integrations: services.integrations, runsJobs: true });
const make = createFactories(sql);
let verifier: TestClient;
let other: TestClient;
before(async () => {
  verifier = await asUser(await make.user("verifier"));
  other = await asUser(await make.user("verifier"));
});

async function createEnquiry(email: string): Promise<string> {
  const { id } = await make.row("Enquiries", {
    kind: "suggestion",
    name: "Meena Kumari",
    email,
    message: "A lift, please.\nAnd more light.",
  });
  return `/items/Enquiries/${id}`;
}
const listMails = async (email: string): Promise<string[]> => {
  const rows = await sql<{ template: string }[]>`select template from "Outbox" where recipient = ${email}`;
  return rows.map(({ template }) => template);
};

test("an answer marks the enquiry and is mailed with the message it answers", async () => {
  const path = await createEnquiry("meena@example.com");
  const answer = "A lift is being built.\nIt opens in March.";
  const answered = await verifier.patch(path, { answer, is_answered: true });
  assert.deepEqual([answered.status, answered.data.answer, answered.data.is_answered], [200, answer, true]);
  await eventually(async () => {
    const mail = services.journal.list().find(({ to }) => to === "meena@example.com");
    assert.equal(mail?.subject, "Answer to your message to Chaavi");
    assert.equal(
      mail?.text,
      `Hello Meena Kumari,\n\n${answer}\n\nYou wrote to us:\n\nA lift, please.\nAnd more light.\n\n` +
        "If anything is still open, write to us again:\n\nhttps://chaavi.test/suggestions\n",
    );
  });
});

test("an answered enquiry is answered again only after it is reopened", async () => {
  const path = await createEnquiry("again@example.com");
  assert.equal((await verifier.patch(path, { answer: "Yes.", is_answered: true })).status, 200);
  assert.equal((await other.patch(path, { answer: "No.", is_answered: true })).code, "REVIEW_ALREADY_DONE");
  assert.equal((await other.patch(path, { is_answered: false })).status, 200);
  assert.equal((await other.patch(path, { answer: "Not yet.", is_answered: true })).status, 200);
  assert.equal((await listMails("again@example.com")).length, 2);
});

test("marking as answered mails nothing; an answer needs a text and marks the enquiry", async () => {
  const path = await createEnquiry("marked@example.com");
  for (const body of [{ answer: "  ", is_answered: true }, { answer: "Yes." }])
    assert.equal((await verifier.patch(path, body)).code, "FAILED_VALIDATION", JSON.stringify(body));
  assert.equal((await verifier.patch(path, { is_answered: true })).status, 200);
  assert.deepEqual(await listMails("marked@example.com"), []);
});

test("of two answers at once, one is mailed", async () => {
  const path = await createEnquiry("both@example.com");
  const sent = await Promise.all(
    [verifier, other].map((client, index) => client.patch(path, { answer: `Answer ${index}`, is_answered: true })),
  );
  const statuses = new Set(sent.map(({ status }) => status));
  assert.ok(statuses.has(200) && statuses.has(409), [...statuses].join());
  assert.deepEqual(await listMails("both@example.com"), ["enquiry-answered"]);
});

test("control: without the lock of the row, both have read that the enquiry is open", async () => {
  const id = Number((await createEnquiry("control@example.com")).split("/").at(-1));
  const bothHaveRead = Promise.withResolvers<void>();
  let readers = 0;
  const read = () =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ is_answered: boolean }[]>`select is_answered from "Enquiries" where id = ${id}`;
      readers += 1;
      if (readers === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
      await tx`update "Enquiries" set is_answered = true where id = ${id}`;
      return row!.is_answered;
    });
  assert.deepEqual(await Promise.all([read(), read()]), [false, false]);
});
