// §8: toasts; duration and limits are in feedback.ts.
import { IconAlertCircle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { closeToast, toastStore } from "#web/ui/feedback.ts";
import { useStore } from "#web/store.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "#web/ui/overlays/toasts.module.css";
import { t } from "#web/languages/t.ts";

export function Toasts() {
  const toasts = useStore(toastStore);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // Reopened with each toast, so that it is above a dialog opened since.
    if (region.current?.matches(":popover-open")) region.current.hidePopover();
    if (newest !== undefined) region.current?.showPopover();
  }, [newest]);
  return (
    <div
      ref={region}
      popover="manual"
      className={toasts.length > 0 ? styles["toasts"] : ""}
      role="status"
      aria-label={t("Notifications")}
    >
      {toasts.map((toast) => (
        <div key={toast.id} className={`${styles["toast"]} ${styles[toast.kind]}`}>
          {toast.kind === "success" ? <IconCircleCheck aria-hidden="true" /> : <IconAlertCircle aria-hidden="true" />}
          <span>{t(toast.text)}</span>
          <IconButton label={t("Close notification")} icon={IconX} iconSize={18} onPress={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
