// /platform/changes: change requests for verified details: applied or rejected, with a message.
import type { WireRow } from "#domain/schema/registry.ts";
import { NativeSelect, Textarea } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconChecks } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { getErrorText } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { changeRequestStates, type ChangeRequestStatus } from "#domain/platform/change-request.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { areasQuery, toAreaOption } from "#web/api/areas.ts";
import { createItem, pageQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Page, Card } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { formatSubmissionValue } from "#web/product/submission/labels.ts";
import { Text } from "#web/ui/text.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";

const fields = [
  "id",
  "status",
  "changes",
  "was",
  "area_name",
  "area.area_name",
  "note",
  "answer",
  "date_created",
  "company.id",
  "company.name",
  "branch.id",
  "branch.name",
  "branch.city",
  "branch.state",
  "user_created.first_name",
] as const;
type ChangeRequest = WireRow<"Change_Requests", typeof fields>;
const statusFilters: readonly ChangeRequestStatus[] = ["draft", "published", "rejected", "archived"];

export function ChangeRequestsPage() {
  const [parameters, setParameters] = useSearchParams();
  const status = statusFilters.find((one) => one === parameters.get("status")) ?? "draft";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const sort = [status === "draft" ? "id" : "-id"];
  const { data, error, refetch } = useQuery({
    ...pageQuery("Change_Requests", { filter: { status: { _eq: status } }, fields, sort, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Change requests">
      <FilterChipGroup label="Status">
        {statusFilters.map((one) => (
          <FilterChip
            key={one}
            label={changeRequestStates.states[one].name}
            isChosen={one === status}
            onPress={() => setParameters(one === "draft" ? {} : { status: one })}
          />
        ))}
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconChecks}
          title={status === "draft" ? "No pending requests" : "No requests"}
          text="Requests to change verified details appear here automatically."
        />
      )}
      {data?.data.map((request) => (
        <ChangeRequestCard key={request.id} request={request} />
      ))}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          order={status === "draft" ? "oldest" : "newest"}
          onPageChange={(next) => setParameters({ status, page: String(next) })}
          isHiddenIfSingle
        />
      )}
    </Page>
  );
}

function ChangeRequestCard({ request }: { request: ChangeRequest }) {
  const { company, branch, status, note } = request;
  const { name, colour } = changeRequestStates.states[status];
  const reviewPath = `/platform/review?company=${company.id}${branch ? `&branch=${branch.id}` : ""}`;
  return (
    <Card
      title={<Link to={reviewPath}>{[branch?.name, company.name].filter(Boolean).join(", ")}</Link>}
      actions={<StatusBadge label={name} colour={colour} />}
      gap="sm"
    >
      <Text c="dimmed">
        {request.user_created?.first_name ?? "Unknown user"}, <RelativeTime at={request.date_created} />
      </Text>
      <RequestedChanges kind={branch ? "branch" : "company"} request={request} />
      {note && (
        <p>
          <strong>Reason:</strong> {note}
        </p>
      )}
      {status === "draft" ? (
        <DecideChangeRequest request={request} subject={branch?.name ?? company.name} />
      ) : (
        request.answer && <Text c="dimmed">Reply: {request.answer}</Text>
      )}
    </Card>
  );
}

function RequestedChanges({ kind, request }: { kind: SubmissionKind; request: ChangeRequest }) {
  const areas = [request.changes["area"], request.was["area"]].filter((id): id is number => typeof id === "number");
  const { data: areaRows = [] } = useQuery({
    ...areasQuery({ filter: { id: { _in: areas } } }),
    enabled: areas.length > 0,
  });
  const formatValue = (name: string, value: unknown): string =>
    name === "area"
      ? (areaRows.find(({ id }) => id === value)?.area_name ?? "None")
      : (formatSubmissionValue({ kind, name, value }) ?? "Not given");
  return (
    <KeyValueList layout="stacked">
      {Object.entries(request.changes).map(([name, value]) => (
        <RequestedChange
          key={name}
          label={getSubmissionLabel(kind, name)}
          from={formatValue(name, request.was[name])}
          to={formatValue(name, value)}
        />
      ))}
      {request.area_name && (
        <RequestedChange
          label={getSubmissionLabel(kind, "area")}
          from={formatValue("area", request.was["area"])}
          to={request.area?.area_name ?? `${request.area_name} (not on the list)`}
        />
      )}
    </KeyValueList>
  );
}

