// /platform/review?company=…[&branch=…]: review of a company or branch.
import { useQuery } from "@tanstack/react-query";
import { IconBuildingOff, IconChevronLeft } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { onboardingStates } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { parseId } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { ActivityButton, getSubmissionActivityFilter } from "#web/features/platform/review/activity.tsx";
import { ReviewAssignment } from "#web/features/platform/review/assignment.tsx";
import { MissingTariff } from "#web/features/platform/review/missing-tariff.tsx";
import { ReviewForm } from "#web/features/platform/review/review-form.tsx";
import { branchQuery, companyQuery } from "#web/features/platform/review/submissions.ts";
import type { SubmissionRef } from "#web/features/platform/review/submissions.ts";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";

export function SubmissionReviewPage() {
  const [parameters] = useSearchParams();
  const company = parseId(parameters.get("company"));
  const branch = parseId(parameters.get("branch"));
  useLiveCollections("Companies", "Branch", "Onboarding_Reviews", "Review_Assignments");
  return (
    <Stack gap="lg">
      <div>
        <ButtonLink to="/platform" variant="subtle" leftSection={<IconChevronLeft size={20} aria-hidden="true" />}>
          All vendors
        </ButtonLink>
      </div>
      {company === undefined ? (
        <SubmissionNotFound />
      ) : (
        <SubmissionDetails key={`${company}-${branch}`} {...{ company, branch }} />
      )}
    </Stack>
  );
}

function SubmissionDetails({ company, branch }: { company: number; branch: number | undefined }) {
  const companyResult = useQuery({ ...companyQuery(company), enabled: branch === undefined });
  const branchResult = useQuery({ ...branchQuery(branch ?? 0), enabled: branch !== undefined });
  const { data, error, refetch } = branch === undefined ? companyResult : branchResult;
  const branchCompany = branchResult.data?.company;
  if (error instanceof ApiError && error.status === 403) return <SubmissionNotFound />;
  if (branchCompany && branchCompany.id !== company) return <SubmissionNotFound />;
  if (error && !data)
    return (
      <Page title="Vendor">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Vendor">
        <SkeletonRows count={6} />
      </Page>
    );
  const kind: SubmissionKind = branch === undefined ? "company" : "branch";
  return (
    <Page title={data.name} actions={<ReviewHeaderActions status={data.status} subject={{ company, branch }} />}>
      {branchCompany && (
        <>
          <Group>
            Branch of <ButtonLink {...getCompanyReviewPath(branchCompany.id)}>{branchCompany.name}</ButtonLink>
          </Group>
          {branchCompany.status !== "published" && (
            <Notice>The company is not published, so users of this branch cannot log in.</Notice>
          )}
        </>
      )}
      {branch !== undefined && <MissingTariff branch={branch} />}
      <ReviewForm kind={kind} row={data} subject={{ company, branch }} />
    </Page>
  );
}

const getCompanyReviewPath = (company: number) => ({
  to: `/platform/review?company=${company}`,
  variant: "default",
  size: "md",
});

function ReviewHeaderActions({ status, subject }: { status: OnboardingStatus; subject: SubmissionRef }) {
  return (
    <Group gap="sm">
      <SubmissionStatus status={status} />
      {status === "draft" && <ReviewAssignment subject={subject} />}
      <ActivityButton filter={getSubmissionActivityFilter(subject)} />
    </Group>
  );
}

function SubmissionStatus({ status }: { status: OnboardingStatus }) {
  const { colour } = onboardingStates.states[status];
  return (
    <StatusBadge
      label={onboardingStatusLabels[status]}
      colour={colour}
      icon={onboardingStatusIcons[status]}
      size="large"
    />
  );
}

function SubmissionNotFound() {
  return (
    <Page title="Vendor">
      <EmptyState icon={IconBuildingOff} title="Company or branch not found" text="It may have been removed.">
        <ButtonLink to="/platform" size="lg">
          Go to vendors
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
