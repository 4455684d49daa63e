// The ticket that was just made: its code, told this once, and the way to the customer's own page.
import { Button } from "@mantine/core";
import { IconCopy, IconMessage, IconPrinter } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import type { SlipWire } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/key-taken.module.css";

export function KeyTaken({ slip, onNext }: { slip: SlipWire; onNext: () => void }) {
  const { path } = useBranch();
  return (
    <Page title="Key taken">
      <CodeCard slip={slip} />
      <div className={styles["beside"]}>
        <Button
          variant="default"
          size="xl"
          leftSection={<IconPrinter aria-hidden="true" />}
          onClick={() => globalThis.print()}
        >
          Print slip
        </Button>
        <ButtonLink to={path(`valet-parking/detail?id=${slip.id}`)} variant="default" size="xl">
          Park it
        </ButtonLink>
      </div>
      <Paper slip={slip} />
      <ActionBar>
        <Button color="marigold" size="xl" onClick={onNext} autoFocus>
          Next key
        </Button>
      </ActionBar>
    </Page>
  );
}

/** The code large enough to be read across a counter; after this page nobody can show it again. */
export function CodeCard({ slip }: { slip: SlipWire }) {
  const link = new URL(slip.link, location.href).href;
  const words = `${slip.branch?.name ?? "Valet"}: your car ${slip.Vehicle_Number}, token ${slip.token_no}. OTP ${slip.otp}. See it and ask for it: ${link}`;
  async function copy() {
    await navigator.clipboard.writeText(link);
    showSuccess("Link copied");
  }
  return (
    <section className={styles["ticket"]} aria-label="Ticket">
      <Plate number={slip.Vehicle_Number} size="large" />
      <dl className={styles["codes"]}>
        <div>
          <dt>OTP</dt>
          <dd className={`figures ${styles["otp"]}`}>{slip.otp}</dd>
        </div>
        <div>
          <dt>Token</dt>
          <dd className={`figures ${styles["token"]}`}>{slip.token_no}</dd>
        </div>
      </dl>
      <p className={styles["note"]}>Tell the customer the OTP: the car goes to who has it. It is shown only now.</p>
      <div className={styles["send"]}>
        <Button
          component="a"
          href={`sms:+91${slip.Customer_Phone_Number}?body=${encodeURIComponent(words)}`}
          variant="default"
          size="lg"
          leftSection={<IconMessage size={20} aria-hidden="true" />}
        >
          Send SMS
        </Button>
        <Button
          variant="default"
          size="lg"
          leftSection={<IconCopy size={20} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
      </div>
    </section>
  );
}

/** What goes to the printer, 80 mm; nothing of it is seen on the screen. */
function Paper({ slip }: { slip: SlipWire }) {
  const { zone } = useBranch();
  return createPortal(
    <div className={styles["paper"]} aria-hidden="true">
      <p className={styles["paperLarge"]}>{slip.company?.name}</p>
      <p>{slip.branch?.name}</p>
      <p className={styles["paperPlate"]}>{slip.Vehicle_Number}</p>
      <p className={styles["paperLarge"]}>Token {slip.token_no}</p>
      <p className={styles["paperCode"]}>OTP {slip.otp}</p>
      <QrCode text={slip.qr} label="QR of this ticket" size="40mm" />
      <p>Receipt {slip.receipt_no}</p>
      <p>{formatDateTime12({ at: new Date(slip.date_created), zone })}</p>
      <p>Keep this ticket: your car goes to who has it.</p>
    </div>,
    document.body,
  );
}
