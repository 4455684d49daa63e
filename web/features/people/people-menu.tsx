// Links to the people lists, labelled for the type of company, and to the attendance.
import { Link } from "react-router";
import { getPeopleMenu, peopleKinds, type PeopleKind, getPeopleLabels } from "#domain/people/people.ts";
import { useBranch } from "#web/api/use-session.ts";
import styles from "#web/features/people/people.module.css";

export function PeopleMenu({ current }: { current: PeopleKind | "attendance" }) {
  const { company, path } = useBranch();
  const menus = peopleKinds.map((kind) => ({
    kind,
    menu: getPeopleMenu({ kind, company }),
    label: getPeopleLabels({ kind, company }).many,
  }));
  return (
    <nav className={styles["menu"]} aria-label="People">
      {[...menus, { kind: "attendance", menu: "attendance", label: "Attendance" }].map(({ kind, menu, label }) => (
        <Link key={kind} to={path(`users/${menu}`)} aria-current={kind === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
