// The language that was chosen on this device or account. In the first load: what only other languages need is loaded when one
// of them is chosen.
import { languageKey } from "#web/languages/t.ts";

/** Shows a kept language, if there is one; see `showLanguage`. */
export async function showKeptLanguage(language: string | null): Promise<void> {
  if (language) await (await import("#web/languages/show-language.ts")).showLanguage(language);
}

/** Shows the language of the device, now and when it is changed in another tab. */
export function showStoredLanguage(): Promise<void> {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === languageKey) showKeptLanguage(newValue).catch(() => undefined);
  });
  return showKeptLanguage(localStorage.getItem(languageKey));
}
