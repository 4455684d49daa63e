// §4 what a returning vehicle owes from earlier visits.
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconCoinRupee } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { collectDebts, type Debt, debtsQuery } from "#web/api/debts.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { coversDebts } from "#web/product/payments/tendered-cash.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { type FormValues, useFormState } from "#web/ui/forms/form.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface VehicleDebts {
  debts: readonly Debt[];
  /** Paise. */
  total: number;
}

const noDebts: VehicleDebts = { debts: [], total: 0 };

/** Debts of the vehicle, except those of the entry `except`. */
export function useVehicleDebts(
  vehicle: string | null | undefined,
  except?: { kind: string; id: number },
): VehicleDebts {
  const { data } = useQuery({ ...debtsQuery({ vehicle: vehicle ?? "" }), enabled: Boolean(vehicle) });
  if (!data || !vehicle) return noDebts;
  const debts = data.debts.filter(({ kind, id }) => kind !== except?.kind || id !== except.id);
  return { debts, total: debts.reduce((sum, { owed }) => sum + owed, 0) };
}

/**
 * The earlier debts beside a payment in cash, with the properties of their switch. Cash for this visit comes first; what does not
 * suffice for all earlier debts leaves them owed.
 */
export function useDebtsWithCash({
  vehicle,
  entry,
  computeDue,
}: {
  vehicle: string | null | undefined;
  entry: { kind: string; id: number };
  /** Paise that are collected before the debts. */
  computeDue: (values: TypedValues) => number;
}) {
  const earlier = useVehicleDebts(vehicle, entry);
  const [isTaken, setIsTaken] = useState(true);
  const isCovered = (values: TypedValues): boolean =>
    coversDebts({ values, due: computeDue(values), debtTotal: earlier.total });
  return {
    /** Paise that are asked for. */
    total: isTaken ? earlier.total : 0,
    getCollected: (values: TypedValues): VehicleDebts => (isTaken && isCovered(values) ? earlier : noDebts),
    switchProps: { ...earlier, isTaken, isCovered, onChange: setIsTaken },
  };
}

interface TypedValues {
  [name: string]: unknown;
}

/** On the page of an entry with an amount due: what is collected with it. */
export function DebtsBesideAmount({
  entry,
  vehicle,
  due,
}: {
  entry: { kind: string; id: number };
  vehicle: string | null | undefined;
  due: number;
}) {
  const isCollected = can(useRequiredSession(), "gate.operate") && due > 0;
  const { total } = useVehicleDebts(isCollected ? vehicle : null, entry);
  if (total <= 0) return null;
  return (
    <Text fw="medium" isFigures>
      {t("plus {debts} from earlier visits: {total} in all", {
        debts: formatRupees(total),
        total: formatRupees(due + total),
      })}
    </Text>
  );
}

/** Amount and day of each debt. */
export function DebtLines({ debts }: { debts: readonly Debt[] }) {
  const { zone } = useBranch();
  return (
    <KeyValueList layout="spread" gap="xs">
      {debts.map((debt) => (
        <KeyValue key={`${debt.kind}${debt.id}`} label={<DateTime at={debt.out_time} zone={zone} />}>
          {formatRupees(debt.owed)}
        </KeyValue>
      ))}
    </KeyValueList>
  );
}

/** Says what the vehicle owes and collects it; within a form, which its buttons do not submit. */
export function VehicleDebtNotice({ vehicle }: { vehicle: string | undefined }) {
  const { debts, total } = useVehicleDebts(vehicle);
  const [isOpen, setIsOpen] = useState(false);
  if (total <= 0) return null;
  return (
    <>
      <Notice
        c="red"
        icon={IconCoinRupee}
        actions={
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t("Collect")}
          </Button>
        }
      >
        {debts.length === 1
          ? t("This vehicle owes {total} from an earlier visit.", { total: formatRupees(total) })
          : t("This vehicle owes {total} from {count} visits.", {
              total: formatRupees(total),
              count: debts.length,
            })}{" "}
        {t("Collect it now or with the next payment.")}
      </Notice>
      {isOpen && <CollectDebtsSheet debts={debts} total={total} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function CollectDebtsSheet({ debts, total, onClose }: VehicleDebts & { onClose: () => void }) {
  async function collect(): Promise<void> {
    await collectDebts({ debts, expected: total });
    showSuccess("PAYMENT_RECORDED");
    onClose();
  }
  return (
    <Sheet isOpen title={t("Collect debt")} onClose={onClose}>
      <Stack>
        <AmountDue caption={t("Owed from earlier visits")} paise={total} />
        <DebtLines debts={debts} />
        <AsyncButton size="xl" color="marigold" fullWidth onPress={collect}>
          <span className="figures">{tNodes("Collect {total}", { total: formatRupees(total) })}</span>
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}

/** Whether the payment also takes the earlier debts; it is not chosen while the typed amount does not cover them. */
export function EarlierDebts({
  debts,
  total,
  isTaken: isChosen,
  isCovered = () => true,
  onChange,
}: VehicleDebts & {
  isTaken: boolean;
  isCovered?: (values: FormValues) => boolean;
  onChange: (isTaken: boolean) => void;
}) {
  const { values } = useFormState();
  if (total <= 0) return null;
  const hasEnough = isCovered(values);
  const isTaken = isChosen && hasEnough;
  return (
    <Stack gap="xs">
      <Switch
        size="lg"
        checked={isTaken}
        disabled={!hasEnough}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={t("Also collect {total} from earlier visits", { total: formatRupees(total) })}
      />
      {isTaken && <DebtLines debts={debts} />}
    </Stack>
  );
}
