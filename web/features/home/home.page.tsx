// §2: home, where a branch with several services chooses between them.
import { IconArrowRight, IconCalendarClock, IconKey, IconParking, IconTools } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Service, serviceLabels } from "#domain/services.ts";
import { countQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { useHasPage } from "#web/ui/shell/pages-context.ts";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "#web/features/home/home.module.css";

interface Tile {
  service: Service;
  text: string;
  page: string;
  icon: Icon;
}

const tiles: readonly Tile[] = [
  {
    service: "is_parking",
    text: "Check in, take cash, check out",
    page: "parking/dashboard",
    icon: IconParking,
  },
  {
    service: "is_valet_and_parking",
    text: "Take the key, bring the car",
    page: "valet-parking/dashboard",
    icon: IconKey,
  },
  {
    service: "is_pre_booking",
    text: "Slots kept for a day and a time",
    page: "pre-booking/dashboard",
    icon: IconCalendarClock,
  },
];

export function HomePage() {
  const { user } = useKnownSession();
  const { branch } = useBranch();
  const offered = tiles.filter((tile) => branch[tile.service]);
  return (
    <Page title={`Hello, ${user.first_name}`}>
      {offered.length === 0 ? (
        <EmptyState
          icon={IconTools}
          title="No service is switched on yet"
          text="This branch runs neither parking nor valet. An admin can switch a service on in the branch's registration."
        />
      ) : (
        <div className={styles["tiles"]}>
          {offered.map((tile) => (
            <ServiceTile key={tile.service} tile={tile} />
          ))}
        </div>
      )}
    </Page>
  );
}

function ServiceTile({ tile }: { tile: Tile }) {
  const { path } = useBranch();
  const exists = useHasPage()(tile.page);
  const inside = (
    <>
      <span className={styles["icon"]} aria-hidden="true">
        <tile.icon size={32} stroke={1.7} />
      </span>
      <span className={styles["words"]}>
        <span className={styles["title"]}>{serviceLabels[tile.service]}</span>
        <span className={styles["text"]}>{exists ? tile.text : "Coming soon"}</span>
      </span>
      {exists && tile.service === "is_parking" && <InsideNow />}
      {exists && <IconArrowRight className={styles["arrow"]} aria-hidden="true" />}
    </>
  );
  return exists ? (
    <Link className={styles["tile"]} to={path(tile.page)}>
      {inside}
    </Link>
  ) : (
    <div className={`${styles["tile"]} ${styles["soon"]}`}>{inside}</div>
  );
}

function InsideNow() {
  const { branch } = useBranch();
  useLive("Parking_Information");
  const { data } = useQuery(
    countQuery("Parking_Information", { branch: { _eq: branch.id }, parking_status_id: { _eq: 1 } }),
  );
  if (data === undefined) return null;
  return (
    <span className={`figures ${styles["count"]}`}>
      {data} <span className={styles["unit"]}>inside now</span>
    </span>
  );
}
