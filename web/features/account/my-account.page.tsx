// §2 /{customerType}/my-account: a customer's own account.
import { IconLogout } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { logOut } from "#web/items/session.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { AccountCards } from "#web/features/account/cards.tsx";
import styles from "#web/features/account/account.module.css";

export function MyAccountPage() {
  usePageTitle("My account");
  const { user } = useKnownSession();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await navigate("/");
    await logOut();
    showSuccess("LOGGED_OUT");
  }

  return (
    <div className={styles["public"]}>
      <div className={styles["head"]}>
        <div className={styles["words"]}>
          <h1 className={styles["title"]}>Hello, {user.first_name}</h1>
          <p>{user.contact_number ? `Your mobile number is ${user.contact_number}.` : user.email}</p>
        </div>
        <WaitingButton variant="default" leftSection={<IconLogout size={18} aria-hidden="true" />} onPress={leave}>
          Log out
        </WaitingButton>
      </div>
      <AccountCards />
    </div>
  );
}
