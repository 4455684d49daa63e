// §7 §8: renders an email: subject, plain text and HTML.
import { type MailDefinition, type MessageValues, renderText, toSingleLine } from "#domain/messages/messages.ts";
import { translateParagraphs, translateText } from "#domain/messages/message-translations.ts";
import type { Language } from "#domain/people/languages.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** `ownLanguage`: the branch wrote the text itself, in a language that is not known. */
export function renderMail({
  mail,
  values,
  language = "en",
}: {
  mail: MailDefinition;
  values: MessageValues;
  language?: Language | "ownLanguage";
}): RenderedMail {
  const isOwn = language === "ownLanguage";
  const [subject, text] = isOwn
    ? [mail.subject, mail.text]
    : [translateText({ text: mail.subject, language }), translateParagraphs({ text: mail.text, language })];
  const openLabel = translateText({ text: "Open", language: isOwn ? "en" : language });
  const paragraphs = text.split("\n\n").map((paragraph) => renderHtmlParagraph({ paragraph, values, openLabel }));
  return {
    subject: renderText({ text: subject, values }),
    text: renderText({ text, values }),
    // An empty `lang` says that the language is unknown.
    html: `<!doctype html><html lang="${isOwn ? "" : language}"><body style="${bodyStyle}"><h1 style="${headStyle}">${escapeHtml(values["branch"] ?? "")}</h1>${paragraphs.join("")}</body></html>`,
  };
}

const bodyStyle = "font:16px/1.5 sans-serif;color:#14213d;max-width:36rem;margin:0 auto;padding:24px";
const headStyle = "font-size:18px;margin:0 0 24px";
const buttonStyle =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#14213d;color:#ffffff;text-decoration:none";

function renderHtmlParagraph({
  paragraph,
  values,
  openLabel,
}: {
  paragraph: string;
  values: MessageValues;
  openLabel: string;
}): string {
  const link = /^\{(\w*link)\}$/.exec(paragraph)?.[1];
  const style = /lines\}/.test(paragraph) ? ` style="white-space:pre-line"` : "";
  if (link === undefined) return `<p${style}>${escapeHtml(renderText({ text: paragraph, values }))}</p>`;
  const address = toSingleLine(values[link] ?? "");
  // Only http and https addresses become links; others are shown as text.
  if (!/^https?:\/\//.test(address)) return `<p>${escapeHtml(address)}</p>`;
  return `<p><a href="${escapeHtml(address)}" style="${buttonStyle}">${openLabel}</a></p><p>${escapeHtml(address)}</p>`;
}

function escapeHtml(text: string): string {
  const entities: { [character: string]: string } = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
