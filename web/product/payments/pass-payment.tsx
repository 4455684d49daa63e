// What is due for a pass, and its collection in cash or through another channel of the branch.
import { Button } from "@mantine/core";
import { IconCash, IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { can } from "#domain/access/capabilities.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { channelActions, channelLabels } from "#domain/payments/channels/payment-channels.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { money } from "#domain/schema/fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { readPaymentPage, takePassPayment } from "#web/api/payments.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { OtherChannels } from "#web/product/payments/other-channels.tsx";
import { useChannelPayment } from "#web/product/payments/channel-payment-sheet.tsx";
import { PassPaymentSheet } from "#web/product/payments/online-payment-sheet.tsx";
import { PendingOnlineNotice } from "#web/product/payments/pending-online-notice.tsx";
import { parseTendered, TenderedCash } from "#web/product/payments/tendered-cash.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export const payablePassFields = [
  "id",
  "vehicle_no",
  "name",
  "is_unpaid",
  "is_waiting_for_approve",
  "due_amount",
  "due_from",
  "due_till",
] as const;
type PayablePass = Pick<ActionReply<"GET /actions/passes/:id">, (typeof payablePassFields)[number]>;

/** Paise that can be collected for a pass at `now`. */
export function getPassDue({ pass, now }: { pass: PayablePass; now: Date }): number {
  const isOpen = !pass.is_waiting_for_approve && pass.due_till !== null && new Date(pass.due_till) > now;
  return isOpen ? toPaise(pass.due_amount ?? "0") : 0;
}

/** Sheets are not centred as the card is. */
export const sheetStyle = { display: "contents", textAlign: "start" } as const;

export interface PassToPay {
  pass: PayablePass;
  /** Paise. */
  due: number;
}

/** The channels beside cash, and the sheets that they open. */
function usePassChannels({ pass, due }: PassToPay) {
  const entry = { kind: "M", id: pass.id } as const;
  const { data: pay } = useQuery({
    queryKey: ["items", paidKinds.M.collection, "payment", pass.id],
    queryFn: () => readPaymentPage(entry),
    enabled: due > 0,
  });
  /** What was due when the code was opened, which stays open when it is paid. */
  const [codeAmount, setCodeAmount] = useState<number>();
  const name = pass.vehicle_no ?? pass.name ?? "";
  const channels = useChannelPayment({ entry, name, balance: due, mayCheckOut: false });
  const online = {
    ...channelActions.online,
    shortLabel: channelLabels.online,
    icon: IconQrcode,
    onPress: () => setCodeAmount(due),
  };
  const actions = pay?.isOffered ? [online, ...channels.actions] : channels.actions;
  const code = codeAmount !== undefined && (
    <PassPaymentSheet pass={pass.id} amount={codeAmount} onClose={() => setCodeAmount(undefined)} />
  );
  return { actions, code, sheet: channels.sheet };
}

/** Beside a form that goes on: collects in cash, or through the channel that is chosen instead. */
export function CollectPassSheet({ pass, due, onClose }: PassToPay & { onClose: () => void }) {
  const { actions, code, sheet } = usePassChannels({ pass, due });
  const [isCash, setIsCash] = useState(true);
  return (
    <>
      <Sheet isOpen={isCash} title={t("Collect cash")} onClose={onClose}>
        <PassCashForm pass={pass} due={due} onClose={onClose}>
          <OtherChannels actions={actions} onChoose={() => setIsCash(false)} />
        </PassCashForm>
      </Sheet>
      {code}
      {sheet}
    </>
  );
}

/** Empty if nothing is due. */
export function PassPayment({ pass, due, isMain }: PassToPay & { isMain: boolean }) {
  const session = useRequiredSession();
  const { zone } = useBranch();
  const [isCollecting, setIsCollecting] = useState(false);
  const { actions, code, sheet } = usePassChannels({ pass, due });
  if (due <= 0) return <div style={sheetStyle}>{code}</div>;
  return (
    <Stack gap="xs" style={{ width: "100%" }}>
      <AmountDue caption={pass.is_unpaid ? t("Due for this pass") : t("Due for the renewal")} paise={due}>
        <Text c="dimmed">
          <DateTime at={pass.due_from} zone={zone} /> – <DateTime at={pass.due_till} zone={zone} />
        </Text>
      </AmountDue>
      {can(session, "gate.operate") && (
        <>
          <Button
            {...(isMain ? { color: "marigold" } : { variant: "default" })}
            size="xl"
            leftSection={<IconCash aria-hidden="true" />}
            onClick={() => setIsCollecting(true)}
          >
            <span className="figures">{t("Collect {amount}", { amount: formatRupees(due) })}</span>
          </Button>
          <Group justify="center">
            {actions.map(({ label, icon: Icon, onPress }) => (
              <Button
                key={label}
                variant="default"
                size="lg"
                leftSection={Icon && <Icon size={20} aria-hidden="true" />}
                onClick={() => void onPress()}
              >
                {t(label)}
              </Button>
            ))}
          </Group>
        </>
      )}
      <div style={sheetStyle}>
        {code}
        {sheet}
        <Sheet isOpen={isCollecting} title={t("Collect cash")} onClose={() => setIsCollecting(false)}>
          <PassCashForm pass={pass} due={due} onClose={() => setIsCollecting(false)} />
        </Sheet>
      </div>
    </Stack>
  );
}

const cashFields = { tendered: money({ label: "Cash received (optional)", min: 0 }) };

interface PassCashFormProps extends PassToPay {
  onClose: () => void;
  /** Below the amount. */
  children?: ReactNode;
}

function PassCashForm({ pass, due, onClose, children }: PassCashFormProps) {
  async function collect(values: { tendered: string | null }): Promise<void> {
    const tendered = parseTendered(values);
    if (tendered !== undefined && tendered < due)
      throw new ApiError({
        code: "AMOUNT_TOO_LOW",
        message: t("*A pass is paid as a whole: {amount}", { amount: formatRupees(due) }),
        status: 400,
        extensions: { field: "tendered" },
      });
    try {
      await takePassPayment(pass.id, { channel: "cash", expected: due });
    } catch (thrown) {
      if (!hasErrorCode(thrown, "ALREADY_PAID")) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess("PAYMENT_RECORDED");
  }
  return (
    <Form fields={cashFields} onSubmit={collect}>
      <Stack>
        <AmountDue caption={t("Amount due")} paise={due} />
        {children}
        <PendingOnlineNotice entry={{ kind: "M", id: pass.id }} />
        <TenderedCash due={due} debtTotal={0} />
        <SubmitButton className="figures">{t("Collect {amount}", { amount: formatRupees(due) })}</SubmitButton>
      </Stack>
    </Form>
  );
}
