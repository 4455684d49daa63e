// §2 /success-registration, §8 draft branch warning: how the registration stands, and what comes next.
import { useQuery } from "@tanstack/react-query";
import { IconBuilding, IconMapPin, IconProgressCheck } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { errorText } from "#domain/errors.ts";
import { onboardingStates, onboardingStatuses } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import { ApiError } from "#web/items/api-error.ts";
import { logOut } from "#web/items/session.ts";
import { useSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Card, Page, usePageTitle } from "#web/ui/page.tsx";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { statusIcons } from "#web/ui/submission/words.ts";
import { Moment } from "#web/ui/time.tsx";
import { applicationQuery } from "#web/features/onboarding/calls.ts";
import type { ApplicationState } from "#web/features/onboarding/calls.ts";
import styles from "#web/features/onboarding/onboarding.module.css";

const words: { [status in OnboardingStatus]: string } = {
  draft: "In verification",
  published: "Published",
  rejected: "To be corrected",
  archived: "Closed",
};

interface Carried {
  application?: string;
  /** Whether the log-in of who comes here is closed from now on. */
  isClosed?: boolean;
}

export function SuccessRegistrationPage() {
  usePageTitle("Your registration");
  const [search] = useSearchParams();
  const { application: carried, isClosed = false } = (useLocation().state ?? {}) as Carried;
  const application = carried ?? search.get("application");
  // Only here, where no page needs a session any more.
  useEffect(() => {
    if (isClosed) void logOut();
  }, [isClosed]);
  const { data, error, refetch } = useQuery(applicationQuery(application));
  const isOver = error instanceof ApiError && (error.status === 401 || error.status === 403);
  return (
    <div className={styles["frame"]}>
      {application === null || isOver ? (
        <EmptyState
          icon={IconProgressCheck}
          title="See how your registration stands"
          text="Log in with the email and password you registered with."
        >
          <ButtonLink to="/partner-with-us" size="lg" color="marigold">
            Log in
          </ButtonLink>
        </EmptyState>
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <State state={data} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </div>
  );
}

function State({ state }: { state: ApplicationState }) {
  const { company, branches, may_log_in: mayLogIn } = state;
  const places = [company, ...branches].filter((place) => place !== null);
  const waits = places.some(({ status }) => status === "draft");
  return (
    <Page title={mayLogIn ? (waits ? "Sent for verification" : "You can log in") : "We have your registration"}>
      {!mayLogIn && waits && (
        <p className={styles["warning"]} role="status">
          {errorText("BRANCH_DRAFT")}
        </p>
      )}
      <Card>
        <ul className={styles["places"]}>
          {company && <Place icon={IconBuilding} kind="Company" place={company} />}
          {branches.map((branch) => (
            <Place key={branch.name} icon={IconMapPin} kind="Branch" place={branch} />
          ))}
        </ul>
      </Card>
      {waits && (
        <ol className={styles["next"]}>
          <li>We look at what you have told us and at your documents, usually within two working days.</li>
          <li>If something is not right, a mail says what. You log in and correct just that.</li>
          <li>When it is published, a mail says so, and your people can begin.</li>
        </ol>
      )}
      <Next mayLogIn={mayLogIn} />
    </Page>
  );
}

function Next({ mayLogIn }: { mayLogIn: boolean }) {
  const { data: session } = useSession();
  const own = session && landingOfSession(session);
  if (own)
    return (
      <ButtonLink to={own} size="xl" color="marigold">
        Go on working
      </ButtonLink>
    );
  if (!mayLogIn)
    return <p className={styles["soft"]}>This page renews itself. You can close it: the mail finds you.</p>;
  return (
    <ButtonLink to="/partner-with-us" size="xl" color="marigold">
      Log in
    </ButtonLink>
  );
}

interface PlaceProps {
  icon: Icon;
  kind: string;
  place: ApplicationState["branches"][number];
}

function Place({ icon: Shown, kind, place }: PlaceProps) {
  const status = onboardingStatuses.find((known) => known === place.status) ?? "draft";
  return (
    <li className={styles["placeRow"]}>
      <Shown size={26} aria-hidden="true" />
      <span className={styles["documentName"]}>
        <strong>{place.name}</strong>
        <span className={styles["soft"]}>
          {kind}, sent <Moment at={place.sent_at} />
        </span>
      </span>
      <StatusBadge label={words[status]} colour={onboardingStates.states[status].colour} icon={statusIcons[status]} />
    </li>
  );
}
