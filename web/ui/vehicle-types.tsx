// The vehicle type as large buttons: one press, no list to open.
import { useQuery } from "@tanstack/react-query";
import { Input } from "@mantine/core";
import { useId } from "react";
import type { Filter } from "#domain/collection.ts";
import type { Service } from "#domain/services.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { useFormState } from "#web/ui/form.tsx";
import { VehicleIcon } from "#web/ui/vehicle-icons.tsx";
import styles from "#web/ui/vehicle-types.module.css";

interface VehicleTypeRow {
  id: number;
  name: string;
  icon: string | null;
}
interface TariffRow {
  vehicle_type: number | null;
}

/** Those the branch has a price for; all of them where one price is for every type, or parking is free. */
function useTakenTypes({ service, branch }: { service: Service; branch: number }): VehicleTypeRow[] {
  const { data: types = [] } = useQuery(itemsQuery<VehicleTypeRow>("Vehicle_Type", { sort: ["sort", "id"] }));
  const filter: Filter = { branch: { _eq: branch }, service: { _eq: service } };
  const { data: tariffs = [] } = useQuery(itemsQuery<TariffRow>("Time_Charges", { filter, fields: ["vehicle_type"] }));
  const takesAll = tariffs.length === 0 || tariffs.some((row) => row.vehicle_type === null);
  return takesAll ? types : types.filter((type) => tariffs.some((row) => row.vehicle_type === type.id));
}

interface VehicleTypesProps {
  service: Service;
  /** Default: the one the person works for. */
  branch?: number;
}

/** The form's field `vehicle_type`, the row's id as text. */
export function VehicleTypes({ service, branch }: VehicleTypesProps) {
  const id = useId();
  const { fields, values, errors, setValue } = useFormState();
  const session = useKnownSession();
  const types = useTakenTypes({ service, branch: branch ?? session.branch?.id ?? 0 });
  const error = errors["vehicle_type"];
  const isRequired = fields["vehicle_type"]?.required === true;
  if (types.length === 0) return null;
  return (
    <div>
      <Input.Label id={id} required={isRequired} labelElement="div">
        Vehicle type
      </Input.Label>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required={isRequired}
        aria-describedby={error ? `${id}-error` : undefined}
        className={styles["types"]}
      >
        {types.map((type) => (
          <label key={type.id} className={styles["type"]}>
            <input
              type="radio"
              name="vehicle_type"
              className="visually-hidden"
              value={type.id}
              checked={values["vehicle_type"] === String(type.id)}
              onChange={() => setValue("vehicle_type", String(type.id))}
            />
            <VehicleIcon icon={type.icon} />
            <span className={styles["name"]}>{type.name}</span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
