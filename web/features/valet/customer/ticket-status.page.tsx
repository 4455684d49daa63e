// §2 /…/valet-parking/customer/status: the customer's live view of a ticket: status, pickup request, charge, tip, chat and receipt.
import { lazy, Suspense, useState } from "react";
import { valetSequence } from "#domain/valet/states.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { useLiveTicket } from "#web/features/valet/customer/use-live-ticket.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { CustomerCharge } from "#web/features/valet/customer/customer-charge.tsx";
import { PickupActions } from "#web/features/valet/customer/customer-pickup.tsx";
import { formatEstimate, customerSteps, describeTicketStatus } from "#web/features/valet/customer/customer-labels.ts";
import styles from "#web/features/valet/customer/customer.module.css";

const Chat = lazy(async () => ({
  default: (await import("#web/features/valet/customer/customer-chat.tsx")).CustomerChat,
}));

interface TicketStatusPageProps {
  company: string;
  branch: string;
}

export function TicketStatusPage({ token, ...slugs }: TicketStatusPageProps & { token: string | null }) {
  usePageTitle("Your car");
  return token ? <LiveTicketView token={token} {...slugs} /> : <TicketNotFound {...slugs} />;
}

function TicketNotFound({ company, branch }: TicketStatusPageProps) {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link has expired</h1>
      <p className={styles["soft"]}>
        Ticket links expire one day after the car has left. If your car is still here, find it with the phone number on
        its ticket.
      </p>
      <a
        className={`${styles["button"]} ${styles["primary"]}`}
        href={`/${company}/${branch}/valet-parking/customer/login`}
      >
        Find my car
      </a>
    </div>
  );
}

function LiveTicketView({ token, ...slugs }: TicketStatusPageProps & { token: string }) {
  const { ticket, error, isConnected, eventCount, update, retry } = useLiveTicket(token);
  const [failure, setFailure] = useState<string>();
  const [isChatting, setIsChatting] = useState(false);
  if (hasErrorCode(error, "INVALID_TOKEN")) return <TicketNotFound {...slugs} />;
  if (!ticket && error) return <TicketLoadError onRetry={retry} />;
  if (!ticket) return <p className={styles["loading"]} role="status" aria-label="Loading" />;
  const showFailure = (thrown: unknown) =>
    setFailure(thrown instanceof Error ? thrown.message.replace(/^\*/, "") : undefined);
  const applyTicket = (next: CustomerTicket) => {
    setFailure(undefined);
    update(next);
  };
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
      <CurrentStatus ticket={ticket} />
      <TicketSteps current={ticket.status.sequence} />
      {failure && (
        <p className={styles["failure"]} role="alert">
          {failure}
        </p>
      )}
      <CustomerCharge ticket={ticket} token={token} onChange={applyTicket} onError={showFailure} />
      <section className={styles["chat"]}>
        <button
          type="button"
          className={styles["button"]}
          aria-expanded={isChatting}
          onClick={() => setIsChatting(!isChatting)}
        >
          {isChatting ? "Close chat" : "Message valet"}
          {!isChatting && (ticket.chat?.unread ?? 0) > 0 && (
            <span className={`figures ${styles["unread"]}`}>
              {ticket.chat?.unread}
              <span className="visually-hidden"> new</span>
            </span>
          )}
        </button>
        {isChatting && (
          <Suspense fallback={<p role="status">Loading chat…</p>}>
            <Chat ticket={ticket} token={token} eventCount={eventCount} />
          </Suspense>
        )}
      </section>
      <PickupActions ticket={ticket} token={token} onChange={applyTicket} onError={showFailure} />
    </div>
  );
}

function TicketLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["narrow"]} role="alert">
      <h1 className={styles["title"]}>Could not load your car</h1>
      <p className={styles["soft"]}>Check your network and try again. Your car is safe.</p>
      <button type="button" className={`${styles["button"]} ${styles["primary"]}`} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function CurrentStatus({ ticket }: { ticket: CustomerTicket }) {
  const { title, text } = describeTicketStatus(ticket);
  const { sequence } = ticket.status;
  const isWaiting = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  return (
    <div className={styles["status"]} aria-live="polite">
      <h1 className={styles["title"]}>{title}</h1>
      <p>{text}</p>
      {isWaiting && ticket.estimate && (
        <p className={`figures ${styles["estimate"]}`}>{formatEstimate(ticket.estimate)}</p>
      )}
    </div>
  );
}

function TicketSteps({ current }: { current: number }) {
  return (
    <ol className={styles["steps"]}>
      {customerSteps.map(({ sequence, name }) => (
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
