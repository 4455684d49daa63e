// §4 Approvals: page of a member of the visited unit, opened from the SMS: who is at the gate, and the answer.
import { IconCheck, IconX } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { hasErrorCode } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { RejectRequestSheet } from "#web/product/reject-request-sheet.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { InvalidLink, UnusableLink } from "#web/ui/links/unusable-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

type VisitRequest = ActionReply<"GET /actions/visits/request">;

/** Polled while waiting, since another member may answer. */
const refreshIntervalMs = 5_000;
const decidedCodes = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"];

export function VisitRequestPage() {
  usePageTitle(t("Visitor at the gate"));
  const [parameters] = useSearchParams();
  const token = parameters.get("t");
  return token ? <LoadedRequest token={token} /> : <InvalidLink />;
}

function RequestExpired() {
  return (
    <UnusableLink title={t("This link has expired")}>
      {t("Links to requests expire after a day. Ask the gate if a visitor is waiting for you.")}
    </UnusableLink>
  );
}

function LoadedRequest({ token }: { token: string }) {
  const headers = { "x-visit": token };
  const queryKey = ["visit-request", token];
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call({ route: "GET /actions/visits/request", headers }, { signal, isPublic: true }),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? refreshIntervalMs : false),
  });
  if (hasErrorCode(error, "INVALID_TOKEN")) return <InvalidLink />;
  if (hasErrorCode(error, "LINK_EXPIRED")) return <RequestExpired />;
  if (!data && error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;

  async function answer(body: { decision: "approve" | "reject"; reason?: string }): Promise<void> {
    try {
      const reply = await call({ route: "POST /actions/visits/answer", headers, body }, { isPublic: true });
      queryClient.setQueryData(queryKey, reply);
    } catch (thrown) {
      // Another member answered first: the page then shows who and what.
      if (!decidedCodes.some((code) => hasErrorCode(thrown, code))) throw thrown;
      await refetch();
    }
  }

  return <Request request={data} onAnswer={answer} />;
}

interface RequestProps {
  request: VisitRequest;
  onAnswer: (body: { decision: "approve" | "reject"; reason?: string }) => Promise<void>;
}

function Request({ request, onAnswer }: RequestProps) {
  return (
    <CenteredPage>
      <Stack component="header" gap="2xs" align="center" style={{ textAlign: "center" }}>
        <Text c="dimmed">
          {request.company}, {request.branch}
        </Text>
        <Title order={1}>
          {request.state === "waiting"
            ? t("Visitor for {unit}", { unit: request.unit })
            : t("Visitor of {unit}", { unit: request.unit })}
        </Title>
      </Stack>
      <Card gap="md">
        {request.vehicle_no && (
          <div>
            <Plate number={request.vehicle_no} size="large" />
          </div>
        )}
        {request.visitor !== request.vehicle_no && (
          <Text size="xl" fw="bold">
            {request.visitor}
          </Text>
        )}
        <KeyValueList gap="xs">
          {request.purpose && <KeyValue label={t("Purpose")}>{request.purpose}</KeyValue>}
          {request.person_count !== null && <KeyValue label={t("Persons")}>{request.person_count}</KeyValue>}
          <KeyValue label={t("Requested")}>
            <RelativeTime at={request.requested_at} />
          </KeyValue>
        </KeyValueList>
        {request.state === "waiting" ? (
          <AnswerButtons request={request} onAnswer={onAnswer} />
        ) : (
          <AnswerNotice request={request} />
        )}
      </Card>
    </CenteredPage>
  );
}

function AnswerButtons({ request, onAnswer }: RequestProps) {
  const [isRejecting, setIsRejecting] = useState(false);
  return (
    <Grid minColumnWidth={160} gap="xs">
      <Button
        size="xl"
        variant="default"
        leftSection={<IconX aria-hidden="true" />}
        onClick={() => setIsRejecting(true)}
      >
        {t("Reject")}
      </Button>
      <AsyncButton
        size="xl"
        color="green"
        leftSection={<IconCheck aria-hidden="true" />}
        onPress={() => onAnswer({ decision: "approve" })}
      >
        {t("Approve")}
      </AsyncButton>
      {isRejecting && (
        <RejectRequestSheet
          visitorLabel={request.visitor}
          isPerson={request.is_person}
          onReject={(reason) => onAnswer({ decision: "reject", reason })}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </Grid>
  );
}

const answerColours = { approved: "green", rejected: "red", cancelled: "amber" } as const;

function describeAnswer({ state, answered_by: by }: VisitRequest): string {
  if (state === "cancelled") return t("The visitor did not come in");
  if (state === "approved") return by ? t("Approved by {name}", { name: by }) : t("Approved");
  return by ? t("Rejected by {name}", { name: by }) : t("Rejected");
}

function AnswerNotice({ request }: { request: VisitRequest }) {
  const { state, reason } = request;
  if (state === "waiting") return null;
  return (
    <Notice c={answerColours[state]} icon={state === "approved" ? IconCheck : IconX} role="status">
      <strong>{describeAnswer(request)}</strong>
      {reason && (
        <>
          <br />
          {reason}
        </>
      )}
    </Notice>
  );
}
