// Edits of questions and message texts by two people at once.
// Race tests have a control: the same without the protection, which must fail.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

const opening = { question: "When do you open?", answer: "At 7." };
const helmets = { question: "Do you keep helmets?", answer: "Yes, at the gate." };
const charging = { question: "Can I charge my car?", answer: "In the basement." };

async function createSite() {
  const branch = await make.branch();
  const [first, second] = await Promise.all([1, 2].map(async () => asUser(await make.user("manager", { branch }))));
  assert.ok(first && second);
  const edit = (client: TestClient, body: object) => client.post(`/actions/branches/${branch.id}/edit`, body);
  const path = `/items/Branch/${branch.id}`;
  const read = async () => (await first.get(path)).data;
  return { branch, first, second, edit, path, read };
}

test("a question that somebody else has added is not overwritten; what is shown anew is saved", async () => {
  const { first, second, edit, read } = await createSite();
  assert.equal((await edit(first, { questions: [opening], shown: { questions: null } })).status, 204);
  const late = await edit(second, { questions: [helmets], shown: { questions: null } });
  assert.equal(late.code, "ENTRY_CHANGED");
  assert.deepEqual((await read()).questions, [opening]);
  const { questions } = await read();
  const again = await edit(second, { questions: [...questions, helmets], shown: { questions } });
  assert.equal(again.status, 204, again.text);
  assert.deepEqual((await read()).questions, [opening, helmets]);
});

test("lists that the edit does not send are not compared, and its rules apply", async () => {
  const { first, second, edit, read } = await createSite();
  await edit(first, { questions: [opening], shown: { questions: null } });
  const template = { subject: "Visit to {branch}", text: "Show this at the gate: {invite_link}" };
  const shown = { questions: null, mail_texts: (await read()).mail_texts };
  const saved = await edit(second, { mail_texts: { invite: template }, shown });
  assert.equal(saved.status, 204, saved.text);
  assert.deepEqual((await read()).questions, [opening]);
  const { questions } = await read();
  const twice = await edit(first, { questions: [opening, opening], shown: { questions } });
  assert.equal(twice.code, "FAILED_VALIDATION");
});

test("managers of another branch and staff edit nothing", async () => {
  const { branch, edit, read } = await createSite();
  const stranger = await asUser(await make.user("manager", { branch: await make.branch() }));
  const staff = await asUser(await make.user("staff", { branch }));
  for (const client of [stranger, staff])
    assert.equal((await edit(client, { questions: [opening], shown: { questions: null } })).code, "FORBIDDEN");
  assert.equal((await read()).questions, null);
});

test("race: of edits that began with the same list one is saved, and the others are told", async () => {
  const { first, second, edit, read } = await createSite();
  const added = [opening, helmets, charging];
  const answers = await Promise.all(
    added.map((question, index) =>
      edit(index % 2 === 0 ? first : second, { questions: [question], shown: { questions: null } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  assert.equal(answers.filter(({ code }) => code === "ENTRY_CHANGED").length, 2);
  assert.equal((await read()).questions.length, 1);
});

test("control: without what was shown, all are saved, and all but one question are lost", async () => {
  const { first, second, path, read } = await createSite();
  const answers = await Promise.all(
    [opening, helmets, charging].map((question, index) =>
      (index % 2 === 0 ? first : second).patch(path, { questions: [question] }),
    ),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal((await read()).questions.length, 1);
});
