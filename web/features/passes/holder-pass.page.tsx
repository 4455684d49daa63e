// §4 public page of the holder of a pass: its validity, QR code, and what is due with the way to pay it.
import { Button } from "@mantine/core";
import { IconCircleCheck, IconClock, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { formatRupees } from "#domain/money.ts";
import type { HolderState } from "#domain/passes/pass.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { type HolderPass, readHolderPass } from "#web/features/passes/api.ts";
import { storePayerPage } from "#web/product/payer-page.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";

/** Polled while something is due, since holders have no live updates. */
const refreshIntervalMs = 15_000;

export function HolderPassPage() {
  usePageTitle("Your pass");
  const [parameters] = useSearchParams();
  const token = parameters.get("t");
  return token ? <LoadedPass token={token} /> : <PassNotFound />;
}

function PassNotFound() {
  return (
    <CenteredPage>
      <Title order={1}>This link has expired</Title>
      <Text c="dimmed">Links to passes expire 30 days after the pass ends. Ask at the gate for a new one.</Text>
    </CenteredPage>
  );
}

function LoadedPass({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["holder-pass", token],
    queryFn: ({ signal }) => readHolderPass(token, signal),
    refetchInterval: ({ state }) => (state.data?.due ? refreshIntervalMs : false),
    retry: (count, failed) => !hasErrorCode(failed, "INVALID_TOKEN") && count < 3,
  });
  if (hasErrorCode(error, "INVALID_TOKEN")) return <PassNotFound />;
  if (!data && error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  return <PassDetails pass={data} />;
}

const stateTexts: { readonly [state in HolderState]: string } = {
  valid: "Valid",
  later: "Valid from its start",
  unpaid: "Valid once it is paid",
  waiting: "Waiting for approval",
  ended: "No longer valid",
};

/** Within centred content. */
const fullWidth = { width: "100%", textAlign: "start" } as const;

function PassDetails({ pass }: { pass: HolderPass }) {
  const { branch, qr, due, state } = pass;
  const isPositive = state === "valid" || state === "later";
  const isPaidOnline = Boolean(due?.pay);
  useEffect(() => {
    if (isPaidOnline) storePayerPage({ kind: "M", id: pass.id });
  }, [isPaidOnline, pass.id]);
  return (
    <CenteredPage>
      <Stack component="header" gap="2xs" align="center" style={{ textAlign: "center" }}>
        <Text c="dimmed">Parking pass of {branch.company}</Text>
        <Title order={1}>{branch.name}</Title>
        {branch.address && (
          <Text c="dimmed">
            <IconMapPin size={20} aria-hidden="true" style={{ verticalAlign: "text-bottom" }} /> {branch.address}
          </Text>
        )}
      </Stack>
      <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
        {pass.vehicle_no && (
          <div>
            <Plate number={pass.vehicle_no} size="large" />
          </div>
        )}
        {pass.name && (
          <Text size="xl" fw="bold">
            {pass.name}
          </Text>
        )}
        {qr && <QrCode text={qr} label="QR code for the gate" size="min(64vw, 280px)" />}
        <Notice
          c={isPositive ? "green" : "amber"}
          icon={isPositive ? IconCircleCheck : IconClock}
          role="status"
          style={fullWidth}
        >
          <strong>{stateTexts[state]}</strong>
        </Notice>
        <div style={fullWidth}>
          <KeyValueList layout="spread" gap="xs">
            <KeyValue label="From">
              <DateTime at={pass.pass_start_time} zone={branch.time_zone} />
            </KeyValue>
            <KeyValue label="Till">
              <DateTime at={pass.pass_end_time} zone={branch.time_zone} />
            </KeyValue>
          </KeyValueList>
        </div>
      </Card>
      {due && <DuePayment due={due} state={state} zone={branch.time_zone} />}
    </CenteredPage>
  );
}

function DuePayment({ due, state, zone }: { due: NonNullable<HolderPass["due"]>; state: HolderState; zone: string }) {
  return (
    <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
      <AmountDue caption={state === "unpaid" ? "Due for this pass" : "Due for the renewal"} paise={due.amount}>
        <Text c="dimmed">
          <DateTime at={due.from} zone={zone} /> – <DateTime at={due.till} zone={zone} />
        </Text>
      </AmountDue>
      {due.pay && (
        <ButtonLink to={`/pay/${due.pay}`} color="marigold" size="xl" fullWidth>
          <span className="figures">Pay {formatRupees(due.amount)} online</span>
        </ButtonLink>
      )}
      {due.upi && (
        <>
          <Button
            component="a"
            href={due.upi}
            {...(due.pay ? { variant: "default" } : { color: "marigold" })}
            size="xl"
            fullWidth
          >
            <span className="figures">Pay {formatRupees(due.amount)} by UPI</span>
          </Button>
          <Text c="dimmed">
            Pays {due.payee}. Tell the gate the last 4 characters of the UPI reference: this page shows when it is
            confirmed.
          </Text>
        </>
      )}
      {!due.upi && !due.pay && <Text c="dimmed">Please pay at the gate.</Text>}
    </Card>
  );
}
