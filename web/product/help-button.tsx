// A "?" button that opens a help text in a sheet.
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { type HelpTopicName, helpTopics } from "#web/product/help-topics.ts";
import styles from "#web/product/help-button.module.css";

export function HelpButton({ title, children }: { title: string; children: ReactNode }) {
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

/** Help for one of the documented fields. */
export function HelpTopicButton({ topic }: { topic: HelpTopicName }) {
  const { title, text } = helpTopics[topic];
  return <HelpButton title={title}>{text}</HelpButton>;
}

/** Adds a help button at the end of a field's input. */
export function withHelpButton(topic: HelpTopicName): (input: ReactNode) => ReactNode {
  return (input) => (
    <div className={styles["line"]}>
      <div className={styles["input"]}>{input}</div>
      <HelpTopicButton topic={topic} />
    </div>
  );
}
