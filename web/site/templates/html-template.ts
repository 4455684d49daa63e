// Templates of public pages: React renders a component once with slots in place of what differs between readers, and each page fills them.
// Rendering took most of the time of a page.
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { FilledTemplate, Html, TemplateBytes } from "#domain/site/site-document.ts";

/** Encloses the name of a slot. PostgreSQL stores no text with this character, and what readers send is only filled in. */
const mark = "\0";

/** What a component renders for a value that is filled in; in a text or an attribute. */
type Slot = (name: string) => string;
const toSlot: Slot = (name) => `${mark}${name}${mark}`;

/** HTML of the values by slot, with its texts escaped. */
interface SlotValues {
  readonly [name: string]: Html;
}

interface TemplateUse {
  /** What the template depends on. */
  key: string;
  render: (slot: Slot) => ReactNode;
  values: SlotValues;
}

interface Template extends TemplateBytes {
  /** Names of the slots between its parts. */
  slots: readonly string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Templates of a part of pages, as bytes: texts would take the garbage collector longer, and each page would encode them anew. */
export class Templates {
  readonly #templates: LRUCache<string, Template>;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#templates = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 1,
    });
  }

  render({ key, render, values }: TemplateUse): Html {
    return fillTemplate(this.#templates.get(key) ?? this.#add(key, render(toSlot)), values);
  }

  #add(key: string, element: ReactNode): Template {
    const template = toTemplate(renderToStaticMarkup(element));
    this.#templates.set(key, template);
    return template;
  }
}

/** The same text for each template, however many have the slot. */
const slotNames = new Map<string, string>();

function toTemplate(marked: string): Template {
  const texts = marked.split(mark);
  const parts = texts.filter((_, index) => index % 2 === 0);
  let end = 0;
  return {
    bytes: encoder.encode(parts.join("")),
    ends: parts.map((part) => (end += encoder.encode(part).length)),
    slots: texts
      .filter((_, index) => index % 2 === 1)
      .map((name) => slotNames.get(name) ?? (slotNames.set(name, name), name)),
  };
}

function fillTemplate({ bytes, ends, slots }: Template, values: SlotValues): FilledTemplate {
  return {
    bytes,
    ends,
    values: slots.map((name) => {
      const html = values[name];
      if (html === undefined) throw new Error(`The slot ${name} has no value.`);
      return html;
    }),
  };
}

/** A text as React escapes it, in elements and attributes. */
export const escapeHtml = (text: string): string => (/["'&<>]/.test(text) ? renderToStaticMarkup(text) : text);

export function joinHtml(html: Html): string {
  if (typeof html === "string") return html;
  if (!("bytes" in html)) return html.map(joinHtml).join("");
  const { bytes, ends, values } = html;
  const parts = ends.map((end, index) => decoder.decode(bytes.subarray(ends[index - 1] ?? 0, end)));
  return parts.map((part, index) => part + joinHtml(values[index] ?? "")).join("");
}
