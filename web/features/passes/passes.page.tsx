// §3 pass list of a branch (addition to §2, /{company}/{branch}/passes), with filters and renewal.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { IconCalendarPlus, IconId, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { text } from "#domain/schema/fields.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { pageQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { getPassPage, getPassBadge } from "#web/features/passes/pass-state.ts";
import { RenewPassSheet } from "#web/features/passes/renew-pass-sheet.tsx";
import {
  toPassesFilter,
  getPassSort,
  passStates,
  parsePassesUrlState,
  serializePassesUrlState,
} from "#web/features/passes/passes-url-state.ts";
import type { PassesUrlState } from "#web/features/passes/passes-url-state.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const fields = [
  "id",
  "vehicle_no",
  "name",
  "phone_no",
  "is_person",
  "is_waiting_for_approve",
  "is_unpaid",
  "ended_at",
  "parking_status_id",
  "pass_start_time",
  "pass_end_time",
] as const;
type PassRow = WireRow<"Parking_Main_Information", typeof fields>;

const getStateLabels = (): { [state in PassesUrlState["state"]]: string } => ({
  valid: t("Valid"),
  ending: t("Ending within 7 days"),
  ended: t("Expired"),
  waiting: t("Waiting for approval"),
  due: t("Payment due"),
  all: t("All"),
});

const searchFields = { search: text({ label: "Vehicle number, phone or name", max: 50 }) };

export function PassesPage() {
  const { path } = useBranch();
  const session = useRequiredSession();
  const [parameters, setParameters] = useUrlParameters();
  const urlState = parsePassesUrlState(parameters);
  const stateLabels = getStateLabels();
  useLiveCollections("Parking_Main_Information");
  const show = (next: Partial<PassesUrlState>) =>
    setParameters((current) => serializePassesUrlState({ ...parsePassesUrlState(current), page: 1, ...next }), {
      preventScrollReset: true,
    });
  return (
    <Page
      title={t("Passes")}
      actions={
        can(session, "gate.operate") && (
          <ButtonLink
            to={path("vehicle-entry/create?type=pass")}
            color="marigold"
            size="lg"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("New pass")}
          </ButtonLink>
        )
      }
    >
      <Stack>
        <FilterChipGroup label={t("Status")}>
          {passStates.map((state) => (
            <FilterChip
              key={state}
              label={stateLabels[state]}
              isChosen={urlState.state === state}
              onPress={() => show({ state })}
            />
          ))}
        </FilterChipGroup>
        <Form
          key={urlState.search}
          fields={searchFields}
          initial={{ search: urlState.search }}
          onSubmit={({ search }) => show({ search: search ?? "" })}
        >
          <Group align="end" style={{ maxWidth: "var(--width-narrow)" }}>
            <div style={{ flex: "1 1 180px" }}>
              <FormField name="search" placeholder={t("{one} or {other}", { one: "TN09", other: "98400" })} />
            </div>
            <SubmitButton size="lg" color="ink" fullWidth={false} isReading>
              {t("Search")}
            </SubmitButton>
          </Group>
        </Form>
      </Stack>
      <PassSearchResults urlState={urlState} onShow={show} />
    </Page>
  );
}

function PassSearchResults({
  urlState,
  onShow,
}: {
  urlState: PassesUrlState;
  onShow: (next: Partial<PassesUrlState>) => void;
}) {
  const { branch, path } = useBranch();
  const navigate = useNavigate();
  // The query key must not change every minute, so the time is fixed when the page opens.
  const [openedAt] = useState(() => new Date());
  const [renewing, setRenewing] = useState<PassRow>();
  const now = useNow();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery("Parking_Main_Information", {
      filter: toPassesFilter({ urlState: urlState, branch: branch.id, now: openedAt }),
      fields,
      sort: getPassSort(urlState.state),
      page: urlState.page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  if (data.count === 0) return <EmptyPasses urlState={urlState} onShow={onShow} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      <PassRows passes={data.data} now={now} onRenew={setRenewing} />
      <Pagination page={urlState.page} count={data.count} onPageChange={(page) => onShow({ page })} isHiddenIfSingle />
      {renewing && (
        <Sheet isOpen title={t("Renew pass")} onClose={() => setRenewing(undefined)}>
          <RenewPassSheet
            pass={renewing}
            now={now}
            onClose={() => setRenewing(undefined)}
            onDue={() => void navigate(path(getPassPage(renewing)))}
          />
        </Sheet>
      )}
    </Stack>
  );
}

function EmptyPasses({
  urlState,
  onShow,
}: {
  urlState: PassesUrlState;
  onShow: (next: Partial<PassesUrlState>) => void;
}) {
  if (urlState.search || urlState.state !== "valid")
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t("No matching passes")}
        text={t("Try a shorter search, or show all passes.")}
      >
        <Button size="lg" onClick={() => onShow({ state: "all", search: "" })}>
          {t("Show all passes")}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconId}
      title={t("No valid passes")}
      text={t("Regular visitors can have a pass for days, months or a year. Entries with a valid pass are free.")}
    />
  );
}

interface PassRowsProps {
  passes: readonly PassRow[];
  now: Date;
  onRenew: (pass: PassRow) => void;
}

function PassRows({ passes, now, onRenew }: PassRowsProps) {
  const isHighlighted = useRowHighlight("Parking_Main_Information");
  return (
    <RowList label={t("Passes")}>
      {passes.map((pass) => (
        <PassListRow
          key={pass.id}
          pass={pass}
          now={now}
          onRenew={onRenew}
          className={isHighlighted(pass.id) ? "glow" : undefined}
        />
      ))}
    </RowList>
  );
}

interface PassListRowProps extends Omit<PassRowsProps, "passes"> {
  pass: PassRow;
  className: string | undefined;
}

function PassListRow({ pass, now, onRenew, className }: PassListRowProps) {
  const { path, zone } = useBranch();
  const session = useRequiredSession();
  const visitorLabel = pass.vehicle_no ?? pass.name ?? t("this pass");
  const isRejected = pass.parking_status_id === parkingSequence.cancelled;
  const canRenew = can(session, "gate.operate") && !isRejected && !pass.is_unpaid;
  return (
    <Row
      className={className}
      columns="190px 1fr 1fr 130px"
      trailing={
        canRenew && (
          <Button
            variant="default"
            aria-label={t("Renew {visitorLabel}", { visitorLabel })}
            leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
            onClick={() => onRenew(pass)}
          >
            {t("Renew")}
          </Button>
        )
      }
    >
      <RowLink to={path(getPassPage(pass))}>{pass.vehicle_no ? <Plate number={pass.vehicle_no} /> : pass.name}</RowLink>
      <Text isFigures>
        {pass.vehicle_no && pass.name ? `${pass.name}, ` : ""}
        {pass.phone_no}
      </Text>
      <Text c="dimmed">
        {tNodes("till {time}", { time: <DateTime at={pass.pass_end_time} zone={zone} /> })}{" "}
        <RemainingTime end={pass.pass_end_time} now={now} />
      </Text>
      <span>
        <StatusBadge {...getPassBadge({ pass, now })} />
      </span>
    </Row>
  );
}

const endingSoonMinutes = 7 * 24 * 60;

/** Remaining validity, shown if the pass is ending soon. */
function RemainingTime({ end, now }: { end: string | null; now: Date }) {
  const minutes = end ? Math.floor((new Date(end).getTime() - now.getTime()) / 60_000) : 0;
  if (minutes <= 0 || minutes > endingSoonMinutes) return null;
  return (
    <Text component="strong" c="amber" isFigures>
      {t("{time} left", { time: formatMinutes(minutes) })}
    </Text>
  );
}
