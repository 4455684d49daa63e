// Arrival, departure and vehicle type of the stay whose price is shown, with filters and order of a listing.
import type { ReactNode } from "react";
import { IconAlertCircle } from "@tabler/icons-react";
import type { SiteVehicleType, StayErrors } from "#domain/site/site-data.ts";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { getTextColour, Text } from "#web/ui/text.tsx";
import { deferCostlyPart } from "#web/site/deferred-layout.ts";
import styles from "#web/site/site.module.css";

interface StayFormProps {
  /** Path of the page itself. */
  action: string;
  /** Values of the fields (`formatStayFields`). */
  from: string;
  until: string;
  errors: StayErrors | undefined;
  vehicleType: number | null;
  vehicleTypes: readonly SiteVehicleType[];
  submitLabel: string;
  children?: ReactNode;
}

export function StayForm({
  action,
  from,
  until,
  errors,
  vehicleType,
  vehicleTypes,
  submitLabel,
  children,
}: StayFormProps) {
  const hasPictures = vehicleTypes.some(({ image }) => image !== null);
  return (
    <form method="get" action={action} className={styles["stay"]} aria-label="Your stay" style={deferCostlyPart(378)}>
      <Grid minColumnWidth={240} gap="sm" align={errors ? "start" : "end"}>
        <DateTimeField label="Arrival" name="from" value={from} error={errors?.from?.text} />
        <DateTimeField label="Departure" name="until" value={until} error={errors?.until?.text} />
        {!hasPictures && <VehicleSelect vehicleType={vehicleType} vehicleTypes={vehicleTypes} />}
      </Grid>
      {hasPictures && <VehiclePictures vehicleType={vehicleType} vehicleTypes={vehicleTypes} />}
      {children}
      <Group>
        <button className={styles["button"]}>{submitLabel}</button>
      </Group>
    </form>
  );
}

type VehicleChoiceProps = Pick<StayFormProps, "vehicleType" | "vehicleTypes">;

function VehicleSelect({ vehicleType, vehicleTypes }: VehicleChoiceProps) {
  return (
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
  );
}

const pictureSize = 48;

/** The platform has pictures of vehicle types, which a select element cannot show. */
function VehiclePictures({ vehicleType, vehicleTypes }: VehicleChoiceProps) {
  return (
    <fieldset className={styles["choices"]}>
      <legend>Vehicle</legend>
      {[{ id: null, name: "Any vehicle", image: null }, ...vehicleTypes].map(({ id, name, image }) => (
        <label key={id} className={styles["choice"]}>
          <input type="radio" name="vehicle" value={id ?? ""} defaultChecked={id === vehicleType} />
          {image !== null && (
            <img
              src={`/assets/${image}?key=system-medium-contain`}
              alt=""
              width={pictureSize}
              height={pictureSize}
              loading="lazy"
              style={{ objectFit: "contain" }}
            />
          )}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

interface DateTimeFieldProps {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
}

/** Text, of which the script makes a field with a picker: browsers on desktops build pickers before the first view. */
function DateTimeField({ label, name, value, error }: DateTimeFieldProps) {
  const errorId = `${name}-error`;
  return (
    <div className={styles["field"]}>
      <label className={styles["field"]}>
        {label}
        <input
          className={styles["input"]}
          name={name}
          defaultValue={value}
          pattern="\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"
          title="YYYY-MM-DD HH:MM"
          autoComplete="off"
          required
          data-date-time
          {...(error !== undefined && {
            "aria-invalid": true,
            "aria-describedby": errorId,
            style: { borderColor: getTextColour("red") },
          })}
        />
      </label>
      {error !== undefined && (
        <Text id={errorId} size="sm" c="red">
          {error}
        </Text>
      )}
    </div>
  );
}

/** Says what of the stay was replaced, and by what. */
export function StayNotice({ children }: { children: ReactNode }) {
  return (
    <Notice icon={IconAlertCircle} role="alert">
      {children}
    </Notice>
  );
}
