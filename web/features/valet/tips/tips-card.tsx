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
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

type TipAccount = ActionReply<"GET /actions/valet/tips">[number];

export function TipsCard() {
  useLiveCollections("tip_payouts");
  const { data: accounts, error, refetch } = useQuery(tipAccountsQuery);
  return (
    <Card title={t("Tips")}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!accounts && !error && <SkeletonRows count={2} />}
      {accounts?.length === 0 && (
        <Text c="dimmed">{t("No tips to pay out. Tips count once the car is handed over.")}</Text>
      )}
      {accounts && accounts.length > 0 && (
        <RowList isFramed={false} label={t("Tips by driver")}>
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
      <strong>{name ?? t("Former staff")}</strong>
      <Text size="sm" c="dimmed" isFigures>
        {t("{cash} in cash · {online} online", { cash: formatRupees(cash), online: formatRupees(online) })}
      </Text>
      {pending && (
        <Text size="sm" c="dimmed" isFigures>
          {tNodes("{amount} given by {name}, {time} · not confirmed yet", {
            amount: formatRupees(pending.amount),
            name: pending.by ?? t("a manager"),
            time: <DateTime at={pending.at} zone={zone} is24Hour />,
          })}
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
        aria-label={t("Withdraw tips of {name}", { name: name ?? t("former staff") })}
        onPress={() => decideTips(pending.id, "withdrawn")}
      >
        {t("Withdraw")}
      </AsyncButton>
    );
  if (total <= 0 || cash < 0 || online < 0) return null;
  return (
    <AsyncButton
      variant="default"
      aria-label={t("Pay out tips of {name}", { name: name ?? t("former staff") })}
      onPress={async () => {
        await payOutTips(driver, total);
        showSuccess(t("Waiting for {name} to confirm", { name: name ?? t("the driver") }));
      }}
    >
      {t("Pay out {amount}", { amount: formatRupees(total) })}
    </AsyncButton>
  );
}

function Payouts() {
  const { data: payouts = [] } = useQuery(payoutsQuery);
  const { zone } = useBranch();
  const decided = payouts.filter(({ state }) => state !== "offered");
  if (decided.length === 0) return null;
  return (
    <RowList isFramed={false} label={t("Payouts")}>
      {decided.map(({ id, driver, giver, cash_amount: cash, online_amount: online, state, date_created: at }) => (
        <Row key={id} trailing={state && t(handoverStateTable.states[state].name)}>
          <Text isFigures>
            {t("{amount} to {name}", {
              amount: formatRupees(toPaise(cash ?? "0") + toPaise(online ?? "0")),
              name: driver?.first_name ?? t("former staff"),
            })}
          </Text>
          <Text size="sm" c="dimmed">
            <DateTime at={at} zone={zone} /> · {giver?.first_name ?? t("former staff")}
          </Text>
        </Row>
      ))}
    </RowList>
  );
}
