// The customer's running charge, the tip and, after check-out, rating and receipt.
import { useState } from "react";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { Badge } from "#web/ui/badge.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Grid, Group, PairGrid, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { payTip, rateService, readTicket, setDriverTip } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { CustomerButton } from "#web/features/valet/customer/customer-button.tsx";
import { getLineLabel } from "#web/product/payments/line-label.ts";
import { storePayerPage } from "#web/product/payer-page.ts";
import styles from "#web/features/valet/customer/customer.module.css";
import { t } from "#web/languages/t.ts";

export interface CustomerActionProps {
  ticket: CustomerTicket;
  token: string;
  onChange: (ticket: CustomerTicket) => void;
  onError: (thrown: unknown) => void;
}

export function CustomerCharge(props: CustomerActionProps) {
  const { ticket } = props;
  const isCheckedOut = ticket.status.sequence === valetSequence.checkedOut;
  return (
    <>
      <RunningCharge ticket={ticket} isCheckedOut={isCheckedOut} />
      {!ticket.is_cancelled && ticket.status.sequence >= valetSequence.pickupRequested && (
        <TipSelector {...props} isCheckedOut={isCheckedOut} />
      )}
      {isCheckedOut && !ticket.is_cancelled && (
        <>
          <ServiceRating {...props} />
          <CustomerReceipt ticket={ticket} />
        </>
      )}
    </>
  );
}

function RunningCharge({ ticket, isCheckedOut }: { ticket: CustomerTicket; isCheckedOut: boolean }) {
  const { owed, badge } = ticket;
  const { arithmetic, total, extended, additional, deduction } = owed;
  if (total <= 0 && owed.paid <= 0) return null;
  const stayCharge = total - arithmetic.valetCharge - additional + deduction;
  return (
    <Card gap="xs">
      <Group justify="space-between" align="start">
        <AmountDue caption={isCheckedOut ? t("Total") : t("So far")} paise={total} />
        <Badge size="lg" c={badge === "Pending" ? "amber" : "green"}>
          {t(badge)}
        </Badge>
      </Group>
      <Text c="dimmed" isFigures>
        {stayCharge > 0 && `${formatMinutes(arithmetic.minutes)}: ${formatRupees(stayCharge)}`}
        {arithmetic.valetCharge > 0 &&
          `${stayCharge > 0 ? " + " : ""}${t("valet {amount}", { amount: formatRupees(arithmetic.valetCharge) })}`}
        {additional > 0 && ` + ${formatRupees(additional)}`}
        {deduction > 0 && ` − ${formatRupees(deduction)}`}
      </Text>
      {arithmetic.units === null && (
        <KeyValueList layout="spread" gap="2xs">
          {arithmetic.lines.map((line) => (
            <KeyValue key={line.text} label={getLineLabel(line)}>
              {formatRupees(line.amount)}
            </KeyValue>
          ))}
        </KeyValueList>
      )}
      {/* Plain links: the pages are outside this entry point of the web app. */}
      <a
        className={styles["link"]}
        href={`/${extended > 0 ? "pay" : "receipt"}/${ticket.pay}`}
        onClick={() => storePayerPage({ kind: "V", id: ticket.id })}
      >
        {extended > 0 ? t("Pay {amount} online or at the gate", { amount: formatRupees(extended) }) : t("Receipt")}
      </a>
    </Card>
  );
}

/** Paise; tips are not part of the total. */
const tipOptionsPaise = [0, 2_000, 5_000, 10_000];

