// §2 /select/entry: what comes in: a vehicle, a person, somebody with a pass.
import { IconArrowRight, IconCar, IconId, IconQrcode, IconWalk } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { Link } from "react-router";
import { useBranch } from "#web/items/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { useHasPage } from "#web/ui/shell/pages-context.ts";
import styles from "#web/features/entries/entries.module.css";

interface Tile {
  title: string;
  text: string;
  page: string;
  icon: Icon;
  isForPersons?: boolean;
}

const tiles: readonly Tile[] = [
  { title: "Vehicle", text: "Plate in, slip out", page: "parking/create", icon: IconCar },
  {
    title: "Person",
    text: "Name, whom they meet and why",
    page: "person-entry/create",
    icon: IconWalk,
    isForPersons: true,
  },
  {
    title: "Visitor's vehicle or pass",
    text: "Whom they meet, or a pass for a time",
    page: "vehicle-entry/create",
    icon: IconId,
  },
  { title: "Scan a code", text: "A slip, an invite or a pass", page: "parking/scan-parking-entry", icon: IconQrcode },
];

export function SelectEntryPage() {
  const { branch, path } = useBranch();
  const hasPage = useHasPage();
  const shown = tiles.filter((tile) => hasPage(tile.page) && (!tile.isForPersons || branch.allow_person_entries));
  return (
    <Page title="Who comes in?">
      <div className={styles["tiles"]}>
        {shown.map((tile) => (
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
