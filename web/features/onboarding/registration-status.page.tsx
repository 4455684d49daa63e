// §2 /success-registration, §8 draft branch warning: registration status and next steps.
import { useQuery } from "@tanstack/react-query";
import { IconBuilding, IconMapPin, IconProgressCheck } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
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
import { registrationStateQuery, startSetUp } from "#web/features/onboarding/api.ts";
import type { RegistrationState } from "#web/features/onboarding/api.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import link from "#web/ui/links/text-link.module.css";

const statusLabels: { [status in OnboardingStatus]: string } = {
  draft: "Under review",
  published: "Published",
  rejected: "Correction needed",
  archived: "Closed",
};

interface NavigationState {
  application?: string;
  /** Opens a set-up session, for 15 minutes after the refused log-in, the registration or a correction. */
  set_up?: string | null;
  /** True if the user cannot log in until the registration is published. */
  isClosed?: boolean;
}

export function RegistrationStatusPage() {
  usePageTitle("Registration status");
  const [search] = useSearchParams();
  const location = useLocation();
  const state: NavigationState = location.state ?? {};
  const { application: fromState, set_up: setUp, isClosed = false } = state;
  const navigate = useNavigate();
  const application = fromState ?? search.get("application");
  const leave = useEffectEvent(async () => {
    await logOut();
    // Once: the browser keeps the state over a reload, and a set-up can have opened another session when it is gone back to.
    await navigate({ search: location.search }, { replace: true, state: { ...state, isClosed: false } });
  });
  // Logs out on this page, which is the first that needs no session. The state is asked for afterwards: the log-out discards
  // queries that are running, and must not end the session of a set-up.
  useEffect(() => {
    if (isClosed) void leave();
  }, [isClosed]);
  const { data, error, refetch } = useQuery(registrationStateQuery(isClosed ? null : application));
  const isLinkInvalid = error instanceof ApiError && (error.status === 401 || error.status === 403);
  return (
    <CenteredPage width="form">
      {application === null || isLinkInvalid ? (
        <NothingToShow isLinkInvalid={isLinkInvalid} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <RegistrationStatus
          state={data}
          onSetUp={
            setUp
              ? async () => {
                  const session = await startSetUp(setUp);
                  await navigate(getSessionLandingPath(session) ?? "/");
                }
              : undefined
          }
        />
      ) : (
        <SkeletonRows count={3} />
      )}
    </CenteredPage>
  );
}

/** Opened without a registration, or by a link of earlier. */
function NothingToShow({ isLinkInvalid }: { isLinkInvalid: boolean }) {
  const { data: session } = useSession();
  const landing = session && getSessionLandingPath(session);
  return (
    <EmptyState
      isPage
      icon={IconProgressCheck}
      title={isLinkInvalid ? "This link is no longer valid" : "Check your registration status"}
      text={
        landing
          ? "You are logged in. The status opens with the link of our email about a registration."
          : "Log in with the email and password of your registration. You then see what was submitted, when, and what happens next. Nothing that you submitted is lost."
      }
    >
      <ButtonLink to={landing ?? "/partner-with-us"} size="lg" color="marigold">
        {landing ? "Continue" : "Log in"}
      </ButtonLink>
    </EmptyState>
  );
}

interface RegistrationStatusProps {
  state: RegistrationState;
  /** Undefined if the user has not authenticated on this page. */
  onSetUp: (() => Promise<void>) | undefined;
}

function RegistrationStatus({ state, onSetUp }: RegistrationStatusProps) {
  const { company, branches, may_log_in: mayLogIn } = state;
  const submissions = [company, ...branches].filter((submission) => submission !== null);
  const needsCorrection = mayLogIn && submissions.some(({ status }) => status === "rejected");
  const isUnderReview = !needsCorrection && submissions.some(({ status }) => status === "draft");
  return (
    <Page title={getTitle({ mayLogIn, isUnderReview, needsCorrection })}>
      {needsCorrection && (
        <Notice c="amber" role="status">
          Log in to correct the fields that we marked. The others are kept.
        </Notice>
      )}
      {!mayLogIn && isUnderReview && <Notice role="status">{getErrorText("BRANCH_DRAFT")}</Notice>}
      <Card>
        <RowList isFramed={false}>
          {company && <SubmissionCard icon={IconBuilding} kind="Company" submission={company} />}
          {branches.map((branch) => (
            <SubmissionCard key={branch.name} icon={IconMapPin} kind="Branch" submission={branch} page={branch.page} />
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
      <NextSteps mayLogIn={mayLogIn} onSetUp={onSetUp} />
    </Page>
  );
}

function getTitle({
  mayLogIn,
  isUnderReview,
  needsCorrection,
}: {
  mayLogIn: boolean;
  isUnderReview: boolean;
  needsCorrection: boolean;
}): string {
  if (needsCorrection) return "Correction needed";
  if (!mayLogIn) return "Registration received";
  return isUnderReview ? "Submitted for verification" : "You can log in";
}

function NextSteps({ mayLogIn, onSetUp }: { mayLogIn: boolean } & Pick<RegistrationStatusProps, "onSetUp">) {
  const { data: session } = useSession();
  const landing = session && getSessionLandingPath(session);
  if (landing)
    return (
      <ButtonLink to={landing} size="xl" color="marigold">
        Continue
      </ButtonLink>
    );
  if (!mayLogIn)
    return (
      <>
        <Text>Set up tariff, slots and staff meanwhile, so that your gate can start as soon as you are published.</Text>
        {onSetUp ? (
          <AsyncButton size="xl" color="marigold" onPress={onSetUp}>
            Set up your branch now
          </AsyncButton>
        ) : (
          <ButtonLink to="/partner-with-us" variant="default" size="lg">
            Log in to set up your branch
          </ButtonLink>
        )}
        <Text c="dimmed">This page updates itself. You can close it; we will email you.</Text>
      </>
    );
  return (
    <ButtonLink to="/partner-with-us" size="xl" color="marigold">
      Log in
    </ButtonLink>
  );
}

interface SubmissionCardProps {
  icon: Icon;
  kind: string;
  submission: Omit<RegistrationState["branches"][number], "page">;
  /** Path of the public page, or of its preview. */
  page?: string | null;
}

function SubmissionCard({ icon: KindIcon, kind, submission, page = null }: SubmissionCardProps) {
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
        {submission.corrected_at !== null && (
          <>
            , corrected <DateTime at={submission.corrected_at} />
          </>
        )}
      </Text>
      {page !== null && (
        <a href={page} className={link["link"]}>
          {status === "published" ? "See the public page" : "Preview the public page"}
        </a>
      )}
    </Row>
  );
}
