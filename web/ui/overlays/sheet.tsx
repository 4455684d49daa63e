// Bottom sheet on a phone, side sheet on a desktop.
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import iconButton from "#web/ui/icon-button.module.css";
import styles from "#web/ui/overlays/sheet.module.css";

interface SheetProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ isOpen, title, onClose, children }: SheetProps) {
  const id = useId();
  if (!isOpen) return null;
  return (
    <Dialog className={styles["sheet"]} labelledBy={id} onClose={onClose}>
      <header className={styles["head"]}>
        <h2 id={id} className={styles["title"]}>
          {title}
        </h2>
        <button
          type="button"
          className={`${iconButton["button"]} ${styles["close"]}`}
          aria-label="Close"
          onClick={onClose}
        >
          <IconX aria-hidden="true" />
        </button>
      </header>
      <div className={styles["body"]}>{children}</div>
    </Dialog>
  );
}
