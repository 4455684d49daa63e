// §9 detail: other entries of the same visitor record (pass), newest first.
import { useQuery } from "@tanstack/react-query";
import { formatSlot } from "#domain/parking/slots.ts";
import { entryFields, getEntryStatusLabel } from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime } from "#web/ui/data/date-time.tsx";
import { t } from "#web/languages/t.ts";

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
    <Card title={t("Other entries with this pass")}>
      <RowList isFramed={false}>
        {data.data.map((entry) => (
          <Row key={entry.id} trailing={<StatusBadge {...getEntryStatusLabel(entry)} />}>
            <RowLink to={path(`parking/detail?id=${entry.id}`)}>
              <DateTime at={entry.in_time ?? entry.date_created} zone={zone} />
            </RowLink>
            <Text size="sm" c="dimmed">
              <Duration from={entry.in_time} until={entry.out_time} />
              {formatSlot(entry) ? `, ${t("slot {slot}", { slot: formatSlot(entry) })}` : null}
            </Text>
          </Row>
        ))}
      </RowList>
      {data.count > maxShown && (
        <Text size="sm" c="dimmed">
          {t("{count} more", { count: data.count - maxShown })}
        </Text>
      )}
    </Card>
  );
}
