// What the chosen length of a pass costs, before it is issued or renewed.
import { useQuery } from "@tanstack/react-query";
import { formatRupees } from "#domain/money.ts";
import type { ActionBody } from "#domain/contracts.ts";
import { getLineLabel } from "#web/product/payments/line-label.ts";
import { quotePass } from "#web/features/passes/api.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function PassPrice({ quoted }: { quoted: NonNullable<ActionBody<"POST /actions/passes/quote">> }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["pass-quote", quoted],
    queryFn: ({ signal }) => quotePass(quoted, signal),
    staleTime: 60_000,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.needs_vehicle_type)
    return (
      <Text size="sm" c="dimmed">
        {t("Choose the vehicle type to see the price.")}
      </Text>
    );
  if (!data || data.price === 0) return null;
  return (
    <KeyValueList layout="spread" gap="2xs" label={t("Price")}>
      {data.lines.map((line) => (
        <KeyValue key={line.text} label={getLineLabel(line)}>
          {formatRupees(line.amount)}
        </KeyValue>
      ))}
      <KeyValue label={t("Price")} isTotal>
        {formatRupees(data.price)}
      </KeyValue>
    </KeyValueList>
  );
}
