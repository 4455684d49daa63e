// §2: an admin's branches: the current one, published ones to switch to, and those under review.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { request } from "#web/api/client.ts";
import { itemsQuery } from "#web/api/items.ts";
import { stopLiveUpdates } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import styles from "#web/product/shell/branch-switcher.module.css";

const branchFields = ["id", "name", "slug", "city", "status"] as const;
type OwnBranch = WireRow<"Branch", typeof branchFields>;

export function BranchSwitcher({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles["open"]} onClick={() => setIsOpen(true)}>
        <span className={styles["names"]}>
          <span className={styles["branch"]}>{session.branch?.name}</span>
          <span className={styles["company"]}>{session.company?.name}</span>
        </span>
        <IconChevronDown size={20} aria-hidden="true" />
        <span className="visually-hidden">Switch branch</span>
      </button>
      <Sheet isOpen={isOpen} title="Your branches" onClose={() => setIsOpen(false)}>
        <BranchSearch session={session} />
      </Sheet>
    </>
  );
}

function BranchSearch({ session }: { session: Session }) {
  const { data, error, refetch } = useQuery(
    itemsQuery("Branch", {
      filter: { company: { _eq: session.company?.id ?? 0 } },
      fields: branchFields,
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
        Add branch
      </Link>
    </>
  );
}

function BranchRow({ branch, session }: { branch: OwnBranch; session: Session }) {
  const label = (
    <span className={styles["names"]}>
      <span className={styles["branch"]}>{branch.name}</span>
      {branch.city && <span className={styles["company"]}>{branch.city}</span>}
    </span>
  );
  if (branch.id === session.branch?.id)
    return (
      <span className={styles["row"]} aria-current="true">
        {label}
        <span className={styles["here"]}>
          <IconCheck size={20} aria-hidden="true" /> Current branch
        </span>
      </span>
    );
  if (branch.status === "published")
    return (
      <span className={styles["row"]}>
        {label}
        <AsyncButton
          variant="default"
          aria-label={`Open ${branch.name}`}
          onPress={() => switchBranch({ branch, session })}
        >
          Open
        </AsyncButton>
      </span>
    );
  return (
    <Link
      className={styles["row"]}
      to={`/${session.company?.slug}/${session.branch?.slug}/onboarding-form?of=${branch.id}`}
    >
      {label}
      <StatusBadge
        label={onboardingStatusLabels[branch.status]}
        colour={onboardingStates.states[branch.status].colour}
        icon={onboardingStatusIcons[branch.status]}
      />
    </Link>
  );
}

/** Reloads the document, since all loaded data belongs to the previous branch. */
async function switchBranch({ branch, session }: { branch: OwnBranch; session: Session }): Promise<void> {
  await request("/users/me", { method: "PATCH", body: { default_branch: branch.id } });
  stopLiveUpdates();
  location.assign(`/${session.company?.slug}/${branch.slug}/home`);
}
