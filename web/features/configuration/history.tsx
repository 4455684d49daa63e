// What was changed of the set-up, when and by whom; the newest first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { request } from "#web/items/client.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Moment, showMinutes } from "#web/ui/time.tsx";
import { setUpWords } from "#web/features/configuration/history-words.ts";
import type { SetUpChange } from "#web/features/configuration/history-words.ts";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

interface VehicleType {
  id: number;
  name: string;
}

type Menu = "parking" | "branch" | "company";

const historyQuery = (of: Menu) => ({
  queryKey: ["configuration-history", of],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SetUpChange[]> => {
    const { data } = await request<{ data: SetUpChange[] }>(`/actions/configuration/history?of=${of}`, { signal });
    return data;
  },
});

const shownAtFirst = 5;

/** `isWhole` shows all there is to tell, else the latest with the way to the rest. */
export function SetUpHistory({ menu, isWhole }: { menu: Menu; isWhole: boolean }) {
  const { zone, path } = useBranch();
  const { data, error, refetch } = useQuery(historyQuery(menu));
  const { data: types = [] } = useQuery(itemsQuery<VehicleType>("Vehicle_Type", { sort: ["sort", "id"] }));
  const typeName = (id: unknown) => types.find((type) => type.id === id)?.name ?? "every other vehicle";
  const changes = isWhole ? data : data?.slice(0, shownAtFirst);
  return (
    <Card>
      <PartHeading menu={menu} edit="history">
        What was changed
      </PartHeading>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {changes?.length === 0 && <p className={styles["soft"]}>Nothing yet.</p>}
      <ol className={styles["rows"]}>
        {changes?.map((change) => (
          <li key={change.id} className={styles["change"]}>
            {setUpWords({ change, typeName, lasting: showMinutes }).map((words) => (
              <p key={words} className="figures">
                {words}
              </p>
            ))}
            <p className={styles["soft"]}>
              {change.by ?? "The product"}, <Moment at={change.at} zone={zone} />
            </p>
          </li>
        ))}
      </ol>
      {!isWhole && data && data.length > shownAtFirst && (
        <Link className={styles["link"]} to={path(`configurations/${menu}/history`)}>
          All changes
        </Link>
      )}
    </Card>
  );
}
