// Links to the people lists, labelled for the type of company, and to the attendance.
import { getPeopleMenu, peopleKinds, type PeopleKind, getPeopleLabels } from "#domain/people/people.ts";
import { useBranch } from "#web/api/use-session.ts";
import { TabLinks } from "#web/ui/links/tab-links.tsx";

export function PeopleMenu({ current }: { current: PeopleKind | "attendance" }) {
  const { company, path } = useBranch();
  const menus = peopleKinds.map((kind) => ({
    kind,
    menu: getPeopleMenu({ kind, company }),
    label: getPeopleLabels({ kind, company }).many,
  }));
  return (
    <TabLinks
      label="People"
      tabs={[...menus, { kind: "attendance", menu: "attendance", label: "Attendance" }].map(
        ({ kind, menu, label }) => ({
          to: path(`users/${menu}`),
          label,
          isCurrent: kind === current,
        }),
      )}
    />
  );
}
