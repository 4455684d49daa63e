// Languages of the interface, kept on the account (`language` of users).

/** Names in the language itself, by their BCP 47 tag. */
export const languages = {
  en: "English",
  hi: "हिन्दी",
  ta: "தமிழ்",
  te: "తెలుగు",
  kn: "ಕನ್ನಡ",
} as const;

export type Language = keyof typeof languages;
/** All but that in which the texts are written. */
export type TranslatedLanguage = Exclude<Language, "en">;
