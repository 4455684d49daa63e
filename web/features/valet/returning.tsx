// A plate that was here before fills the rest by itself.
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "@tabler/icons-react";
import { fieldError, vehicleNumber } from "#domain/fields.ts";
import { useFormState } from "#web/ui/form.tsx";
import { useFill } from "#web/ui/use-fill.ts";
import { readReturning } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/create.module.css";

const plateField = vehicleNumber({ required: true });

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
  useFill({
    of: known ? plate : null,
    wanted: {
      Customer_Phone_Number: known?.Customer_Phone_Number ?? "",
      Customer_Name: known?.Customer_Name ?? "",
      vehicle_type: known?.vehicle_type ? String(known.vehicle_type) : "",
    },
  });
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
