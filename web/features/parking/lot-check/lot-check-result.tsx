// Summary of a lot check: found, missing and unknown vehicles, and what to do about them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { summarizeLotCheck, type LotCheck } from "#domain/parking/exits/lot-check.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { entryFields } from "#web/api/entry.ts";
import { itemQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { RecordExitSheet } from "#web/features/parking/corrections/record-exit-sheet.tsx";
import { RecordExitsSheet } from "#web/features/parking/lot-check/record-exits-sheet.tsx";
import { toInsideEntry, type InsideVehicle } from "#web/features/parking/lot-check/inside-entries.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Duration } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { ActionBar, Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface LotCheckResultProps {
  check: LotCheck;
  vehicles: readonly InsideVehicle[];
  onChange: (next: LotCheck | null) => void;
}

export function LotCheckResult({ check, vehicles, onChange }: LotCheckResultProps) {
  const { found, missing, open, unknown, outside } = summarizeLotCheck({ check, inside: vehicles.map(toInsideEntry) });
  return (
    <>
      <Stack width="form">
        <Grid minColumnWidth={96} gap="xs">
          <StatTile label={t("Found")} value={found} c="green" />
          <StatTile
            label={t("Missing")}
            value={missing}
            c="red"
            hint={t("{count} closed", { count: missing - open.length })}
          />
          <StatTile
            label={t("Unknown")}
            value={unknown}
            c="amber"
            hint={t("{count} checked in", { count: unknown - outside.length })}
          />
        </Grid>
        <MissingVehicles vehicles={vehicles.filter(({ id }) => open.includes(id))} />
        <UnknownVehicles plates={outside} />
        {open.length + outside.length === 0 && <Text c="dimmed">{t("Nothing is left to do.")}</Text>}
      </Stack>
      <ActionBar>
        <Button variant="default" size="xl" onClick={() => onChange({ ...check, missing: null })}>
          {t("Back to list")}
        </Button>
        <Button color="marigold" size="xl" onClick={() => onChange(null)}>
          {t("End lot check")}
        </Button>
      </ActionBar>
    </>
  );
}

const missingReason = "Not found in the lot check";

/** Those that were not found, with their exit to record. */
function MissingVehicles({ vehicles }: { vehicles: readonly InsideVehicle[] }) {
  const session = useRequiredSession();
  const [chosen, setChosen] = useState<number | "all">();
  const [all, setAll] = useState<readonly number[]>([]);
  const canRecord = can(session, "entry.backdate");
  function record(next: number | "all"): void {
    setAll(vehicles.map(({ id }) => id));
    setChosen(next);
  }
  return (
    <>
      {vehicles.length > 0 && <MissingList vehicles={vehicles} onRecord={canRecord ? record : undefined} />}
      {/* Stays open while the list gets empty. */}
      {chosen === "all" && <RecordExitsSheet ids={all} reason={missingReason} onClose={() => setChosen(undefined)} />}
      {typeof chosen === "number" && (
        <RecordExitOfEntry key={chosen} id={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

interface MissingListProps {
  vehicles: readonly InsideVehicle[];
  /** Undefined if the user may not record exits. */
  onRecord: ((chosen: number | "all") => void) | undefined;
}

function MissingList({ vehicles, onRecord }: MissingListProps) {
  const { path } = useBranch();
  return (
    <Card title={t("Missing")} gap="sm">
      {onRecord && vehicles.length > 1 && (
        <Button variant="default" size="lg" onClick={() => onRecord("all")}>
          {t("Record all {count} exits", { count: vehicles.length })}
        </Button>
      )}
      {!onRecord && <Text c="dimmed">{t("Ask your manager to record the exit of these vehicles.")}</Text>}
      <RowList label={t("Missing")} isFramed={false}>
        {vehicles.map((vehicle) => {
          const plate = vehicle.parking_main_info?.vehicle_no ?? t("Vehicle");
          return (
            <Row
              key={vehicle.id}
              trailing={
                onRecord ? (
                  <Button
                    variant="default"
                    aria-label={t("Record exit of {plate}", { plate })}
                    onClick={() => onRecord(vehicle.id)}
                  >
                    {t("Record exit")}
                  </Button>
                ) : (
                  <ButtonLink
                    to={path(`parking/detail?id=${vehicle.id}`)}
                    variant="default"
                    aria-label={t("Open entry of {plate}", { plate })}
                  >
                    {t("Open entry")}
                  </ButtonLink>
                )
              }
            >
              <Plate number={plate} />
              <Text size="sm" c="dimmed">
                {tNodes("{slot}, inside for {duration}", {
                  slot: formatSlot(vehicle) ?? t("Without a slot"),
                  duration: <Duration from={vehicle.in_time} />,
                })}
              </Text>
            </Row>
          );
        })}
      </RowList>
    </Card>
  );
}

function RecordExitOfEntry({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: entry } = useQuery(itemQuery("Parking_Information", id, { fields: entryFields }));
  return entry ? <RecordExitSheet entry={entry} reason={missingReason} onClose={onClose} /> : null;
}

/** Those that stand there without an entry. */
function UnknownVehicles({ plates }: { plates: readonly string[] }) {
  const { path } = useBranch();
  const late = can(useRequiredSession(), "entry.backdate") ? "&late=1" : "";
  if (plates.length === 0) return null;
  return (
    <Card title={t("Not checked in")} gap="sm">
      <RowList label={t("Not checked in")} isFramed={false}>
        {plates.map((plate) => (
          <Row
            key={plate}
            trailing={
              <ButtonLink
                to={path(`parking/create?plate=${encodeURIComponent(plate)}${late}`)}
                variant="default"
                aria-label={t("Check in {plate}", { plate })}
              >
                {t("Check in")}
              </ButtonLink>
            }
          >
            <Plate number={plate} />
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
