// What a decision leaves open, named before it takes effect: nothing requires a verifier to accept every field.
import { IconAlertTriangle, IconListCheck, IconMapPinQuestion, IconMessageExclamation } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { itemsQuery } from "#web/api/items.ts";
import { MissingTariff } from "#web/features/platform/review/missing-tariff.tsx";
import { DuplicateSubmissions } from "#web/features/platform/review/related-submissions.tsx";
import type { ComparedSubmission } from "#web/features/platform/review/submissions.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface OpenPointsProps {
  kind: SubmissionKind;
  row: ComparedSubmission;
  decision: OnboardingStatus;
  accepted: ReadonlySet<string>;
  /** Fields with a remark. */
  remarked: readonly string[];
  /** Of the registers. */
  warnings: readonly string[];
}

export function OpenPoints({ kind, row, decision, accepted, remarked, warnings }: OpenPointsProps) {
  if (decision !== "published" && decision !== "rejected") return null;
  const isPublishing = decision === "published";
  const fields: readonly string[] = reviewedFields[kind];
  // A remark answers its field as well.
  const open = fields.filter((name) => !accepted.has(name) && !remarked.includes(name));
  const listLabels = (names: readonly string[]) => names.map((name) => getSubmissionLabel(kind, name)).join(", ");
  return (
    <>
      {remarked.length > 0 && (
        <Notice c="red" icon={IconMessageExclamation}>
          {isPublishing ? "You have written remarks on" : "To correct"}: {listLabels(remarked)}
        </Notice>
      )}
      {open.length > 0 && (
        <Notice icon={IconListCheck}>
          {accepted.size === 0
            ? `No ${remarked.length > 0 ? "other " : ""}field is accepted yet`
            : `${open.length} of ${fields.length} fields not accepted: ${listLabels(open)}`}
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} icon={IconAlertTriangle}>
          {warning}
        </Notice>
      ))}
      <DuplicateSubmissions kind={kind} row={row} />
      {isPublishing && kind === "branch" && <MissingTariff branch={row.id} />}
      {isPublishing && kind === "branch" && <OpenAreaRequest branch={row.id} />}
    </>
  );
}

/** The branch is listed under no area until its request is decided. */
function OpenAreaRequest({ branch }: { branch: number }) {
  const filter = { area_request_branch_id: { _eq: branch }, status: { _eq: "draft" } };
  const { data = [] } = useQuery(itemsQuery("Area_Request_List", { filter, fields: ["id", "area_name"] }));
  return data.map(({ id, area_name }) => (
    <Notice
      key={id}
      icon={IconMapPinQuestion}
      actions={
        <ButtonLink to="/platform/areas" variant="default">
          Open areas
        </ButtonLink>
      }
    >
      The requested area “{area_name}” is not decided yet: the branch has no area until then.
    </Notice>
  ));
}
