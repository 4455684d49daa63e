// What an offer would have saved of the payments of the last 30 days.
import { useQuery } from "@tanstack/react-query";
import { formatRupees } from "#domain/money.ts";
import { previewQuery } from "#web/features/offers/api.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function OfferPreview({ offer }: { offer: number }) {
  const { data: preview, error, refetch } = useQuery({ ...previewQuery(offer), staleTime: 0 });
  if (error && !preview) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!preview) return <SkeletonRows count={3} />;
  return (
    <Stack>
      <Text c="dimmed">Payments of the last 30 days, had every customer used this offer.</Text>
      <KeyValueList layout="spread">
        <KeyValue label="Payments">{preview.payments}</KeyValue>
        <KeyValue label="With the offer">{preview.uses}</KeyValue>
        <KeyValue label="Saved by customers">{formatRupees(preview.saved)}</KeyValue>
      </KeyValueList>
    </Stack>
  );
}
