// Row of the message list: recipient, title, time and status; the whole row opens the message.
import { redactMessage } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Row, RowButton } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { formatRecipient, type Message, messageChannels, messageStatusBadges } from "#web/features/messages/api.ts";
import { truncate } from "#domain/text/truncate.ts";

export function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { zone } = useBranch();
  const isHighlighted = useRowHighlight("Outbox");
  const { channel, recipient, status } = message;
  const { title } = redactMessage({ ...message, values: message.values ?? {} });
  const { Icon, label } = messageChannels[channel];
  return (
    <Row
      className={isHighlighted(message.id) ? "glow" : undefined}
      leading={<Icon aria-label={label} role="img" />}
      columns="300px 1fr 170px 110px"
    >
      <RowButton onPress={onOpen}>{formatRecipient({ channel, recipient })}</RowButton>
      <Text c="dimmed">{truncate(title)}</Text>
      <Text size="sm" c="dimmed">
        <DateTime at={message.sent_at ?? message.date_created} zone={zone} />
      </Text>
      <span>
        <StatusBadge {...messageStatusBadges[status]} />
      </span>
    </Row>
  );
}
