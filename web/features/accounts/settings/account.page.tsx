// §2: the account of a partner user, at /{company}/{branch}/account.
import { Page } from "#web/ui/page.tsx";
import { AccountCards } from "#web/features/accounts/settings/account-cards.tsx";
import { t } from "#web/languages/t.ts";

export function AccountPage() {
  return (
    <Page title={t("Account")}>
      <AccountCards />
    </Page>
  );
}
