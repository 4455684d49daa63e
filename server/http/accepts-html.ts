// What an Accept header asks for: RFC 9110 §12.5.1, as far as HTML and JSON are concerned.

/** Whether HTML is allowed, whatever else is. */
export function acceptsHtml(accept?: string): boolean {
  return readPreference({ accept, type: "text/html" }).quality > 0;
}

/** Whether HTML suits better than JSON: not for a client that names JSON and takes HTML as anything else only. */
export function prefersHtml(accept?: string): boolean {
  const html = readPreference({ accept, type: "text/html" });
  const json = readPreference({ accept, type: "application/json" });
  if (html.quality !== json.quality) return html.quality > json.quality;
  return html.quality > 0 && html.precision >= json.precision;
}

interface Preference {
  quality: number;
  /** Of the range that decides: 2 for the type itself, 1 for all of its kind, 0 for anything; -1 without one. */
  precision: number;
}

function readPreference({ accept = "*/*", type }: { accept?: string | undefined; type: string }): Preference {
  const precisions: { readonly [range: string]: number } = { [type]: 2, [type.replace(/\/.*/, "/*")]: 1, "*/*": 0 };
  let found: Preference = { quality: 0, precision: -1 };
  for (const part of accept.split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const precision = precisions[range] ?? -1;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2)) || 0;
    if (precision > found.precision) found = { quality, precision };
  }
  return found;
}
