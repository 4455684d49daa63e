// /platform/review?company=…[&branch=…]: what a vendor says of itself, what was decided on it, and the next decision.
import { useQuery } from "@tanstack/react-query";
import { IconBuildingOff, IconChevronLeft } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import type { Row } from "#domain/collection.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { ApiError } from "#web/items/api-error.ts";
import { useLive } from "#web/items/live.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { ActivityButton } from "#web/features/platform/activity.tsx";
import { Review } from "#web/features/platform/review.tsx";
import { branchQuery, companyQuery } from "#web/features/platform/submissions.ts";
import type { Subject } from "#web/features/platform/submissions.ts";
import { statusIcons, statusWords } from "#web/ui/submission/words.ts";
import styles from "#web/features/platform/platform.module.css";

function idIn(text: string | null): number | undefined {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;
}

export function ReviewPage() {
  const [parameters] = useSearchParams();
  const company = idIn(parameters.get("company"));
  const branch = idIn(parameters.get("branch"));
  useLive("Companies", "Branch", "Onboarding_Reviews");
  return (
    <div className={styles["frame"]}>
      <Link to="/platform" className={styles["back"]}>
        <IconChevronLeft size={20} aria-hidden="true" />
        All vendors
      </Link>
      {company === undefined ? <NoSubmission /> : <Submission key={`${company}-${branch}`} {...{ company, branch }} />}
    </div>
  );
}

function Submission({ company, branch }: { company: number; branch: number | undefined }) {
  const ofCompany = useQuery({ ...companyQuery(company), enabled: branch === undefined });
  const ofBranch = useQuery({ ...branchQuery(branch ?? 0), enabled: branch !== undefined });
  const { data, error, refetch } = branch === undefined ? ofCompany : ofBranch;
  const ownCompany = ofBranch.data?.company;
  if (error instanceof ApiError && error.status === 403) return <NoSubmission />;
  if (ownCompany && ownCompany.id !== company) return <NoSubmission />;
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
    <Page title={data.name} actions={<HeadActions status={data.status} subject={{ company, branch }} />}>
      {ownCompany && (
        <p className={styles["of"]}>
          A branch of <ButtonLink {...linkTo(ownCompany.id)}>{ownCompany.name}</ButtonLink>
          {ownCompany.status !== "published" && (
            <span className={styles["warning"]}>
              The company is not published: nobody of this branch can log in until it is.
            </span>
          )}
        </p>
      )}
      <Review kind={kind} row={data as Row & { id: number; status: OnboardingStatus }} subject={{ company, branch }} />
    </Page>
  );
}

const linkTo = (company: number) => ({
  to: `/platform/review?company=${company}`,
  variant: "default",
  size: "md",
});

function HeadActions({ status, subject }: { status: OnboardingStatus; subject: Subject }) {
  return (
    <div className={styles["line"]}>
      <Status status={status} />
      <ActivityButton subject={subject} />
    </div>
  );
}

function Status({ status }: { status: OnboardingStatus }) {
  const { colour } = onboardingStates.states[status];
  return <StatusBadge label={statusWords[status]} colour={colour} icon={statusIcons[status]} size="large" />;
}

function NoSubmission() {
  return (
    <Page title="Vendor">
      <EmptyState icon={IconBuildingOff} title="No such company or branch" text="It may have been removed meanwhile.">
        <ButtonLink to="/platform" size="lg">
          Open the list of vendors
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
