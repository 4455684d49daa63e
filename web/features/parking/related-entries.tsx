// §9 detail: other entries of the same visitor record (pass), newest first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { entryFields, getEntryStatusLabel, formatSlot } from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime } from "#web/ui/data/date-time.tsx";
import detail from "#web/product/detail/detail-page.module.css";
import styles from "#web/features/parking/related-entries.module.css";

const maxShown = 5;

/** Renders nothing if there are no other entries. */
export function RelatedEntries({ id, visitorRecordId }: { id: number; visitorRecordId: number }) {
  const { zone, path } = useBranch();
  const { data } = useQuery(
    pageQuery("Parking_Information", {
      filter: { parking_main_info: { _eq: visitorRecordId }, id: { _neq: id } },
      fields: entryFields,
      sort: ["-id"],
      limit: maxShown,
    }),
  );
  if (!data || data.data.length === 0) return null;
  return (
    <Card>
      <h2 className={detail["heading"]}>Other entries with this pass</h2>
      <ul className={styles["related"]}>
        {data.data.map((entry) => (
          <li key={entry.id}>
            <Link to={path(`parking/detail?id=${entry.id}`)}>
              <DateTime at={entry.in_time ?? entry.date_created} zone={zone} />
            </Link>
            <span className={detail["by"]}>
              <Duration from={entry.in_time} until={entry.out_time} />
              {formatSlot(entry) ? `, slot ${formatSlot(entry)}` : null}
            </span>
            <StatusBadge {...getEntryStatusLabel(entry)} />
          </li>
        ))}
      </ul>
      {data.count > maxShown && <p className={detail["by"]}>{data.count - maxShown} more</p>}
    </Card>
  );
}
