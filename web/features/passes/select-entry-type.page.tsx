// §2 /select/entry: selects the type of a new entry.
import { IconArrowRight, IconCar, IconId, IconQrcode, IconWalk } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { Link } from "react-router";
import { useBranch } from "#web/api/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import styles from "#web/features/passes/entries.module.css";

interface EntryTypeTile {
  title: string;
  text: string;
  page: string;
  icon: Icon;
  isForPersons?: boolean;
}

const tiles: readonly EntryTypeTile[] = [
  { title: "Vehicle", text: "Check in a vehicle and print a slip", page: "parking/create", icon: IconCar },
  {
    title: "Person",
    text: "Check in a visitor on foot",
    page: "person-entry/create",
    icon: IconWalk,
    isForPersons: true,
  },
  {
    title: "Visitor vehicle or pass",
    text: "Vehicle of a visitor, or a new pass",
    page: "vehicle-entry/create",
    icon: IconId,
  },
  { title: "Scan code", text: "Slip, invite or pass", page: "parking/scan-parking-entry", icon: IconQrcode },
];

export function SelectEntryTypePage() {
  const { branch, path } = useBranch();
  const hasPage = useHasPage();
  const visibleTiles = tiles.filter(
    (tile) => hasPage(tile.page) && (!tile.isForPersons || branch.allow_person_entries),
  );
  return (
    <Page title="New entry">
      <div className={styles["tiles"]}>
        {visibleTiles.map((tile) => (
          <Link key={tile.page} className={styles["tile"]} to={path(tile.page)}>
            <span className={styles["icon"]} aria-hidden="true">
              <tile.icon size={32} stroke={1.7} />
            </span>
            <span className={styles["words"]}>
              <span className={styles["tileTitle"]}>{tile.title}</span>
              <span className={styles["soft"]}>{tile.text}</span>
            </span>
            <IconArrowRight className={styles["soft"]} aria-hidden="true" />
          </Link>
        ))}
      </div>
    </Page>
  );
}
