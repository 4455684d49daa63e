// Things are live, and say so when they are not.
import { IconBolt, IconPlugConnectedX } from "@tabler/icons-react";
import { liveStore } from "#web/items/live.ts";
import { useStore } from "#web/ui/store.ts";
import styles from "#web/ui/live-indicator.module.css";

export function LiveIndicator() {
  const state = useStore(liveStore);
  const isBroken = state === "reconnecting";
  return (
    <span role="status" className={styles["place"]}>
      {state === "live" && (
        <span className={`${styles["indicator"]} ${styles["live"]}`}>
          <IconBolt size={15} aria-hidden="true" />
          Live
        </span>
      )}
      {isBroken && (
        <span className={`${styles["indicator"]} ${styles["broken"]}`}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          reconnecting…
        </span>
      )}
    </span>
  );
}
