// A "?" button that opens a help text in a sheet.
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { type HelpTopicName, helpTopics } from "#web/product/help-topics.ts";

export function HelpButton({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={`Help: ${title}`}
        icon={IconHelp}
        style={{ color: "var(--ink-soft)" }}
        onPress={() => setIsOpen(true)}
      />
      <Sheet isOpen={isOpen} title={title} onClose={() => setIsOpen(false)}>
        <p>{children}</p>
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
    <Group gap="2xs" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>{input}</div>
      <HelpTopicButton topic={topic} />
    </Group>
  );
}
