// §4 Cash offered by a colleague, on every page until it is confirmed or declined.
import { useQuery } from "@tanstack/react-query";
import { IconCash } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { decideHandover, incomingHandoversQuery } from "#web/api/cash-shift.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "#web/languages/t.ts";

export function IncomingHandovers({ session }: { session: Session }) {
  return can(session, "cash.count") ? <Offers user={session.user.id} /> : null;
}

function Offers({ user }: { user: string }) {
  useLiveCollections("cash_handovers");
  const { data: offers = [] } = useQuery(incomingHandoversQuery(user));
  return offers.map(({ id, amount, giver }) => {
    const sum = formatRupees(toPaise(amount));
    return (
      <Notice
        key={id}
        icon={IconCash}
        role="status"
        actions={
          <Group wrap="nowrap" gap="xs">
            <AsyncButton variant="default" onPress={() => decideHandover(id, "declined")}>
              {t("Decline")}
            </AsyncButton>
            <AsyncButton
              color="marigold"
              onPress={async () => {
                await decideHandover(id, "confirmed");
                showSuccess(t("{sum} added to your shift", { sum }));
              }}
            >
              {t("Confirm")}
            </AsyncButton>
          </Group>
        }
      >
        {t("{name} hands you {sum} in cash. Count it, then confirm.", {
          name: giver?.first_name ?? t("A colleague"),
          sum,
        })}
      </Notice>
    );
  });
}
