// The entry slip: on screen after check-in, and printed on 80 mm paper with a QR code of 40 mm.
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { getUnitMinutes, toTariff } from "#domain/payments/charge.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { getEntryStatusLabel, toEntryRow, formatSlot } from "#web/api/entry.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { joinClassNames } from "#web/ui/class-names.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { showError } from "#web/ui/feedback.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import type { EntrySlip } from "#web/features/parking/api.ts";
import { formatUnit } from "#web/features/parking/unit-labels.ts";
import styles from "#web/features/parking/parking-slip.module.css";

interface ParkingSlipProps {
  slip: EntrySlip;
  /** Time zone of the branch. */
  zone: string;
}

/** '₹20.00 per 30 min or part, minimum ₹40.00'; undefined if parking is free. */
function formatTariff(slip: EntrySlip): string | undefined {
  const tariff = toTariff(toEntryRow(slip));
  if (tariff.rate <= 0 && tariff.minimum <= 0) return undefined;
  const price = `${formatRupees(tariff.rate)} per ${formatUnit(getUnitMinutes(tariff))} or part`;
  return tariff.minimum > 0 ? `${price}, minimum ${formatRupees(tariff.minimum)}` : price;
}

function formatSlipTime({ slip, zone }: ParkingSlipProps): string {
  return formatDateTime12({ at: new Date(slip.in_time ?? slip.date_created), zone });
}

/** A pending entry is not inside yet. */
function getTimeLabel(slip: EntrySlip): string {
  return slip.in_time ? "In" : "Arrived";
}

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
              <Plate number={visitorRecord.vehicle_no} size="large" />
            </div>
          )}
          {slot && (
            <p className={styles["slot"]}>
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
      </KeyValueList>
    </Card>
  );
}

/** Rendered for the printer only. */
function PrintableSlip({ slip, zone }: ParkingSlipProps) {
  const slot = formatSlot(slip);
  const price = formatTariff(slip);
  const hasPayment = Boolean(slip.pay && price);
  const visitorRecord = slip.parking_main_info;
  return createPortal(
    <div className={joinClassNames(styles["paper"], hasPayment && styles["paperWithPayment"])} aria-hidden="true">
      <p className={styles["paperCompany"]}>{slip.company?.name}</p>
      <p>{slip.branch?.name}</p>
      {slip.branch?.address && <p className={styles["paperSmall"]}>{slip.branch.address}</p>}
      <p className={styles["paperPlate"]}>{visitorRecord?.vehicle_no ?? visitorRecord?.name}</p>
      {slot && <p className={styles["paperSlot"]}>Slot {slot}</p>}
      <div className={styles["paperQr"]}>
        <QrCode text={slip.qr} label="QR code of this slip" size="40mm" />
      </div>
      <p className="figures">Receipt {slip.receipt_no}</p>
      <p className="figures">
        {getTimeLabel(slip)} {formatSlipTime({ slip, zone })}
      </p>
      {visitorRecord?.vehicle_type && <p>{visitorRecord.vehicle_type.name}</p>}
      {price && <p className={styles["paperSmall"]}>{price}</p>}
      {hasPayment && (
        <>
          <div className={styles["paperQr"]}>
            <QrCode text={`${location.origin}/pay/${slip.pay}`} label="QR code for online payment" size="30mm" />
          </div>
          <p className={styles["paperSmall"]}>Scan to pay</p>
        </>
      )}
      <p className={styles["paperSmall"]}>Please keep this slip for exit</p>
    </div>,
    document.body,
  );
}

interface PrintSlipButtonProps {
  /** Called on each print, so that the slip is up to date. */
  load: () => Promise<EntrySlip> | EntrySlip;
  zone: string;
}

export function PrintSlipButton({ load, zone }: PrintSlipButtonProps) {
  const [slip, setSlip] = useState<EntrySlip>();
  const [isWaiting, setIsWaiting] = useState(false);

  async function print(): Promise<void> {
    setIsWaiting(true);
    try {
      const loaded = await load();
      // The slip must be in the document before the print dialog opens.
      flushSync(() => setSlip(loaded));
      globalThis.print();
    } catch (thrown) {
      showError(thrown);
    } finally {
      setIsWaiting(false);
    }
  }

  return (
    <>
      <Button
        type="button"
        variant="default"
        size="xl"
        loading={isWaiting}
        leftSection={<IconPrinter aria-hidden="true" />}
        onClick={() => void print()}
      >
        Print slip
      </Button>
      {slip && <PrintableSlip slip={slip} zone={zone} />}
    </>
  );
}
