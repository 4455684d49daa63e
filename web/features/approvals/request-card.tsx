// Card of one approval request, and row of a decided one.
import { parkingSequence } from "#domain/parking/states.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ApprovalActions } from "#web/product/approval-actions.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { VehicleImageGallery } from "#web/product/vehicles/vehicle-image-gallery.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, RelativeTime, formatRelativeTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Row, RowLink } from "#web/ui/data/row-list.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import type { ApprovalRequest } from "#web/features/approvals/requests.ts";

/** The plate of a vehicle, the name of a person. */
function getVisitorLabel({ visitor }: ApprovalRequest): string {
  return visitor.vehicle_no ?? visitor.name ?? "Unknown";
}

export function RequestCard({ request }: { request: ApprovalRequest }) {
  const { visitor, ref } = request;
  const isHighlighted = useRowHighlight(ref.kind === "entry" ? "Parking_Information" : "Parking_Main_Information");
  return (
    <Card component="li" gap="md" padding="md" className={isHighlighted(ref.id) ? "glow" : undefined}>
      <Group gap="sm" justify="space-between">
        <Title size="xl">
          {visitor.vehicle_no ? <Plate number={visitor.vehicle_no} size="large" /> : visitor.name}
        </Title>
        {request.startsAt === undefined && <StatusBadge label="At the gate" colour="amber" />}
        <Text c="dimmed">
          Requested <RelativeTime at={request.requestedAt} />
        </Text>
      </Group>
      <RequestDetails request={request} />
      {request.images.length > 0 && <VehicleImageGallery ids={request.images} />}
      <ApprovalActions request={ref} isPerson={visitor.is_person} visitorLabel={getVisitorLabel(request)} />
    </Card>
  );
}

function RequestDetails({ request }: { request: ApprovalRequest }) {
  const { zone } = useBranch();
  const { visitor, period } = request;
  const isPass = visitor.parking_type === "long_time";
  return (
    <KeyValueList labelWidth={116} gap="xs">
      {request.host && <KeyValue label="Person to meet">{request.host}</KeyValue>}
      {visitor.entry_reason && <KeyValue label="Purpose of visit">{visitor.entry_reason}</KeyValue>}
      {request.personCount !== null && <KeyValue label="Persons">{request.personCount}</KeyValue>}
      {request.identity && <KeyValue label="Identity">{request.identity}</KeyValue>}
      {visitor.vehicle_no && visitor.name && <KeyValue label="Name">{visitor.name}</KeyValue>}
      {visitor.vehicle_type && <KeyValue label="Vehicle">{visitor.vehicle_type.name}</KeyValue>}
      {isPass && (
        <KeyValue label="Pass">
          <DateTime at={visitor.pass_start_time} zone={zone} /> – <DateTime at={visitor.pass_end_time} zone={zone} />
        </KeyValue>
      )}
      {period && (
        <KeyValue label="Invite">
          <DateTime at={period.start} zone={zone} /> – <DateTime at={period.end} zone={zone} />
        </KeyValue>
      )}
      {visitor.phone_no && (
        <KeyValue label="Phone">
          <a className="figures" href={`tel:+91${visitor.phone_no}`}>
            {visitor.phone_no}
          </a>
        </KeyValue>
      )}
      {request.requestedBy && <KeyValue label="Requested by">{request.requestedBy}</KeyValue>}
    </KeyValueList>
  );
}

export function DecidedRow({ request, now }: { request: ApprovalRequest; now: Date }) {
  const { path } = useBranch();
  const { ref, visitor, approved_at: at, approved_by: by } = request;
  const isRejected = request.parking_status_id === parkingSequence.cancelled;
  const identity = visitor.vehicle_no ? <Plate number={visitor.vehicle_no} size="small" /> : visitor.name;
  return (
    <Row
      columns="170px 1fr"
      trailing={<StatusBadge label={isRejected ? "Rejected" : "Approved"} colour={isRejected ? "grey" : "green"} />}
    >
      {ref.kind === "entry" ? (
        <RowLink to={path(`parking/detail?id=${ref.id}`)}>{identity}</RowLink>
      ) : (
        <strong>{identity}</strong>
      )}
      <Text c="dimmed">
        {by?.first_name ?? "Unknown user"}
        {at && `, ${formatRelativeTime({ at: new Date(at), now })}`}
        {request.decision_reason && `: ${request.decision_reason}`}
      </Text>
    </Row>
  );
}
