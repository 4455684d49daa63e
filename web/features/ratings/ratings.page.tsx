// /{company}/{branch}/ratings: the ratings of the branch, its answers, and reports to the platform.
import { Button } from "@mantine/core";
import { IconStar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ratingReportLabels, ratingReportReasons } from "#domain/ratings/rating-reports.ts";
import { Ratings } from "#domain/ratings/ratings.collection.ts";
import { pageQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import {
  type DeskRating,
  RatingContent,
  ratingFields,
  RatingStars,
  RatingState,
} from "#web/product/public-page/rating-content.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";

export function RatingsPage() {
  useLiveCollections("Ratings");
  const { branch } = useBranch();
  const [parameters, setParameters] = useSearchParams();
  const isUnanswered = parameters.get("show") === "unanswered";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const show = isUnanswered ? { show: "unanswered" } : {};
  const filter = { branch: { _eq: branch.id }, ...(isUnanswered ? { answer: { _null: true } } : {}) };
  const { data, error, refetch } = useQuery({
    ...pageQuery("Ratings", { filter, fields: ratingFields, sort: ["-id"], page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Ratings" width="reading">
      <FilterChipGroup label="Show">
        <FilterChip label="All" isChosen={!isUnanswered} onPress={() => setParameters({})} />
        <FilterChip
          label="Without an answer"
          isChosen={isUnanswered}
          onPress={() => setParameters({ show: "unanswered" })}
        />
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconStar}
          title={isUnanswered ? "All ratings are answered" : "No ratings yet"}
          text="Customers rate a visit from its receipt, after they have left."
        />
      )}
      {data?.data.map((rating) => (
        <RatingCard key={rating.id} rating={rating} />
      ))}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          order="newest"
          onPageChange={(next) => setParameters({ ...show, page: String(next) })}
          isHiddenIfSingle
        />
      )}
    </Page>
  );
}

type SheetName = "answer" | "report";
const { answer, report_reason } = Ratings.fields;
const answerFields = { answer };
const reportFields = { report_reason: { ...report_reason, required: true } };
const reasonOptions = ratingReportReasons.map((value) => ({ value, label: ratingReportLabels[value] }));

function RatingCard({ rating }: { rating: DeskRating }) {
  const [sheet, setSheet] = useState<SheetName>();
  async function save(changes: object): Promise<void> {
    await updateItem("Ratings", rating.id, { ...changes });
    showSuccess("DATA_UPDATED");
    setSheet(undefined);
    await refreshItems("Ratings");
  }
  return (
    <Card title={<RatingStars stars={rating.stars} />} actions={<RatingState state={rating.state} />} gap="sm">
      <RatingContent rating={rating} />
      {rating.answer && (
        <Text>
          <strong>Your answer:</strong> <LongText>{rating.answer}</LongText>
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setSheet("answer")}>
          {rating.answer ? "Edit answer" : "Answer"}
        </Button>
        {(rating.state === "shown" || rating.state === null) && (
          <Button variant="default" onClick={() => setSheet("report")}>
            Report
          </Button>
        )}
      </Group>
      {sheet === "answer" && (
        <Sheet isOpen title="Answer" onClose={() => setSheet(undefined)}>
          <Form
            fields={answerFields}
            initial={{ answer: rating.answer ?? "" }}
            onSubmit={({ answer: typed }) => save({ answer: (typed ?? "").trim() || null })}
          >
            <Stack>
              <Text c="dimmed">Everybody can read it below the rating. Leave it empty to remove it.</Text>
              <FormField name="answer" widget="long-text" />
              <SubmitButton size="lg">Save answer</SubmitButton>
            </Stack>
          </Form>
        </Sheet>
      )}
      {sheet === "report" && (
        <Sheet isOpen title="Report rating" onClose={() => setSheet(undefined)}>
          <Form
            fields={reportFields}
            onSubmit={({ report_reason: reason }) => save({ state: "reported", report_reason: reason })}
          >
            <Stack>
              <Text c="dimmed">The platform decides whether it stays. Until then it is shown.</Text>
              <FormField name="report_reason" options={reasonOptions} />
              <SubmitButton size="lg">Send report</SubmitButton>
            </Stack>
          </Form>
        </Sheet>
      )}
    </Card>
  );
}
