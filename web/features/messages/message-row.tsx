// Row of the message list: recipient, title, time and status; the whole row opens the message.
import { IconMail, IconMessage } from "@tabler/icons-react";
import { redactMessage } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Row, RowButton } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { type Message, messageStatusBadges } from "#web/features/messages/api.ts";

export function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { zone } = useBranch();
  const isHighlighted = useRowHighlight("Outbox");
  const { channel, recipient, status } = message;
  const { title } = redactMessage({ ...message, values: message.values ?? {} });
  const Channel = channel === "mail" ? IconMail : IconMessage;
  return (
    <Row
      className={isHighlighted(message.id) ? "glow" : undefined}
      leading={<Channel aria-label={channel === "mail" ? "Email" : "SMS"} role="img" />}
      columns="240px 1fr 170px 110px"
    >
      <RowButton onPress={onOpen}>{recipient}</RowButton>
      <Text c="dimmed" lineClamp={2}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        <DateTime at={message.sent_at ?? message.date_created} zone={zone} />
      </Text>
      <span>
        <StatusBadge {...messageStatusBadges[status]} />
      </span>
    </Row>
  );
}
