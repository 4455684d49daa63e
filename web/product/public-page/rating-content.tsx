// A rating at a desk: its stars, words and author, and what became of a report.
import { IconCheck } from "@tabler/icons-react";
import { ratingReportLabels } from "#domain/ratings/rating-reports.ts";
import { ratingStates } from "#domain/ratings/rating-states.ts";
import { unnamedAuthor } from "#domain/ratings/rating-summary.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { Text } from "#web/ui/text.tsx";

/** What the branch may read. */
export const ratingFields = [
  "id",
  "stars",
  "words",
  "shown_name",
  "answer",
  "state",
  "report_reason",
  "reported_by",
  "decision_reason",
  "date_created",
] as const;
export type DeskRating = WireRow<"Ratings", typeof ratingFields>;

export function RatingStars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`}>
      {"★".repeat(stars)}
      {"☆".repeat(5 - stars)}
    </span>
  );
}

export function RatingState({ state }: Pick<DeskRating, "state">) {
  const { name, colour } = ratingStates.states[state ?? "shown"];
  return <StatusBadge label={name} colour={colour} icon={colour === "green" ? IconCheck : undefined} />;
}

export function RatingContent({ rating }: { rating: DeskRating }) {
  const { words, shown_name: name, report_reason: report, reported_by: reporter, decision_reason: decision } = rating;
  return (
    <>
      <Text c="dimmed">
        {name ?? unnamedAuthor}, <RelativeTime at={rating.date_created} />
      </Text>
      <Text style={{ whiteSpace: "pre-wrap" }}>{words ?? "No words"}</Text>
      {report && rating.state !== "shown" && (
        <Text>
          <strong>Reported by {reporter === "branch" ? "the branch" : "a reader"}:</strong> {ratingReportLabels[report]}
        </Text>
      )}
      {decision && (
        <Text>
          <strong>Decision:</strong> {decision}
        </Text>
      )}
    </>
  );
}
