// What the public pages of an invited visitor and of a pass's holder share: the link that opens them, and the visit with
// place, code, state and period.
import { IconCircleCheck, IconClock, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { useSearchParams } from "react-router";
import { hasErrorCode } from "#web/api/api-error.ts";
import { useEventSource } from "#web/api/use-event-source.ts";
import { DirectionsLink } from "#web/product/payments/visit-links.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { InvalidLink, UnusableLink } from "#web/ui/links/unusable-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, CenteredPage } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** Polled while it can change, since live updates may be missing. */
const refreshIntervalMs = 15_000;

interface LinkedVisitProps<T extends object> {
  /** Key of the query. */
  name: string;
  read: (token: string, signal: AbortSignal) => Promise<T>;
  isChanging: (visit: T) => boolean;
  /** Of the stream of its changes, if there is one. */
  getLivePath?: (token: string) => string;
  /** Shown for a link that is no longer valid. */
  expiredText: string;
  children: (visit: T) => ReactNode;
}

/** Reads the visit whose token is in the address (`?t=`). */
export function LinkedVisit<T extends object>({
  name,
  read,
  isChanging,
  getLivePath,
  expiredText,
  children,
}: LinkedVisitProps<T>) {
  const [parameters] = useSearchParams();
  const token = parameters.get("t") ?? "";
  const { data, error, refetch } = useQuery<T>({
    queryKey: [name, token],
    queryFn: ({ signal }) => read(token, signal),
    enabled: token !== "",
    refetchInterval: ({ state }) =>
      state.data && isChanging(state.data) && !isLinkOver(state.error) ? refreshIntervalMs : false,
  });
  const reload = useCallback(() => void refetch(), [refetch]);
  const isWatched = data !== undefined && isChanging(data) && !isLinkOver(error);
  useEventSource({ url: isWatched ? getLivePath?.(token) : undefined, onMessage: reload });
  if (token === "" || hasErrorCode(error, "INVALID_TOKEN")) return <InvalidLink />;
  if (hasErrorCode(error, "LINK_EXPIRED"))
    return <UnusableLink title={t("This link has expired")}>{expiredText}</UnusableLink>;
  if (!data && error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <SkeletonRows count={3} />;
}

/** Also while the page is open, such as when the host renews the link. */
const isLinkOver = (error: unknown): boolean =>
  hasErrorCode(error, "INVALID_TOKEN") || hasErrorCode(error, "LINK_EXPIRED");

interface VisitDetailsProps {
  /** Stands above the name of the branch. */
  intro: string;
  branch: {
    name: string;
    address: string | null;
    latitude: string | null;
    longitude: string | null;
    time_zone: string;
  };
  visitor: { vehicle_no: string | null; name: string | null };
  qr: string | null;
  status: { title: string; text?: string; isPositive: boolean };
  from: string | null;
  till: string | null;
  /** The slot that is kept for the visitor. */
  slot?: string | null;
  children?: ReactNode;
}

/** Within centred content. */
const fullWidth = { width: "100%", textAlign: "start" } as const;

export function VisitDetails({ intro, branch, visitor, qr, status, from, till, slot, children }: VisitDetailsProps) {
  return (
    <CenteredPage>
      <Stack component="header" gap="2xs" align="center" style={{ textAlign: "center" }}>
        <Text c="dimmed">{intro}</Text>
        <Title order={1}>{branch.name}</Title>
        {branch.address && (
          <Text c="dimmed">
            <IconMapPin size={20} aria-hidden="true" style={{ verticalAlign: "text-bottom" }} /> {branch.address}
          </Text>
        )}
        <DirectionsLink branch={branch} />
      </Stack>
      <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
        {visitor.vehicle_no && (
          <div>
            <Plate number={visitor.vehicle_no} size="large" />
          </div>
        )}
        {visitor.name && (
          <Text size="xl" fw="bold">
            {visitor.name}
          </Text>
        )}
        {qr && <QrCode text={qr} label={t("QR code for the gate")} size="min(64vw, 280px)" />}
        <Notice
          c={status.isPositive ? "green" : "amber"}
          icon={status.isPositive ? IconCircleCheck : IconClock}
          role="status"
          style={fullWidth}
        >
          <strong>{status.title}</strong>
          {status.text && (
            <>
              <br />
              {status.text}
            </>
          )}
        </Notice>
        <div style={fullWidth}>
          <KeyValueList layout="spread" gap="xs">
            <KeyValue label={t("From")}>
              <DateTime at={from} zone={branch.time_zone} />
            </KeyValue>
            <KeyValue label={t("Till")}>
              <DateTime at={till} zone={branch.time_zone} />
            </KeyValue>
            {slot && <KeyValue label={t("Slot")}>{slot}</KeyValue>}
          </KeyValueList>
        </div>
      </Card>
      {children}
    </CenteredPage>
  );
}
