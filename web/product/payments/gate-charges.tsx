// What staff record at the gate for the charge of a stay: a lost slip, extras and a shop bill, each with one tap.
import { useState } from "react";
import type { Row } from "#domain/schema/collection.ts";
import { formatRate, formatRupees, formatWireAmount, parsePaise } from "#domain/money.ts";
import { gateChargeFields } from "#domain/parking/gate-charges.ts";
import { formatMultiplier } from "#domain/tariffs/describe-charge.ts";
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import type { Entry } from "#web/api/entry.ts";
import { updateItem } from "#web/api/items.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showError } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { useAsyncAction } from "#web/ui/forms/use-async-action.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface GateChargesProps {
  entry: EntryKey;
  recorded: Pick<Entry, "tariff" | keyof typeof gateChargeFields>;
}

/** Only what the tariff of the entry offers; nothing if it offers none of them. */
export function GateCharges({ entry, recorded }: GateChargesProps) {
  const [opened, setOpened] = useState<"proof" | "bill">();
  const { tariff, is_slip_lost: isLost, lost_slip_proof: proof, bill_number: billNumber } = recorded;
  const lostSlip = tariff?.rates.lost_slip;
  const extras = tariff?.extras.filter(({ when }) => when === "pressed") ?? [];
  const chosen = recorded.tariff_extras ?? [];
  const close = () => setOpened(undefined);

  async function save(changes: Row): Promise<void> {
    const collection = paidKinds[entry.kind].collection;
    await updateItem(collection, entry.id, changes);
    await refreshItems(collection);
  }
  const toggleExtra = (id: string) => {
    const others = chosen.filter((other) => other !== id);
    return save({ tariff_extras: others.length < chosen.length ? others : [...chosen, id] });
  };

  if (!tariff || (!lostSlip && extras.length === 0 && !tariff.bill)) return null;
  const title = t("Changes to the charge");
  return (
    <Card title={title}>
      <FilterChipGroup label={title}>
        {lostSlip && (
          <GateChip
            label={t("Lost slip +{amount}", { amount: formatRate(lostSlip.amount) })}
            isChosen={isLost}
            onPress={() => save({ is_slip_lost: !isLost, lost_slip_proof: null })}
          />
        )}
        {isLost && lostSlip?.waive_with_proof && (
          <GateChip
            label={proof ? t("Waived: {proof}", { proof }) : t("Waive with proof")}
            isChosen={Boolean(proof)}
            onPress={() => (proof ? save({ lost_slip_proof: null }) : setOpened("proof"))}
          />
        )}
        {extras.map((extra) => (
          <GateChip
            key={extra.id}
            label={`${extra.label} ${formatExtra(extra)}`}
            isChosen={chosen.includes(extra.id)}
            onPress={() => toggleExtra(extra.id)}
          />
        ))}
        {tariff.bill && (
          <GateChip
            label={billNumber ? t("Shop bill {billNumber}", { billNumber }) : t("Shop bill")}
            isChosen={billNumber !== null}
            onPress={() => setOpened("bill")}
          />
        )}
      </FilterChipGroup>
      {opened === "proof" && lostSlip && <ProofSheet fee={lostSlip.amount} onSave={save} onClose={close} />}
      {opened === "bill" && tariff.bill && (
        <BillSheet recorded={recorded} minimum={tariff.bill.minimum_bill} onSave={save} onClose={close} />
      )}
    </Card>
  );
}

/** '+₹50' or '× 2'. */
function formatExtra(extra: TariffExtra): string {
  return extra.kind === "amount" ? `+${formatRate(extra.amount)}` : formatMultiplier(extra.percent);
}

interface GateChipProps {
  label: string;
  isChosen: boolean;
  onPress: () => Promise<void> | void;
}

function GateChip({ label, isChosen, onPress }: GateChipProps) {
  const { run } = useAsyncAction({ action: async () => onPress(), onError: showError });
  return <FilterChip label={label} isChosen={isChosen} onPress={() => void run()} />;
}

interface GateSheetProps {
  onSave: (changes: Row) => Promise<void>;
  onClose: () => void;
}

const proofFields = { lost_slip_proof: { ...gateChargeFields.lost_slip_proof, required: true } };

function ProofSheet({ fee, onSave, onClose }: GateSheetProps & { fee: number }) {
  return (
    <Sheet isOpen title={t("Waive the fee for the lost slip")} onClose={onClose}>
      <Form fields={proofFields} onSubmit={(values) => onSave(values).then(onClose)}>
        <Stack>
          <Text c="dimmed">
            {tNodes(
              "{fee} is not charged if the driver proves that the vehicle is theirs, for example with its registration card.",
              { fee: formatRupees(fee) },
            )}
          </Text>
          <FormField name="lost_slip_proof" autoComplete="off" />
          <SubmitButton>{t("Waive the fee")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

const { bill_shop, bill_number, bill_amount } = gateChargeFields;
const billFields = {
  bill_shop: { ...bill_shop, required: true },
  bill_number: { ...bill_number, required: true },
  bill_amount: { ...bill_amount, required: true },
};

function BillSheet({
  recorded,
  minimum,
  onSave,
  onClose,
}: GateSheetProps & Pick<GateChargesProps, "recorded"> & { minimum: number }) {
  const initial = {
    bill_shop: recorded.bill_shop ?? "",
    bill_number: recorded.bill_number ?? "",
    bill_amount: recorded.bill_amount ?? "",
  };
  async function remove(): Promise<void> {
    await onSave({ bill_shop: null, bill_number: null, bill_amount: null });
    onClose();
  }
  return (
    <Sheet isOpen title={t("Shop bill")} onClose={onClose}>
      <Form
        fields={billFields}
        initial={initial}
        onSubmit={async (values) => {
          await onSave({ ...values, bill_amount: formatWireAmount(parsePaise(values.bill_amount ?? "") ?? 0) });
          onClose();
        }}
      >
        <Stack>
          <Text c="dimmed">
            {minimum > 0
              ? t("A bill counts once at this branch, from {minimum}.", { minimum: formatRate(minimum) })
              : t("A bill counts once at this branch.")}
          </Text>
          <FormField name="bill_shop" autoComplete="off" />
          <FormField name="bill_number" autoComplete="off" />
          <FormField name="bill_amount" placeholder="0.00" />
          <SubmitButton>{t("Apply bill")}</SubmitButton>
          {recorded.bill_number !== null && (
            <AsyncButton variant="default" size="xl" onPress={remove}>
              {t("Remove bill")}
            </AsyncButton>
          )}
        </Stack>
      </Form>
    </Sheet>
  );
}
