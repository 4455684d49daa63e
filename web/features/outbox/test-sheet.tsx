// Whether mail and SMS work at all: a test to oneself.
import { IconMail, IconMessage } from "@tabler/icons-react";
import type { Channel } from "#domain/messages.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { sendTest } from "#web/features/outbox/messages.ts";
import styles from "#web/features/outbox/outbox.module.css";

export function TestSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { email, contact_number: phone } = useKnownSession().user;

  async function press(channel: Channel): Promise<void> {
    const isSent = await sendTest(channel);
    showSuccess(isSent ? "Sent: it should be with you now" : "MESSAGE_QUEUED");
    onClose();
  }
  return (
    <Sheet isOpen={isOpen} title="Send a test" onClose={onClose}>
      <div className={styles["whole"]}>
        <p className={styles["soft"]}>To yourself, to see whether mail and SMS work.</p>
        <WaitingButton
          size="xl"
          fullWidth
          variant="default"
          leftSection={<IconMail aria-hidden="true" />}
          onPress={() => press("mail")}
        >
          Mail to {email}
        </WaitingButton>
        <WaitingButton
          size="xl"
          fullWidth
          variant="default"
          disabled={!phone}
          leftSection={<IconMessage aria-hidden="true" />}
          onPress={() => press("sms")}
        >
          {phone ? `SMS to ${phone}` : "SMS: you have no phone number here"}
        </WaitingButton>
      </div>
    </Sheet>
  );
}
