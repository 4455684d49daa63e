// Arrival, departure and vehicle type of the stay whose price is shown, with filters and order of a listing.
import type { ReactNode } from "react";
import { formatDateTime } from "#domain/dates.ts";
import type { SiteVehicleType } from "#domain/site/site-data.ts";
import { Grid, Group } from "#web/ui/layout.tsx";
import styles from "#web/site/site.module.css";

interface StayFormProps {
  /** Path of the page itself. */
  action: string;
  from: Date;
  until: Date;
  zone?: string;
  vehicleType: number | null;
  vehicleTypes: readonly SiteVehicleType[];
  submitLabel: string;
  children?: ReactNode;
}

export function StayForm({
  action,
  from,
  until,
  zone,
  vehicleType,
  vehicleTypes,
  submitLabel,
  children,
}: StayFormProps) {
  return (
    <form method="get" action={action} className={styles["stay"]} aria-label="Your stay">
      <Grid minColumnWidth={240} gap="sm" align="end">
        <DateTimeField label="Arrival" name="from" at={from} zone={zone} />
        <DateTimeField label="Departure" name="until" at={until} zone={zone} />
        <label className={styles["field"]}>
          Vehicle
          <select className={styles["input"]} name="vehicle" defaultValue={vehicleType ?? ""}>
            <option value="">Any vehicle</option>
            {vehicleTypes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </Grid>
      {children}
      <Group>
        <button className={styles["button"]}>{submitLabel}</button>
      </Group>
    </form>
  );
}

interface DateTimeFieldProps {
  label: string;
  name: string;
  at: Date;
  zone?: string | undefined;
}

function DateTimeField({ label, name, at, zone }: DateTimeFieldProps) {
  return (
    <label className={styles["field"]}>
      {label}
      <input
        className={styles["input"]}
        type="datetime-local"
        name={name}
        defaultValue={formatDateTime({ at, zone }).replace(" ", "T")}
        required
      />
    </label>
  );
}
