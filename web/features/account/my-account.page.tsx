// §2 /{customerType}/my-account: a customer's own account.
import { useKnownSession } from "#web/items/use-session.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { AccountCards } from "#web/features/account/cards.tsx";
import styles from "#web/features/account/account.module.css";

export function MyAccountPage() {
  usePageTitle("My account");
  const { user } = useKnownSession();
  return (
    <div className={styles["public"]}>
      <div className={styles["words"]}>
        <h1 className={styles["title"]}>Hello, {user.first_name}</h1>
        <p>{user.contact_number ? `Your mobile number is ${user.contact_number}.` : user.email}</p>
      </div>
      <AccountCards />
    </div>
  );
}
