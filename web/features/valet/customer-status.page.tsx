// §2 /…/valet-parking/customer/status: where the car is, live; one button to ask for it; the charge, running.
import { IconPhone } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { Link, useParams, useSearchParams } from "react-router";
import { showRupees } from "#domain/rules/money.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { hasCode } from "#web/items/api-error.ts";
import { Amount } from "#web/ui/amount.tsx";
import { ActionBar, Card, usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { requestPickup } from "#web/features/valet/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";
import { useLiveTicket } from "#web/features/valet/customer-live.ts";
import { estimateWords, steps, wordsFor } from "#web/features/valet/customer-words.ts";
import styles from "#web/features/valet/customer.module.css";

export function CustomerStatusPage() {
  usePageTitle("Your car");
  const [parameters] = useSearchParams();
  const token = parameters.get("t");
  return token ? <Live token={token} /> : <NoTicket />;
}

function NoTicket() {
  const { company, branch } = useParams();
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link is over</h1>
      <p className={styles["soft"]}>
        A ticket can be seen until a day after the car has left. If yours is still here, find it with its OTP.
      </p>
      <Link className={styles["find"]} to={`/${company}/${branch}/valet-parking/customer/login`}>
        Find my car
      </Link>
    </div>
  );
}

function Live({ token }: { token: string }) {
  const { ticket, error, isConnected, show, retry } = useLiveTicket(token);
  if (hasCode(error, "INVALID_TOKEN")) return <NoTicket />;
  if (!ticket && error) return <ErrorState error={error} onRetry={retry} />;
  if (!ticket) return <SkeletonRows count={4} />;
  return (
    <div className={styles["narrow"]}>
      {!isConnected && (
        <p className={styles["reconnecting"]} role="status">
          Reconnecting…
        </p>
      )}
      <header className={styles["head"]}>
        <Plate number={ticket.Vehicle_Number} size="large" />
        <span className={styles["soft"]}>
          {ticket.branch.name} · Token <span className="figures">{ticket.token_no}</span>
        </span>
      </header>
      <Now ticket={ticket} />
      <Steps current={ticket.status.sequence} />
      <Charge ticket={ticket} />
      <Actions ticket={ticket} onAsk={async () => show(await requestPickup(token))} />
    </div>
  );
}

function Now({ ticket }: { ticket: CustomerTicket }) {
  const { title, text } = wordsFor(ticket);
  const { sequence } = ticket.status;
  const isWaiting = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  return (
    <div className={styles["now"]} aria-live="polite">
      <h1 className={styles["title"]}>{title}</h1>
      <p>{text}</p>
      {isWaiting && ticket.estimate && (
        <p className={`figures ${styles["estimate"]}`}>{estimateWords(ticket.estimate)}</p>
      )}
    </div>
  );
}

function Steps({ current }: { current: number }) {
  return (
    <ol className={styles["steps"]}>
      {steps.map(({ sequence, name }) => (
        <li
          key={sequence}
          className={sequence < current ? styles["done"] : sequence === current ? styles["current"] : ""}
          aria-current={sequence === current ? "step" : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}

function Charge({ ticket }: { ticket: CustomerTicket }) {
  const { owed, badge, status } = ticket;
  const { arithmetic, total, extended, additional, deduction } = owed;
  if (total <= 0 && owed.paid <= 0) return null;
  const stay = total - arithmetic.valetCharge - additional + deduction;
  return (
    <Card>
      <div className={styles["charge"]}>
        <div>
          <p className={styles["soft"]}>{status.sequence === valetSequence.checkedOut ? "Total" : "So far"}</p>
          <Amount paise={total} size="huge" />
        </div>
        <span className={`${styles["badge"]} ${badge === "Pending" ? "" : styles["settled"]}`}>{badge}</span>
      </div>
      <p className={`figures ${styles["soft"]}`}>
        {stay > 0 && `${showMinutes(arithmetic.minutes)}: ${showRupees(stay)}`}
        {arithmetic.valetCharge > 0 && `${stay > 0 ? " + " : ""}valet ${showRupees(arithmetic.valetCharge)}`}
        {additional > 0 && ` + ${showRupees(additional)}`}
        {deduction > 0 && ` − ${showRupees(deduction)}`}
      </p>
      {extended > 0 ? (
        <Link className={styles["pay"]} to={`/pay/${ticket.pay}`}>
          Pay <span className="figures">{showRupees(extended)}</span> online, or at the gate
        </Link>
      ) : (
        <Link className={styles["pay"]} to={`/receipt/${ticket.pay}`}>
          Receipt
        </Link>
      )}
    </Card>
  );
}

function Actions({ ticket, onAsk }: { ticket: CustomerTicket; onAsk: () => Promise<void> }) {
  const phone = ticket.branch.valet_number;
  const mayAsk = ticket.status.sequence === valetSequence.parked;
  if (!mayAsk && !phone) return null;
  return (
    <ActionBar>
      {phone && (
        <Button
          component="a"
          href={`tel:+91${phone}`}
          variant="default"
          size="xl"
          leftSection={<IconPhone aria-hidden="true" />}
        >
          Call
        </Button>
      )}
      {mayAsk && (
        <WaitingButton color="marigold" size="xl" onPress={onAsk}>
          Bring my car
        </WaitingButton>
      )}
    </ActionBar>
  );
}
