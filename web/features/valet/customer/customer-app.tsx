// §2 /{company}/{branch}/valet-parking/customer/…: selects the page by its URL and renders the common frame.
import { FindTicketPage } from "#web/features/valet/customer/find-ticket.page.tsx";
import { TicketStatusPage } from "#web/features/valet/customer/ticket-status.page.tsx";
import { Logo } from "#web/product/logo.tsx";
import styles from "#web/features/valet/customer/customer.module.css";

export function CustomerApp({ address: url }: { address: URL }) {
  const [company = "", branch = "", , , page] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const token = url.searchParams.get("t");
  return (
    <div className={styles["frame"]}>
      <header>
        <a href="/" className={styles["brand"]} aria-label="Chaavi home">
          <Logo />
        </a>
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {page === "login" ? (
          <FindTicketPage company={company} branch={branch} />
        ) : (
          <TicketStatusPage company={company} branch={branch} token={token} />
        )}
      </main>
    </div>
  );
}
