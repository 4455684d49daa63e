// §3 user_vehicles Account: vehicles of a customer with their types, which are added, changed and removed one by one.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { limits } from "#domain/limits.ts";
import { checkField } from "#domain/schema/fields.ts";
import { itemsQuery } from "#web/api/items.ts";
import { type CustomerDetails, saveDetails } from "#web/features/accounts/settings/api.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { PlateInput } from "#web/product/vehicles/plate-input.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

/** An index beyond the list stands for a new vehicle. */
type OpenVehicle = number | null;

export function VehiclesCard({ details }: { details: CustomerDetails }) {
  const vehicles = details.user_vehicles ?? [];
  const [open, setOpen] = useState<OpenVehicle>(null);
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));

  async function save(changed: readonly CustomerVehicle[]): Promise<void> {
    await saveDetails(details.id, { user_vehicles: [...changed] });
    setOpen(null);
    showSuccess("DATA_UPDATED");
  }
  const isNew = open !== null && open >= vehicles.length;
  return (
    <Card title="Vehicles">
      {vehicles.length === 0 && <Text c="dimmed">No vehicles yet.</Text>}
      <RowList isFramed={false} label="Vehicles">
        {vehicles.map(({ vehicleNo, type }, index) => (
          <Row
            key={vehicleNo}
            trailing={
              <Button variant="default" aria-label={`Edit ${vehicleNo}`} onClick={() => setOpen(index)}>
                Edit
              </Button>
            }
          >
            <Plate number={vehicleNo} />
            <Text c="dimmed" size="sm">
              {types.find(({ id }) => id === type)?.name ?? "No type"}
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
            Add vehicle
          </Button>
        </Group>
      )}
      {open !== null && (
        <Sheet isOpen title={isNew ? "Add vehicle" : "Edit vehicle"} onClose={() => setOpen(null)}>
          <VehicleForm
            vehicle={vehicles[open]}
            types={types}
            onSave={(vehicle) => save(isNew ? [...vehicles, vehicle] : vehicles.with(open, vehicle))}
            onRemove={isNew ? undefined : () => save(vehicles.filter((_, index) => index !== open))}
          />
        </Sheet>
      )}
    </Card>
  );
}

interface VehicleFormProps {
  vehicle: CustomerVehicle | undefined;
  types: readonly { id: number; name: string }[];
  onSave: (vehicle: CustomerVehicle) => Promise<void>;
  onRemove: (() => Promise<void>) | undefined;
}

function VehicleForm({ vehicle, types, onSave, onRemove }: VehicleFormProps) {
  const [plate, setPlate] = useState(vehicle?.vehicleNo ?? "");
  const [type, setType] = useState(String(vehicle?.type ?? ""));
  const [error, setError] = useState<string>();

  async function submit(): Promise<void> {
    const problem = checkField({ name: "vehicle", field: registeredVehicle, value: plate });
    setError(problem);
    if (problem === undefined) await onSave({ vehicleNo: plate, type: type === "" ? null : Number(type) });
  }
  return (
    <Stack>
      <PlateInput label="Vehicle number" value={plate} error={error} onChange={setPlate} required />
      <Select
        label="Vehicle type"
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
        data={[{ value: "", label: "No type" }, ...types.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
      <AsyncButton color="marigold" size="lg" onPress={submit}>
        Save vehicle
      </AsyncButton>
      {onRemove && (
        <AsyncButton variant="default" size="lg" onPress={onRemove}>
          Remove vehicle
        </AsyncButton>
      )}
    </Stack>
  );
}
