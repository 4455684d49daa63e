// A plate that was here before fills the rest by itself.
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { fieldError, vehicleNumber } from "#domain/fields.ts";
import { useFormState } from "#web/ui/form.tsx";
import { readReturning } from "#web/features/valet/api.ts";
import type { Returning as Known } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/create.module.css";

const plateField = vehicleNumber({ required: true });

/** Fills what is empty, and takes away again what it filled when the plate turns out to be another's. */
function useFill({ plate, known }: { plate: string | undefined; known: Known | null | undefined }): void {
  const { values, setValue } = useFormState();
  const filled = useRef<{ [name: string]: string }>({});
  useEffect(() => {
    const wanted: { [name: string]: string } = {
      Customer_Phone_Number: known?.Customer_Phone_Number ?? "",
      Customer_Name: known?.Customer_Name ?? "",
      vehicle_type: known?.vehicle_type ? String(known.vehicle_type) : "",
    };
    for (const [name, value] of Object.entries(wanted)) {
      const typed = values[name] ?? "";
      if (typed !== "" && typed !== filled.current[name]) continue;
      if (typed !== value) setValue(name, value);
      filled.current[name] = value;
    }
    // Only another vehicle fills anew: what is typed afterwards stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [known ? plate : null]);
}

export function Returning() {
  const { values } = useFormState();
  const typed = String(values["Vehicle_Number"] ?? "");
  const plate = fieldError({ name: "Vehicle_Number", field: plateField, value: typed }) ? undefined : typed;
  const { data } = useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "returning", plate],
    queryFn: ({ signal }) => readReturning(plate ?? "", signal),
    enabled: plate !== undefined,
  });
  const known = plate === undefined ? undefined : data;
  useFill({ plate, known });
  return (
    <div role="status">
      {known && (
        <p className={styles["known"]}>
          <IconHistory size={20} aria-hidden="true" />
          Was here before{known.Customer_Name ? `: ${known.Customer_Name}` : ""}. Check the phone number.
        </p>
      )}
    </div>
  );
}
