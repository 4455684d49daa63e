// What an admin's company and its branches have told of themselves, and what was decided on each.
import { useQuery } from "@tanstack/react-query";
import type { Row } from "#domain/collection.ts";
import type { Remark } from "#domain/rules/onboarding-review.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { itemQuery, itemsQuery } from "#web/items/items.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { submissionFields } from "#web/ui/submission/submission-value.tsx";

export interface SubmissionWire extends Row {
  id: number;
  name: string;
  status: OnboardingStatus;
  date_created: string;
}

export interface DecisionWire {
  id: number;
  branch: number | null;
  decision: OnboardingStatus;
  remarks: Remark[];
  note: string | null;
  changes: { [field: string]: [unknown, unknown] } | null;
  date_created: string;
}

export interface Submission {
  kind: SubmissionKind;
  row: SubmissionWire;
  /** The newest first. */
  decisions: DecisionWire[];
}

/** The company first, then its branches; undefined until all is known. */
export function useSubmissions(): { submissions: Submission[] | undefined; error: unknown; retry: () => void } {
  const { company } = useKnownSession();
  const id = company?.id ?? 0;
  const own = useQuery(itemQuery<SubmissionWire>("Companies", id));
  const branches = useQuery(
    itemsQuery<SubmissionWire>("Branch", {
      filter: { company: { _eq: id } },
      fields: submissionFields,
      sort: ["id"],
      limit: -1,
    }),
  );
  const reviews = useQuery(
    itemsQuery<DecisionWire>("Onboarding_Reviews", {
      filter: { company: { _eq: id } },
      fields: ["id", "branch", "decision", "remarks", "note", "changes", "date_created"],
      sort: ["-id"],
      limit: -1,
    }),
  );
  const error = own.error ?? branches.error ?? reviews.error;
  const retry = () => void Promise.all([own.refetch(), branches.refetch(), reviews.refetch()]);
  if (!own.data || !branches.data || !reviews.data) return { submissions: undefined, error, retry };
  const decided = reviews.data;
  const of = (branch: number | null) => decided.filter((review) => review.branch === branch);
  const submissions: Submission[] = [
    { kind: "company", row: own.data, decisions: of(null) },
    ...branches.data.map((row): Submission => ({ kind: "branch", row, decisions: of(row.id) })),
  ];
  return { submissions, error: null, retry };
}
