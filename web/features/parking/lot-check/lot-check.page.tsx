// Lot check: a walk through the lot on a phone. Vehicles inside are ticked, unknown ones are noted, and the summary proposes what to do
// about the rest.
import { Button, Checkbox } from "@mantine/core";
import { IconCarGarage, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  addVehicle,
  finishLotCheck,
  removeUnknown,
  setFound,
  startLotCheck,
  type LotCheck,
} from "#domain/parking/exits/lot-check.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { toInsideEntry, useInsideVehicles, type VehicleGroup } from "#web/features/parking/lot-check/inside-entries.ts";
import { LotCheckResult } from "#web/features/parking/lot-check/lot-check-result.tsx";
import { useLotCheck } from "#web/features/parking/lot-check/use-lot-check.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form } from "#web/ui/forms/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { ActionBar, Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes, tPlural } from "#web/languages/nodes.ts";

export function LotCheckPage() {
  const [check, setCheck] = useLotCheck();
  const { query, vehicles, groups } = useInsideVehicles();
  const { data, error, refetch } = query;
  return (
    <Page title={t("Lot check")}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={6} />
      ) : !check ? (
        <StartLotCheck count={vehicles.length} onStart={() => setCheck(startLotCheck(new Date()))} />
      ) : check.missing ? (
        <LotCheckResult check={check} vehicles={vehicles} onChange={setCheck} />
      ) : (
        <LotWalk check={check} groups={groups} onChange={setCheck} />
      )}
    </Page>
  );
}

function StartLotCheck({ count, onStart }: { count: number; onStart: () => void }) {
  return (
    <EmptyState
      icon={IconCarGarage}
      title={tPlural(count, "{count} vehicle should be inside", "{count} vehicles should be inside")}
      text={t("Walk the lot and tick each vehicle that is there. Those that are not found are proposed for closing.")}
    >
      <Button color="marigold" size="xl" onClick={onStart}>
        {t("Start lot check")}
      </Button>
    </EmptyState>
  );
}

interface LotWalkProps {
  check: LotCheck;
  groups: readonly VehicleGroup[];
  onChange: (next: LotCheck) => void;
}

function LotWalk({ check, groups, onChange }: LotWalkProps) {
  const vehicles = groups.flatMap((group) => group.vehicles);
  const inside = vehicles.map(toInsideEntry);
  const [addedCount, setAddedCount] = useState(0);
  const foundCount = vehicles.filter(({ id }) => check.found.includes(id)).length;
  return (
    <>
      <Stack width="form">
        <Text c="dimmed" role="status" isFigures>
          {tNodes("{found} of {count} found. Started {time}.", {
            found: foundCount,
            count: vehicles.length,
            time: <RelativeTime at={check.startedAt} />,
          })}
        </Text>
        <AddVehicleForm
          // Empty again after each vehicle.
          key={addedCount}
          onAdd={(vehicle) => {
            onChange(addVehicle({ check, inside, vehicle }));
            setAddedCount(addedCount + 1);
          }}
        />
        {check.unknown.length > 0 && (
          <Card title={t("Not checked in")} gap="sm">
            <RowList label={t("Not checked in")} isFramed={false}>
              {check.unknown.map((vehicle) => (
                <Row
                  key={vehicle}
                  trailing={
                    <IconButton
                      label={t("Remove {vehicle}", { vehicle })}
                      icon={IconTrash}
                      onPress={() => onChange(removeUnknown({ check, vehicle }))}
                    />
                  }
                >
                  <Plate number={vehicle} />
                </Row>
              ))}
            </RowList>
          </Card>
        )}
        {groups.map((group) => (
          <BlockVehicles key={group.key} group={group} check={check} onChange={onChange} />
        ))}
      </Stack>
      <ActionBar>
        <Button color="marigold" size="xl" fullWidth onClick={() => onChange(finishLotCheck({ check, inside }))}>
          {t("Finish lot check")}
        </Button>
      </ActionBar>
    </>
  );
}

const plateFields = { vehicle_no: { ...ParkingMainInformation.fields.vehicle_no, required: true } };

/** Ticks a vehicle by its number, or notes one that is not inside according to its entries. */
function AddVehicleForm({ onAdd }: { onAdd: (vehicle: string) => void }) {
  return (
    <Form
      fields={plateFields}
      onSubmit={({ vehicle_no: vehicle }) => {
        if (vehicle === null) return;
        showSuccess(t("{vehicle} added", { vehicle }));
        onAdd(vehicle);
      }}
    >
      <Stack gap="xs">
        <FormField name="vehicle_no" widget="plate" label={t("Vehicle that is not on the list")} isRequired={false} />
        <Button type="submit" variant="default" size="lg">
          {t("Add vehicle")}
        </Button>
      </Stack>
    </Form>
  );
}

function BlockVehicles({ group, check, onChange }: { group: VehicleGroup } & Pick<LotWalkProps, "check" | "onChange">) {
  return (
    <Stack component="section" gap="xs">
      <Title>{group.name}</Title>
      <RowList label={group.name}>
        {group.vehicles.map((vehicle) => {
          const slot = formatSlot(vehicle);
          const plate = vehicle.parking_main_info?.vehicle_no ?? t("Vehicle");
          return (
            <Row key={vehicle.id}>
              <Checkbox
                size="lg"
                checked={check.found.includes(vehicle.id)}
                onChange={(event) =>
                  onChange(setFound({ check, id: vehicle.id, isFound: event.currentTarget.checked }))
                }
                label={
                  <Group component="span" gap="sm">
                    {slot && (
                      <Text component="span" size="lg" fw="bold" isFigures>
                        {slot}
                      </Text>
                    )}
                    <Plate number={plate} />
                  </Group>
                }
              />
            </Row>
          );
        })}
      </RowList>
    </Stack>
  );
}