function RequestedChange({ label, from, to }: { label: string; from: string; to: string }) {
  return (
    <KeyValue label={label}>
      <Text component="span" c="dimmed">
        <del>{from}</del>
      </Text>{" "}
      → {to}
    </KeyValue>
  );
}

/** Where the requested area is: in the city and state that the branch has or requests. */
function getRequestedPlace({ branch, changes }: ChangeRequest): { city: string; state: string } {
  const { city, state } = { ...branch, ...changes };
  return { city: city ?? "", state: state ?? "" };
}

interface AreaDecisionProps {
  request: ChangeRequest;
  area: string;
  onChange: (area: string) => void;
  error: string | undefined;
}

/** For an area that is not on the list: it is added, or one of the list is chosen for it. */
function AreaDecision({ request, area, onChange, error }: AreaDecisionProps) {
  const place = getRequestedPlace(request);
  const { data: areas = [] } = useQuery(areasQuery({ filter: { state: { _eq: place.state } } }));

  async function add(): Promise<void> {
    const { id } = await createItem("Areas", { area_name: request.area_name, ...place });
    await queryClient.invalidateQueries({ queryKey: ["items", "Areas"] });
    onChange(String(id));
  }

  return (
    <>
      <NativeSelect
        label="Area"
        description={`Requested: ${[request.area_name, place.city, place.state].filter(Boolean).join(", ")}`}
        value={area}
        error={error}
        data={[{ value: "", label: "Choose" }, ...areas.map(toAreaOption)]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {area === "" && (
        <AsyncButton variant="default" onPress={add}>
          Add {request.area_name} to the list
        </AsyncButton>
      )}
    </>
  );
}

function DecideChangeRequest({ request, subject }: { request: ChangeRequest; subject: string }) {
  const [answer, setAnswer] = useState("");
  const [area, setArea] = useState("");
  const [error, setError] = useState<string>();
  const [areaError, setAreaError] = useState<string>();
  const { id, area_name: areaName } = request;

  async function send(status: "published" | "rejected"): Promise<void> {
    if (status === "rejected" && answer.trim() === "") return setError("*Write why it is rejected");
    if (status === "published" && areaName && area === "") return setAreaError(getErrorText("AREA_REQUIRED"));
    try {
      const body = {
        ...(area === "" ? {} : { area: Number(area) }),
        status,
        answer: answer.trim() || null,
      };
      await updateItem("Change_Requests", id, body);
      showSuccess(status === "published" ? "CHANGE_APPLIED" : "CHANGE_REFUSED");
    } finally {
      void queryClient.invalidateQueries({ queryKey: ["items"] });
    }
  }

  return (
    <>
      {areaName && (
        <AreaDecision
          request={request}
          area={area}
          error={areaError}
          onChange={(chosen) => {
            setArea(chosen);
            setAreaError(undefined);
          }}
        />
      )}
      <Textarea
        label={`Message to ${subject}`}
        description="Emailed to the person who requested it. Required for a rejection."
        value={answer}
        error={error}
        maxLength={limits.reviewNote}
        autosize
        onChange={(event) => {
          setAnswer(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Grid minColumnWidth={120} gap="xs">
        <AsyncButton size="lg" variant="default" onPress={() => send("rejected")}>
          Reject
        </AsyncButton>
        <AsyncButton size="lg" color="ink" onPress={() => send("published")}>
          Apply change
        </AsyncButton>
      </Grid>
    </>
  );
}
