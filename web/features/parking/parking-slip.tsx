// The entry slip: on screen after check-in, and printed on 80 mm paper with a QR code of 40 mm.
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { describeEntryPaper, getPassEnd, getSlipTimeLabel } from "#domain/printing/entry-paper.ts";
import type { Paper } from "#domain/printing/paper.ts";
import { useBranch } from "#web/api/use-session.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { getEntryStatusLabel } from "#web/api/entry.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { readReceipt, recordPrint, refreshEntries, type EntrySlip } from "#web/features/parking/api.ts";
import { PrintedPaper } from "#web/product/slip/printed-paper.tsx";
import styles from "#web/product/slip/slip.module.css";
import { t } from "#web/languages/t.ts";

interface ParkingSlipProps {
  slip: EntrySlip;
  /** Time zone of the branch. */
  zone: string;
}

function formatSlipTime({ slip, zone }: ParkingSlipProps): string {
  return formatDateTime12({ at: new Date(slip.in_time ?? slip.date_created), zone });
}

const slotStyle = { display: "grid", lineHeight: 1 } as const;

export function ParkingSlip({ slip, zone }: ParkingSlipProps) {
  const slot = formatSlot(slip);
  const { label, colour } = getEntryStatusLabel(slip);
  const visitorRecord = slip.parking_main_info;
  const passEnd = getPassEnd(slip);
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
                {t("Slot")}
              </Text>
              <Text component="span" size="4xl" fw="bold">
                {slot}
              </Text>
            </p>
          )}
        </Stack>
        <div className={styles["qr"]}>
          <QrCode text={slip.qr} label={t("QR code of this slip")} size="160px" />
        </div>
      </Group>
      <KeyValueList layout="inline" gap="xl">
        <KeyValue label={t("Receipt")}>{slip.receipt_no}</KeyValue>
        <KeyValue label={t(getSlipTimeLabel(slip))}>{formatSlipTime({ slip, zone })}</KeyValue>
        {passEnd ? (
          <KeyValue label={t("Pass valid till")}>{formatDateTime12({ at: new Date(passEnd), zone })}</KeyValue>
        ) : (
          slip.tariff?.version && (
            <KeyValue label={t("Tariff")}>{t("Version {version}", { version: slip.tariff.version })}</KeyValue>
          )
        )}
      </KeyValueList>
    </Card>
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
  const { print_language: language } = useBranch().branch;
  const [paper, setPaper] = useState<Paper>();
  async function print(): Promise<void> {
    const slip = await recordPrint(entry);
    void refreshEntries();
    const receipt = slip.payment_status === "paid" && slip.pay ? await readReceipt(slip.pay) : undefined;
    // The slip must be in the document before the print dialog opens.
    flushSync(() => setPaper(describeEntryPaper({ slip, receipt, zone, language, publicUrl: getPublicOrigin() })));
    globalThis.print();
  }
  return { print, printable: paper && <PrintedPaper paper={paper} /> };
}

export function PrintSlipButton(options: PrintSlipOptions) {
  const { print, printable } = usePrintSlip(options);
  return (
    <>
      <AsyncButton variant="default" size="xl" leftSection={<IconPrinter aria-hidden="true" />} onPress={print}>
        {t("Print slip")}
      </AsyncButton>
      {printable}
    </>
  );
}
