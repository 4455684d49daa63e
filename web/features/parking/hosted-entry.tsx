// The entry of a visitor as the employee reads it whom they come to meet: who it is, when, and whether they are inside.
import { getEntryStatusLabel, type Entry } from "#web/api/entry.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DetailPage } from "#web/product/detail/detail-page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { EntryHeading, getEntryName } from "#web/features/parking/entry-heading.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Card } from "#web/ui/page.tsx";
import { t } from "#web/languages/t.ts";

export function HostedEntry({ entry }: { entry: Entry }) {
  const { zone } = useBranch();
  const visitor = entry.parking_main_info;
  const { label, colour } = getEntryStatusLabel(entry);
  return (
    <DetailPage
      name={getEntryName(visitor)}
      heading={<EntryHeading visitor={visitor} />}
      badges={<StatusBadge label={label} colour={colour} size="large" />}
      summary={
        <Card>
          <KeyValueList>
            {visitor?.name && <KeyValue label={t("Name")}>{visitor.name}</KeyValue>}
            {visitor?.phone_no && (
              <KeyValue label={t("Phone")}>
                <a href={`tel:+91${visitor.phone_no}`}>{visitor.phone_no}</a>
              </KeyValue>
            )}
            {visitor?.entry_reason && <KeyValue label={t("Purpose of visit")}>{visitor.entry_reason}</KeyValue>}
            {entry.is_invited && entry.invite_end_date && (
              <KeyValue label={t("Invite")}>
                <DateTime at={entry.invite_start_date} zone={zone} /> –{" "}
                <DateTime at={entry.invite_end_date} zone={zone} />
              </KeyValue>
            )}
            {entry.in_time && (
              <KeyValue label={t("In")}>
                <DateTime at={entry.in_time} zone={zone} />
              </KeyValue>
            )}
            {entry.out_time && (
              <KeyValue label={t("Out")}>
                <DateTime at={entry.out_time} zone={zone} />
              </KeyValue>
            )}
          </KeyValueList>
        </Card>
      }
      sidebar={null}
    />
  );
}
