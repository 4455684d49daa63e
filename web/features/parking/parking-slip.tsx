// The entry slip: on screen after check-in, and printed on 80 mm paper with a QR code of 40 mm.
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { formatDuration } from "#domain/tariffs/describe-charge.ts";
import { getUnitMinutes, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { computeStayCharge } from "#domain/tariffs/stay-charge.ts";
import type { EntryTariff } from "#domain/tariffs/tariff.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { isDuplicatePrint } from "#domain/parking/slip-prints.ts";
import { formatRupees } from "#domain/money.ts";
import { computeBalance, type EntryBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { getEntryStatusLabel, toEntryRow, formatSlot } from "#web/api/entry.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { joinClassNames } from "#web/ui/class-names.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { readReceipt, recordPrint, refreshEntries, type EntrySlip } from "#web/features/parking/api.ts";
import { ReceiptLines } from "#web/product/slip/receipt-lines.tsx";
import { formatUnit } from "#web/features/parking/unit-labels.ts";
import styles from "#web/product/slip/slip.module.css";

interface ParkingSlipProps {
  slip: EntrySlip;
  /** Time zone of the branch. */
  zone: string;
}

/**
 * '₹20.00 per 30 min or part, minimum ₹40.00', or what some stays cost by a tariff of several lines; undefined if
 * parking is free.
 */
function formatTariff(slip: EntrySlip): string | undefined {
  if (slip.tariff && slip.charge_amount_for_minutes === null) return describeStays({ tariff: slip.tariff, at: slip });
  const row: TariffRow = toEntryRow(slip);
  const rate = row.charge_amount_for_minutes ?? 0;
  const minimum = row.min_charge_of_minutes ?? 0;
  if (rate <= 0 && minimum <= 0) return undefined;
  const price = `${formatRupees(rate)} per ${formatUnit(getUnitMinutes(row))} or part`;
  return minimum > 0 ? `${price}, minimum ${formatRupees(minimum)}` : price;
}

/** Minutes of the stays that a slip names. */
const exampleStays = [60, 120, 240, 480, 1_440];

/** '1 hour ₹30.00 · 2 hours ₹40.00 · …' from the time of the slip. */
function describeStays({
  tariff,
  at,
}: {
  tariff: EntryTariff;
  at: Pick<EntrySlip, "in_time" | "date_created">;
}): string {
  const from = new Date(at.in_time ?? at.date_created);
  return exampleStays
    .map((minutes) => {
      const to = new Date(from.getTime() + minutes * 60_000);
      const { charge } = computeStayCharge({ tariff, stay: { from, to } });
      return `${formatDuration(minutes)} ${formatRupees(charge)}`;
    })
    .join(" · ");
}

function formatSlipTime({ slip, zone }: ParkingSlipProps): string {
  return formatDateTime12({ at: new Date(slip.in_time ?? slip.date_created), zone });
}

/** A pending entry is not inside yet. */
function getTimeLabel(slip: EntrySlip): string {
  return slip.in_time ? "In" : "Arrived";
}

/** At the exit, or when it was paid. */
function getChargeBalance(slip: EntrySlip): EntryBalance | undefined {
  const at = slip.out_time ?? slip.paid_at;
  return at ? computeBalance({ entry: toEntryRow(slip), now: new Date(at) }) : undefined;
}

const slotStyle = { display: "grid", lineHeight: 1 } as const;

export function ParkingSlip({ slip, zone }: ParkingSlipProps) {
  const slot = formatSlot(slip);
  const { label, colour } = getEntryStatusLabel(slip);
  const visitorRecord = slip.parking_main_info;
  return (
    <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
      <Group gap="xl" justify="center">
        <Stack gap="sm" align="center">
          <StatusBadge label={label} colour={colour} size="large" />
          {visitorRecord?.vehicle_no && (
            <div>
              <Plate number={visitorRecord.vehicle_no} typeIcon={visitorRecord.vehicle_type?.icon} size="large" />
            </div>
          )}
          {slot && (
            <p style={slotStyle}>
              <Text component="span" size="sm" c="dimmed" fw="bold">
                Slot
              </Text>
              <Text component="span" size="4xl" fw="bold">
                {slot}
              </Text>
            </p>
          )}
        </Stack>
        <div className={styles["qr"]}>
          <QrCode text={slip.qr} label="QR code of this slip" size="160px" />
        </div>
      </Group>
      <KeyValueList layout="inline" gap="xl">
        <KeyValue label="Receipt">{slip.receipt_no}</KeyValue>
        <KeyValue label={getTimeLabel(slip)}>{formatSlipTime({ slip, zone })}</KeyValue>
        {slip.tariff?.version && <KeyValue label="Tariff">Version {slip.tariff.version}</KeyValue>}
      </KeyValueList>
    </Card>
  );
}

/**
 * Rendered for the printer only, on one sheet: the slip for the exit, and a receipt once it is paid; DUPLICATE if printed
 * before. A receipt of a vehicle inside keeps the code for the exit.
 */
function PrintableSlip({ slip, zone, receipt }: ParkingSlipProps & { receipt: Receipt | undefined }) {
  const slot = formatSlot(slip);
  const isPaid = slip.payment_status === "paid";
  const price = isPaid ? undefined : formatTariff(slip);
  const hasPayment = Boolean(slip.pay && price);
  const visitorRecord = slip.parking_main_info;
  return createPortal(
    <div
      className={joinClassNames(styles["paper"], (hasPayment || isPaid) && styles["paperWithPayment"])}
      aria-hidden="true"
    >
      <p className={styles["paperCompany"]}>{slip.company?.name}</p>
      <p>{slip.branch?.name}</p>
      {slip.branch?.address && <p className={styles["paperSmall"]}>{slip.branch.address}</p>}
      <p className={styles["paperCompany"]}>{isPaid ? "RECEIPT" : "PARKING SLIP"}</p>
      {isDuplicatePrint(slip) && <p className={styles["paperCompany"]}>DUPLICATE</p>}
      {slip.branch?.gstin && <p className={styles["paperSmall"]}>GSTIN {slip.branch.gstin}</p>}
      <p className={styles["paperPlate"]}>{visitorRecord?.vehicle_no ?? visitorRecord?.name}</p>
      {slot && !slip.out_time && <p className={styles["paperSlot"]}>Slot {slot}</p>}
      {!slip.out_time && (
        <div className={styles["paperQr"]}>
          <QrCode text={slip.qr} label="QR code of this slip" size="40mm" />
        </div>
      )}
      <p className="figures">Receipt {slip.receipt_no}</p>
      <p className="figures">
        {getTimeLabel(slip)} {formatSlipTime({ slip, zone })}
      </p>
      {slip.out_time && <p className="figures">Out {formatDateTime12({ at: new Date(slip.out_time), zone })}</p>}
      {visitorRecord?.vehicle_type && <p>{visitorRecord.vehicle_type.name}</p>}
      {receipt && (
        <ReceiptLines slip={slip} label="Parking" balance={getChargeBalance(slip)} receipt={receipt} zone={zone} />
      )}
      {price && <p className={styles["paperSmall"]}>{price}</p>}
      {slip.tariff?.version && <p className={styles["paperSmall"]}>Tariff version {slip.tariff.version}</p>}
      {hasPayment && (
        <>
          <div className={styles["paperQr"]}>
            <QrCode text={`${location.origin}/pay/${slip.pay}`} label="QR code for online payment" size="30mm" />
          </div>
          <p className={styles["paperSmall"]}>Scan to pay</p>
        </>
      )}
      {!slip.out_time && <p className={styles["paperSmall"]}>Please keep this slip for exit</p>}
    </div>,
    document.body,
  );
}

interface PrintSlipOptions {
  /** Id of the entry. */
  entry: number;
  /** Time zone of the branch. */
  zone: string;
}

/** Records the print and prints the slip as it is now; render `printable` where the page stays mounted. */
export function usePrintSlip({ entry, zone }: PrintSlipOptions): { print: () => Promise<void>; printable: ReactNode } {
  const [printed, setPrinted] = useState<{ slip: EntrySlip; receipt: Receipt | undefined }>();
  async function print(): Promise<void> {
    const slip = await recordPrint(entry);
    void refreshEntries();
    const receipt = slip.payment_status === "paid" && slip.pay ? await readReceipt(slip.pay) : undefined;
    // The slip must be in the document before the print dialog opens.
    flushSync(() => setPrinted({ slip, receipt }));
    globalThis.print();
  }
  return { print, printable: printed && <PrintableSlip {...printed} zone={zone} /> };
}

export function PrintSlipButton(options: PrintSlipOptions) {
  const { print, printable } = usePrintSlip(options);
  return (
    <>
      <AsyncButton variant="default" size="xl" leftSection={<IconPrinter aria-hidden="true" />} onPress={print}>
        Print slip
      </AsyncButton>
      {printable}
    </>
  );
}
