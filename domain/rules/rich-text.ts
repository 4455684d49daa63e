// §5: rich text is what these few marks allow; whatever else is written is shown as the text it is.

const allowed: ReadonlySet<string> = new Set(["p", "h2", "h3", "ul", "ol", "li", "strong", "em", "br"]);
/** What is no text at all goes with all that is in it. */
const hidden = /<(script|style|template|iframe|object|svg|math)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi;
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?\/?>/g;

/** HTML of allowed marks alone, without attributes, every mark closed; safe to be shown as HTML. Cleaning twice changes nothing. */
export function cleanRichText(typed: string): string {
  const text = typed.replace(hidden, "");
  const open: string[] = [];
  let cleaned = "";
  let at = 0;
  for (const found of text.matchAll(tag)) {
    cleaned += escaped(text.slice(at, found.index));
    at = found.index + found[0].length;
    const name = found[2]!.toLowerCase();
    if (!allowed.has(name)) continue;
    if (name === "br") cleaned += found[1] ? "" : "<br>";
    else if (!found[1]) {
      open.push(name);
      cleaned += `<${name}>`;
    } else cleaned += closed(open, name);
  }
  cleaned += escaped(text.slice(at));
  return cleaned + open.toReversed().map(ended).join("");
}

const ended = (name: string): string => `</${name}>`;

/** Closes this mark and those begun within it; nothing for one that is not open. */
function closed(open: string[], name: string): string {
  const from = open.lastIndexOf(name);
  return from < 0 ? "" : open.splice(from).toReversed().map(ended).join("");
}

function escaped(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|quot|#39|nbsp);)/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

/** §5: 'Rich text is empty if it has no non-blank text.' */
export function isRichTextEmpty(html: string): boolean {
  return (
    cleanRichText(html)
      .replace(/<[^>]*>|&nbsp;/g, "")
      .trim() === ""
  );
}
