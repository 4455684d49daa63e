// §4: says before other money is taken that an online payment of the entry is not decided yet.
import { IconClockHour4 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatRupees } from "#domain/money.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { readPaymentPage } from "#web/api/payments.ts";
import { useBranch } from "#web/api/use-session.ts";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { tNodes } from "#web/languages/nodes.ts";

export function PendingOnlineNotice({ entry }: { entry: PaidKey }) {
  const { zone } = useBranch();
  // A live event of the entry refetches the payment state.
  const { data: pay } = useQuery({
    queryKey: ["items", paidKinds[entry.kind].collection, "payment", entry.id],
    queryFn: () => readPaymentPage(entry),
  });
  const attempt = pay?.attempt;
  const isOpen = attempt?.state === "pending" || attempt?.state === "initiated" || attempt?.state === "review";
  if (!attempt?.is_current || !isOpen) return null;
  return (
    <Notice c="red" icon={IconClockHour4} role="status">
      {tNodes(
        "An online payment of {amount} was started {time} and is not decided yet. If it arrives after this payment, it is returned to the payer.",
        { amount: formatRupees(attempt.amount), time: <RelativeTime at={attempt.started_at} zone={zone} /> },
      )}
    </Notice>
  );
}
