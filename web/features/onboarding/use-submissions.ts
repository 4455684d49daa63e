// Submissions of the admin's company and its branches, with their review decisions.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import type { Row } from "#domain/schema/collection.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { itemQuery, itemsQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { submissionFields } from "#web/product/submission/submission-value.tsx";

const decisionFields = ["id", "branch", "decision", "remarks", "note", "changes", "date_created"] as const;

export interface Submission {
  kind: SubmissionKind;
  row: Row & WireRow<"Companies" | "Branch", readonly ["id", "name", "status", "date_created"]>;
  /** Newest first. */
  decisions: WireRow<"Onboarding_Reviews", typeof decisionFields>[];
}

/** The company, then its branches; undefined until everything is loaded. */
export function useSubmissions(): { submissions: Submission[] | undefined; error: unknown; retry: () => void } {
  const { company } = useRequiredSession();
  const id = company?.id ?? 0;
  const companyResult = useQuery(itemQuery("Companies", id));
  const branches = useQuery(
    itemsQuery("Branch", {
      filter: { company: { _eq: id } },
      fields: submissionFields,
      sort: ["id"],
      limit: -1,
    }),
  );
  const reviews = useQuery(
    itemsQuery("Onboarding_Reviews", {
      filter: { company: { _eq: id } },
      fields: decisionFields,
      sort: ["-id"],
      limit: -1,
    }),
  );
  const error = companyResult.error ?? branches.error ?? reviews.error;
  const retry = () => void Promise.all([companyResult.refetch(), branches.refetch(), reviews.refetch()]);
  if (!companyResult.data || !branches.data || !reviews.data) return { submissions: undefined, error, retry };
  const getDecisions = (branch: number | null) => reviews.data.filter((review) => review.branch === branch);
  const submissions: Submission[] = [
    { kind: "company", row: companyResult.data, decisions: getDecisions(null) },
    ...branches.data.map((row): Submission => ({ kind: "branch", row, decisions: getDecisions(row.id) })),
  ];
  return { submissions, error: null, retry };
}
