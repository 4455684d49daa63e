// A small "?" beside what is hard: it opens what there is to know, as a sheet.
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Sheet } from "#web/ui/sheet.tsx";
import { type HelpName, helpWords } from "#web/ui/help-words.ts";
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

/** What there is to know about one of the hard fields. */
export function HelpAbout({ about }: { about: HelpName }) {
  const { title, text } = helpWords[about];
  return <HelpNote title={title}>{text}</HelpNote>;
}

/** A field's input with its help at the end of the same line. */
export function beside(about: HelpName): (input: ReactNode) => ReactNode {
  return (input) => (
    <div className={styles["line"]}>
      <div className={styles["input"]}>{input}</div>
      <HelpAbout about={about} />
    </div>
  );
}
