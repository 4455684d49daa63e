// §2: home: the services of the branch, the most frequent actions and, for managers, the day's figures.
import { IconCalendarClock, IconKey, IconParking, IconTools } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { type ServiceName, serviceLabels } from "#domain/branches/services.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Grid } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { LinkTile } from "#web/ui/data/tile.tsx";
import { Page } from "#web/ui/page.tsx";
import { getBottomBarLinks, getNavigationLinks } from "#web/product/shell/navigation.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { EmptyState } from "#web/ui/states.tsx";
import { BranchDays } from "#web/features/home/branch-days.tsx";
import { DaySummary } from "#web/features/home/day-summary.tsx";
import { RejectedBranches } from "#web/features/home/rejected-branches.tsx";
import { SetUpChecklist } from "#web/features/home/set-up-checklist.tsx";
import { t } from "#web/languages/t.ts";

interface ServiceTileOptions {
  service: ServiceName;
  text: string;
  page: string;
  icon: Icon;
  /** The user must have one of these capabilities. */
  can: readonly Capability[];
}

const tiles: readonly ServiceTileOptions[] = [
  {
    service: "is_parking",
    text: "Check in, collect payment, check out",
    page: "parking/dashboard",
    icon: IconParking,
    can: ["entry.read", "invite.host"],
  },
  {
    service: "is_valet_and_parking",
    text: "Receive, park and return cars",
    page: "valet-parking/dashboard",
    icon: IconKey,
    can: ["valet.read"],
  },
  {
    service: "is_pre_booking",
    text: "Reserve slots in advance",
    page: "pre-booking/dashboard",
    icon: IconCalendarClock,
    can: ["booking.read"],
  },
];

export function HomePage() {
  const session = useRequiredSession();
  const { branch, path } = useBranch();
  const enabledTiles = tiles.filter(
    (tile) => branch[tile.service] && tile.can.some((capability) => can(session, capability)),
  );
  const canConfigure = can(session, "branch.configure");
  const links = getNavigationLinks({ session, hasPage: useHasPage() });
  const frequentLinks = getBottomBarLinks(links).filter(
    ({ bottomBar }) => bottomBar?.place === "plus" || bottomBar?.place === "scan",
  );
  return (
    <Page title={t("Hello, {name}", { name: session.user.first_name ?? "" })}>
      {can(session, "branch.switch") && <RejectedBranches />}
      <SetUpChecklist />
      {can(session, "report.read") && <DaySummary />}
      {can(session, "branch.switch") && <BranchDays />}
      {enabledTiles.length === 0 ? (
        <EmptyState
          icon={IconTools}
          title={canConfigure ? t("No service is on yet") : t("No service for you here")}
          text={
            canConfigure
              ? t("Parking and valet are both off. An admin can turn on a service in Branch settings.")
              : t("Ask your manager which services of this branch you work for.")
          }
        />
      ) : (
        <Grid minColumnWidth={320}>
          {enabledTiles.map((tile) => (
            <ServiceTile key={tile.service} tile={tile} />
          ))}
          {frequentLinks.map((link) => (
            <LinkTile key={link.page} to={path(link.page)} icon={link.icon} title={t(link.label)} />
          ))}
        </Grid>
      )}
    </Page>
  );
}

function ServiceTile({ tile }: { tile: ServiceTileOptions }) {
  const { path } = useBranch();
  const session = useRequiredSession();
  const isAtGate = can(session, "gate.scan");
  const isHost = !isAtGate && can(session, "invite.host");
  // Part of the day's figures of managers.
  const hasCount = isAtGate && !can(session, "report.read");
  const isAvailable = useHasPage()(tile.page);
  return (
    <LinkTile
      to={isAvailable ? path(tile.page) : undefined}
      icon={tile.icon}
      title={t(serviceLabels[tile.service])}
      text={t(isAvailable ? (isHost ? "Your visitors" : tile.text) : "Coming soon")}
    >
      {isAvailable && hasCount && tile.service === "is_parking" && <OccupancyCount />}
    </LinkTile>
  );
}

function OccupancyCount() {
  const { branch } = useBranch();
  useLiveCollections("Parking_Information");
  const { data } = useQuery(
    countQuery("Parking_Information", { branch: { _eq: branch.id }, parking_status_id: { _eq: 1 } }),
  );
  if (data === undefined) return null;
  return (
    <span>
      <Text component="span" size="2xl" fw="bold" isFigures>
        {data}
      </Text>{" "}
      <Text component="span" size="sm" c="dimmed">
        {t("inside now")}
      </Text>
    </span>
  );
}
