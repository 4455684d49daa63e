// The slip a driver takes along: on the screen after check-in, and on 80 mm paper, black on white, QR 40 mm.
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { unitMinutesOf, tariffOf } from "#domain/rules/charge.ts";
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { showRupees } from "#domain/rules/money.ts";
import { labelOfEntry, rowOfEntry, slotOf } from "#web/items/entry.ts";
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import { showError } from "#web/ui/messages.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { SlipWire } from "#web/features/parking/api.ts";
import { unitWords } from "#web/features/parking/unit-words.ts";
import styles from "#web/features/parking/slip.module.css";

interface SlipProps {
  slip: SlipWire;
  /** The branch's. */
  zone: string;
}

/** '₹20.00 for each 30 min begun'; undefined where parking is free. */
function priceOf(slip: SlipWire): string | undefined {
  const tariff = tariffOf(rowOfEntry(slip));
  if (tariff.rate <= 0 && tariff.minimum <= 0) return undefined;
  const price = `${showRupees(tariff.rate)} for each ${unitWords(unitMinutesOf(tariff))} begun`;
  return tariff.minimum > 0 ? `${price}, at least ${showRupees(tariff.minimum)}` : price;
}

function whenOf({ slip, zone }: SlipProps): string {
  return formatDateTime12({ at: new Date(slip.in_time ?? slip.date_created), zone });
}

export function Slip({ slip, zone }: SlipProps) {
  const slot = slotOf(slip);
  const { label, colour } = labelOfEntry(slip);
  const main = slip.parking_main_info;
  return (
    <div className={styles["slip"]}>
      <div className={styles["stub"]}>
        <StatusBadge label={label} colour={colour} size="large" />
        {main?.vehicle_no && <Plate number={main.vehicle_no} size="large" />}
        {slot && (
          <p className={styles["slot"]}>
            <span className={styles["caption"]}>Slot</span>
            <span className={styles["number"]}>{slot}</span>
          </p>
        )}
      </div>
      <div className={styles["qr"]}>
        <QrCode text={slip.qr} label="QR of this slip" size="100%" />
      </div>
      <dl className={styles["facts"]}>
        <div>
          <dt>Receipt</dt>
          <dd className="figures">{slip.receipt_no}</dd>
        </div>
        <div>
          <dt>In</dt>
          <dd className="figures">{whenOf({ slip, zone })}</dd>
        </div>
      </dl>
    </div>
  );
}

/** What goes to the printer; nothing of it is seen on the screen. */
function Paper({ slip, zone }: SlipProps) {
  const slot = slotOf(slip);
  const price = priceOf(slip);
  const main = slip.parking_main_info;
  return createPortal(
    <div className={styles["paper"]} aria-hidden="true">
      <p className={styles["paperCompany"]}>{slip.company?.name}</p>
      <p>{slip.branch?.name}</p>
      {slip.branch?.address && <p className={styles["paperSmall"]}>{slip.branch.address}</p>}
      <p className={styles["paperPlate"]}>{main?.vehicle_no ?? main?.name}</p>
      {slot && <p className={styles["paperSlot"]}>Slot {slot}</p>}
      <div className={styles["paperQr"]}>
        <QrCode text={slip.qr} label="QR of this slip" size="40mm" />
      </div>
      <p className="figures">Receipt {slip.receipt_no}</p>
      <p className="figures">In {whenOf({ slip, zone })}</p>
      {main?.vehicle_type && <p>{main.vehicle_type.name}</p>}
      {price && <p className={styles["paperSmall"]}>{price}</p>}
      {slip.pay && price && (
        <>
          <div className={styles["paperQr"]}>
            <QrCode text={`${location.origin}/pay/${slip.pay}`} label="QR to pay online" size="30mm" />
          </div>
          <p className={styles["paperSmall"]}>Scan this one to pay by phone.</p>
        </>
      )}
      <p className={styles["paperSmall"]}>Keep this slip: it lets your vehicle out.</p>
    </div>,
    document.body,
  );
}

interface PrintButtonProps {
  /** Asked for on the press, so that the paper says how things stand then. */
  load: () => Promise<SlipWire> | SlipWire;
  zone: string;
  label?: string;
  className?: string | undefined;
}

export function PrintButton({ load, zone, label = "Print slip", className }: PrintButtonProps) {
  const [slip, setSlip] = useState<SlipWire>();
  const [isWaiting, setIsWaiting] = useState(false);

  async function print(): Promise<void> {
    setIsWaiting(true);
    try {
      const loaded = await load();
      // The paper must stand in the document before the printer is asked.
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
        className={className}
        loading={isWaiting}
        leftSection={<IconPrinter aria-hidden="true" />}
        onClick={() => void print()}
      >
        {label}
      </Button>
      {slip && <Paper slip={slip} zone={zone} />}
    </>
  );
}
