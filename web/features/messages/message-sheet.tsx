// Full text of a message with redacted secrets, delivery attempts and resend.
import { IconRefresh } from "@tabler/icons-react";
import { getErrorText } from "#domain/errors.ts";
import { hasSecretValues, redactMessage } from "#domain/messages/messages.ts";
import { languages } from "#domain/people/languages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  formatRecipient,
  type Message,
  messageChannels,
  messageStatusBadges,
  resendMessage,
} from "#web/features/messages/api.ts";

export function MessageSheet({ message, onClose }: { message: Message; onClose: () => void }) {
  const { channel, recipient, status, language } = message;
  const { title, text, registeredText } = redactMessage({ ...message, values: message.values ?? {} });
  return (
    <Sheet isOpen title={messageChannels[channel].label} onClose={onClose}>
      <Stack>
        <Group justify="space-between">
          <Text component="strong" size="lg">
            {formatRecipient({ channel, recipient })}
          </Text>
          <StatusBadge {...messageStatusBadges[status]} />
        </Group>
        {message.last_error && status !== "sent" && <Notice c="red">{message.last_error}</Notice>}
        <Card component="article" gap="xs" padding="md" aria-label="Message text">
          {channel !== "sms" && <Title order={3}>{title}</Title>}
          {registeredText && <Text lang={language ?? undefined}>{registeredText}</Text>}
          <Text {...(registeredText && { c: "dimmed" as const })} style={{ whiteSpace: "pre-line" }}>
            {text}
          </Text>
        </Card>
        <MessageDetails message={message} />
        <ResendButton message={message} onClose={onClose} />
      </Stack>
    </Sheet>
  );
}

function MessageDetails({ message }: { message: Message }) {
  const { zone } = useBranch();
  const { attempts, status, language } = message;
  return (
    <KeyValueList>
      {language && language !== "en" && (
        // The English text above is the one that managers can read.
        <KeyValue label="Sent in">
          <span lang={language}>{languages[language]}</span>
        </KeyValue>
      )}
      <KeyValue label="Created">
        <DateTime at={message.date_created} zone={zone} />
      </KeyValue>
      {message.sent_at && (
        <KeyValue label="Sent">
          <DateTime at={message.sent_at} zone={zone} />
        </KeyValue>
      )}
      {attempts > 1 || (attempts > 0 && status !== "sent") ? <KeyValue label="Attempts">{attempts}</KeyValue> : null}
      {message.next_try_at && (
        <KeyValue label="Next attempt">
          <DateTime at={message.next_try_at} zone={zone} />
        </KeyValue>
      )}
    </KeyValueList>
  );
}

function ResendButton({ message, onClose }: { message: Message; onClose: () => void }) {
  const { id, status } = message;
  // Before the first attempt there is nothing to retry.
  if (status === "waiting" && message.attempts === 0) return null;
  // A late notification would be about something that is over.
  if (message.channel === "push") return null;
  if (status !== "waiting" && hasSecretValues(message))
    return <Text c="dimmed">{getErrorText("MESSAGE_HAD_A_SECRET")}</Text>;

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
