// List row of a person, which opens their details.
import { IconUserCheck } from "@tabler/icons-react";
import { findRole, hasAttendance, roles } from "#domain/access/roles.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { getFullName, type Person, statusBadges } from "#web/features/people/api.ts";
import rows from "#web/product/rows.module.css";
import styles from "#web/features/people/people.module.css";

export function PersonRow({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const role = findRole(person.role);
  const description = [person.designation ?? roles[role].name, person.department].filter(Boolean).join(", ");
  const isOnDuty = person.in_out_flag && person.status === "active" && hasAttendance({ role });
  return (
    <li className={`${rows["row"]} ${styles["row"]}`}>
      <span className={styles["who"]}>
        <button type="button" className={rows["open"]} onClick={onOpen}>
          {getFullName(person)}
        </button>
        <span className={styles["soft"]}>{description}</span>
      </span>
      <span className={styles["reach"]}>
        <span className="figures">{person.contact_number ?? "–"}</span>
        <span className={styles["soft"]}>{person.email}</span>
      </span>
      <span className={`figures ${styles["number"]}`}>{person.employee_id}</span>
      <span className={styles["states"]}>
        {isOnDuty && <StatusBadge label="On duty" colour="teal" icon={IconUserCheck} />}
        <StatusBadge {...statusBadges[person.status]} />
      </span>
    </li>
  );
}
