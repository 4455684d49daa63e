// Beside a submission: who else says the same of themselves, and what was decided before.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Row } from "#domain/collection.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import { alikeQuery } from "#web/features/platform/submissions.ts";
import type { ReviewWire } from "#web/features/platform/submissions.ts";
import { labelOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import { statusIcons, statusWords } from "#web/ui/submission/words.ts";
import { decisionWords } from "#web/features/platform/words.ts";
import styles from "#web/features/platform/platform.module.css";

export function Alike({ kind, row }: { kind: SubmissionKind; row: Row }) {
  const { data: others = [] } = useQuery(alikeQuery({ kind, row }));
  if (others.length === 0) return null;
  return (
    <Card className={styles["alike"]}>
      <h2 className={styles["heading"]}>Says the same of itself</h2>
      <ul className={styles["plain"]}>
        {others.map((other) => (
          <li key={String(other["id"])}>
            <Link to={addressOf({ kind, other })}>{nameOf(other)}</Link>{" "}
            <span className={styles["soft"]}>
              ({statusWords[other["status"] as OnboardingStatus].toLowerCase()}): {sameFields({ kind, row, other })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function companyOf(other: Row): { id: number; name: string } | undefined {
  return other["company"] as { id: number; name: string } | undefined;
}

function nameOf(other: Row): string {
  return [other["name"], companyOf(other)?.name].filter(Boolean).join(", ");
}

function addressOf({ kind, other }: { kind: SubmissionKind; other: Row }): string {
  const id = String(other["id"]);
  return kind === "company"
    ? `/platform/review?company=${id}`
    : `/platform/review?company=${companyOf(other)?.id}&branch=${id}`;
}

function sameFields({ kind, row, other }: { kind: SubmissionKind; row: Row; other: Row }): string {
  const same = Object.keys(other).filter((name) => !["id", "status"].includes(name) && other[name] === row[name]);
  return same.map((name) => labelOfSubmission(kind, name)).join(", ") || "this PAN, in a branch's GSTIN";
}

export function WaitsForSecond({ by }: { by: string | undefined }) {
  return (
    <p className={styles["warning"]} role="status">
      {by ?? "Somebody"} says yes. Publishing takes two persons: it waits for a second.
    </p>
  );
}

export function Decisions({ kind, reviews }: { kind: SubmissionKind; reviews: readonly ReviewWire[] }) {
  if (reviews.length === 0) return <p className={styles["soft"]}>Nothing has been decided yet.</p>;
  return (
    <Card>
      <h2 className={styles["heading"]}>Decided before</h2>
      <ol className={styles["plain"]}>
        {reviews.map((review) => (
          <li key={review.id} className={styles["decided"]}>
            <span className={styles["line"]}>
              <StatusBadge
                label={
                  review.awaits_second ? "First yes" : review.changes ? "Sent again" : decisionWords[review.decision]
                }
                colour={review.awaits_second ? "amber" : onboardingStates.states[review.decision].colour}
                icon={statusIcons[review.decision]}
              />
              <span className={styles["soft"]}>
                {review.user_created?.first_name ?? "Somebody"}, <Moment at={review.date_created} />
              </span>
            </span>
            {review.note && <p>{review.note}</p>}
            {review.remarks.map(({ field, remark }) => (
              <p key={field}>
                <strong>{labelOfSubmission(kind, field)}</strong>: {remark}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
