// Change history of the settings, newest first.
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { describeConfigurationChange } from "#web/features/branches/history-labels.ts";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Text } from "#web/ui/text.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Timeline, TimelineItem } from "#web/ui/data/timeline.tsx";

type ConfigurationMenu = "parking" | "branch" | "company";

const historyQuery = (menu: ConfigurationMenu) => ({
  queryKey: ["configuration-history", menu],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call({ route: "GET /actions/configuration/history", query: { of: menu } }, { signal }),
});

const collapsedCount = 5;

/** Displays all changes if `isExpanded`, else the latest ones with a link to all. */
export function ConfigurationHistory({ menu, isExpanded }: { menu: ConfigurationMenu; isExpanded: boolean }) {
  const { zone, path } = useBranch();
  // Revisions repeat values that support does not read.
  const isHidden = useRequiredSession().support !== undefined;
  const { data, error, refetch } = useQuery({ ...historyQuery(menu), enabled: !isHidden });
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const getTypeName = (id: unknown) => types.find((type) => type.id === id)?.name ?? "all other vehicles";
  const changes = isExpanded ? data : data?.slice(0, collapsedCount);
  return (
    <Card
      title={
        <SectionLink menu={menu} edit="history">
          Change history
        </SectionLink>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isHidden && <Text c="dimmed">Not shown to support.</Text>}
      {!data && !error && !isHidden && <SkeletonRows count={3} />}
      {changes?.length === 0 && <Text c="dimmed">No changes yet.</Text>}
      <Timeline>
        {changes?.map((change) => (
          <TimelineItem
            key={change.id}
            meta={
              <>
                {change.by ?? "System"}, <DateTime at={change.at} zone={zone} />
              </>
            }
          >
            {describeConfigurationChange({ change, getTypeName, formatMinutes }).map((sentence) => (
              <Text key={sentence} isFigures>
                {sentence}
              </Text>
            ))}
          </TimelineItem>
        ))}
      </Timeline>
      {!isExpanded && data && data.length > collapsedCount && (
        <ButtonLink to={path(`configurations/${menu}/history`)} variant="default">
          Show all changes
        </ButtonLink>
      )}
    </Card>
  );
}
