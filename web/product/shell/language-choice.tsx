// The list of the interface's languages, without what it changes: the pages with the session keep the choice on the account
// (language-options.tsx), the valet customer's document has no session.
import type { CSSProperties } from "react";
import { type Language, languages } from "#domain/people/languages.ts";
import { isKeyOf, getKeys } from "#domain/object-keys.ts";
import { languageStore, t } from "#web/languages/t.ts";
import { useStore } from "#web/store.ts";

// Not the component library's select, whose code would be in the first load of the log-in page.
const style: CSSProperties = {
  minHeight: "var(--target)",
  maxWidth: "100%",
  paddingInline: "var(--space-sm)",
  border: "1px solid var(--line-strong)",
  borderRadius: "var(--radius-small)",
  background: "var(--paper)",
  color: "var(--ink)",
  font: "inherit",
};

/** Browsers without it, or long after the press of the button, show the closed select. */
function openPicker(select: HTMLSelectElement | null): void {
  select?.focus();
  try {
    select?.showPicker();
  } catch {
    // It has the focus: the next key or press opens it.
  }
}

interface LanguageChoiceProps {
  /** Its list opens at once. */
  isOpenedFirst?: boolean;
  onChoose: (language: Language) => void;
}

/** The label has its English word in every language, so that who cannot read the chosen one finds the way back. */
export function LanguageChoice({ isOpenedFirst = false, onChoose }: LanguageChoiceProps) {
  const { language } = useStore(languageStore);
  return (
    <select
      ref={isOpenedFirst ? openPicker : undefined}
      style={style}
      aria-label={language === "en" ? "Language" : `${t("Language")} (Language)`}
      value={language}
      onChange={({ currentTarget: { value } }) => {
        if (isKeyOf(languages, value)) onChoose(value);
      }}
    >
      {getKeys(languages).map((name) => (
        <option key={name} value={name} lang={name}>
          {languages[name]}
        </option>
      ))}
    </select>
  );
}
