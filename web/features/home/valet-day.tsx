// The valet's part of the manager's day: how long customers wait, and tickets and tips of each driver.
import { useQuery } from "@tanstack/react-query";
import { startOfDay } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { summariseValetDay, type DayTicket } from "#domain/valet/day/valet-day.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { StatLink } from "#web/ui/data/tile.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

const fields = [
  "date_created",
  "pickup_requested_at",
  "at_gate_at",
  "out_time",
  "voided_at",
  "valet_tip",
  "online_tip",
  "tip_collected_at",
  "Assigned_Staff.id",
  "Assigned_Staff.first_name",
  "pickup_request_assigned.id",
  "pickup_request_assigned.first_name",
] as const;
type Ticket = WireRow<"Valet_and_Parking_Information", typeof fields>;

const toDate = (at: string | null) => (at === null ? null : new Date(at));
const toDriver = (user: Ticket["Assigned_Staff"]) => user && { id: user.id, name: user.first_name };

function toDayTicket(ticket: Ticket): DayTicket {
  // As docs/rules/tips.md counts them.
  const isCollected = ticket.tip_collected_at !== null;
  const tips = (isCollected ? toPaise(ticket.valet_tip ?? "0") : 0) + toPaise(ticket.online_tip ?? "0");
  return {
    receivedAt: new Date(ticket.date_created),
    receivedBy: toDriver(ticket.Assigned_Staff),
    requestedAt: toDate(ticket.pickup_requested_at),
    atGateAt: toDate(ticket.at_gate_at),
    outAt: toDate(ticket.out_time),
    broughtBy: toDriver(ticket.pickup_request_assigned),
    tips,
  };
}

function useValetDay() {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const today = startOfDay({ at: now, zone });
  const since = { _gte: today.toISOString() };
  const isWaiting = { status_id: { _in: [valetSequence.pickupRequested, valetSequence.onTheWay] } };
  const { data } = useQuery(
    itemsQuery("Valet_and_Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        voided_at: { _null: true },
        _or: [{ date_created: since }, { at_gate_at: since }, { out_time: since }, isWaiting],
      },
      fields,
      limit: -1,
    }),
  );
  return data && summariseValetDay({ tickets: data.map(toDayTicket), today, now });
}

export function ValetDayTiles() {
  const { path } = useBranch();
  const day = useValetDay();
  const format = (minutes: number | null | undefined) => (typeof minutes === "number" ? formatMinutes(minutes) : "–");
  return (
    <>
      <StatLink to={path("valet-parking/dashboard")} label="Longest wait now" value={format(day?.longestWaitMinutes)} />
      <StatLink to={path("valet-parking/dashboard")} label="Median wait today" value={format(day?.medianWaitMinutes)} />
      <StatLink to={path("valet-parking/cash")} label="Tips today" value={day ? formatRupees(day.tips) : "–"} />
    </>
  );
}

/** Nothing before the first ticket of the day. */
export function ValetDriversCard() {
  const drivers = useValetDay()?.drivers ?? [];
  if (drivers.length === 0) return null;
  return (
    <Card title="Valet drivers today">
      <RowList isFramed={false} label="Valet drivers today">
        {drivers.map(({ id, name, received, brought, tips }) => (
          <Row key={id}>
            <strong>{name}</strong>
            <Text size="sm" c="dimmed" isFigures>
              {received} received · {brought} brought{tips > 0 && ` · ${formatRupees(tips)} tips`}
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
