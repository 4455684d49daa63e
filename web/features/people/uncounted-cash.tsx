// §4 A person who is suspended or moved can no longer count the cash of the own shift: says so before.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { shiftSummaryQuery } from "#web/api/cash-shift.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Notice } from "#web/ui/notice.tsx";

export function UncountedCashNotice({ person, name }: { person: string; name: string }) {
  const { path } = useBranch();
  const mayClose = can(useRequiredSession(), "cash.close");
  const { data: shifts } = useQuery({
    ...itemsQuery("cash_shifts", {
      fields: ["id"],
      filter: { collector: { _eq: person }, closed_at: { _null: true } },
    }),
    enabled: mayClose,
  });
  const shift = shifts?.[0]?.id;
  const { data: summary } = useQuery({ ...shiftSummaryQuery(shift), enabled: shift !== undefined });
  if (!summary?.needsCount) return null;
  return (
    <Notice c="amber" role="status">
      The cash of {name}’s shift is not counted. <Link to={path("reporting/cash")}>Close the shift</Link> first.
    </Notice>
  );
}
