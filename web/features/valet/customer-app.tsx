// §2 /{company}/{branch}/valet-parking/customer/…: which of the two pages an address means, in the frame both have.
import { CustomerLoginPage } from "#web/features/valet/customer-login.page.tsx";
import { CustomerStatusPage } from "#web/features/valet/customer-status.page.tsx";
import { Logo } from "#web/ui/logo.tsx";
import styles from "#web/features/valet/customer.module.css";

export function CustomerApp({ address }: { address: URL }) {
  const [company = "", branch = "", , , page] = address.pathname.split("/").slice(1).map(decodeURIComponent);
  const token = address.searchParams.get("t");
  return (
    <div className={styles["frame"]}>
      <header className={styles["top"]}>
        <a href="/" className={styles["brand"]} aria-label="Chaavi, first page">
          <Logo />
        </a>
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {page === "login" ? (
          <CustomerLoginPage company={company} branch={branch} />
        ) : (
          <CustomerStatusPage company={company} branch={branch} token={token} />
        )}
      </main>
    </div>
  );
}
