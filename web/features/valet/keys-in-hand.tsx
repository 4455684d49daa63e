// Who has the keys of which cars: those of the user first, with slot and key tag.
import { getKeyHolder } from "#domain/valet/keys-in-hand.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { useStatusLabel } from "#web/features/valet/board.ts";
import { t } from "#web/languages/t.ts";

/** 'On the way · slot B7 · tag 17'. */
function useTicketPlace(): (ticket: Ticket) => string {
  const getLabel = useStatusLabel();
  return (ticket) => {
    const slot = formatSlot(ticket);
    return [
      getLabel(ticket.status_id.sequence),
      slot && t("slot {slot}", { slot }),
      ticket.key_tag && t("tag {tag}", { tag: ticket.key_tag }),
      t("token {token}", { token: ticket.token_no ?? "" }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}

interface KeyHolder {
  name: string;
  tickets: Ticket[];
}

function listHolders(tickets: readonly Ticket[]): Map<string, KeyHolder> {
  const holders = new Map<string, KeyHolder>();
  for (const ticket of tickets) {
    const holder = getKeyHolder(ticket);
    if (!holder) continue;
    const held = holders.get(holder.id) ?? { name: holder.first_name, tickets: [] };
    holders.set(holder.id, { ...held, tickets: [...held.tickets, ticket] });
  }
  return holders;
}

/** Nothing while the user has no key. */
export function KeysInHand({ tickets }: { tickets: readonly Ticket[] }) {
  const { user } = useRequiredSession();
  const own = listHolders(tickets).get(user.id);
  if (!own) return null;
  return (
    <Card title={t("Keys in hand")} aria-label={t("Keys in hand")}>
      <HeldKeys label={t("Your keys")} tickets={own.tickets} />
    </Card>
  );
}

/** Nothing while all other keys are with the desk. */
export function OtherKeys({ tickets }: { tickets: readonly Ticket[] }) {
  const { user } = useRequiredSession();
  const others = [...listHolders(tickets)].filter(([id]) => id !== user.id).map(([, held]) => held);
  if (others.length === 0) return null;
  return (
    <Card title={t("Keys of other drivers")}>
      {others.map(({ name, tickets: held }) => (
        <Text key={name} c="dimmed">
          {name}: {held.map((ticket) => ticket.Vehicle_Number).join(", ")}
        </Text>
      ))}
    </Card>
  );
}

function HeldKeys({ label, tickets }: { label: string; tickets: readonly Ticket[] }) {
  const { path } = useBranch();
  const getPlace = useTicketPlace();
  return (
    <RowList isFramed={false} label={label}>
      {tickets.map((ticket) => (
        <Row key={ticket.id}>
          <RowLink to={path(`valet-parking/detail?id=${ticket.id}`)}>{ticket.Vehicle_Number}</RowLink>
          <Text size="sm" c="dimmed">
            {getPlace(ticket)}
          </Text>
        </Row>
      ))}
    </RowList>
  );
}
