// Bottom sheet on a phone, side sheet on a desktop.
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Title } from "#web/ui/text.tsx";
import styles from "#web/ui/overlays/sheet.module.css";
import { t } from "#web/languages/t.ts";

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
        <Title id={id} size="xl">
          {title}
        </Title>
        <IconButton label={t("Close")} icon={IconX} onPress={onClose} />
      </header>
      <div className={styles["body"]}>{children}</div>
    </Dialog>
  );
}
