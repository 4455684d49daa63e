// §2 /configurations/branch and its parts: what a branch is and shows of itself.
import { useQuery } from "@tanstack/react-query";
import { IconArrowLeft, IconCar, IconCreditCard, IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Row } from "#domain/collection.ts";
import { openingHoursIn } from "#domain/rules/opening-hours.ts";
import type { OwnTexts } from "#domain/rules/own-texts.ts";
import { itemQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { NotFoundPage } from "#web/ui/not-found.page.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AmenitiesPart } from "#web/features/configuration/amenities.tsx";
import { BannersPart } from "#web/features/configuration/banners.tsx";
import { SetUpHistory } from "#web/features/configuration/history.tsx";
import { OpeningHoursPart } from "#web/features/configuration/opening-hours.tsx";
import { OwnTextsPart } from "#web/features/configuration/own-texts.tsx";
import { Services } from "#web/features/configuration/services.tsx";
import { VerifiedDetails } from "#web/features/configuration/verified-details.tsx";
import styles from "#web/features/configuration/configuration.module.css";

type BranchRow = Row & { id: number; company: number; name: string };

function useBranchRow() {
  const { branch } = useBranch();
  useLive("Branch", "Change_Requests");
  return useQuery(itemQuery<BranchRow>("Branch", branch.id, { fields: ["*"] }));
}

const parts: { readonly [edit: string]: (args: { row: BranchRow; zone: string }) => ReactNode } = {
  details: ({ row, zone }) => <VerifiedDetails kind="branch" row={row} company={row.company} zone={zone} />,
  services: () => <Services />,
  hours: ({ row, zone }) => (
    <OpeningHoursPart
      key={JSON.stringify(row["opening_hours"])}
      branch={row.id}
      hours={openingHoursIn(row["opening_hours"]) ?? null}
      zone={zone}
    />
  ),
  amenities: ({ row }) => (
    <AmenitiesPart
      key={JSON.stringify(row["amenities"])}
      branch={row.id}
      amenities={(row["amenities"] ?? []) as string[]}
    />
  ),
  banners: ({ row }) => <BannersPart branch={row.id} />,
  texts: ({ row }) => <OwnTextsPart branch={row} texts={(row["mail_texts"] ?? {}) as OwnTexts} />,
  history: () => <SetUpHistory menu="branch" isWhole />,
};

export function BranchConfigurationPage() {
  const { data: row, error, refetch } = useBranchRow();
  const { zone } = useBranch();
  if (!row)
    return (
      <Page title="This branch">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={6} />}
      </Page>
    );
  const shown = (edit: string): ReactNode => parts[edit]!({ row, zone });
  return (
    <Page title="This branch">
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          {shown("details")}
          {shown("services")}
          {shown("amenities")}
          {shown("banners")}
        </div>
        <div className={styles["column"]}>
          {shown("hours")}
          {shown("texts")}
          <Elsewhere />
          <SetUpHistory menu="branch" isWhole={false} />
        </div>
      </div>
    </Page>
  );
}

export function BranchPartPage() {
  const { edit = "" } = useParams();
  const { path, zone } = useBranch();
  const { data: row, error, refetch } = useBranchRow();
  const part = Object.hasOwn(parts, edit) ? parts[edit] : undefined;
  if (!part) return <NotFoundPage />;
  return (
    <Page
      title="This branch"
      actions={
        <ButtonLink
          to={path("configurations/branch")}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          All settings
        </ButtonLink>
      }
    >
      {error && !row && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <SkeletonRows count={4} />}
      {row && <div className={styles["alone"]}>{part({ row, zone })}</div>}
    </Page>
  );
}

/** What has a page of its own. */
function Elsewhere() {
  const { path, branch } = useBranch();
  const { role } = useKnownSession();
  const places = [
    {
      page: "configurations/parking",
      label: "What the gate asks, slots and prices",
      icon: IconCar,
      isShown: branch.is_parking,
    },
    {
      page: "configurations/valet-parking",
      label: "Valet number, tickets and prices",
      icon: IconKey,
      isShown: branch.is_valet_and_parking,
    },
    {
      page: "configurations/payments",
      label: "Online payments and GST",
      icon: IconCreditCard,
      isShown: role === "admin",
    },
  ];
  return (
    <Card>
      <h2 className={styles["heading"]}>On pages of their own</h2>
      <div className={styles["form"]}>
        {places
          .filter(({ isShown }) => isShown)
          .map(({ page, label, icon: Shown }) => (
            <ButtonLink
              key={page}
              to={path(page)}
              variant="default"
              leftSection={<Shown size={20} aria-hidden="true" />}
              justify="flex-start"
            >
              {label}
            </ButtonLink>
          ))}
      </div>
    </Card>
  );
}
