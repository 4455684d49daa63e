// Card of one approval request, and row of a decided one.
import { Link } from "react-router";
import { parkingSequence } from "#domain/parking/states.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ApprovalActions } from "#web/product/approval-actions.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { VehicleImageGallery } from "#web/product/vehicles/vehicle-image-gallery.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, RelativeTime, formatRelativeTime } from "#web/ui/data/date-time.tsx";
import type { ApprovalRequest } from "#web/features/approvals/requests.ts";
import styles from "#web/features/approvals/approvals.module.css";

/** The plate of a vehicle, the name of a person. */
function getVisitorLabel({ visitor }: ApprovalRequest): string {
  return visitor.vehicle_no ?? visitor.name ?? "Unknown";
}

export function RequestCard({ request }: { request: ApprovalRequest }) {
  const { visitor, ref } = request;
  const isHighlighted = useRowHighlight(ref.kind === "entry" ? "Parking_Information" : "Parking_Main_Information");
  return (
    <li className={`${styles["card"]} ${isHighlighted(ref.id) ? "glow" : ""}`}>
      <div className={styles["head"]}>
        <h2 className={styles["who"]}>
          {visitor.vehicle_no ? <Plate number={visitor.vehicle_no} size="large" /> : visitor.name}
        </h2>
        <span className={styles["since"]}>
          Requested <RelativeTime at={request.requestedAt} />
        </span>
      </div>
      <RequestDetails request={request} />
      {request.images.length > 0 && <VehicleImageGallery ids={request.images} />}
      <ApprovalActions request={ref} isPerson={visitor.is_person} visitorLabel={getVisitorLabel(request)} />
    </li>
  );
}

function RequestDetails({ request }: { request: ApprovalRequest }) {
  const { zone } = useBranch();
  const { visitor, period } = request;
  const isPass = visitor.parking_type === "long_time";
  return (
    <dl className={styles["facts"]}>
      {request.host && <RequestDetail name="Person to meet">{request.host}</RequestDetail>}
      {visitor.entry_reason && <RequestDetail name="Purpose of visit">{visitor.entry_reason}</RequestDetail>}
      {visitor.vehicle_no && visitor.name && <RequestDetail name="Name">{visitor.name}</RequestDetail>}
      {visitor.vehicle_type && <RequestDetail name="Vehicle">{visitor.vehicle_type.name}</RequestDetail>}
      {isPass && (
        <RequestDetail name="Pass">
          <DateTime at={visitor.pass_start_time} zone={zone} /> – <DateTime at={visitor.pass_end_time} zone={zone} />
        </RequestDetail>
      )}
      {period && (
        <RequestDetail name="Invite">
          <DateTime at={period.start} zone={zone} /> – <DateTime at={period.end} zone={zone} />
        </RequestDetail>
      )}
      <RequestDetail name="Phone">
        <a className="figures" href={`tel:+91${visitor.phone_no}`}>
          {visitor.phone_no}
        </a>
      </RequestDetail>
      {request.requestedBy && <RequestDetail name="Requested by">{request.requestedBy}</RequestDetail>}
    </dl>
  );
}

function RequestDetail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function DecidedRow({ request, now }: { request: ApprovalRequest; now: Date }) {
  const { path } = useBranch();
  const { ref, visitor, approved_at: at, approved_by: by } = request;
  const isRejected = request.parking_status_id === parkingSequence.cancelled;
  const identity = visitor.vehicle_no ? (
    <Plate number={visitor.vehicle_no} size="small" />
  ) : (
    <strong>{visitor.name}</strong>
  );
  return (
    <li className={styles["row"]}>
      {ref.kind === "entry" ? <Link to={path(`parking/detail?id=${ref.id}`)}>{identity}</Link> : identity}
      <span className={styles["by"]}>
        {by?.first_name ?? "Unknown user"}
        {at && `, ${formatRelativeTime({ at: new Date(at), now })}`}
      </span>
      <StatusBadge label={isRejected ? "Rejected" : "Approved"} colour={isRejected ? "grey" : "green"} />
    </li>
  );
}
