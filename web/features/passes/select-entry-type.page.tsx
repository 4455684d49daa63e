// §2 /select/entry: selects the type of a new entry.
import { IconCar, IconCarSuv, IconId, IconPackage, IconQrcode, IconSteeringWheel, IconWalk } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { offersQuickVisits, type QuickVisit, quickVisits } from "#domain/visitors/quick-visit.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { maySend, type SentWrite } from "#web/product/may-send.ts";
import { Grid } from "#web/ui/layout.tsx";
import { LinkTile } from "#web/ui/data/tile.tsx";
import { Page } from "#web/ui/page.tsx";
import { isEntryRequest } from "#web/product/forms/entry-label.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { t } from "#web/languages/t.ts";

interface EntryTypeTile {
  title: string;
  text: string;
  /** Where entries need approval. */
  requestText?: string;
  page: string;
  query?: string;
  icon: Icon;
  isForPersons?: boolean;
  /** What it is for, if a session may be refused it. */
  sends?: SentWrite;
}

const tiles: readonly EntryTypeTile[] = [
  {
    title: "Vehicle entry",
    text: "To park: vehicle and phone number, and a slip",
    requestText: "To park: request approval for a vehicle",
    page: "parking/create",
    icon: IconCar,
  },
  {
    title: "Visitor on foot",
    text: "With the person to meet and the purpose of visit",
    requestText: "Request approval, with the person to meet",
    page: "person-entry/create",
    icon: IconWalk,
    isForPersons: true,
  },
  {
    title: "Visitor with a vehicle",
    text: "With the person to meet and the purpose of visit",
    requestText: "Request approval, with the person to meet",
    page: "vehicle-entry/create",
    icon: IconCarSuv,
  },
  {
    title: "Pass",
    text: "For a vehicle that comes often, for days or longer",
    page: "vehicle-entry/create",
    query: "?type=pass",
    sends: "POST /actions/passes",
    icon: IconId,
  },
  {
    title: "Scan code",
    text: "Slip, invite or pass",
    page: "parking/scan-parking-entry",
    icon: IconQrcode,
    sends: "POST /actions/parking/scan",
  },
];

const quickVisitIcons: { readonly [visit in QuickVisit]: Icon } = { Delivery: IconPackage, Cab: IconSteeringWheel };

export function SelectEntryTypePage() {
  const { branch, path } = useBranch();
  const hasPage = useHasPage();
  const session = useRequiredSession();
  const visibleTiles = tiles.filter(
    ({ page, isForPersons, sends }) =>
      hasPage(page) && (!isForPersons || branch.allow_person_entries) && (!sends || maySend({ session, write: sends })),
  );
  const getText = ({ text, requestText = text }: EntryTypeTile) => (isEntryRequest(branch) ? requestText : text);
  return (
    <Page title={t("New entry")}>
      <Grid minColumnWidth={320} gap="sm">
        {offersQuickVisits(branch) &&
          quickVisits.map((visit) => (
            <LinkTile
              key={visit}
              to={path(`vehicle-entry/create?visit=${visit.toLowerCase()}`)}
              icon={quickVisitIcons[visit]}
              title={t(visit)}
              text={t("With or without a vehicle number")}
            />
          ))}
        {visibleTiles.map((tile) => (
          <LinkTile
            key={tile.title}
            to={path(tile.page + (tile.query ?? ""))}
            icon={tile.icon}
            title={t(tile.title)}
            text={t(getText(tile))}
          />
        ))}
      </Grid>
    </Page>
  );
}
