// §4 Tips by driver, cash and online apart; managers pay them out, and the driver confirms.
import { useQuery } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import { can } from "#domain/access/capabilities.ts";
import { handoverStateTable } from "#domain/cash/cash-handover.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { decideTips, payoutsQuery, payOutTips, tipAccountsQuery } from "#web/product/cash/tips.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

type TipAccount = ActionReply<"GET /actions/valet/tips">[number];

export function TipsCard() {
  useLiveCollections("tip_payouts");
  const { data: accounts, error, refetch } = useQuery(tipAccountsQuery);
  return (
    <Card title="Tips">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!accounts && !error && <SkeletonRows count={2} />}
      {accounts?.length === 0 && <Text c="dimmed">No tips to pay out. Tips count once the car is handed over.</Text>}
      {accounts && accounts.length > 0 && (
        <RowList isFramed={false} label="Tips by driver">
          {accounts.map((account) => (
            <TipRow key={account.driver} account={account} />
          ))}
        </RowList>
      )}
      <Payouts />
    </Card>
  );
}

function TipRow({ account }: { account: TipAccount }) {
  const { driver, name, cash, online, pending } = account;
  const { zone } = useBranch();
  return (
    <Row trailing={<TipButton account={account} />} data-driver={driver}>
      <strong>{name ?? "Former staff"}</strong>
      <Text size="sm" c="dimmed" isFigures>
        {formatRupees(cash)} in cash · {formatRupees(online)} online
      </Text>
      {pending && (
        <Text size="sm" c="dimmed" isFigures>
          {formatRupees(pending.amount)} given by {pending.by ?? "a manager"},{" "}
          <DateTime at={pending.at} zone={zone} is24Hour /> · not confirmed yet
        </Text>
      )}
    </Row>
  );
}

/** Two people confirm a payout: nobody pays out the own tips. */
function TipButton({ account: { driver, name, cash, online, pending } }: { account: TipAccount }) {
  const session = useRequiredSession();
  const total = cash + online;
  if (!can(session, "valet.manage") || driver === session.user.id) return null;
  if (pending)
    return (
      <AsyncButton
        variant="default"
        aria-label={`Withdraw tips of ${name ?? "former staff"}`}
        onPress={() => decideTips(pending.id, "withdrawn")}
      >
        Withdraw
      </AsyncButton>
    );
  if (total <= 0 || cash < 0 || online < 0) return null;
  return (
    <AsyncButton
      variant="default"
      aria-label={`Pay out tips of ${name ?? "former staff"}`}
      onPress={async () => {
        await payOutTips(driver, total);
        showSuccess(`Waiting for ${name ?? "the driver"} to confirm`);
      }}
    >
      Pay out {formatRupees(total)}
    </AsyncButton>
  );
}

function Payouts() {
  const { data: payouts = [] } = useQuery(payoutsQuery);
  const { zone } = useBranch();
  const decided = payouts.filter(({ state }) => state !== "offered");
  if (decided.length === 0) return null;
  return (
    <RowList isFramed={false} label="Payouts">
      {decided.map(({ id, driver, giver, cash_amount: cash, online_amount: online, state, date_created: at }) => (
        <Row key={id} trailing={state && handoverStateTable.states[state].name}>
          <Text isFigures>
            {formatRupees(toPaise(cash ?? "0") + toPaise(online ?? "0"))} to {driver?.first_name ?? "former staff"}
          </Text>
          <Text size="sm" c="dimmed">
            <DateTime at={at} zone={zone} /> · {giver?.first_name ?? "former staff"}
          </Text>
        </Row>
      ))}
    </RowList>
  );
}
