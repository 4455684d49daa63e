// Root layout of all routes, and the layout of public pages.
import { useEffect } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { PublicPageLayout } from "#web/product/shell/public-layout.tsx";
import styles from "#web/layouts.module.css";
import { languageStore, t } from "#web/languages/t.ts";
import { useStore } from "#web/store.ts";

export function RootLayout() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  return (
    <>
      {state === "loading" && <div className={styles["progress"]} role="progressbar" aria-label={t("Loading page")} />}
      <ScrollToTop key={pathname} />
      <Outlet />
    </>
  );
}

/** §2: 'Each navigation scrolls to top.' */
function ScrollToTop() {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return null;
}

export function PublicLayout() {
  useStore(languageStore);
  return (
    <PublicPageLayout>
      <Outlet />
    </PublicPageLayout>
  );
}
