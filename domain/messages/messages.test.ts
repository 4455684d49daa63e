// §7 §8: user input cannot inject markup, headers or further messages; secret values are masked.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { renderMail } from "#domain/messages/mail-html.ts";
import {
  hasSecretValues,
  type MailDefinition,
  mailTemplates,
  splitSecretValues,
  renderText,
  redactMessage,
  smsTemplates,
  type SmsDefinition,
  getSender,
} from "#domain/messages/messages.ts";

const mails: [name: string, mail: MailDefinition][] = Object.entries(mailTemplates);
const texts: [name: string, sms: SmsDefinition][] = Object.entries(smsTemplates);
const findPlaceholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const dangerous = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    '"><img src=x onerror=1>',
    "a\r\nBcc: all@example.com",
    "javascript:1",
    "&amp;",
    "{otp}",
  ),
);

for (const [name, mail] of mails)
  test(`email ${name}: values add no markup, and the subject is a single line`, () => {
    const names = findPlaceholders(mail.subject + mail.text);
    const plain = renderMail({ mail, values: Object.fromEntries(names.map((placeholder) => [placeholder, "x"])) });
    const tags = (renderHtml: string): string[] => renderHtml.match(/<\/?[a-z][^>]*>/gi) ?? [];
    fc.assert(
      fc.property(fc.array(dangerous, { minLength: names.length, maxLength: names.length }), (values) => {
        const { subject, html: renderHtml } = renderMail({
          mail,
          values: Object.fromEntries(names.map((placeholder, index) => [placeholder, values[index]!])),
        });
        assert.doesNotMatch(subject, /[\r\n]/);
        assert.deepEqual(tags(renderHtml), tags(plain.html));
      }),
    );
  });

test("only http and https links become buttons", () => {
  const mail = mailTemplates["reset-password"];
  const renderHtml = (reset_link: string): string =>
    renderMail({ mail, values: { branch: "B", name: "N", reset_link } }).html;
  assert.match(
    renderHtml('https://chaavi.example/a?b=1&c="2"'),
    /href="https:\/\/chaavi\.example\/a\?b=1&amp;c=&quot;2&quot;"/,
  );
  assert.doesNotMatch(renderHtml("javascript:alert(1)"), /href/);
});

test("placeholders in values are not replaced", () => {
  assert.equal(renderText({ text: "{one} {two}", values: { one: "{two}", two: "2" } }), "{two} 2");
  assert.equal(renderText({ text: "{one}", values: { one: "$& $1" } }), "$& $1");
});

describe("every SMS", () => {
  for (const [name, sms] of texts)
    test(`${name}: fits a single message with short values and uses plain ASCII`, () => {
      assert.ok(sms.text.replaceAll(/\{\w+\}/g, "x".repeat(8)).length <= 160, sms.text);
      // oxlint-disable-next-line no-control-regex
      assert.match(sms.text, /^[\x20-\x7e]*$/);
    });
});

test("separates secret values from the stored ones and masks them", () => {
  const values = { otp: "4711", branch: "Mall" };
  assert.deepEqual(splitSecretValues({ secrets: ["otp"], values }), {
    open: { branch: "Mall" },
    secret: { otp: "4711" },
  });
  assert.match(redactMessage({ channel: "sms", template: "otp", values }).text, /^•••• is your code for Mall/);
  assert.ok(hasSecretValues({ channel: "sms", template: "otp" }));
  assert.equal(hasSecretValues({ channel: "sms", template: "test" }), false);
});

/** Values with a sensitive name that give managers no additional access. */
const harmless = [
  "staff-invitation: log_in_link",
  "valet-ticket: token",
  "valet-new-code: token",
  "invite: invite_link",
  "approval-asked: approvals_link",
  "application-published: log_in_link",
  "application-rejected: log_in_link",
  "company-resumed: log_in_link",
  "team-role-changed: log_in_link",
  "fees-changed: settings_link",
  "support-asked: branch_link",
  "support-opened: branch_link",
  "long-visit: home_link",
  "nearby-offer: account_link",
  "enquiry-answered: enquiry_link",
  "report: report_link",
];

test("every value with a sensitive name is secret", () => {
  for (const [name, { text, secrets = [] }] of [...mails, ...texts])
    for (const value of findPlaceholders(text).filter((placeholder) =>
      /otp|code|password|secret|token|link$/i.test(placeholder),
    ))
      assert.ok(secrets.includes(value) || harmless.includes(`${name}: ${value}`), `${name}: ${value}`);
});

test("a message with an unknown template is shown by its name", () => {
  assert.deepEqual(redactMessage({ channel: "mail", template: "gone", values: {} }), { title: "gone", text: "" });
  assert.deepEqual(redactMessage({ channel: "mail", template: "toString", values: {} }), {
    title: "toString",
    text: "",
  });
});

test("an SMS names the company with the branch, once; so do the emails to visitors, customers and invited people", () => {
  const cases: [string, string | null, string][] = [
    ["Banjara Hills", "Hotel Golconda", "Hotel Golconda, Banjara Hills"],
    ["Saravana Stores T. Nagar", "Saravana Stores", "Saravana Stores T. Nagar"],
    ["Chaavi", null, "Chaavi"],
  ];
  for (const [branch, company, sender] of cases) {
    assert.equal(getSender({ channel: "sms", template: "otp", branch, company }), sender);
    for (const template of ["invite", "invite-withdrawn", "receipt", "invitation"])
      assert.equal(getSender({ channel: "mail", template, branch, company }), sender);
    assert.equal(getSender({ channel: "mail", template: "approval", branch, company }), branch);
    assert.equal(getSender({ channel: "push", template: "approval", branch, company }), branch);
  }
});
