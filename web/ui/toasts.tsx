// §8: toasts; how long and how many is in messages.ts.
import { IconAlertCircle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { closeToast, toastStore } from "#web/ui/messages.ts";
import { useStore } from "#web/ui/store.ts";
import styles from "#web/ui/toasts.module.css";

export function Toasts() {
  const toasts = useStore(toastStore);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // Raised anew with each toast, since an open dialog lies above all that came before it.
    if (region.current?.matches(":popover-open")) region.current.hidePopover();
    if (newest !== undefined) region.current?.showPopover();
  }, [newest]);
  return (
    <div
      ref={region}
      popover="manual"
      className={toasts.length > 0 ? styles["toasts"] : ""}
      role="status"
      aria-label="Messages"
    >
      {toasts.map((toast) => (
        <div key={toast.id} className={`${styles["toast"]} ${styles[toast.kind]}`}>
          {toast.kind === "success" ? <IconCircleCheck aria-hidden="true" /> : <IconAlertCircle aria-hidden="true" />}
          <span className={styles["text"]}>{toast.text}</span>
          <button
            type="button"
            className={styles["close"]}
            aria-label="Close message"
            onClick={() => closeToast(toast.id)}
          >
            <IconX size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
