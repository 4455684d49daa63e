// §2 /reporting/{menu}: the reports of a branch, or of all branches of the company.
import { Button } from "@mantine/core";
import { type Icon, IconChartBar, IconDownload, IconMail, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import type { ServiceName } from "#domain/branches/services.ts";
import { formatDate, formatDateTime } from "#domain/dates.ts";
import { getKeys } from "#domain/object-keys.ts";
import { isNumericType } from "#domain/reports/format-cell.ts";
import { maxShownRows, type ReportDefinition, type ReportMenu, reportMenus } from "#domain/reports/report.ts";
import { getReport, listReports, type ReportName } from "#domain/reports/reports.ts";
import { mailableReports } from "#domain/reports/schedules/mailable-reports.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { downloadReport, getSiblingPage, reportFormats, reportQuery } from "#web/features/reports/api.ts";
import { hasOnlyZeros, ReportPicture } from "#web/features/reports/report-chart.tsx";
import { ReportControls } from "#web/features/reports/report-controls.tsx";
import { Comparison, ReportTable } from "#web/features/reports/report-table.tsx";
import { parseReportUrlState, type ReportUrlState, serializeReportUrlState } from "#domain/reports/report-address.ts";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { TabLinks } from "#web/ui/links/tab-links.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useNow } from "#web/ui/use-now.ts";
import styles from "#web/features/reports/reports.module.css";

const ScheduleSheet = lazy(async () => ({
  default: (await import("#web/features/reports/schedule-sheet.tsx")).ScheduleSheet,
}));

const menus: { readonly [menu in ReportMenu]: { label: string; service?: ServiceName } } = {
  parking: { label: "Parking", service: "is_parking" },
  valet: { label: "Valet", service: "is_valet_and_parking" },
  money: { label: "Money" },
  people: { label: "People" },
};

/** Menus of the branch's services. */
function useReportMenus(): ReportMenu[] {
  const { branch } = useBranch();
  return reportMenus.filter((menu) => {
    const { service } = menus[menu];
    return service === undefined || branch[service];
  });
}

export function ReportsPage() {
  const { menu: name = "" } = useParams();
  const available = useReportMenus();
  const menu = available.find((candidate) => candidate === name);
  return menu ? <ReportMenuPage key={menu} menu={menu} menus={available} /> : <NotFoundPage />;
}

function ReportMenuPage({ menu, menus: available }: { menu: ReportMenu; menus: readonly ReportMenu[] }) {
  const { zone, path } = useBranch();
  const today = formatDate({ at: useNow(), zone });
  const [parameters, setParameters] = useUrlParameters();
  const state = parseReportUrlState({ menu, parameters, today });
  const tabs = available.map((name) => ({
    to: path(`reporting/${name}`),
    label: menus[name].label,
    isCurrent: name === menu,
  }));
  const change = (next: Partial<ReportUrlState>): void =>
    setParameters(
      (current) => serializeReportUrlState({ ...parseReportUrlState({ menu, parameters: current, today })!, ...next }),
      { preventScrollReset: true },
    );
  return (
    <Page title={state ? getReport(state.report).title : menus[menu].label} heading="Reports">
      <div className={styles["screenOnly"]}>
        <TabLinks label="Menus of reports" tabs={tabs} />
      </div>
      {state ? (
        <>
          <ReportChoice menu={menu} state={state} today={today} />
          <Report state={state} today={today} onChange={change} />
        </>
      ) : (
        <EmptyState icon={IconChartBar} title="No reports here yet" text="Choose another menu." />
      )}
    </Page>
  );
}

/** The reports of the menu; a detail report, which another one opens, is listed while it is shown. */
function ReportChoice({ menu, state, today }: { menu: ReportMenu; state: ReportUrlState; today: string }) {
  const { path } = useBranch();
  const listed = listReports(menu);
  const names: ReportName[] = listed.includes(state.report) ? listed : [...listed, state.report];
  return (
    <Group justify="space-between" className={styles["screenOnly"]}>
      <TabLinks
        label="Reports of the menu"
        tabs={names.map((name) => ({
          to: path(getSiblingPage({ state, report: name, today })),
          label: getReport(name).title,
          isCurrent: name === state.report,
        }))}
      />
      {menu === "money" && <TextLink to={path("reporting/cash")}>Daily cash</TextLink>}
    </Group>
  );
}

interface ReportProps {
  state: ReportUrlState;
  today: string;
  onChange: (next: Partial<ReportUrlState>) => void;
}

function Report({ state, today, onChange }: ReportProps) {
  const { branch } = useBranch();
  const definition = getReport(state.report);
  const [isEmailing, setIsEmailing] = useState(false);
  const isPhone = useIsPhone();
  // Without icons the buttons take one row of a phone.
  const look = (Icon: Icon) =>
    ({
      variant: "default",
      ...(isPhone ? { px: "sm" } : { leftSection: <Icon size={20} aria-hidden="true" /> }),
    }) as const;
  const isMailable = mailableReports.includes(state.report);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Stack gap="2xs">
          <Title>{definition.title}</Title>
          <Text c="dimmed">{definition.description}</Text>
        </Stack>
        <Group className={styles["screenOnly"]}>
          {getKeys(reportFormats).map((format) => (
            <AsyncButton
              key={format}
              {...look(IconDownload)}
              onPress={() => downloadReport({ state, branch: branch.name, format })}
            >
              {reportFormats[format]}
            </AsyncButton>
          ))}
          {isMailable && (
            <Button {...look(IconMail)} aria-label="Email this report" onClick={() => setIsEmailing(true)}>
              {isPhone ? "Email" : "Email this report"}
            </Button>
          )}
          <Button {...look(IconPrinter)} onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      </Group>
      <Sheet isOpen={isEmailing && isMailable} title="Email this report" onClose={() => setIsEmailing(false)}>
        <Suspense fallback={<SkeletonRows count={3} />}>
          <ScheduleSheet state={state} />
        </Suspense>
      </Sheet>
      <PrintedHeading state={state} />
      <ReportControls definition={definition} state={state} today={today} onChange={onChange} />
      <ReportContent state={state} onChange={onChange} />
      {definition.isSigned && (
        <p className={`${styles["printed"]} ${styles["signature"]}`}>
          Date and signature: ________________________________
        </p>
      )}
    </Stack>
  );
}

