// /platform/ratings: reported ratings, which are kept or hidden with a reason.
import { Textarea } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import * as limits from "#domain/limits.ts";
import { ratingStateNames, ratingStates } from "#domain/ratings/rating-states.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { pageQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { RatingContent, ratingFields, RatingStars, RatingState } from "#web/product/public-page/rating-content.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";

const fields = [...ratingFields, "branch.name", "company.name"] as const;
type ReportedRating = WireRow<"Ratings", typeof fields>;
const listedStates = ratingStateNames.filter((state) => state !== "shown");

export function ReportedRatingsPage() {
  const [parameters, setParameters] = useSearchParams();
  const state = listedStates.find((one) => one === parameters.get("state")) ?? "reported";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const isOpen = state === "reported";
  const { data, error, refetch } = useQuery({
    ...pageQuery("Ratings", { filter: { state: { _eq: state } }, fields, sort: [isOpen ? "id" : "-id"], page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Ratings">
      <FilterChipGroup label="Status">
        {listedStates.map((one) => (
          <FilterChip
            key={one}
            label={ratingStates.states[one].name}
            isChosen={one === state}
            onPress={() => setParameters(one === "reported" ? {} : { state: one })}
          />
        ))}
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconChecks}
          title={isOpen ? "No reported ratings" : "No ratings"}
          text="Ratings that a branch or a reader reports appear here."
        />
      )}
      {data?.data.map((rating) => (
        <ReportedRatingCard key={rating.id} rating={rating} />
      ))}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          order={isOpen ? "oldest" : "newest"}
          onPageChange={(next) => setParameters({ state, page: String(next) })}
          isHiddenIfSingle
        />
      )}
    </Page>
  );
}

function ReportedRatingCard({ rating }: { rating: ReportedRating }) {
  const { branch, company, answer } = rating;
  return (
    <Card
      title={[branch?.name, company?.name].filter(Boolean).join(", ")}
      actions={<RatingState state={rating.state} />}
      gap="sm"
    >
      <RatingStars stars={rating.stars} />
      <RatingContent rating={rating} />
      {answer && (
        <Text>
          <strong>Answer of the branch:</strong> <LongText>{answer}</LongText>
        </Text>
      )}
      <DecideRating rating={rating} />
    </Card>
  );
}

/** A decision can be replaced by the other one. */
function DecideRating({ rating: { id, state } }: { rating: ReportedRating }) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();

  async function decide(next: "kept" | "hidden"): Promise<void> {
    if (reason.trim() === "") return setError("*Enter a reason");
    await updateItem("Ratings", id, { state: next, decision_reason: reason.trim() });
    showSuccess("DATA_UPDATED");
    await refreshItems("Ratings");
  }

  return (
    <>
      <Textarea
        label="Reason"
        description="The branch can read it."
        value={reason}
        error={error}
        maxLength={limits.message}
        autosize
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Grid minColumnWidth={120} gap="xs">
        {state !== "hidden" && (
          <AsyncButton size="lg" variant="default" onPress={() => decide("hidden")}>
            Hide rating
          </AsyncButton>
        )}
        {state !== "kept" && (
          <AsyncButton size="lg" color="ink" onPress={() => decide("kept")}>
            Keep rating
          </AsyncButton>
        )}
      </Grid>
    </>
  );
}
