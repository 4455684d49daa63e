// §2 configuration: a branch's own mail keeps what the mail is for, and takes no value there is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mail, mailTemplates, renderMail } from "#domain/messages.ts";
import { inOwnWords, ownTextError, ownTextNames, valuesOfText } from "#domain/rules/own-texts.ts";

const good = { subject: "Come and see us at {branch}", text: "Namaste {visitor},\n\n{invite_link}" };
const table: [what: string, own: unknown, code: string | undefined][] = [
  ["a text with its link", good, undefined],
  ["without the link", { ...good, text: "Namaste {visitor}" }, "TEXT_LACKS_VALUE"],
  ["with the link in the subject alone", { subject: "{invite_link}", text: "Namaste" }, "TEXT_LACKS_VALUE"],
  ["with a value there is not", { ...good, text: "{password} {invite_link}" }, "FAILED_VALIDATION"],
  ["without a subject", { ...good, subject: " " }, "FAILED_VALIDATION"],
  ["too long", { ...good, text: `{invite_link}${"x".repeat(1_000)}` }, "FAILED_VALIDATION"],
  ["with more in it", { ...good, secrets: [] }, "FAILED_VALIDATION"],
  ["a text alone", "Namaste", "FAILED_VALIDATION"],
];
for (const [what, own, code] of table)
  test(`${what}: ${code ?? "taken"}`, () => assert.equal(ownTextError({ name: "invite", own })?.code, code));

test("the product's own words hold what is needed of them", () => {
  for (const name of ownTextNames) {
    const { subject, text } = mailTemplates[name];
    assert.equal(ownTextError({ name, own: { subject, text } }), undefined, name);
    assert.ok(valuesOfText(name).known.includes("branch"));
  }
});

test("a mail is said in the branch's words, and another one is not", () => {
  const mail: Mail = mailTemplates.invite;
  const said = inOwnWords({ mail, template: "invite", texts: { invite: good } });
  const values = { branch: "Mall", visitor: "<b>Anu</b>", invite_link: "https://chaavi.example/i" };
  assert.equal(renderMail({ mail: said, values }).subject, "Come and see us at Mall");
  assert.match(renderMail({ mail: said, values }).html, /Namaste &lt;b&gt;Anu/);
  assert.equal(inOwnWords({ mail, template: "otp", texts: { otp: good } }), mail);
  assert.equal(inOwnWords({ mail, template: "invite", texts: null }), mail);
});
