// §2 configuration: custom templates must contain the required placeholders and no unknown ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMail } from "#domain/messages/mail-html.ts";
import { type MailDefinition, mailTemplates } from "#domain/messages/messages.ts";
import {
  applyCustomTemplate,
  checkCustomTemplate,
  customTemplateNames,
  getTemplatePlaceholders,
} from "#domain/messages/message-templates.ts";

const validTemplate = { subject: "Come and see us at {branch}", text: "Namaste {visitor},\n\n{invite_link}" };
const table: [name: string, own: unknown, code: string | undefined][] = [
  ["text with its link", validTemplate, undefined],
  ["without the link", { ...validTemplate, text: "Namaste {visitor}" }, "TEXT_LACKS_VALUE"],
  ["with the link in the subject only", { subject: "{invite_link}", text: "Namaste" }, "TEXT_LACKS_VALUE"],
  ["with an unknown placeholder", { ...validTemplate, text: "{password} {invite_link}" }, "FAILED_VALIDATION"],
  ["without a subject", { ...validTemplate, subject: " " }, "FAILED_VALIDATION"],
  ["too long", { ...validTemplate, text: `{invite_link}${"x".repeat(1_000)}` }, "FAILED_VALIDATION"],
  ["with additional properties", { ...validTemplate, secrets: [] }, "FAILED_VALIDATION"],
  ["a plain text", "Namaste", "FAILED_VALIDATION"],
];
for (const [name, template, code] of table)
  test(`${name}: ${code ?? "accepted"}`, () =>
    assert.equal(checkCustomTemplate({ name: "invite", template })?.code, code));

test("default templates contain their required placeholders", () => {
  for (const name of customTemplateNames) {
    const { subject, text } = mailTemplates[name];
    assert.equal(checkCustomTemplate({ name, template: { subject, text } }), undefined, name);
    assert.ok(getTemplatePlaceholders(name).known.includes("branch"));
  }
});

test("applies a custom template only to the templates that support it", () => {
  const mail: MailDefinition = mailTemplates.invite;
  const customMail = applyCustomTemplate({ mail, template: "invite", texts: { invite: validTemplate } });
  const values = { branch: "Mall", visitor: "<b>Anu</b>", invite_link: "https://chaavi.example/i" };
  assert.equal(renderMail({ mail: customMail, values }).subject, "Come and see us at Mall");
  assert.match(renderMail({ mail: customMail, values }).html, /Namaste &lt;b&gt;Anu/);
  const unsupported: object = { otp: validTemplate };
  assert.equal(applyCustomTemplate({ mail, template: "otp", texts: unsupported }), mail);
  assert.equal(applyCustomTemplate({ mail, template: "invite", texts: null }), mail);
});
