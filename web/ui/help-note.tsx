// A small "?" beside what is hard: it opens what there is to know, as a sheet.
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Sheet } from "#web/ui/sheet.tsx";
import styles from "#web/ui/help-note.module.css";

export function HelpNote({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles["help"]} aria-label={`Help: ${title}`} onClick={() => setIsOpen(true)}>
        <IconHelp size={24} stroke={1.7} aria-hidden="true" />
      </button>
      <Sheet isOpen={isOpen} title={title} onClose={() => setIsOpen(false)}>
        <p className={styles["text"]}>{children}</p>
      </Sheet>
    </>
  );
}
