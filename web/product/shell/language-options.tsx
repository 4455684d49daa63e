// Chooses the language of the interface. It is kept on the device, and on the account of a user who is logged in.
import type { CSSProperties } from "react";
import { languages } from "#domain/people/languages.ts";
import { isKeyOf, getKeys } from "#domain/object-keys.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { showLanguage } from "#web/languages/show-language.ts";
import { languageStore, t } from "#web/languages/t.ts";
import { useStore } from "#web/store.ts";
import { showError } from "#web/ui/feedback.ts";

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

/** The label has its English word in every language, so that who cannot read the chosen one finds the way back. */
export function LanguageOptions({ isOpenedFirst = false }: { isOpenedFirst?: boolean }) {
  const { language } = useStore(languageStore);
  const { data: session } = useSession();

  async function choose(chosen: string): Promise<void> {
    if (!isKeyOf(languages, chosen)) return;
    await showLanguage(chosen);
    // Support reads with the session of another company, which changes nothing.
    if (!session || session.support) return;
    await queryClient.cancelQueries(sessionQuery);
    await call({ route: "POST /actions/account/language", body: { language: chosen } });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }

  return (
    <select
      ref={isOpenedFirst ? openPicker : undefined}
      style={style}
      aria-label={language === "en" ? "Language" : `${t("Language")} (Language)`}
      value={language}
      onChange={(event) => void choose(event.currentTarget.value).catch(showError)}
    >
      {getKeys(languages).map((name) => (
        <option key={name} value={name} lang={name}>
          {languages[name]}
        </option>
      ))}
    </select>
  );
}
