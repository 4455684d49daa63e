// §2: the account of a partner user, at /{company}/{branch}/account.
import { Page } from "#web/ui/page.tsx";
import { AccountCards } from "#web/features/accounts/settings/account-cards.tsx";

export function AccountPage() {
  return (
    <Page title="Account">
      <AccountCards />
    </Page>
  );
}
