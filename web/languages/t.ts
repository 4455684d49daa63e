// Texts of the interface in the chosen language. The English text is the id of a message: without a translation it is shown
// itself. In the first load of every document, so that catalogues and all that only they need are elsewhere.
import { createStore } from "#web/store.ts";
import type { Language } from "#domain/people/languages.ts";
import { translateFilled } from "#domain/text/translate-filled.ts";

/** Translations by English text. */
export interface Catalogue {
  readonly [message: string]: string;
}

export const languageStore = createStore<{ language: Language; catalogue: Catalogue }>({
  language: "en",
  catalogue: {},
});

/** Belongs to the device, so that a log-out keeps it (web/api/tokens/access-token.ts). */
export const languageKey = "chaavi-language";

type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** A value for each `{placeholder}` of the message; none for a text that is not known before run time. */
export type MessageValues<M extends string, V> = [Placeholder<M>] extends [never]
  ? []
  : [values: { [name in Placeholder<M>]: V | undefined }];

/**
 * The message in the chosen language, for example `t("Collect {amount}", { amount })`. To be called while rendering, since
 * the language can change; plurals: `tPlural`.
 */
export function t<M extends string>(message: M, ...[values]: MessageValues<M, string | number>): string {
  return tFilled({ message, values: { ...values } });
}

/** As `t`, for a text with values of the server (domain/text/filled-text.ts), which can be such texts again. */
export const tFilled = (filled: Parameters<typeof translateFilled>[0]): string =>
  translateFilled(filled, (message) => languageStore.get().catalogue[message] ?? message);
