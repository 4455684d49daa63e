// The menus of people, in the words of this company, and the attendance beside them.
import { Link } from "react-router";
import { menuOf, peopleKinds, type PeopleKind, peopleWords } from "#domain/rules/people.ts";
import { useBranch } from "#web/items/use-session.ts";
import styles from "#web/features/people/people.module.css";

export function PeopleMenu({ shown }: { shown: PeopleKind | "attendance" }) {
  const { company, path } = useBranch();
  const menus = peopleKinds.map((kind) => ({
    kind,
    menu: menuOf({ kind, company }),
    label: peopleWords({ kind, company }).many,
  }));
  return (
    <nav className={styles["menu"]} aria-label="People">
      {[...menus, { kind: "attendance", menu: "attendance", label: "Attendance" }].map(({ kind, menu, label }) => (
        <Link key={kind} to={path(`users/${menu}`)} aria-current={kind === shown ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
