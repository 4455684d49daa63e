// The log-in card of a staff member without an email: issued when it is printed, since its code cannot be read again.
import { Button } from "@mantine/core";
import { IconIdBadge2, IconIdBadgeOff } from "@tabler/icons-react";
import { useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { getFullName, type Person } from "#web/features/people/api.ts";
import styles from "#web/product/slip/slip.module.css";
import { QrCode } from "#web/ui/data/qr.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";

export function LogInCardActions({ person }: { person: Person }) {
  const [link, setLink] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);

  async function print(): Promise<void> {
    const issued = await call({ route: "POST /actions/people/:person/card", person: person.id });
    // The paper must be in the document before the print dialog opens.
    flushSync(() => {
      setLink(issued.link);
      setIsConfirming(false);
    });
    globalThis.print();
    await refreshItems("users");
  }
  async function revoke(): Promise<void> {
    await call({ route: "POST /actions/people/:person/card/revoke", person: person.id });
    setLink(undefined);
    showSuccess("Card revoked");
    await refreshItems("users");
  }

  if (isConfirming)
    return (
      <Card gap="xs" role="group" aria-label="New log-in card">
        <p>The current card stops working, and who is logged in with it is logged out.</p>
        <AsyncButton size="lg" onPress={print}>
          Print new card
        </AsyncButton>
        <Button size="lg" variant="default" onClick={() => setIsConfirming(false)}>
          Cancel
        </Button>
      </Card>
    );
  const icon = <IconIdBadge2 size={20} aria-hidden="true" />;
  return (
    <>
      {person.card_issued_at ? (
        <>
          <Button size="lg" variant="default" leftSection={icon} onClick={() => setIsConfirming(true)}>
            New log-in card
          </Button>
          <AsyncButton
            size="lg"
            variant="default"
            leftSection={<IconIdBadgeOff size={20} aria-hidden="true" />}
            onPress={revoke}
          >
            Revoke log-in card
          </AsyncButton>
        </>
      ) : (
        <AsyncButton size="lg" variant="default" leftSection={icon} onPress={print}>
          Print log-in card
        </AsyncButton>
      )}
      {link && <PrintableCard person={person} link={link} />}
    </>
  );
}

function PrintableCard({ person, link }: { person: Person; link: string }) {
  const { branch, company } = useBranch();
  return createPortal(
    <div className={styles["paper"]} aria-hidden="true">
      <p className={styles["paperCompany"]}>{company.name}</p>
      <p>{branch.name}</p>
      <p className={styles["paperCompany"]}>STAFF LOGIN</p>
      <p className={styles["paperPlate"]}>{getFullName(person)}</p>
      <div className={styles["paperQr"]}>
        <QrCode text={link} label="QR code of this card" size="40mm" />
      </div>
      <p className={styles["paperSmall"]}>Scan the code and enter your PIN</p>
      <p className={styles["paperSmall"]}>Lost? Tell your manager at once</p>
    </div>,
    document.body,
  );
}
