// What stands around the pages: the root that every navigation passes, and the public frame.
import { useEffect } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { PublicFrame } from "#web/ui/shell/public-frame.tsx";
import styles from "#web/frames.module.css";

export function Root() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  return (
    <>
      {state === "loading" && <div className={styles["progress"]} role="progressbar" aria-label="Opening the page" />}
      <ScrolledToTop key={pathname} />
      <Outlet />
    </>
  );
}

/** §2: 'Each navigation scrolls to top.' */
function ScrolledToTop() {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return null;
}

export function Public() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
