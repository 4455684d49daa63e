// §2 /…/valet-parking/customer/status: the customer's live view of a ticket: status, pickup request, charge, tip, chat and receipt.
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";
import { valetSequence } from "#domain/valet/states.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { formatTime } from "#domain/dates.ts";
import { QrCode } from "#web/ui/data/qr.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, usePageTitle } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { saveTicketFile } from "#web/features/valet/customer/offline-ticket.ts";
import { useLiveTicket } from "#web/features/valet/customer/use-live-ticket.ts";
import type { CustomerChat } from "#web/features/valet/customer/customer-chat.tsx";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { CustomerCharge } from "#web/features/valet/customer/customer-charge.tsx";
import { PickupActions } from "#web/features/valet/customer/customer-pickup.tsx";
import { PickupGateSelector } from "#web/features/valet/customer/customer-gate.tsx";
import { formatEstimate, customerSteps, describeTicketStatus } from "#web/features/valet/customer/customer-labels.ts";
import styles from "#web/features/valet/customer/customer.module.css";
import { t } from "#web/languages/t.ts";

// Where it cannot be loaded, such as after a new release, the ticket is shown without it.
const Chat = lazy<ComponentType<ComponentProps<typeof CustomerChat>>>(async () =>
  import("#web/features/valet/customer/customer-chat.tsx").then(
    (loaded) => ({ default: loaded.CustomerChat }),
    () => ({ default: () => null }),
  ),
);

interface TicketStatusPageProps {
  company: string;
  branch: string;
}

export function TicketStatusPage({ token, ...slugs }: TicketStatusPageProps & { token: string | null }) {
  usePageTitle(t("Your car"));
  return token ? <LiveTicketView token={token} {...slugs} /> : <TicketNotFound {...slugs} />;
}

function TicketNotFound({ company, branch }: TicketStatusPageProps) {
  return (
    <>
      <Title order={1}>{t("This link has expired")}</Title>
      <Text c="dimmed">
        {t(
          "Ticket links expire one day after the car has left. If your car is still here, find it with the phone number on its ticket.",
        )}
      </Text>
      <a
        className={`${styles["button"]} ${styles["primary"]}`}
        href={`/${company}/${branch}/valet-parking/customer/login`}
      >
        {t("Find my car")}
      </a>
    </>
  );
}

function LiveTicketView({ token, ...slugs }: TicketStatusPageProps & { token: string }) {
  const { ticket, savedAt, error, isConnected, eventCount, loadSentAt, update, retry } = useLiveTicket(token);
  const [failure, setFailure] = useState<{ text: string; isOffline: boolean; at: number }>();
  const [isChatting, setIsChatting] = useState(false);
  if (hasErrorCode(error, "INVALID_TOKEN")) return <TicketNotFound {...slugs} />;
  if (!ticket && error) return <TicketLoadError onRetry={retry} />;
  if (!ticket) return <Card role="status">{t("Loading your car…")}</Card>;
  function showFailure(thrown: unknown): void {
    const text = thrown instanceof Error ? thrown.message : undefined;
    const isOffline = hasErrorCode(thrown, "OFFLINE");
    setFailure(text === undefined ? undefined : { text, isOffline, at: performance.now() });
  }
  // Nobody of the valet answers any more.
  const isClosed = ticket.status.sequence === valetSequence.checkedOut;
  // The page loads again once the network is back; a load sent before the failure shows nothing about it.
  const isNetworkBack = failure?.isOffline === true && failure.at < loadSentAt;
  const applyTicket = (next: CustomerTicket) => {
    setFailure(undefined);
    update(next);
  };
  return (
    <>
      {savedAt && error !== undefined ? (
        <Notice role="status">
          {t("No network. This is your ticket as of {time}.", {
            time: formatTime({ at: savedAt, zone: ticket.branch.zone }),
          })}
        </Notice>
      ) : (
        !isConnected && <Notice role="status">{t("Reconnecting…")}</Notice>
      )}
      <Stack component="header" gap="xs">
        <Group justify="center">
          <Plate number={ticket.Vehicle_Number} size="large" />
        </Group>
        <Text c="dimmed" ta="center" isFigures>
          {ticket.branch.company}, {ticket.branch.name} · {t("Token {token}", { token: ticket.token_no ?? "" })}
        </Text>
      </Stack>
      <CurrentStatus ticket={ticket} />
      <TicketSteps current={ticket.status.sequence} />
      <HandoverDetails ticket={ticket} />
      <PickupGateSelector ticket={ticket} token={token} onChange={applyTicket} onError={showFailure} />
      <CustomerCharge ticket={ticket} token={token} onChange={applyTicket} onError={showFailure} />
      {!isClosed && (
        <Stack component="section" gap="sm" className={styles["chat"]}>
          <button
            type="button"
            className={styles["button"]}
            aria-expanded={isChatting}
            onClick={() => setIsChatting(!isChatting)}
          >
            {isChatting ? t("Close chat") : t("Message valet")}
            {!isChatting && (ticket.chat?.unread ?? 0) > 0 && (
              <Badge c="amber">{t("{count} new", { count: ticket.chat?.unread ?? 0 })}</Badge>
            )}
          </button>
          {isChatting && (
            <Suspense fallback={<p role="status">{t("Loading chat…")}</p>}>
              <Chat ticket={ticket} token={token} eventCount={eventCount} />
            </Suspense>
          )}
        </Stack>
      )}
      <PickupActions
        ticket={ticket}
        token={token}
        failure={isNetworkBack || !failure ? undefined : t(failure.text).replace(/^\*/, "")}
        onChange={applyTicket}
        onError={showFailure}
      />
    </>
  );
}

function TicketLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack role="alert">
      <Title order={1}>{t("Could not load your car")}</Title>
      <Text c="dimmed">{t("Check your network and try again. Your car is safe.")}</Text>
      <button type="button" className={`${styles["button"]} ${styles["primary"]}`} onClick={onRetry}>
        {t("Try again")}
      </button>
    </Stack>
  );
}

function CurrentStatus({ ticket }: { ticket: CustomerTicket }) {
  const { title, text } = describeTicketStatus(ticket);
  const { sequence } = ticket.status;
  const isWaiting = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  return (
    <Stack gap="2xs" align="center" aria-live="polite">
      <Title order={1} style={{ textAlign: "center" }}>
        {title}
      </Title>
      <Text size="lg" ta="center">
        {text}
      </Text>
      {isWaiting && ticket.estimate && (
        <Text size="2xl" fw="bold" ta="center" isFigures>
          {formatEstimate(ticket.estimate)}
        </Text>
      )}
    </Stack>
  );
}

/** What the customer needs at the gate; nothing once the car is handed over. */
function HandoverDetails({ ticket }: { ticket: CustomerTicket }) {
  const { otp, handover_qr: qr, key_tag: keyTag, slot } = ticket;
  const [isQrShown, setIsQrShown] = useState(false);
  if (ticket.status.sequence === valetSequence.checkedOut) return null;
  return (
    <Card gap="xs" aria-label={t("Your ticket")}>
      <KeyValueList layout="stacked" minColumnWidth={90}>
        {otp && (
          <KeyValue label={t("Your OTP")}>
            <Text component="strong" size="2xl" isFigures>
              {otp}
            </Text>
          </KeyValue>
        )}
        {keyTag && <KeyValue label={t("Key tag")}>{keyTag}</KeyValue>}
        {slot && <KeyValue label={t("Slot")}>{slot}</KeyValue>}
      </KeyValueList>
      {otp && (
        <Text c="dimmed">{t("Share the OTP only when you get your car. Anyone who has it can collect the car.")}</Text>
      )}
      {qr && isQrShown && (
        <Group justify="center">
          <QrCode text={qr} label={t("QR code to collect your car")} size="min(60vw, 220px)" />
        </Group>
      )}
      <Grid minColumnWidth={120} gap="xs">
        {qr && (
          <button
            type="button"
            className={styles["button"]}
            aria-expanded={isQrShown}
            onClick={() => setIsQrShown(!isQrShown)}
          >
            {isQrShown ? t("Hide QR code") : t("Show QR code")}
          </button>
        )}
        <button type="button" className={styles["button"]} onClick={() => saveTicketFile(ticket)}>
          {t("Save ticket")}
        </button>
      </Grid>
    </Card>
  );
}

function TicketSteps({ current }: { current: number }) {
  return (
    <Stack component="ol" gap="2xs" className={styles["steps"]}>
      {customerSteps.map(({ sequence, label }) => (
        <li
          key={sequence}
          className={sequence < current ? styles["done"] : sequence === current ? styles["current"] : ""}
          aria-current={sequence === current ? "step" : undefined}
        >
          {t(label)}
        </li>
      ))}
    </Stack>
  );
}
