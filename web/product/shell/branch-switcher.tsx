// §2: an admin's branches: the current one, published ones to switch to, and those under review.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { itemsQuery } from "#web/api/items.ts";
import type { Session } from "#web/api/session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { switchBranch } from "#web/product/shell/switch-branch.ts";
import { TwoLineName } from "#web/product/shell/two-line-name.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { t } from "#web/languages/t.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import styles from "#web/product/shell/branch-switcher.module.css";

const branchFields = ["id", "name", "slug", "city", "status"] as const;
type OwnBranch = WireRow<"Branch", typeof branchFields>;

export function BranchSwitcher({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles["open"]} onClick={() => setIsOpen(true)}>
        <TwoLineName name={session.branch?.name} detail={session.company?.name} />
        <IconChevronDown size={20} className={styles["arrow"]} aria-hidden="true" />
        <span className="visually-hidden">Switch branch</span>
      </button>
      <Sheet isOpen={isOpen} title="Your branches" onClose={() => setIsOpen(false)}>
        <BranchSearch session={session} />
      </Sheet>
    </>
  );
}

/** Fewer fit on a phone's screen. */
const minBranchesToSearch = 6;

function BranchSearch({ session }: { session: Session }) {
  const { data, error, refetch } = useQuery(
    itemsQuery("Branch", {
      filter: { company: { _eq: session.company?.id ?? 0 } },
      fields: branchFields,
      sort: ["name"],
      limit: -1,
    }),
  );
  const [search, setSearch] = useState("");
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  const words = search.trim().toLowerCase();
  const found = data.filter(({ name, city }) => `${name} ${city ?? ""}`.toLowerCase().includes(words));
  return (
    <Stack>
      {data.length > minBranchesToSearch && (
        <SearchField label={t("Search branches")} hint={t("Name or city")} search={search} onSearch={setSearch} />
      )}
      {found.length === 0 && <Text c="dimmed">{t("No branch matches “{search}”.", { search: search.trim() })}</Text>}
      <RowList isFramed={false}>
        {found.map((branch) => (
          <BranchRow key={branch.id} branch={branch} session={session} />
        ))}
      </RowList>
      <ButtonLink variant="default" size="lg" to="/branch-register">
        Add branch
      </ButtonLink>
    </Stack>
  );
}

function BranchRow({ branch, session }: { branch: OwnBranch; session: Session }) {
  const city = branch.city && (
    <Text size="sm" c="dimmed">
      {branch.city}
    </Text>
  );
  const isCurrent = branch.id === session.branch?.id;
  if (isCurrent || branch.status === "published")
    return (
      <Row
        aria-current={isCurrent ? "true" : undefined}
        trailing={
          isCurrent ? (
            <Badge c="green" icon={IconCheck}>
              Current branch
            </Badge>
          ) : (
            <AsyncButton
              variant="default"
              aria-label={`Open ${branch.name}`}
              onPress={() => switchBranch({ branch, session })}
            >
              Open
            </AsyncButton>
          )
        }
      >
        <Text size="lg" fw="bold">
          {branch.name}
        </Text>
        {city}
      </Row>
    );
  return (
    <Row
      trailing={
        <StatusBadge
          label={onboardingStatusLabels[branch.status]}
          colour={onboardingStates.states[branch.status].colour}
          icon={onboardingStatusIcons[branch.status]}
        />
      }
    >
      <RowLink to={`/${session.company?.slug}/${session.branch?.slug}/onboarding-form?of=${branch.id}`}>
        {branch.name}
      </RowLink>
      {city}
    </Row>
  );
}
