// §4: what the customer hands over and the change, in large figures; less than the total is a partial payment.
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { getDiscountLimit } from "#domain/cash/discount-limits.ts";
import { suggestTenderedAmounts } from "#domain/cash/tendered-amounts.ts";
import { formatRate, formatRupees, formatWireAmount, parsePaise } from "#domain/money.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Text } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

/** The tendered amount in paise; undefined while nothing is entered. */
export function parseTendered(values: { [name: string]: unknown }): number | undefined {
  const typed = String(values["tendered"] ?? "").trim();
  const amount = typed === "" ? undefined : parsePaise(typed);
  return amount !== undefined && amount > 0 ? amount : undefined;
}

interface Due {
  /** Due for the visit; this and the others are in paise. */
  due: number;
  debtTotal: number;
  /** For the driver, beside what is due. */
  tip?: number;
}

/** The form needs a field `tendered`. */
export function TenderedCash({ due, debtTotal, tip = 0 }: Due) {
  const { values, setValue } = useFormState();
  const tendered = parseTendered(values);
  const collectedTip = getCollectedTip({ values, due, tip });
  const asked = due + tip + debtTotal;
  const total = due + collectedTip + debtTotal;
  const collected = getCollectedAmount({ values, due: due + collectedTip, debtTotal });
  const leavesDebts = debtTotal > 0 && collected < total;
  const outcome = useRef<HTMLDivElement>(null);
  // Below the fold of a phone, under the button of the sheet.
  useEffect(() => {
    outcome.current?.scrollIntoView({ block: "nearest" });
  }, [tendered]);
  if (asked <= 0) return null;
  return (
    <Stack gap="xs">
      <FormField name="tendered" placeholder="0.00" />
      <Group gap="xs" role="group" aria-label={t("Notes")}>
        {suggestTenderedAmounts(asked).map((amount) => (
          <Button
            key={amount}
            variant="default"
            size="lg"
            aria-pressed={tendered === amount}
            onClick={() => setValue("tendered", formatWireAmount(amount))}
          >
            <span className="figures">{formatRate(amount)}</span>
          </Button>
        ))}
      </Group>
      {tendered !== undefined && tendered !== asked && (
        <div role="status" ref={outcome}>
          {tendered > collected && <AmountDue caption={t("Change")} paise={tendered - collected} />}
          {leavesDebts && (
            <Text fw="bold">
              {t("Not enough for the earlier visits: {debts} stays due. To collect it too, take {total}.", {
                debts: formatRupees(debtTotal),
                total: formatRupees(total),
              })}
            </Text>
          )}
          {collected < total && (
            <AmountDue
              caption={t("{amount} is collected. Still due", { amount: formatRupees(collected) })}
              paise={total - collected}
            />
          )}
          {collectedTip < tip && (
            <Text c="dimmed" isFigures>
              {tendered < due
                ? t("All of it is for the charge. Ask for the tip with the last part.")
                : t("{charge} is for the charge, {tip} is the tip.", {
                    charge: formatRupees(due),
                    tip: formatRupees(collectedTip),
                  })}
            </Text>
          )}
        </div>
      )}
    </Stack>
  );
}

/** The charge comes first: the tip is what the tendered cash leaves, at most `tip`; all of it while nothing is entered. */
export function getCollectedTip({
  values,
  due,
  tip,
}: {
  values: { [name: string]: unknown };
  due: number;
  tip: number;
}): number {
  const tendered = parseTendered(values);
  return tendered === undefined ? tip : Math.min(tip, Math.max(0, tendered - due));
}

/** Whether the tendered cash suffices for the visit and the earlier debts, of which all are collected or none. */
export function coversDebts({
  values,
  due,
  debtTotal,
}: {
  values: { [name: string]: unknown };
  due: number;
  debtTotal: number;
}): boolean {
  return (parseTendered(values) ?? Infinity) >= due + debtTotal;
}

/** What stays with the branch of the tendered cash, in paise: all, the visit without the earlier debts, or a part. */
export function getCollectedAmount({
  values,
  due,
  debtTotal,
}: {
  values: { [name: string]: unknown };
  due: number;
  debtTotal: number;
}): number {
  if (coversDebts({ values, due, debtTotal })) return due + debtTotal;
  return Math.min(due, parseTendered(values) ?? 0);
}

/** Says up to which amount the user may give a discount. */
export function DiscountLimitText() {
  const { role, branch } = useRequiredSession();
  const limit = getDiscountLimit({ limits: branch?.discount_limits, role });
  if (limit === undefined) return null;
  return <Text c="dimmed">{tNodes("Discounts up to {limit}", { limit: formatRupees(limit) })}</Text>;
}
