// §2 /success-registration, §8 draft branch warning: registration status and next steps.
import { useQuery } from "@tanstack/react-query";
import { IconBuilding, IconMapPin, IconProgressCheck } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { getErrorText } from "#domain/errors.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { logOut } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Card, Page, usePageTitle, CenteredPage } from "#web/ui/page.tsx";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { onboardingStatusIcons } from "#web/product/submission/labels.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { registrationStateQuery } from "#web/features/onboarding/api.ts";
import type { RegistrationState } from "#web/features/onboarding/api.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";

const statusLabels: { [status in OnboardingStatus]: string } = {
  draft: "Under review",
  published: "Published",
  rejected: "Correction needed",
  archived: "Closed",
};

interface NavigationState {
  application?: string;
  /** True if the user cannot log in until the registration is published. */
  isClosed?: boolean;
}

export function RegistrationStatusPage() {
  usePageTitle("Registration status");
  const [search] = useSearchParams();
  const { application: fromState, isClosed = false }: NavigationState = useLocation().state ?? {};
  const application = fromState ?? search.get("application");
  // Logs out on this page, which is the first that needs no session.
  useEffect(() => {
    if (isClosed) void logOut();
  }, [isClosed]);
  const { data, error, refetch } = useQuery(registrationStateQuery(application));
  const isLinkInvalid = error instanceof ApiError && (error.status === 401 || error.status === 403);
  return (
    <CenteredPage width="form">
      {application === null || isLinkInvalid ? (
        <EmptyState
          icon={IconProgressCheck}
          title="Check your registration status"
          text="Log in with your registration email and password."
        >
          <ButtonLink to="/partner-with-us" size="lg" color="marigold">
            Log in
          </ButtonLink>
        </EmptyState>
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <RegistrationStatus state={data} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </CenteredPage>
  );
}

function RegistrationStatus({ state }: { state: RegistrationState }) {
  const { company, branches, may_log_in: mayLogIn } = state;
  const submissions = [company, ...branches].filter((submission) => submission !== null);
  const isUnderReview = submissions.some(({ status }) => status === "draft");
  return (
    <Page
      title={mayLogIn ? (isUnderReview ? "Submitted for verification" : "You can log in") : "Registration received"}
    >
      {!mayLogIn && isUnderReview && <Notice role="status">{getErrorText("BRANCH_DRAFT")}</Notice>}
      <Card>
        <RowList isFramed={false}>
          {company && <SubmissionCard icon={IconBuilding} kind="Company" submission={company} />}
          {branches.map((branch) => (
            <SubmissionCard key={branch.name} icon={IconMapPin} kind="Branch" submission={branch} />
          ))}
        </RowList>
      </Card>
      {isUnderReview && (
        <ol>
          <li>We check your details and documents, usually within two working days.</li>
          <li>If a correction is needed, we email you. You log in and correct only those fields.</li>
          <li>When it is published, we email you and your team can start.</li>
        </ol>
      )}
      <NextSteps mayLogIn={mayLogIn} />
    </Page>
  );
}

function NextSteps({ mayLogIn }: { mayLogIn: boolean }) {
  const { data: session } = useSession();
  const landing = session && getSessionLandingPath(session);
  if (landing)
    return (
      <ButtonLink to={landing} size="xl" color="marigold">
        Continue
      </ButtonLink>
    );
  if (!mayLogIn) return <Text c="dimmed">This page updates itself. You can close it; we will email you.</Text>;
  return (
    <ButtonLink to="/partner-with-us" size="xl" color="marigold">
      Log in
    </ButtonLink>
  );
}

interface SubmissionCardProps {
  icon: Icon;
  kind: string;
  submission: RegistrationState["branches"][number];
}

function SubmissionCard({ icon: KindIcon, kind, submission }: SubmissionCardProps) {
  const { status } = submission;
  return (
    <Row
      leading={<KindIcon size={26} aria-hidden="true" />}
      trailing={
        <StatusBadge
          label={statusLabels[status]}
          colour={onboardingStates.states[status].colour}
          icon={onboardingStatusIcons[status]}
        />
      }
    >
      <strong>{submission.name}</strong>
      <Text c="dimmed">
        {kind}, submitted <DateTime at={submission.sent_at} />
      </Text>
    </Row>
  );
}
