// The language of the valet customer's pages, which is kept on the device. Loaded when it is wanted.
import { showLanguage } from "#web/languages/show-language.ts";
import { LanguageChoice } from "#web/product/shell/language-choice.tsx";

/** Without a network the catalogue does not load, and the page keeps its language. */
export function CustomerLanguage() {
  return <LanguageChoice isOpenedFirst onChoose={(chosen) => void showLanguage(chosen).catch(console.warn)} />;
}
