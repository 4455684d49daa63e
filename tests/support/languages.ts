// Texts of the interface in a language, and what a screen in it shows in English although it has a translation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { TranslatedLanguage } from "#domain/people/languages.ts";
import { getChargeTranslations } from "#domain/text/charge-translations.ts";

export interface Catalogue {
  readonly [message: string]: string;
}

export const readCatalogue = (code: TranslatedLanguage): Catalogue => ({
  ...(JSON.parse(readFileSync(`web/languages/catalogues/${code}.json`, "utf8")) as Catalogue),
  ...getChargeTranslations(code),
});

/** The texts of a language by the English ones, each of which it must have. */
export function createTranslator(code: TranslatedLanguage): (message: string) => string {
  const catalogue = readCatalogue(code);
  return (message) => {
    const translated = catalogue[message];
    assert.ok(translated, `${code} has no '${message}'`);
    return translated;
  };
}

export const fillIn = (message: string, values: { [name: string]: string }): string =>
  message.replace(/{(\w+)}/g, (_, name: string) => values[name] ?? "");

/** Shows another language without a reload, as if it had been chosen in another tab of the device. */
export async function showLanguage({ page, code }: { page: Page; code: string }): Promise<void> {
  const change = JSON.stringify({ key: "chaavi-language", newValue: code });
  await page.evaluate(`{
    const { key, newValue } = ${change};
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  }`);
  await page.locator(`html[lang="${code}"]`).waitFor({ state: "attached" });
}

/** Histories stay English (docs/decisions/033-languages.md), as does what people have typed. */
export async function findUntranslated({
  page,
  catalogue,
  history,
}: {
  page: Page;
  catalogue: Catalogue;
  /** Heading of a history in this language. */
  history: string;
}): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const shown = new Set();
    const isHistory = (element) =>
      [...document.querySelectorAll("section, article, div[class*=card]")].some(
        (card) => card.contains(element) && card.querySelector("h2")?.textContent.trim() === ${JSON.stringify(history)});
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (/[A-Za-z]{2}/.test(data) && parentElement.checkVisibility({ visibilityProperty: true }) && !isHistory(parentElement))
        shown.add(data.trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder]"))
      for (const name of ["aria-label", "placeholder"])
        if (element.checkVisibility() && element.hasAttribute(name)) shown.add(element.getAttribute(name).trim());
    return [...shown];
  })()`);
  return texts.filter((text) => catalogue[text] !== undefined && catalogue[text] !== text);
}
