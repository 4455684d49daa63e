// Full text of a message with redacted secrets, delivery attempts and resend.
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { getErrorText } from "#domain/errors.ts";
import { hasSecretValues, redactMessage } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { type Message, resendMessage, messageStatusBadges } from "#web/features/messages/api.ts";
import facts from "#web/ui/data/facts.module.css";
import styles from "#web/features/messages/outbox.module.css";

export function MessageSheet({ message, onClose }: { message: Message; onClose: () => void }) {
  const { channel, recipient, status } = message;
  const { title, text } = redactMessage({ ...message, values: message.values ?? {} });
  return (
    <Sheet isOpen title={channel === "mail" ? "Email" : "SMS"} onClose={onClose}>
      <div className={styles["whole"]}>
        <div className={styles["head"]}>
          <strong className={styles["to"]}>{recipient}</strong>
          <StatusBadge {...messageStatusBadges[status]} />
        </div>
        {message.last_error && status !== "sent" && <p className={styles["reason"]}>{message.last_error}</p>}
        <article className={styles["paper"]} aria-label="Message text">
          {channel === "mail" && <h3>{title}</h3>}
          <p>{text}</p>
        </article>
        <MessageDetails message={message} />
        <ResendButton message={message} onClose={onClose} />
      </div>
    </Sheet>
  );
}

function MessageDetails({ message }: { message: Message }) {
  const { zone } = useBranch();
  const { attempts, status } = message;
  return (
    <dl className={facts["facts"]}>
      <MessageDetail name="Created">
        <DateTime at={message.date_created} zone={zone} />
      </MessageDetail>
      {message.sent_at && (
        <MessageDetail name="Sent">
          <DateTime at={message.sent_at} zone={zone} />
        </MessageDetail>
      )}
      {attempts > 1 || (attempts > 0 && status !== "sent") ? (
        <MessageDetail name="Attempts">{attempts}</MessageDetail>
      ) : null}
      {message.next_try_at && (
        <MessageDetail name="Next attempt">
          <DateTime at={message.next_try_at} zone={zone} />
        </MessageDetail>
      )}
    </dl>
  );
}

function MessageDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ResendButton({ message, onClose }: { message: Message; onClose: () => void }) {
  const { id, status } = message;
  // Before the first attempt there is nothing to retry.
  if (status === "waiting" && message.attempts === 0) return null;
  if (status !== "waiting" && hasSecretValues(message))
    return <p className={styles["soft"]}>{getErrorText("MESSAGE_HAD_A_SECRET")}</p>;

  async function resend(): Promise<void> {
    await resendMessage(id);
    showSuccess("MESSAGE_QUEUED");
    onClose();
  }
  return (
    <AsyncButton size="xl" fullWidth leftSection={<IconRefresh aria-hidden="true" />} onPress={resend}>
      {status === "waiting" ? "Try now" : "Resend"}
    </AsyncButton>
  );
}
