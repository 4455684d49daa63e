// §2 /{customerType}/my-account: the account of a customer.
import { IconLogout } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { logOut } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { AccountCards } from "#web/features/accounts/settings/account-cards.tsx";
import styles from "#web/features/accounts/settings/account.module.css";

export function MyAccountPage() {
  usePageTitle("My account");
  const { user } = useRequiredSession();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await navigate("/");
    await logOut();
    showSuccess("LOGGED_OUT");
  }

  return (
    <div className={styles["public"]}>
      <div className={styles["header"]}>
        <div className={styles["text"]}>
          <h1 className={styles["title"]}>Hello, {user.first_name}</h1>
          <p>{user.contact_number ? `Mobile number: ${user.contact_number}` : user.email}</p>
        </div>
        <AsyncButton variant="default" leftSection={<IconLogout size={18} aria-hidden="true" />} onPress={leave}>
          Log out
        </AsyncButton>
      </div>
      <AccountCards />
    </div>
  );
}
