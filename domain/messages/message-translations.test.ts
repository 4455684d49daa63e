// §2 §7: emails and notifications in each language: nothing is left in English, every placeholder is kept, `lang` is right.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderMail } from "#domain/messages/mail-html.ts";
import {
  customerMails,
  isTranslated,
  messageTexts,
  translateParagraphs,
  translatePush,
  translateText,
} from "#domain/messages/message-translations.ts";
import { mailTemplates } from "#domain/messages/messages.ts";
import { type PushDefinition, pushTemplates } from "#domain/messages/notifications.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";

/** Each language's own script. */
const scripts = {
  hi: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  kn: /\p{Script=Kannada}/u,
};
const translated = getKeys(scripts);

const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name!).toSorted((one, other) => one.localeCompare(other));

test("every language but English has translations", () => {
  assert.deepEqual(["en", ...translated], getKeys(languages));
});

for (const language of translated) {
  describe(languages[language], () => {
    for (const name of customerMails)
      test(`email ${name}`, () => {
        const { subject, text } = mailTemplates[name];
        const paragraphs = translateParagraphs({ text, language }).split("\n\n");
        assert.match(translateText({ text: subject, language }), scripts[language]);
        for (const paragraph of paragraphs)
          if (!/^\{\w+\}$/.test(paragraph)) assert.match(paragraph, scripts[language]);
        assert.deepEqual(paragraphs.map(listPlaceholders), text.split("\n\n").map(listPlaceholders));
        const placeholders = listPlaceholders(`${subject} ${text}`);
        const values = Object.fromEntries(placeholders.map((key) => [key, `https://${key}.example/`]));
        const mail = renderMail({ mail: mailTemplates[name], values, language });
        assert.match(mail.html, new RegExp(`^<!doctype html><html lang="${language}">`));
        for (const key of listPlaceholders(text)) {
          assert.ok(mail.text.includes(values[key]!), `the text lacks ${key}`);
          assert.ok(mail.html.includes(values[key]!), `the HTML lacks ${key}`);
        }
        for (const key of listPlaceholders(subject)) assert.ok(mail.subject.includes(values[key]!));
        if (/\{\w*link\}/.test(text)) assert.match(mail.html.match(/<a [^>]*>(.*?)<\/a>/)![1]!, scripts[language]);
      });

    for (const [name, push] of Object.entries<PushDefinition>(pushTemplates))
      test(`notification ${name}`, () => {
        const shown = translatePush({ push, language });
        const pairs = [
          [push.title, shown.title],
          [push.text, shown.text],
          [push.detail, shown.detail],
          ...Object.entries(push.answers ?? {}).flatMap(([answer, { label, done }]) => [
            [label, shown.answers?.[answer]?.label],
            [done, shown.answers?.[answer]?.done],
          ]),
        ];
        for (const [english, own = ""] of pairs) {
          assert.match(own, scripts[language]);
          assert.deepEqual(listPlaceholders(own), listPlaceholders(english!));
        }
      });
  });
}

test("digits are Latin in every language", () => {
  for (const text of messageTexts)
    for (const language of translated)
      assert.doesNotMatch(translateText({ text, language }).replaceAll(/[0-9]/g, ""), /\p{Nd}/u);
});

test("English, and a text of an earlier version, stay as they are", () => {
  assert.equal(translateText({ text: "Open", language: "en" }), "Open");
  assert.equal(translateText({ text: "toString", language: "ta" }), "toString");
  assert.match(renderMail({ mail: mailTemplates.receipt, values: {} }).html, /<html lang="en">/);
});

test("a text that a branch has written is not translated, and its language is unknown", () => {
  const mail = { ...mailTemplates.invite, subject: "Set your password", text: "Hello {name},\n\n{invite_link}" };
  const { subject, text, html } = renderMail({
    mail,
    values: { name: "Anu", invite_link: "https://chaavi.example/" },
    language: "ownLanguage",
  });
  assert.equal(subject, "Set your password");
  assert.match(text, /^Hello Anu,/);
  assert.match(html, /<html lang="">.*>Open<\/a>/);
});

test("SMS and emails to staff, vendors and the platform are English", () => {
  assert.ok(isTranslated({ channel: "mail", template: "receipt" }));
  assert.ok(isTranslated({ channel: "push", template: "valet-ready" }));
  for (const template of ["invitation", "payment-received", "report", "application-published", "approval-asked"])
    assert.ok(!isTranslated({ channel: "mail", template }), template);
  assert.ok(!isTranslated({ channel: "sms", template: "receipt" }));
});
