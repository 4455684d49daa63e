// Puts a text with values into a language. Apart from the messages (filled-text.ts), since every document loads it first.

/** What is sent of a text so that it can be translated. */
interface Translatable {
  message: string;
  values: { readonly [name: string]: unknown };
}

const isTranslatable = (value: unknown): value is Translatable =>
  typeof value === "object" && value !== null && "message" in value;

/** The message in the language of `translate`, with its values, which can be messages again. */
export function translateFilled({ message, values }: Translatable, translate: (message: string) => string): string {
  return translate(message).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return isTranslatable(value) ? translateFilled(value, translate) : String(value ?? placeholder);
  });
}
