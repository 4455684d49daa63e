// §9 detail: the other visits of the same standing record: a pass's arrivals, the newest first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { entryFields, labelOfEntry, slotOf } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { pageQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Lasting, Moment } from "#web/ui/time.tsx";
import detail from "#web/ui/detail/detail.module.css";
import styles from "#web/features/parking/related.module.css";

const shown = 5;

/** Nothing where this visit is the only one. */
export function Related({ id, main }: { id: number; main: number }) {
  const { zone, path } = useBranch();
  const { data } = useQuery(
    pageQuery<EntryWire>("Parking_Information", {
      filter: { parking_main_info: { _eq: main }, id: { _neq: id } },
      fields: entryFields,
      sort: ["-id"],
      limit: shown,
    }),
  );
  if (!data || data.data.length === 0) return null;
  return (
    <Card>
      <h2 className={detail["heading"]}>Other visits with this pass</h2>
      <ul className={styles["related"]}>
        {data.data.map((visit) => (
          <li key={visit.id}>
            <Link to={path(`parking/detail?id=${visit.id}`)}>
              <Moment at={visit.in_time ?? visit.date_created} zone={zone} />
            </Link>
            <span className={detail["by"]}>
              <Lasting from={visit.in_time} until={visit.out_time} />
              {slotOf(visit) ? `, slot ${slotOf(visit)}` : null}
            </span>
            <StatusBadge {...labelOfEntry(visit)} />
          </li>
        ))}
      </ul>
      {data.count > shown && <p className={detail["by"]}>And {data.count - shown} more.</p>}
    </Card>
  );
}
