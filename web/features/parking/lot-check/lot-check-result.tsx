// Summary of a lot check: found, missing and unknown vehicles, and what to do about them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { summarizeLotCheck, type LotCheck } from "#domain/parking/exits/lot-check.ts";
import { entryFields, formatSlot } from "#web/api/entry.ts";
import { itemQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { RecordExitSheet } from "#web/features/parking/corrections/record-exit-sheet.tsx";
import { toInsideEntry, type InsideVehicle } from "#web/features/parking/lot-check/inside-entries.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Duration } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { ActionBar, Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

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
          <StatTile label="Found" value={found} c="green" />
          <StatTile label="Missing" value={missing} c="red" hint={`${missing - open.length} closed`} />
          <StatTile label="Unknown" value={unknown} c="amber" hint={`${unknown - outside.length} checked in`} />
        </Grid>
        <MissingVehicles vehicles={vehicles.filter(({ id }) => open.includes(id))} />
        <UnknownVehicles plates={outside} />
        {open.length + outside.length === 0 && <Text c="dimmed">Nothing is left to do.</Text>}
      </Stack>
      <ActionBar>
        <Button variant="default" size="xl" onClick={() => onChange({ ...check, missing: null })}>
          Back to list
        </Button>
        <Button color="marigold" size="xl" onClick={() => onChange(null)}>
          End lot check
        </Button>
      </ActionBar>
    </>
  );
}

/** Those that were not found, with their exit to record. */
function MissingVehicles({ vehicles }: { vehicles: readonly InsideVehicle[] }) {
  const session = useRequiredSession();
  const { path } = useBranch();
  const [chosen, setChosen] = useState<number>();
  const canRecord = can(session, "entry.backdate");
  if (vehicles.length === 0) return null;
  return (
    <Card title="Missing" gap="sm">
      {!canRecord && <Text c="dimmed">Ask your manager to record the exit of these vehicles.</Text>}
      <RowList label="Missing" isFramed={false}>
        {vehicles.map((vehicle) => {
          const plate = vehicle.parking_main_info?.vehicle_no ?? "Vehicle";
          return (
            <Row
              key={vehicle.id}
              trailing={
                canRecord ? (
                  <Button
                    variant="default"
                    aria-label={`Record exit of ${plate}`}
                    onClick={() => setChosen(vehicle.id)}
                  >
                    Record exit
                  </Button>
                ) : (
                  <ButtonLink
                    to={path(`parking/detail?id=${vehicle.id}`)}
                    variant="default"
                    aria-label={`Open entry of ${plate}`}
                  >
                    Open entry
                  </ButtonLink>
                )
              }
            >
              <Plate number={plate} />
              <Text size="sm" c="dimmed">
                {formatSlot(vehicle) ?? "Without a slot"}, inside for <Duration from={vehicle.in_time} />
              </Text>
            </Row>
          );
        })}
      </RowList>
      {chosen !== undefined && <RecordExitOfEntry key={chosen} id={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function RecordExitOfEntry({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: entry } = useQuery(itemQuery("Parking_Information", id, { fields: entryFields }));
  return entry ? <RecordExitSheet entry={entry} reason="Not found in the lot check" onClose={onClose} /> : null;
}

/** Those that stand there without an entry. */
function UnknownVehicles({ plates }: { plates: readonly string[] }) {
  const { path } = useBranch();
  if (plates.length === 0) return null;
  return (
    <Card title="Not checked in" gap="sm">
      <RowList label="Not checked in" isFramed={false}>
        {plates.map((plate) => (
          <Row
            key={plate}
            trailing={
              <ButtonLink
                to={path(`parking/create?plate=${encodeURIComponent(plate)}`)}
                variant="default"
                aria-label={`Check in ${plate}`}
              >
                Check in
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
