// Templates of public pages: React renders a component once with slots in place of what differs between readers, and each page fills them.
// Rendering took most of the time of a page.
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Html } from "#domain/site/site-document.ts";

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

/** Templates of a part of pages. */
export class Templates {
  /** HTML at even indexes, names of slots between. */
  readonly #templates: LRUCache<string, readonly string[]>;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#templates = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (template, key) => template.reduce((size, part) => size + part.length, key.length + 1),
    });
  }

  render({ key, render, values }: TemplateUse): Html {
    return fillTemplate(this.#templates.get(key) ?? this.#add(key, render(toSlot)), values);
  }

  #add(key: string, element: ReactNode): readonly string[] {
    const template = renderToStaticMarkup(element).split(mark);
    this.#templates.set(key, template);
    return template;
  }
}

function fillTemplate(template: readonly string[], values: SlotValues): Html {
  return template.map((part, index) => {
    const html = index % 2 === 0 ? part : values[part];
    if (html === undefined) throw new Error(`The slot ${part} has no value.`);
    return html;
  });
}

/** A text as React escapes it, in elements and attributes. */
export const escapeHtml = (text: string): string => (/["'&<>]/.test(text) ? renderToStaticMarkup(text) : text);

export const joinHtml = (html: Html): string => (typeof html === "string" ? html : html.map(joinHtml).join(""));
