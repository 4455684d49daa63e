// §4 Tips paid out to the user, on every page until they are confirmed or declined.
import { useQuery } from "@tanstack/react-query";
import { IconCoin } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { decideTips, incomingTipsQuery } from "#web/product/cash/tips.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "#web/languages/t.ts";

export function IncomingTips({ session }: { session: Session }) {
  const isDriver = can(session, "valet.drive") && session.branch?.is_valet_and_parking === true;
  return isDriver ? <Payouts user={session.user.id} /> : null;
}

function Payouts({ user }: { user: string }) {
  useLiveCollections("tip_payouts");
  const { data: payouts = [] } = useQuery(incomingTipsQuery(user));
  return payouts.map(({ id, cash_amount: cash, online_amount: online, giver }) => {
    const sum = formatRupees(toPaise(cash ?? "0") + toPaise(online ?? "0"));
    return (
      <Notice
        key={id}
        icon={IconCoin}
        role="status"
        actions={
          <Group wrap="nowrap" gap="xs">
            <AsyncButton variant="default" onPress={() => decideTips(id, "declined")}>
              {t("Decline")}
            </AsyncButton>
            <AsyncButton
              color="marigold"
              onPress={async () => {
                await decideTips(id, "confirmed");
                showSuccess(t("{sum} of tips confirmed", { sum }));
              }}
            >
              {t("Confirm")}
            </AsyncButton>
          </Group>
        }
      >
        {t("{name} pays you {sum} of tips. Count it, then confirm.", {
          name: giver?.first_name ?? t("A manager"),
          sum,
        })}
      </Notice>
    );
  });
}
