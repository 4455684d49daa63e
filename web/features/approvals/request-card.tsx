// One request: who, whom they meet and why, since when; and the two answers in thumb reach.
import { Link } from "react-router";
import { parkingSequence } from "#domain/states/parking.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Decision } from "#web/ui/decision.tsx";
import { useGlow } from "#web/ui/glow.ts";
import { Pictures } from "#web/ui/pictures.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment, Since, agoOf } from "#web/ui/time.tsx";
import type { Request } from "#web/features/approvals/requests.ts";
import styles from "#web/features/approvals/approvals.module.css";

/** The plate of a vehicle, the name of a person. */
function nameOf({ visitor }: Request): string {
  return visitor.vehicle_no ?? visitor.name ?? "Unknown";
}

export function RequestCard({ request }: { request: Request }) {
  const { visitor, asked } = request;
  const isGlowing = useGlow(asked.kind === "entry" ? "Parking_Information" : "Parking_Main_Information");
  return (
    <li className={`${styles["card"]} ${isGlowing(asked.id) ? "glow" : ""}`}>
      <div className={styles["head"]}>
        <h2 className={styles["who"]}>
          {visitor.vehicle_no ? <Plate number={visitor.vehicle_no} size="large" /> : visitor.name}
        </h2>
        <span className={styles["since"]}>
          Asked <Since at={request.since} />
        </span>
      </div>
      <Facts request={request} />
      {request.images.length > 0 && <Pictures ids={request.images} />}
      <Decision asked={asked} isPerson={visitor.is_person} who={nameOf(request)} />
    </li>
  );
}

function Facts({ request }: { request: Request }) {
  const { zone } = useBranch();
  const { visitor, window } = request;
  const isPass = visitor.parking_type === "long_time";
  return (
    <dl className={styles["facts"]}>
      {request.meets && <Fact name="Meets">{request.meets}</Fact>}
      {visitor.entry_reason && <Fact name="Why">{visitor.entry_reason}</Fact>}
      {visitor.vehicle_no && visitor.name && <Fact name="Name">{visitor.name}</Fact>}
      {visitor.vehicle_type && <Fact name="Vehicle">{visitor.vehicle_type.name}</Fact>}
      {isPass && (
        <Fact name="Pass">
          <Moment at={visitor.pass_start_time} zone={zone} /> to <Moment at={visitor.pass_end_time} zone={zone} />
        </Fact>
      )}
      {window && (
        <Fact name="Invited">
          <Moment at={window.start} zone={zone} /> to <Moment at={window.end} zone={zone} />
        </Fact>
      )}
      <Fact name="Phone">
        <a className="figures" href={`tel:+91${visitor.phone_no}`}>
          {visitor.phone_no}
        </a>
      </Fact>
      {request.by && <Fact name="Asked by">{request.by}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function AnsweredRow({ request, now }: { request: Request; now: Date }) {
  const { path } = useBranch();
  const { asked, visitor, approved_at: at, approved_by: by } = request;
  const isRejected = request.parking_status_id === parkingSequence.cancelled;
  const who = visitor.vehicle_no ? <Plate number={visitor.vehicle_no} size="small" /> : <strong>{visitor.name}</strong>;
  return (
    <li className={styles["row"]}>
      {asked.kind === "entry" ? <Link to={path(`parking/detail?id=${asked.id}`)}>{who}</Link> : who}
      <span className={styles["by"]}>
        {by?.first_name ?? "Somebody"}
        {at && `, ${agoOf({ at: new Date(at), now })}`}
      </span>
      <StatusBadge label={isRejected ? "Rejected" : "Approved"} colour={isRejected ? "grey" : "green"} />
    </li>
  );
}
