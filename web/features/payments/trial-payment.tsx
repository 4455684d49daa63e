// §2 /configurations/payments: a payment of one rupee tries the saved keys; it is returned.
import { useQuery } from "@tanstack/react-query";
import * as limits from "#domain/limits.ts";
import { formatRupees } from "#domain/money.ts";
import { judgeTrial, type TrialResult } from "#domain/payments/online/payment-trial.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

const trialFields = ["id", "state", "code", "pay_url", "date_created", "refunds.id", "refunds.state"] as const;
type Trial = WireRow<"payment_attempts", typeof trialFields>;

const amount = formatRupees(limits.trialPaymentPaise);
const results: { readonly [result in TrialResult]: { colour: "blue" | "red" | "green"; text: string } } = {
  waiting: { colour: "blue", text: "The provider has not confirmed the payment yet." },
  refused: { colour: "red", text: "The provider opened no page. Check the keys and the environment." },
  declined: {
    colour: "blue",
    text: "The provider accepted the keys, but the payment did not go through. Only a received payment also checks the refund.",
  },
  "other-amount": { colour: "red", text: `The provider reports an amount other than ${amount}.` },
  returning: { colour: "green", text: `The keys work: ${amount} was received and is being returned.` },
  returned: { colour: "green", text: `The keys work: ${amount} was received and returned.` },
  "not-returned": {
    colour: "red",
    text: `${amount} was received, but the provider refused the refund. Return it on the provider's own page.`,
  },
};

const recheckMs = 5_000;

/** `settings` is the id of the branch's payment settings. */
export function TrialPayment({ settings }: { settings: number }) {
  const { branch } = useBranch();
  useLiveCollections("payment_attempts", "payment_refunds");
  const filter = { branch: { _eq: branch.id }, is_trial: { _eq: true } };
  const { data } = useQuery(itemsQuery("payment_attempts", { fields: trialFields, filter, sort: ["-id"], limit: 1 }));
  const last = data?.[0];

  async function start(): Promise<void> {
    try {
      location.assign((await call({ route: "POST /actions/payments/settings/:id/trial", id: settings })).url);
    } catch (error) {
      await refreshItems("payment_attempts");
      // The result of the attempt says more than the message.
      if (!(error instanceof ApiError && error.code === "PAYMENT_REDIRECT_FAILED")) throw error;
    }
  }

  return (
    <Card title="Trial payment" gap="md">
      <Text c="dimmed">
        Pay {amount} on the provider&apos;s page to check the saved keys. It is returned and counts in no total.
      </Text>
      {last && <LastTrial trial={last} />}
      <AsyncButton variant="default" size="lg" onPress={start}>
        Pay {amount} as a trial
      </AsyncButton>
    </Card>
  );
}

function LastTrial({ trial }: { trial: Trial }) {
  const { zone } = useBranch();
  const { id, state, code, pay_url: payUrl, refunds, date_created: startedAt } = trial;
  const result = judgeTrial({ state, code, hasPage: payUrl !== null, refunds: refunds.map((refund) => refund.state) });
  useQuery({
    queryKey: ["payment-trial", id],
    queryFn: async () => {
      await call({ route: "POST /actions/payments/attempts/:id/check", id });
      await refreshItems("payment_attempts");
      return null;
    },
    enabled: result === "waiting" && payUrl !== null,
    refetchInterval: recheckMs,
    retry: false,
  });
  const { colour, text } = results[result];
  return (
    <Notice role="status" c={colour}>
      {text}{" "}
      <Text component="span" c="dimmed" isFigures>
        <DateTime at={startedAt} zone={zone} />
        {code !== null && colour !== "green" && ` · ${code}`}
      </Text>
    </Notice>
  );
}
