// §2 /…/valet-parking/customer/status: where the car is, live; ask for it now or for a time; the charge; tip, chat, receipt.
import { lazy, Suspense, useState } from "react";
import { valetSequence } from "#domain/states/valet.ts";
import { hasCode } from "#web/items/api-error.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { useLiveTicket } from "#web/features/valet/customer-live.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";
import { CustomerCharge } from "#web/features/valet/customer-charge.tsx";
import { PickupActions } from "#web/features/valet/customer-pickup.tsx";
import { estimateWords, steps, wordsFor } from "#web/features/valet/customer-words.ts";
import styles from "#web/features/valet/customer.module.css";

const Chat = lazy(async () => ({ default: (await import("#web/features/valet/customer-chat.tsx")).CustomerChat }));

interface PageProps {
  company: string;
  branch: string;
}

export function CustomerStatusPage({ token, ...place }: PageProps & { token: string | null }) {
  usePageTitle("Your car");
  return token ? <Live token={token} {...place} /> : <NoTicket {...place} />;
}

function NoTicket({ company, branch }: PageProps) {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link is over</h1>
      <p className={styles["soft"]}>
        A ticket can be seen until a day after the car has left. If yours is still here, find it with its OTP.
      </p>
      <a
        className={`${styles["button"]} ${styles["main"]}`}
        href={`/${company}/${branch}/valet-parking/customer/login`}
      >
        Find my car
      </a>
    </div>
  );
}

function Live({ token, ...place }: PageProps & { token: string }) {
  const { ticket, error, isConnected, heard, show, retry } = useLiveTicket(token);
  const [failure, setFailure] = useState<string>();
  const [isChatting, setIsChatting] = useState(false);
  if (hasCode(error, "INVALID_TOKEN")) return <NoTicket {...place} />;
  if (!ticket && error) return <NotLoaded onRetry={retry} />;
  if (!ticket) return <p className={styles["loading"]} role="status" aria-label="Loading" />;
  const fail = (thrown: unknown) => setFailure(thrown instanceof Error ? thrown.message.replace(/^\*/, "") : undefined);
  const shown = (next: CustomerTicket) => {
    setFailure(undefined);
    show(next);
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
      <Now ticket={ticket} />
      <Steps current={ticket.status.sequence} />
      {failure && (
        <p className={styles["failure"]} role="alert">
          {failure}
        </p>
      )}
      <CustomerCharge ticket={ticket} token={token} onChange={shown} onFail={fail} />
      <section className={styles["talk"]}>
        <button
          type="button"
          className={styles["button"]}
          aria-expanded={isChatting}
          onClick={() => setIsChatting(!isChatting)}
        >
          {isChatting ? "Close the chat" : "Write to the valet"}
          {!isChatting && (ticket.chat?.unread ?? 0) > 0 && (
            <span className={`figures ${styles["unread"]}`}>
              {ticket.chat?.unread}
              <span className="visually-hidden"> new</span>
            </span>
          )}
        </button>
        {isChatting && (
          <Suspense fallback={<p role="status">Opening the chat…</p>}>
            <Chat ticket={ticket} token={token} heard={heard} />
          </Suspense>
        )}
      </section>
      <PickupActions ticket={ticket} token={token} onChange={shown} onFail={fail} />
    </div>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["narrow"]} role="alert">
      <h1 className={styles["title"]}>Your car could not be looked up</h1>
      <p className={styles["soft"]}>Check your network, then try again. Your car is safe all the same.</p>
      <button type="button" className={`${styles["button"]} ${styles["main"]}`} onClick={onRetry}>
        Try again
      </button>
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
