// §4 Counting a shift: what happened without cash is listed first, and the expected amount is shown only afterwards.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees, parsePaise } from "#domain/money.ts";
import type { ShiftException, ShiftSummary } from "#domain/cash/shift-summary.ts";
import { describeChannel } from "#domain/payments/channels/payment-channels.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { type ClosedShift, closeShift, decideHandover, shiftSummaryQuery } from "#web/api/cash-shift.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { IconCash } from "@tabler/icons-react";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface CountShiftFormProps {
  /** Another person's shift; the own open one by default. */
  shift?: number | undefined;
  onClosed?: (shift: ClosedShift) => Promise<void> | void;
}

export function CountShiftForm({ shift, onClosed }: CountShiftFormProps) {
  /** Shown until the caller has taken over: a closed shift has no summary any more. */
  const [counted, setCounted] = useState<ShiftSummary>();
  const { data: summary, error, refetch } = useQuery(shiftSummaryQuery(shift));
  const data = counted ?? summary;

  async function close(values: { counted: unknown; note: unknown }): Promise<void> {
    if (!data) return;
    setCounted(data);
    try {
      const closed = await closeShift(data.id, values);
      await onClosed?.(closed);
    } finally {
      setCounted(undefined);
    }
  }

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={3} />;
  if (data === null)
    return (
      <EmptyState
        icon={IconCash}
        title={t("No open shift")}
        text={
          shift === undefined
            ? t("A shift starts when you go on duty or collect your first cash payment.")
            : t("This shift has been closed.")
        }
      />
    );
  return <CountOf summary={data} onCounted={close} />;
}

const { counted, note } = CashShifts.fields;
const ownFields = { counted: { ...counted, required: true }, note: { ...note, label: "Note to manager" } };
/** Who closes the shift of someone else says why. */
const otherFields = { ...ownFields, note: { ...note, label: "Reason", required: true } };

interface CountOfProps {
  summary: ShiftSummary;
  onCounted: (values: { counted: unknown; note: unknown }) => Promise<void>;
}

function CountOf({ summary, onCounted }: CountOfProps) {
  const { zone } = useBranch();
  const { openingFloat, isOwn, name, tips, channels } = summary;
  const time = <DateTime at={summary.opened_at} zone={zone} />;
  const duration = <RelativeTime at={summary.opened_at} zone={zone} />;
  return (
    <Stack>
      <Text c="dimmed">
        {isOwn
          ? tNodes("Open since {time} ({duration}).", { time, duration })
          : tNodes("Shift of {name}, open since {time} ({duration}).", {
              name: name ?? t("former staff"),
              time,
              duration,
            })}{" "}
        {openingFloat > 0
          ? t("Count all cash, including the opening float of {amount}.", { amount: formatRupees(openingFloat) })
          : t("Count the cash collected, without an opening float.")}{" "}
        {t("The expected amount is shown afterwards.")} <strong>{`${t("Paid vehicles")}: ${summary.vehicles}`}</strong>
      </Text>
      {tips > 0 && (
        <Notice c="blue">
          {t("Tips of {amount} were given with cash payments. Do not count them.", { amount: formatRupees(tips) })}
        </Notice>
      )}
      {channels.length > 0 && (
        <Notice c="blue">
          {t("Taken otherwise: {amounts}. Do not count it.", {
            amounts: channels
              .map(({ channel, amount }) => `${formatRupees(amount)} ${t(describeChannel({ channel }))}`)
              .join(", "),
          })}
        </Notice>
      )}
      <Handovers summary={summary} />
      <Exceptions rows={summary.exceptions} />
      <Form fields={isOwn ? ownFields : otherFields} onSubmit={({ counted, note }) => onCounted({ counted, note })}>
        <Stack>
          <FormField name="counted" placeholder="0.00" />
          <FormField name="note" />
          <CloseShiftButton />
        </Stack>
      </Form>
    </Stack>
  );
}

/** Says what was counted, since a closed shift stays closed. */
function CloseShiftButton() {
  const { values } = useFormState();
  const counted = parsePaise(String(values["counted"] ?? ""));
  return (
    <SubmitButton className="figures">
      {counted === undefined ? t("Close shift") : `${t("Close shift")}: ${formatRupees(counted)}`}
    </SubmitButton>
  );
}

const exceptionLabels: { readonly [reason in ShiftException["why"]]: { label: string } } = {
  "pay-later": { label: "Left unpaid" },
  cancelled: { label: "Cancelled" },
  discount: { label: "Discount" },
  free: { label: "Free exit" },
  addition: { label: "Extra charge" },
};

function Exceptions({ rows }: { rows: readonly ShiftException[] }) {
  const { path } = useBranch();
  if (rows.length === 0)
    return <Text c="dimmed">{t("No unpaid, cancelled, discounted or free exits in this shift.")}</Text>;
  return (
    <section aria-label={t("Exceptions")}>
      <Title size="md">{t("Exceptions")}</Title>
      <RowList isFramed={false} label={t("Exceptions")}>
        {rows.map(({ kind, id, name, receipt_no: receipt, why, size, note }) => (
          <Row
            key={`${why}${kind}${id}`}
            trailing={
              <Text component="div" ta="end" isFigures>
                {t(exceptionLabels[why].label)}
                {size > 0 && ` ${formatRupees(size)}`}
              </Text>
            }
          >
            <RowLink to={path(`${kind === "P" ? "parking" : "valet-parking"}/detail?id=${id}`)}>
              {name ?? t("Visitor")}
            </RowLink>
            <Text component="div" size="sm" c="dimmed">
              {[receipt, note].filter(Boolean).join(" · ")}
            </Text>
          </Row>
        ))}
      </RowList>
    </section>
  );
}

const handoverLabels = {
  offered: { label: "Not confirmed yet" },
  confirmed: { label: "Confirmed" },
  declined: { label: "Declined" },
  withdrawn: { label: "Withdrawn" },
} as const;

function Handovers({ summary: { handovers } }: { summary: ShiftSummary }) {
  if (handovers.length === 0) return null;
  return (
    <section aria-label={t("Cash handovers")}>
      <Title size="md">{t("Cash handovers")}</Title>
      <RowList isFramed={false} label={t("Cash handovers")}>
        {handovers.map(({ id, isGiven, name, amount, state }) => (
          <Row
            key={id}
            trailing={
              isGiven && state === "offered" ? (
                <AsyncButton variant="default" onPress={() => decideHandover(id, "withdrawn")}>
                  {t("Withdraw")}
                </AsyncButton>
              ) : (
                t(handoverLabels[state].label)
              )
            }
          >
            {t(isGiven ? "{amount} to {name}" : "{amount} from {name}", {
              amount: formatRupees(amount),
              name: name ?? t("former staff"),
            })}
            {isGiven && state === "offered" && (
              <Text component="div" size="sm" c="dimmed">
                {t(handoverLabels.offered.label)}
              </Text>
            )}
          </Row>
        ))}
      </RowList>
    </section>
  );
}