/** What the printed report is of, and who printed it. */
function PrintedHeading({ state: { range, isAcrossBranches } }: { state: ReportUrlState }) {
  const { company, branch, zone } = useBranch();
  const { user } = useRequiredSession();
  const at = formatDateTime({ at: useNow(), zone });
  return (
    <p className={styles["printed"]}>
      {isAcrossBranches ? `All branches of ${company.name}` : branch.name}
      {` · ${range.from === range.to ? range.from : `${range.from} to ${range.to}`} · printed ${at} by ${user.first_name}`}
    </p>
  );
}

const listFigures = ({ columns }: ReportDefinition): string[] =>
  getKeys(columns).filter((column) => isNumericType(columns[column]!.type));

function ReportContent({ state, onChange }: Pick<ReportProps, "state" | "onChange">) {
  const { zone } = useBranch();
  const definition = getReport(state.report);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reportQuery(state),
    // The rows of another report have other columns.
    placeholderData: (previous, query) => (query?.queryKey[1] === state.report ? previous : undefined),
    // Reports have no live updates.
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.rows.length === 0)
    return (
      <EmptyState
        icon={IconChartBar}
        title="No entries in this period"
        text="Choose a longer period, or remove a filter."
      />
    );
  // The table of a chart that would be empty says no more.
  if (definition.chart && hasOnlyZeros(data.rows, listFigures(definition)))
    return (
      <Stack gap="lg" aria-busy={isPlaceholderData}>
        <Comparison definition={definition} data={data} />
        <EmptyState
          icon={IconChartBar}
          title="All figures are zero"
          text="There was nothing to count in this period. The file has the rows."
        />
      </Stack>
    );
  return (
    <Stack gap="lg" aria-busy={isPlaceholderData}>
      <Comparison definition={definition} data={data} />
      {definition.chart && (
        <Card>
          <ReportPicture definition={definition} rows={data.rows} zone={zone} />
        </Card>
      )}
      <ReportTable definition={definition} data={data} state={state} onSort={(sort) => onChange({ sort })} />
      {data.row_count === null && (
        <Text c="dimmed">
          {`The first ${data.rows.length} rows. For totals and all rows, choose a shorter period or save the file.`}
        </Text>
      )}
      {data.row_count !== null && data.row_count > maxShownRows && (
        <Text c="dimmed">
          {`The first ${maxShownRows} of ${data.row_count.toLocaleString("en-IN")} rows; totals are of all of them. For all rows, choose a shorter period or save the file.`}
        </Text>
      )}
    </Stack>
  );
}
