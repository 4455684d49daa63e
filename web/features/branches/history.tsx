// Change history of the settings, newest first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { request } from "#web/api/client.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { describeConfigurationChange } from "#web/features/branches/history-labels.ts";
import type { ConfigurationChange } from "#web/features/branches/history-labels.ts";
import { SectionHeading } from "#web/features/branches/section-heading.tsx";
import styles from "#web/features/branches/parking-settings.module.css";

type ConfigurationMenu = "parking" | "branch" | "company";

const historyQuery = (menu: ConfigurationMenu) => ({
  queryKey: ["configuration-history", menu],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ConfigurationChange[]> => {
    const { data } = await request<{ data: ConfigurationChange[] }>(`/actions/configuration/history?of=${menu}`, {
      signal,
    });
    return data;
  },
});

const collapsedCount = 5;

/** Displays all changes if `isExpanded`, else the latest ones with a link to all. */
export function ConfigurationHistory({ menu, isExpanded }: { menu: ConfigurationMenu; isExpanded: boolean }) {
  const { zone, path } = useBranch();
  const { data, error, refetch } = useQuery(historyQuery(menu));
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const getTypeName = (id: unknown) => types.find((type) => type.id === id)?.name ?? "all other vehicles";
  const changes = isExpanded ? data : data?.slice(0, collapsedCount);
  return (
    <Card>
      <SectionHeading menu={menu} edit="history">
        Change history
      </SectionHeading>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {changes?.length === 0 && <p className={styles["soft"]}>No changes yet.</p>}
      <ol className={styles["rows"]}>
        {changes?.map((change) => (
          <li key={change.id} className={styles["change"]}>
            {describeConfigurationChange({ change, getTypeName, formatMinutes }).map((sentence) => (
              <p key={sentence} className="figures">
                {sentence}
              </p>
            ))}
            <p className={styles["soft"]}>
              {change.by ?? "System"}, <DateTime at={change.at} zone={zone} />
            </p>
          </li>
        ))}
      </ol>
      {!isExpanded && data && data.length > collapsedCount && (
        <Link className={styles["link"]} to={path(`configurations/${menu}/history`)}>
          Show all changes
        </Link>
      )}
    </Card>
  );
}
