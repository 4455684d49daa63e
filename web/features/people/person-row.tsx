// One person of a list: who they are, how to reach them, and how they stand. The whole row opens their detail.
import { IconUserCheck } from "@tabler/icons-react";
import { roleOf, roles } from "#domain/roles.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { keepsAttendance, nameOf, type PersonWire, statusShown } from "#web/features/people/people.ts";
import rows from "#web/ui/rows.module.css";
import styles from "#web/features/people/people.module.css";

export function PersonRow({ person, onOpen }: { person: PersonWire; onOpen: () => void }) {
  const role = roleOf(person.role);
  const about = [person.designation ?? roles[role].name, person.department].filter(Boolean).join(", ");
  const isOnDuty = person.in_out_flag && person.status === "active" && keepsAttendance(role);
  return (
    <li className={`${rows["row"]} ${styles["row"]}`}>
      <span className={styles["who"]}>
        <button type="button" className={rows["open"]} onClick={onOpen}>
          {nameOf(person)}
        </button>
        <span className={styles["soft"]}>{about}</span>
      </span>
      <span className={styles["reach"]}>
        <span className="figures">{person.contact_number ?? "–"}</span>
        <span className={styles["soft"]}>{person.email}</span>
      </span>
      <span className={`figures ${styles["number"]}`}>{person.employee_id}</span>
      <span className={styles["states"]}>
        {isOnDuty && <StatusBadge label="On duty" colour="teal" icon={IconUserCheck} />}
        <StatusBadge {...statusShown[person.status]} />
      </span>
    </li>
  );
}
