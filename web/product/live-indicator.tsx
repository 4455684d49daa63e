// Shows whether live updates are connected.
import { IconBolt, IconPlugConnectedX } from "@tabler/icons-react";
import { liveConnectionStore } from "#web/api/live-updates.ts";
import { useStore } from "#web/store.ts";
import styles from "#web/product/live-indicator.module.css";

export function LiveIndicator() {
  const state = useStore(liveConnectionStore);
  return (
    <span role="status" className={styles["place"]}>
      {state === "live" && (
        <span className={`${styles["indicator"]} ${styles["live"]}`}>
          <IconBolt size={15} aria-hidden="true" />
          Live
        </span>
      )}
      {state === "reconnecting" && (
        <span className={`${styles["indicator"]} ${styles["broken"]}`}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          Reconnecting…
        </span>
      )}
    </span>
  );
}
