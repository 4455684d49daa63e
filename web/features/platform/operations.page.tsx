// /platform/operations: health indicators; those that need action come first.
import { useQuery } from "@tanstack/react-query";
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconPoint } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { getIndicatorState, formatIndicator } from "#domain/operations/indicator-state.ts";
import {
  indicatorGroups,
  type IndicatorName,
  indicatorNames,
  type IndicatorValues,
  indicatorDefinitions,
  type IndicatorState,
} from "#domain/operations/indicators.ts";
import { call } from "#web/api/call.ts";
import { Page, Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Text } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Notice } from "#web/ui/notice.tsx";

const refreshMs = 10_000;

const stateBadges: { [state in IndicatorState]: { label: string; colour: string; icon: Icon } } = {
  alarm: { label: "Critical", colour: "red", icon: IconAlertOctagon },
  warning: { label: "Needs attention", colour: "amber", icon: IconAlertTriangle },
  fine: { label: "OK", colour: "green", icon: IconCircleCheck },
  plain: { label: "Info", colour: "grey", icon: IconPoint },
};

export function OperationsPage() {
  const { data, error, isPaused, refetch } = useQuery({
    queryKey: ["operations"],
    queryFn: ({ signal }) => call({ route: "GET /actions/operations/figures" }, { signal }),
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  return (
    <Page title="Operations">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} />}
      {data && (
        <>
          {/* Without a network the query is paused instead of failing, so both mean stale values. */}
          <OperationsSummary figures={data.figures} at={data.at} isStale={error !== null || isPaused} />
          {/* Columns, because a grid leaves gaps between cards of different height. */}
          <div style={{ columns: "2 420px", columnGap: "var(--space-md)" }}>
            {indicatorGroups.map((group) => (
              <IndicatorGroup key={group} group={group} figures={data.figures} />
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

function OperationsSummary({ figures, at, isStale }: { figures: IndicatorValues; at: string; isStale: boolean }) {
  const stateOf = (name: IndicatorName): IndicatorState => getIndicatorState({ name, value: figures[name] });
  const urgent = [
    ...indicatorNames.filter((name) => stateOf(name) === "alarm"),
    ...indicatorNames.filter((name) => stateOf(name) === "warning"),
  ];
  return (
    <Stack component="section" gap="sm" aria-label="Summary" aria-live="polite">
      {isStale && (
        <Notice c="red" icon={IconAlertOctagon}>
          The server is not responding. These values are out of date.
        </Notice>
      )}
      {urgent.length === 0 && !isStale && (
        <Notice c="green" icon={IconCircleCheck}>
          <strong>All systems normal</strong>
        </Notice>
      )}
      {urgent.map((name) => (
        <UrgentIndicator key={name} name={name} value={figures[name]} state={stateOf(name)} />
      ))}
      <Text c="dimmed">
        As of <DateTime at={at} />. Updates every {refreshMs / 1000} seconds.
      </Text>
    </Stack>
  );
}

function UrgentIndicator({ name, value, state }: { name: IndicatorName; value: number | null; state: IndicatorState }) {
  const { icon, label } = stateBadges[state];
  return (
    <Notice c={state === "alarm" ? "red" : "amber"} icon={icon}>
      <strong>
        {label}: {indicatorDefinitions[name].label} <span className="figures">{formatIndicator({ name, value })}</span>
      </strong>
      <br />
      {indicatorDefinitions[name].advice}
    </Notice>
  );
}

function IndicatorGroup({ group, figures }: { group: (typeof indicatorGroups)[number]; figures: IndicatorValues }) {
  const names = indicatorNames.filter((name) => indicatorDefinitions[name].group === group);
  return (
    <Card title={group} style={{ breakInside: "avoid", marginBottom: "var(--space-md)" }}>
      <KeyValueList layout="spread">
        {names.map((name) => (
          <Indicator key={name} name={name} value={figures[name]} />
        ))}
      </KeyValueList>
    </Card>
  );
}

function Indicator({ name, value }: { name: IndicatorName; value: number | null }) {
  const state = getIndicatorState({ name, value });
  return (
    <KeyValue label={indicatorDefinitions[name].label}>
      <Group component="span" justify="end">
        <Text component="strong" isFigures>
          {formatIndicator({ name, value })}
        </Text>
        {state !== "plain" && <StatusBadge {...stateBadges[state]} />}
      </Group>
    </KeyValue>
  );
}
