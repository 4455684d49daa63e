// Row of the message list: recipient, title, time and status; the whole row opens the message.
import { IconMail, IconMessage } from "@tabler/icons-react";
import { redactMessage } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { type Message, messageStatusBadges } from "#web/features/messages/api.ts";
import rows from "#web/product/rows.module.css";
import styles from "#web/features/messages/outbox.module.css";

export function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { zone } = useBranch();
  const isHighlighted = useRowHighlight("Outbox");
  const { channel, recipient, status } = message;
  const { title } = redactMessage({ ...message, values: message.values ?? {} });
  const Channel = channel === "mail" ? IconMail : IconMessage;
  return (
    <li className={`${rows["row"]} ${styles["row"]} ${isHighlighted(message.id) ? "glow" : ""}`}>
      <Channel className={styles["channel"]} aria-label={channel === "mail" ? "Email" : "SMS"} role="img" />
      <button type="button" className={`${rows["open"]} ${styles["recipient"]}`} onClick={onOpen}>
        {recipient}
      </button>
      <span className={`${rows["text"]} ${styles["title"]}`}>{title}</span>
      <span className={`${rows["when"]} ${styles["when"]}`}>
        <DateTime at={message.sent_at ?? message.date_created} zone={zone} />
      </span>
      <span className={styles["state"]}>
        <StatusBadge {...messageStatusBadges[status]} />
      </span>
    </li>
  );
}
