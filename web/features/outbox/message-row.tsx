// One message in the list: to whom, what it says, when, and what became of it. The whole row opens it.
import { IconMail, IconMessage } from "@tabler/icons-react";
import { shownMessage } from "#domain/messages.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useGlow } from "#web/ui/glow.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import { type MessageWire, statusWords } from "#web/features/outbox/messages.ts";
import rows from "#web/ui/rows.module.css";
import styles from "#web/features/outbox/outbox.module.css";

export function MessageRow({ message, onOpen }: { message: MessageWire; onOpen: () => void }) {
  const { zone } = useBranch();
  const isGlowing = useGlow("Outbox");
  const { channel, recipient, status } = message;
  const { title } = shownMessage({ ...message, values: message.values ?? {} });
  const Channel = channel === "mail" ? IconMail : IconMessage;
  return (
    <li className={`${rows["row"]} ${styles["row"]} ${isGlowing(message.id) ? "glow" : ""}`}>
      <Channel className={styles["channel"]} aria-label={channel === "mail" ? "Mail" : "SMS"} role="img" />
      <button type="button" className={`${rows["open"]} ${styles["recipient"]}`} onClick={onOpen}>
        {recipient}
      </button>
      <span className={styles["title"]}>{title}</span>
      <span className={styles["when"]}>
        <Moment at={message.sent_at ?? message.date_created} zone={zone} />
      </span>
      <span className={styles["state"]}>
        <StatusBadge {...statusWords[status]} />
      </span>
    </li>
  );
}
