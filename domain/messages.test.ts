// §7 §8: what people typed makes no markup, no header and no second message of a mail; what is secret is not shown.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  hasSecrets,
  type Mail,
  mailTemplates,
  partedValues,
  renderMail,
  renderText,
  shownMessage,
  smsTemplates,
  type Sms,
} from "#domain/messages.ts";

const mails: [name: string, mail: Mail][] = Object.entries(mailTemplates);
const texts: [name: string, sms: Sms][] = Object.entries(smsTemplates);
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
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
  test(`mail ${name}: whatever its values hold, its markup is ours and its subject one line`, () => {
    const names = namesIn(mail.subject + mail.text);
    const clean = renderMail({ mail, values: Object.fromEntries(names.map((each) => [each, "x"])) });
    const tags = (html: string): string[] => html.match(/<\/?[a-z][^>]*>/gi) ?? [];
    fc.assert(
      fc.property(fc.array(dangerous, { minLength: names.length, maxLength: names.length }), (values) => {
        const { subject, html } = renderMail({
          mail,
          values: Object.fromEntries(names.map((each, at) => [each, values[at]!])),
        });
        assert.doesNotMatch(subject, /[\r\n]/);
        assert.deepEqual(tags(html), tags(clean.html));
      }),
    );
  });

test("a link becomes a button only where it leads to the web", () => {
  const mail = mailTemplates["reset-password"];
  const html = (reset_link: string): string =>
    renderMail({ mail, values: { branch: "B", name: "N", reset_link } }).html;
  assert.match(
    html('https://chaavi.example/a?b=1&c="2"'),
    /href="https:\/\/chaavi\.example\/a\?b=1&amp;c=&quot;2&quot;"/,
  );
  assert.doesNotMatch(html("javascript:alert(1)"), /href/);
});

test("a value is not read as a template again", () => {
  assert.equal(renderText({ text: "{one} {two}", values: { one: "{two}", two: "2" } }), "{two} 2");
  assert.equal(renderText({ text: "{one}", values: { one: "$& $1" } }), "$& $1");
});

describe("every SMS", () => {
  for (const [name, sms] of texts)
    test(`${name}: fits in one with short values, and in the plain alphabet`, () => {
      assert.ok(sms.text.replaceAll(/\{\w+\}/g, "x".repeat(8)).length <= 160, sms.text);
      // oxlint-disable-next-line no-control-regex
      assert.match(sms.text, /^[\x20-\x7e]*$/);
    });
});

test("what is secret is parted from what may be kept, and shown as dots", () => {
  const values = { otp: "4711", branch: "Mall" };
  assert.deepEqual(partedValues({ secrets: ["otp"], values }), { open: { branch: "Mall" }, secret: { otp: "4711" } });
  assert.match(shownMessage({ channel: "sms", template: "otp", values }).text, /^•••• is your code for Mall/);
  assert.ok(hasSecrets({ channel: "sms", template: "otp" }));
  assert.equal(hasSecrets({ channel: "sms", template: "test" }), false);
});

/** What sounds like a key and opens nothing that the branch's managers could not open anyway. */
const harmless = [
  "valet-ticket: token",
  "invite: invite_link",
  "approval-asked: approvals_link",
  "application-published: log_in_link",
  "application-rejected: log_in_link",
];

test("every value that is named as what opens something is secret", () => {
  for (const [name, { text, secrets = [] }] of [...mails, ...texts])
    for (const value of namesIn(text).filter((each) => /otp|code|password|secret|token|link$/i.test(each)))
      assert.ok(secrets.includes(value) || harmless.includes(`${name}: ${value}`), `${name}: ${value}`);
});

test("a message of an older version is shown by its name", () => {
  assert.deepEqual(shownMessage({ channel: "mail", template: "gone", values: {} }), { title: "gone", text: "" });
  assert.deepEqual(shownMessage({ channel: "mail", template: "toString", values: {} }), {
    title: "toString",
    text: "",
  });
});
