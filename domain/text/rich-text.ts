// §5: sanitises rich text to a small set of tags; other markup is removed or escaped.
import sanitize from "sanitize-html";

const allowedTags = ["p", "h2", "h3", "ul", "ol", "li", "strong", "em", "br"];
/** Elements that are removed including their content. */
const droppedTags = [
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "svg",
  "math",
  "textarea",
  "option",
  "noscript",
];

/** Removing a tag can leave invalid nesting, which the next pass corrects as a browser does. */
const maxPasses = 4;

/** Returns HTML with allowed tags only, without attributes and with all tags closed; safe to render. Idempotent. */
export function sanitizeRichText(html: string): string {
  let sanitized = sanitizeOnce(html);
  for (let pass = 1; pass < maxPasses; pass += 1) {
    const next = sanitizeOnce(sanitized);
    if (next === sanitized) break;
    sanitized = next;
  }
  return sanitized;
}

function sanitizeOnce(html: string): string {
  const sanitized = sanitize(html, { allowedTags, allowedAttributes: {}, nonTextTags: droppedTags });
  // Text is escaped, so that this never matches text.
  return sanitized.replaceAll("<br />", "<br>");
}

/** §5: 'Rich text is empty if it has no non-blank text.' */
export function isRichTextEmpty(html: string): boolean {
  const text = sanitize(html, { allowedTags: [], nonTextTags: droppedTags }).replaceAll("&nbsp;", "");
  // Characters of formatting, such as a zero-width space or a soft hyphen, cannot be seen either.
  return /^[\s\p{Cf}]*$/u.test(text);
}
