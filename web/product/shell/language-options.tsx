// Chooses the language of the interface. It is kept on the device, and on the account of a user who is logged in.
import type { Language } from "#domain/people/languages.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { showLanguage } from "#web/languages/show-language.ts";
import { LanguageChoice } from "#web/product/shell/language-choice.tsx";
import { showError } from "#web/ui/feedback.ts";

export function LanguageOptions({ isOpenedFirst = false }: { isOpenedFirst?: boolean }) {
  const { data: session } = useSession();

  async function choose(chosen: Language): Promise<void> {
    await showLanguage(chosen);
    // Support reads with the session of another company, which changes nothing.
    if (!session || session.support) return;
    await queryClient.cancelQueries(sessionQuery);
    await call({ route: "POST /actions/account/language", body: { language: chosen } });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }

  return <LanguageChoice isOpenedFirst={isOpenedFirst} onChoose={(chosen) => void choose(chosen).catch(showError)} />;
}
