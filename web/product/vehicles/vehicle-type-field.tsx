// Vehicle type as a group of large radio buttons.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { Input } from "@mantine/core";
import { useId } from "react";
import { can } from "#domain/access/capabilities.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { VehicleIcon } from "#web/product/vehicles/vehicle-icons.tsx";
import { ChoiceCard } from "#web/ui/choice-card.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/**
 * Types with a price in the tariff in force; all types if a price applies to every other type, parking is free, or the
 * user may not read the tariff. `Time_Charges` would not do: rates that its four fields cannot say have no row there.
 */
function useAcceptedVehicleTypes({
  service,
  branch,
}: {
  service: ServiceName;
  branch: number;
}): WireRow<"Vehicle_Type">[] {
  const session = useRequiredSession();
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const filter: Filter = { branch: { _eq: branch }, service: { _eq: service }, starts_at: { _lte: "$NOW" } };
  const { data: versions = [] } = useQuery({
    ...itemsQuery("Tariff_Versions", { filter, fields: ["tariff"], sort: ["-starts_at", "-number"], limit: 1 }),
    enabled: can(session, "workplace.read"),
  });
  const rates = versions[0]?.tariff.plans[0]?.rates ?? [];
  const acceptsAll = rates.length === 0 || rates.some((row) => row.vehicle_type === null);
  return acceptsAll ? types : types.filter((type) => rates.some((row) => row.vehicle_type === type.id));
}

interface VehicleTypeFieldProps {
  service: ServiceName;
  /** Default: the branch of the session. */
  branch?: number;
}

/** The form field `vehicle_type`: the row's id as text. */
export function VehicleTypeField({ service, branch }: VehicleTypeFieldProps) {
  const id = useId();
  const { fields, values, errors, setValue } = useFormState();
  const session = useRequiredSession();
  const types = useAcceptedVehicleTypes({ service, branch: branch ?? session.branch?.id ?? 0 });
  const error = errors["vehicle_type"];
  const isRequired = fields["vehicle_type"]?.required === true;
  if (types.length === 0) return null;
  return (
    <div>
      <Input.Label id={id} required={isRequired} labelElement="div">
        {t("Vehicle type")}
      </Input.Label>
      <Grid
        minColumnWidth={100}
        gap="xs"
        fill
        role="radiogroup"
        aria-labelledby={id}
        aria-required={isRequired}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {types.map((type) => (
          <ChoiceCard key={type.id} style={{ minHeight: 72 }}>
            <input
              type="radio"
              name="vehicle_type"
              className="visually-hidden"
              value={type.id}
              checked={values["vehicle_type"] === String(type.id)}
              onChange={() => setValue("vehicle_type", String(type.id))}
            />
            <VehicleIcon icon={type.icon} />
            <Text component="span" size="sm">
              {t(type.name)}
            </Text>
          </ChoiceCard>
        ))}
      </Grid>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {t(error)}
        </Input.Error>
      )}
    </div>
  );
}
