// /platform (reading.md §1): the vendors who wait for the platform's word, the oldest first, and those who have had it.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconBuilding, IconChecks, IconMapPin } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { Link } from "react-router";
import { limits } from "#domain/limits.ts";
import { onboardingStates, onboardingStatuses } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import { inWords } from "#domain/words.ts";
import { countQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Since } from "#web/ui/time.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import { useDeskAddress } from "#web/features/platform/desk-address.ts";
import type { DeskAddress } from "#web/features/platform/desk-address.ts";
import { branchesQuery, companiesQuery } from "#web/features/platform/submissions.ts";
import { statusIcons, statusWords } from "#web/ui/submission/words.ts";
import styles from "#web/features/platform/platform.module.css";

export function DeskPage() {
  const [address, setAddress] = useDeskAddress();
  useLive("Companies", "Branch");
  const waiting = useWaiting();
  return (
    <DeskFrame title="Vendors">
      <div className={styles["filters"]}>
        <Chips label="Show">
          {onboardingStatuses.toSorted(byWork).map((status) => (
            <Chip
              key={status}
              label={statusWords[status]}
              count={status === "draft" ? waiting : undefined}
              isChosen={address.status === status}
              onPress={() => setAddress({ status })}
            />
          ))}
        </Chips>
        <SearchField
          label="Part of a company's or branch's name"
          hint="Company or branch"
          search={address.search}
          onSearch={(search) => setAddress({ search })}
        />
      </div>
      <Lists address={address} onChange={setAddress} />
    </DeskFrame>
  );
}

/** What has to be done comes first. */
function byWork(one: OnboardingStatus, other: OnboardingStatus): number {
  const order: readonly OnboardingStatus[] = ["draft", "published", "rejected", "archived"];
  return order.indexOf(one) - order.indexOf(other);
}

/** How many wait, once both counts are known. */
function useWaiting(): number | undefined {
  const filter = { status: { _eq: "draft" } };
  const { data: companies } = useQuery(countQuery("Companies", filter));
  const { data: branches } = useQuery(countQuery("Branch", filter));
  return companies === undefined || branches === undefined ? undefined : companies + branches;
}

interface ListsProps {
  address: DeskAddress;
  onChange: (next: Partial<DeskAddress>) => void;
}

function Lists({ address, onChange }: ListsProps) {
  const { status, search } = address;
  const companies = useQuery({
    ...companiesQuery({ status, search, page: address.companies }),
    placeholderData: keepPreviousData,
  });
  const branches = useQuery({
    ...branchesQuery({ status, search, page: address.branches }),
    placeholderData: keepPreviousData,
  });
  const error = companies.error ?? branches.error;
  if (error && !(companies.data && branches.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([companies.refetch(), branches.refetch()])} />;
  if (!companies.data || !branches.data) return <SkeletonRows count={5} />;
  if (companies.data.count + branches.data.count === 0) return <Nothing address={address} />;
  return (
    <div className={styles["lists"]} aria-busy={companies.isPlaceholderData || branches.isPlaceholderData}>
      {companies.data.count > 0 && (
        <List
          title="Companies"
          icon={IconBuilding}
          page={address.companies}
          count={companies.data.count}
          onOpen={(page) => onChange({ ...address, companies: page })}
          rows={companies.data.data.map((company) => ({
            to: `/platform/review?company=${company.id}`,
            name: company.name,
            about: inWords(company.company_type),
            since: company.date_created,
            status: company.status,
          }))}
        />
      )}
      {branches.data.count > 0 && (
        <List
          title="Branches"
          icon={IconMapPin}
          page={address.branches}
          count={branches.data.count}
          onOpen={(page) => onChange({ ...address, branches: page })}
          rows={branches.data.data.map((branch) => ({
            to: `/platform/review?company=${branch.company.id}&branch=${branch.id}`,
            name: `${branch.name}, ${branch.company.name}`,
            about: [inWords(branch.entity_type), branch.city].filter(Boolean).join(", "),
            since: branch.date_created,
            status: branch.status,
          }))}
        />
      )}
    </div>
  );
}

function Nothing({ address: { status, search } }: { address: DeskAddress }) {
  if (search) return <EmptyState icon={IconChecks} title="Nothing fits" text="Try a shorter part of the name." />;
  return status === "draft" ? (
    <EmptyState
      icon={IconChecks}
      title="Nobody waits"
      text="A company or branch that asks to be published shows here at once."
    />
  ) : (
    <EmptyState icon={IconChecks} title={`Nothing is ${statusWords[status].toLowerCase()}`} />
  );
}

interface ListRow {
  to: string;
  name: string;
  about: string;
  since: string;
  status: OnboardingStatus;
}

interface ListProps {
  title: string;
  icon: Icon;
  rows: readonly ListRow[];
  page: number;
  count: number;
  onOpen: (page: number) => void;
}

function List({ title, icon: Shown, rows, page, count, onOpen }: ListProps) {
  return (
    <section className={styles["list"]}>
      <h2 className={styles["heading"]}>
        {title} <span className={`figures ${styles["soft"]}`}>{count}</span>
      </h2>
      <ul className={styles["rows"]}>
        {rows.map((row) => (
          <li key={row.to}>
            <Link className={styles["row"]} to={row.to}>
              <Shown className={styles["soft"]} aria-hidden="true" />
              <span className={styles["who"]}>
                <span className={styles["name"]}>{row.name}</span>
                <span className={styles["soft"]}>{row.about}</span>
              </span>
              <span className={styles["state"]}>
                <StatusBadge
                  label={statusWords[row.status]}
                  colour={onboardingStates.states[row.status].colour}
                  icon={statusIcons[row.status]}
                />
                <span className={styles["soft"]}>
                  <Since at={row.since} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {count > limits.pageSize && (
        <Pages page={page} count={count} onOpen={onOpen} order={rows[0]?.status === "draft" ? "oldest" : "newest"} />
      )}
    </section>
  );
}
