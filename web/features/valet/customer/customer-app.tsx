// §2 /{company}/{branch}/valet-parking/customer/…: selects the page by its URL and renders the common frame.
import { type ComponentType, lazy, Suspense, useState } from "react";
import { FindTicketPage } from "#web/features/valet/customer/find-ticket.page.tsx";
import { TicketStatusPage } from "#web/features/valet/customer/ticket-status.page.tsx";
import { Logo } from "#web/product/logo.tsx";
import { Group } from "#web/ui/layout.tsx";
import { useStore } from "#web/store.ts";
import styles from "#web/features/valet/customer/customer.module.css";
import { languageStore, t } from "#web/languages/t.ts";

// Loaded on demand: few choose a language.
const CustomerLanguage = lazy<ComponentType>(async () =>
  import("#web/features/valet/customer/customer-language.tsx").then(
    (loaded) => ({ default: loaded.CustomerLanguage }),
    () => ({ default: () => null }),
  ),
);

/** In English in every language, so that who cannot read the chosen one finds the way back. */
const languageLabel = "A अ: Language";

function LanguageButton() {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <Suspense>
      <CustomerLanguage />
    </Suspense>
  ) : (
    <button type="button" className={styles["button"]} aria-label={languageLabel} onClick={() => setIsOpen(true)}>
      A अ
    </button>
  );
}

export function CustomerApp({ address: url }: { address: URL }) {
  // The pages are rendered again in a chosen language; what was typed in them stays.
  useStore(languageStore);
  const [company = "", branch = "", , , page] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const token = url.searchParams.get("t");
  return (
    <div className={styles["frame"]}>
      <Group component="header" wrap="nowrap" justify="space-between" style={{ paddingTop: "var(--space-xs)" }}>
        <a href="/" className={styles["brand"]} aria-label={t("Chaavi home")}>
          <Logo />
        </a>
        <LanguageButton />
      </Group>
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
