// §3 user_vehicles Account: vehicles of a customer with their types, which are added, changed and removed one by one.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as limits from "#domain/limits.ts";
import { itemsQuery } from "#web/api/items.ts";
import { type CustomerDetails, removeVehicle, saveVehicle } from "#web/features/accounts/settings/api.ts";
import { VehicleForm } from "#web/features/accounts/settings/vehicle-form.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Group } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** An index beyond the list stands for a new vehicle. */
type OpenVehicle = number | null;

export function VehiclesCard({ details }: { details: CustomerDetails }) {
  const vehicles = details.user_vehicles ?? [];
  const [open, setOpen] = useState<OpenVehicle>(null);
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));

  const opened = open === null ? undefined : vehicles[open];

  async function finish(change: Promise<void>): Promise<void> {
    await change;
    setOpen(null);
    showSuccess("DATA_UPDATED");
  }
  return (
    <Card title={t("Vehicles")}>
      {vehicles.length === 0 && <Text c="dimmed">{`${t("No vehicles yet")}.`}</Text>}
      <RowList isFramed={false} label={t("Vehicles")}>
        {vehicles.map(({ vehicleNo, type }, index) => (
          <Row
            key={vehicleNo}
            trailing={
              <Button
                variant="default"
                aria-label={t("Edit {name}", { name: vehicleNo })}
                onClick={() => setOpen(index)}
              >
                {t("Edit")}
              </Button>
            }
          >
            <Plate number={vehicleNo} />
            <Text c="dimmed" size="sm">
              {t(types.find(({ id }) => id === type)?.name ?? "No type")}
            </Text>
          </Row>
        ))}
      </RowList>
      {vehicles.length < limits.customerVehicles && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setOpen(vehicles.length)}
          >
            {t("Add vehicle")}
          </Button>
        </Group>
      )}
      {open !== null && (
        <Sheet isOpen title={opened ? t("Edit vehicle") : t("Add vehicle")} onClose={() => setOpen(null)}>
          <VehicleForm
            vehicle={opened}
            types={types}
            onSave={(vehicle) => finish(saveVehicle(details.id, { ...vehicle, replaces: opened?.vehicleNo ?? null }))}
            onRemove={opened && (() => finish(removeVehicle(details.id, opened.vehicleNo)))}
          />
        </Sheet>
      )}
    </Card>
  );
}
