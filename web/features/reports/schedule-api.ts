// Mailed reports: schedules of a report, and people who can be chosen.
import type { ScheduleFrequency } from "#domain/reports/schedules/due-period.ts";
import type { ReportName } from "#domain/reports/reports.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { formatCell } from "#domain/reports/format-cell.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";

export const scheduleCollection = "Report_Schedules";
export type ReportSchedule = WireRow<typeof scheduleCollection>;

/** Those of the branch and of all branches. */
export const schedulesQuery = ({ report, branch }: { report: ReportName; branch: number }) =>
  itemsQuery(scheduleCollection, {
    filter: {
      _and: [
        { report: { _eq: report } },
        { _or: [{ branch: { _eq: branch } }, { is_across_branches: { _eq: true } }] },
      ],
    },
    sort: ["id"],
    limit: -1,
  });

export const readersQuery = ({ isAcrossBranches }: { isAcrossBranches: boolean }) => ({
  queryKey: ["report-readers", isAcrossBranches],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(
      {
        route: "GET /actions/report-schedules/recipients",
        query: isAcrossBranches ? { branch: "all" } : {},
      },
      { signal },
    ),
});

export const frequencyLabels: { readonly [frequency in ScheduleFrequency]: string } = {
  daily: "Every day",
  weekly: "Every Monday, for the week before",
  monthly: "On the 1st, for the month before",
};

export const formatHour = (hour: number): string => formatCell({ value: hour, type: "hour" });
