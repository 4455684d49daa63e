// Sends a test email or SMS to the current user.
import { IconMail, IconMessage } from "@tabler/icons-react";
import type { Channel } from "#domain/messages/messages.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { sendTestMessage } from "#web/features/messages/api.ts";

export function TestMessageSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { email, contact_number: phone } = useRequiredSession().user;

  async function send(channel: Channel): Promise<void> {
    const isSent = await sendTestMessage(channel);
    showSuccess(isSent ? "Test message sent" : "MESSAGE_QUEUED");
    onClose();
  }
  return (
    <Sheet isOpen={isOpen} title="Send test message" onClose={onClose}>
      <Stack>
        <Text c="dimmed">Send yourself a message to check email and SMS.</Text>
        <AsyncButton
          size="xl"
          fullWidth
          variant="default"
          leftSection={<IconMail aria-hidden="true" />}
          onPress={() => send("mail")}
        >
          Email to {email}
        </AsyncButton>
        <AsyncButton
          size="xl"
          fullWidth
          variant="default"
          disabled={!phone}
          leftSection={<IconMessage aria-hidden="true" />}
          onPress={() => send("sms")}
        >
          {phone ? `SMS to ${phone}` : "No phone number in your account"}
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}
