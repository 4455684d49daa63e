// A phone whose language is switched on each screen, so that a screen is opened once for all of them.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "#tests/support/eventually.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { createTranslator, fillIn, showLanguage } from "#tests/support/languages.ts";

/** All but English. */
export const translatedLanguages = ["ta", "hi", "te", "kn"] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];

const translators = {
  ta: createTranslator("ta"),
  hi: createTranslator("hi"),
  te: createTranslator("te"),
  kn: createTranslator("kn"),
};

export class SwitchedPhone {
  readonly page: Page;
  /** The language that is shown now. */
  code: TranslatedLanguage = translatedLanguages[0];
  constructor(page: Page) {
    this.page = page;
  }

  /** Shows the first language on a page that shows English. */
  async start(): Promise<void> {
    await showLanguage({ page: this.page, code: this.code });
  }

  /** In the language that is shown now. */
  t(message: string, values: { [name: string]: string } = {}): string {
    return fillIn(translators[this.code](message), values);
  }

  /** Checks the open screen in each language, from that which is shown now; the last one stays. */
  async inEach(checkShown: () => Promise<void>): Promise<void> {
    const first = translatedLanguages.indexOf(this.code);
    for (const code of [...translatedLanguages.slice(first), ...translatedLanguages.slice(0, first)]) {
      if (code !== this.code) await showLanguage({ page: this.page, code });
      this.code = code;
      await this.waitUntilLoaded();
      await checkShown();
    }
  }

  async waitUntilLoaded(): Promise<void> {
    const loading = this.page.getByRole("status", { name: this.t("Loading") });
    await eventually(async () => assert.equal(await loading.count(), 0));
  }

  /** At both widths of phones, from that which it has now. */
  async assertFits(screen: string): Promise<void> {
    for (const width of this.page.viewportSize()!.width === 320 ? [320, 390] : [390, 320]) {
      await this.page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await findLayoutProblems(this.page), [], `${screen} in ${this.code} at ${width} px`);
    }
  }
}
