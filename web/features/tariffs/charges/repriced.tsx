// What the entries of the last 30 days would have been charged by an edited version.
import { useQuery } from "@tanstack/react-query";
import type { ServiceName } from "#domain/branches/services.ts";
import { formatRupees } from "#domain/money.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";
import { call } from "#web/api/call.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { formatDifference } from "#web/features/tariffs/charges/format-difference.ts";

export function Repriced({ service, tariff }: { service: ServiceName; tariff: TariffVersion }) {
  const { branch, zone } = useBranch();
  const { data, error, refetch } = useQuery({
    queryKey: ["tariff-preview", branch.id, service, tariff],
    queryFn: ({ signal }) =>
      call({ route: "POST /actions/tariffs/preview", body: { branch: branch.id, service, tariff } }, { signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={1} />;
  if (data.entries === 0)
    return <Text c="dimmed">No stay ended in the last 30 days: there is nothing to compare.</Text>;
  const difference = formatDifference(data);
  return (
    <>
      <Text isFigures>
        {data.entries === 1 ? "1 stay" : `${data.entries.toLocaleString("en-IN")} stays`}: charged{" "}
        {formatRupees(data.charged)}, with this tariff <strong>{formatRupees(data.repriced)}</strong>
        {difference && ` (${difference})`}
      </Text>
      <Text size="sm" c="dimmed">
        Stays that ended from <DateTime at={data.from} zone={zone} /> to <DateTime at={data.to} zone={zone} />
      </Text>
    </>
  );
}
