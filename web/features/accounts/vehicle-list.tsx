// §3 user_vehicles: the number plates of a customer, at registration and on the account page.
import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { maxRegisteredVehicles } from "#domain/accounts/customer.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { getErrorText } from "#domain/errors.ts";
import { checkField } from "#domain/schema/fields.ts";
import { PlateInput } from "#web/product/vehicles/plate-input.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";

const plate = { ...registeredVehicle, required: false };

/** Index of the first invalid plate; empty ones are valid. */
export function findInvalidPlate(plates: readonly string[]): number | undefined {
  const index = plates.findIndex((value) => checkField({ name: "vehicle", field: plate, value }) !== undefined);
  return index < 0 ? undefined : index;
}

interface VehicleListProps {
  plates: readonly string[];
  onChange: (plates: string[]) => void;
  invalidIndex: number | undefined;
  /** What is wrong with it, other than its form. */
  invalidText?: string | undefined;
}

export function VehicleList({ plates, onChange, invalidIndex, invalidText }: VehicleListProps) {
  return (
    <Stack gap="sm">
      {plates.map((value, index) => (
        // The rows have no identity other than their position.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} align="end" wrap="nowrap">
          <div style={{ flex: 1 }}>
            <PlateInput
              label={
                index === 0 ? t("Vehicle number (optional)") : t("Vehicle {number} (optional)", { number: index + 1 })
              }
              value={value}
              error={invalidIndex === index ? t(invalidText ?? getErrorText("INVALID_VEHICLE_NUMBER")) : undefined}
              onChange={(plateText) => onChange(plates.map((other, at) => (at === index ? plateText : other)))}
            />
          </div>
          {index > 0 && (
            <IconButton
              label={t("Remove vehicle {number}", { number: index + 1 })}
              icon={IconX}
              onPress={() => onChange(plates.filter((_, at) => at !== index))}
            />
          )}
        </Group>
      ))}
      {plates.length < maxRegisteredVehicles && plates.at(-1) !== "" && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => onChange([...plates, ""])}
        >
          {t("Add another vehicle")}
        </Button>
      )}
    </Stack>
  );
}