function TipSelector({
  ticket,
  token,
  onChange,
  onError,
  isCheckedOut,
}: CustomerActionProps & { isCheckedOut: boolean }) {
  const [chosen, setChosen] = useState(0);
  const [isRetrying, setIsRetrying] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const driver = ticket.driver ?? t("the driver");
  const paid = ticket.online_tip ?? 0;
  const pending = isRetrying ? null : ticket.pending_tip;
  // After the handover, or once staff collected a tip or the cash, a tip can only be paid online.
  const isSettledInCash = ticket.payment_mode === "cash" && ticket.owed.extended <= 0;
  const isOnlineOnly = isCheckedOut || ticket.is_tip_collected || isSettledInCash;
  const collected = ticket.is_tip_collected ? (ticket.valet_tip ?? 0) : 0;
  const selected = isOnlineOnly ? chosen : (ticket.valet_tip ?? 0);
  const thanks = (
    <>
      {collected > 0 && (
        <Text isFigures role="status">
          {t("Tip of {amount} paid. Thank you.", { amount: formatRupees(collected) })}
        </Text>
      )}
      {paid > 0 && (
        <Text isFigures role="status">
          {t("Tip of {amount} paid online. Thank you.", { amount: formatRupees(paid) })}
        </Text>
      )}
    </>
  );
  if (isOnlineOnly && !ticket.is_online_offered) return thanks;
  const choose = async (paise: number) => {
    if (isOnlineOnly) setChosen(paise);
    else onChange(await setDriverTip({ token, rupees: formatWireAmount(paise) }));
  };
  async function pay(): Promise<void> {
    try {
      location.assign(await payTip({ token, rupees: formatWireAmount(selected) }));
    } catch (thrown) {
      // The tip whose page was left open was paid; the ticket shows it.
      if (!hasErrorCode(thrown, "ALREADY_PAID")) throw thrown;
      onChange(await readTicket(token));
      setChosen(0);
      setIsRetrying(false);
      setIsAdding(false);
    }
  }
  if (pending !== null)
    return (
      <Stack component="section" gap="xs" aria-label={t("Tip (not in total)")}>
        <Text c="dimmed" isFigures role="status">
          {t("Waiting for your bank to confirm the tip of {amount}. This page updates itself.", {
            amount: formatRupees(pending),
          })}
        </Text>
        <CustomerButton onPress={async () => setIsRetrying(true)} onError={onError}>
          {t("I have not paid the tip")}
        </CustomerButton>
      </Stack>
    );
  // Who has tipped is thanked, not asked again.
  if (collected + paid > 0 && selected === 0 && !isAdding && !isRetrying)
    return (
      <Stack component="section" gap="xs" aria-label={t("Tip (not in total)")}>
        {thanks}
        <CustomerButton onPress={async () => setIsAdding(true)} onError={onError}>
          {t("Tip more")}
        </CustomerButton>
      </Stack>
    );
  return (
    <Stack component="section" gap="xs" aria-label={t("Tip (not in total)")}>
      <Text c="dimmed">
        {isOnlineOnly
          ? t("Tip for {driver} (not in total)", { driver })
          : t("Tip for {driver} (not in total), paid at the gate or online", { driver })}
      </Text>
      {thanks}
      {/* 'No tip' fits one line in any of them. */}
      <PairGrid
        items={tipOptionsPaise}
        minItemWidth={88}
        minPairWidth={192}
        renderItem={(paise) => (
          <CustomerButton key={paise} isSelected={paise === selected} onPress={() => choose(paise)} onError={onError}>
            {paise === 0 ? t("No tip") : `₹${paise / 100}`}
          </CustomerButton>
        )}
      />
      {ticket.is_online_offered && selected > 0 && (
        <CustomerButton onPress={pay} onError={onError}>
          {t("Pay {amount} tip online", { amount: formatRupees(selected) })}
        </CustomerButton>
      )}
    </Stack>
  );
}

const ratings = [1, 2, 3, 4, 5];

function ServiceRating({ ticket, token, onChange, onError }: CustomerActionProps) {
  return (
    <Stack component="section" gap="xs" aria-label={t("Rating")}>
      <Text c="dimmed" role="status">
        {ticket.rating === null ? t("How was the service?") : t("Thank you for your rating.")}
      </Text>
      <Grid minColumnWidth={44} gap="xs">
        {ratings.map((rating) => (
          <CustomerButton
            key={rating}
            isSelected={rating === ticket.rating}
            onPress={async () => onChange(await rateService({ token, rating }))}
            onError={onError}
          >
            <span className="visually-hidden">{t("Rate {rating} of 5", { rating })}</span>
            <span aria-hidden="true">{rating}</span>
          </CustomerButton>
        ))}
      </Grid>
    </Stack>
  );
}

function CustomerReceipt({ ticket }: { ticket: CustomerTicket }) {
  const { branch, owed } = ticket;
  const formatAt = (at: string | null) => (at ? formatDateTime12({ at: new Date(at), zone: branch.zone }) : "–");
  const tip = (ticket.valet_tip ?? 0) + (ticket.online_tip ?? 0);
  return (
    <Card aria-label={t("Receipt")} title={t("Receipt {number}", { number: ticket.receipt_no ?? "" })}>
      <p>
        {branch.company}, {branch.name}
        {branch.address ? `, ${branch.address}` : ""}
      </p>
      <KeyValueList layout="spread">
        <KeyValue label={t("In")}>{formatAt(ticket.in_time)}</KeyValue>
        <KeyValue label={t("Out")}>{formatAt(ticket.out_time)}</KeyValue>
        <KeyValue label={ticket.payment_mode === "online" ? t("Paid online") : t("Paid")}>
          {formatRupees(owed.paid)}
        </KeyValue>
        {tip > 0 && <KeyValue label={t("Tip (not in total)")}>{formatRupees(tip)}</KeyValue>}
      </KeyValueList>
      <button type="button" className={styles["button"]} onClick={() => globalThis.print()}>
        {t("Print receipt")}
      </button>
    </Card>
  );
}
