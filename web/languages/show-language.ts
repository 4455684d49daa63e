// Loads the catalogue of a language and renders the pages again in it.
import { languages, type TranslatedLanguage } from "#domain/people/languages.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { type Catalogue, languageKey, languageStore } from "#web/languages/t.ts";

const loaders: { [language in TranslatedLanguage]: () => Promise<{ default: Catalogue }> } = {
  hi: () => import("#web/languages/catalogues/hi.json"),
  ta: () => import("#web/languages/catalogues/ta.json"),
  te: () => import("#web/languages/catalogues/te.json"),
  kn: () => import("#web/languages/catalogues/kn.json"),
};

/** The texts of charges are the domain's, since papers have them, too. */
async function loadCatalogue(language: TranslatedLanguage): Promise<Catalogue> {
  const [{ default: catalogue }, { getChargeTranslations }] = await Promise.all([
    loaders[language](),
    import("#domain/text/charge-translations.ts"),
  ]);
  return { ...catalogue, ...getChargeTranslations(language) };
}

let latest = 0;

/**
 * Shows the interface in the language and keeps it on the device. Other values, such as an account's that has none, change
 * nothing. Throws if the catalogue does not load.
 */
export async function showLanguage(language: string | null | undefined): Promise<void> {
  if (!isKeyOf(languages, language) || language === languageStore.get().language) return;
  const request = ++latest;
  const catalogue = language === "en" ? {} : await loadCatalogue(language);
  // Another one was chosen while this one was loaded.
  if (request !== latest) return;
  document.documentElement.lang = language === "en" ? "en-IN" : language;
  localStorage.setItem(languageKey, language);
  languageStore.set({ language, catalogue });
}
