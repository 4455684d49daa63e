// What stands around every page of the platform's desk: its parts, with how much waits in each.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { Filter } from "#domain/collection.ts";
import { countQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { Page } from "#web/ui/page.tsx";
import styles from "#web/features/platform/platform.module.css";

const waiting: Filter = { status: { _eq: "draft" } };

const parts: readonly { to: string; label: string; waits?: { collection: string; filter: Filter } }[] = [
  { to: "/platform", label: "Vendors" },
  { to: "/platform/changes", label: "Changes", waits: { collection: "Change_Requests", filter: waiting } },
  { to: "/platform/areas", label: "Areas", waits: { collection: "Area_Request_List", filter: waiting } },
  { to: "/platform/tags", label: "Tags" },
  { to: "/platform/vehicle-types", label: "Vehicle types" },
  {
    to: "/platform/messages",
    label: "Messages",
    waits: { collection: "Enquiries", filter: { is_answered: { _eq: false } } },
  },
  { to: "/platform/settings", label: "Settings" },
];

export function DeskFrame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useLive("Change_Requests", "Area_Request_List", "Enquiries");
  const bar = useRef<HTMLElement>(null);
  // On a phone the bar is wider than the screen: the part one is at is seen.
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <div className={styles["frame"]}>
      <nav ref={bar} className={styles["parts"]} aria-label="The platform's desk">
        {parts.map(({ to, label, waits }) => (
          <NavLink key={to} to={to} end className={styles["part"]!}>
            {label}
            {waits && <Waits {...waits} />}
          </NavLink>
        ))}
      </nav>
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}

function Waits({ collection, filter }: { collection: string; filter: Filter }) {
  const { data: count = 0 } = useQuery(countQuery(collection, filter));
  return count > 0 ? <span className={`figures ${styles["waits"]}`}>{count}</span> : null;
}
