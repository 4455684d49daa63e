// A message whole, but for its secrets; how often it was tried and why it was not sent; and once more.
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorText } from "#domain/errors.ts";
import { hasSecrets, shownMessage } from "#domain/messages.ts";
import { useBranch } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { type MessageWire, resend, statusWords } from "#web/features/outbox/messages.ts";
import styles from "#web/features/outbox/outbox.module.css";

export function MessageSheet({ message, onClose }: { message: MessageWire; onClose: () => void }) {
  const { channel, recipient, status } = message;
  const { title, text } = shownMessage({ ...message, values: message.values ?? {} });
  return (
    <Sheet isOpen title={channel === "mail" ? "Mail" : "SMS"} onClose={onClose}>
      <div className={styles["whole"]}>
        <div className={styles["head"]}>
          <strong className={styles["to"]}>{recipient}</strong>
          <StatusBadge {...statusWords[status]} />
        </div>
        {message.last_error && status !== "sent" && <p className={styles["reason"]}>{message.last_error}</p>}
        <article className={styles["paper"]} aria-label="What it says">
          {channel === "mail" && <h3>{title}</h3>}
          <p>{text}</p>
        </article>
        <Facts message={message} />
        <Again message={message} onClose={onClose} />
      </div>
    </Sheet>
  );
}

function Facts({ message }: { message: MessageWire }) {
  const { zone } = useBranch();
  const { attempts, status } = message;
  return (
    <dl className={styles["facts"]}>
      <Fact name="Made">
        <Moment at={message.date_created} zone={zone} />
      </Fact>
      {message.sent_at && (
        <Fact name="Sent">
          <Moment at={message.sent_at} zone={zone} />
        </Fact>
      )}
      {attempts > 1 || (attempts > 0 && status !== "sent") ? <Fact name="Tried">{times(attempts)}</Fact> : null}
      {message.next_try_at && (
        <Fact name="Next try">
          <Moment at={message.next_try_at} zone={zone} />
        </Fact>
      )}
    </dl>
  );
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Again({ message, onClose }: { message: MessageWire; onClose: () => void }) {
  const { id, status } = message;
  // Not yet tried: there is nothing to hurry.
  if (status === "waiting" && message.attempts === 0) return null;
  if (status !== "waiting" && hasSecrets(message))
    return <p className={styles["soft"]}>{errorText("MESSAGE_HAD_A_SECRET")}</p>;

  async function press(): Promise<void> {
    await resend(id);
    showSuccess("MESSAGE_QUEUED");
    onClose();
  }
  return (
    <WaitingButton size="xl" fullWidth leftSection={<IconRefresh aria-hidden="true" />} onPress={press}>
      {status === "waiting" ? "Try now" : "Send again"}
    </WaitingButton>
  );
}
