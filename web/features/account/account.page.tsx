// §2: a partner's own account, at /{company}/{branch}/account.
import { Page } from "#web/ui/page.tsx";
import { AccountCards } from "#web/features/account/cards.tsx";

export function AccountPage() {
  return (
    <Page title="Your account">
      <AccountCards />
    </Page>
  );
}
