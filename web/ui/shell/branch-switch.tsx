// §2: an admin's branches: the one they work for now, the others to go on to, and those that are being looked at.
import { useQuery } from "@tanstack/react-query";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import { request } from "#web/items/client.ts";
import { itemsQuery } from "#web/items/items.ts";
import { stopLive } from "#web/items/live.ts";
import type { Session } from "#web/items/session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { statusIcons, statusWords } from "#web/ui/submission/words.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/shell/branch-switch.module.css";

interface BranchWire {
  id: number;
  name: string;
  slug: string;
  city: string | null;
  status: OnboardingStatus;
}

export function BranchSwitch({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles["open"]} onClick={() => setIsOpen(true)}>
        <span className={styles["names"]}>
          <span className={styles["branch"]}>{session.branch?.name}</span>
          <span className={styles["company"]}>{session.company?.name}</span>
        </span>
        <IconChevronDown size={20} aria-hidden="true" />
        <span className="visually-hidden">Choose a branch</span>
      </button>
      <Sheet isOpen={isOpen} title="Your branches" onClose={() => setIsOpen(false)}>
        <Branches session={session} />
      </Sheet>
    </>
  );
}

function Branches({ session }: { session: Session }) {
  const { data, error, refetch } = useQuery(
    itemsQuery<BranchWire>("Branch", {
      filter: { company: { _eq: session.company?.id ?? 0 } },
      fields: ["id", "name", "slug", "city", "status"],
      sort: ["name"],
      limit: -1,
    }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  return (
    <>
      <ul className={styles["list"]}>
        {data.map((branch) => (
          <li key={branch.id}>
            <BranchRow branch={branch} session={session} />
          </li>
        ))}
      </ul>
      <Link className={styles["more"]} to="/branch-register">
        Register another branch
      </Link>
    </>
  );
}

function BranchRow({ branch, session }: { branch: BranchWire; session: Session }) {
  const words = (
    <span className={styles["names"]}>
      <span className={styles["branch"]}>{branch.name}</span>
      {branch.city && <span className={styles["company"]}>{branch.city}</span>}
    </span>
  );
  if (branch.id === session.branch?.id)
    return (
      <span className={styles["row"]} aria-current="true">
        {words}
        <span className={styles["here"]}>
          <IconCheck size={20} aria-hidden="true" /> You are here
        </span>
      </span>
    );
  if (branch.status === "published")
    return (
      <span className={styles["row"]}>
        {words}
        <WaitingButton variant="default" aria-label={`Open ${branch.name}`} onPress={() => goTo({ branch, session })}>
          Open
        </WaitingButton>
      </span>
    );
  return (
    <Link
      className={styles["row"]}
      to={`/${session.company?.slug}/${session.branch?.slug}/onboarding-form?of=${branch.id}`}
    >
      {words}
      <StatusBadge
        label={statusWords[branch.status]}
        colour={onboardingStates.states[branch.status].colour}
        icon={statusIcons[branch.status]}
      />
    </Link>
  );
}

/** All that stands on the screen is the other branch's: it is read anew. */
async function goTo({ branch, session }: { branch: BranchWire; session: Session }): Promise<void> {
  await request("/users/me", { method: "PATCH", body: { default_branch: branch.id } });
  stopLive();
  location.assign(`/${session.company?.slug}/${branch.slug}/home`);
}
