// Fills the form with the customer of the vehicle's previous ticket.
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "@tabler/icons-react";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { VehicleDebtNotice } from "#web/product/payments/vehicle-debts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { useAutofill } from "#web/ui/forms/use-autofill.ts";
import { readReturningCustomer } from "#web/features/valet/api.ts";

const plateField = { ...ValetAndParkingInformation.fields.Vehicle_Number, required: true };

export function ReturningCustomerNotice() {
  const { values } = useFormState();
  const input = String(values["Vehicle_Number"] ?? "");
  const plate = checkField({ name: "Vehicle_Number", field: plateField, value: input }) ? undefined : input;
  const { data } = useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "returning", plate],
    queryFn: ({ signal }) => readReturningCustomer(plate ?? "", signal),
    enabled: plate !== undefined,
  });
  const customer = plate === undefined ? undefined : data;
  useAutofill({
    sourceKey: customer ? plate : null,
    valuesToFill: {
      Customer_Phone_Number: customer?.Customer_Phone_Number ?? "",
      Customer_Name: customer?.Customer_Name ?? "",
      vehicle_type: customer?.vehicle_type ? String(customer.vehicle_type) : "",
    },
  });
  return (
    <div role="status">
      {customer && (
        <Notice c="blue" icon={IconHistory}>
          Returning vehicle{customer.Customer_Name ? `: ${customer.Customer_Name}` : ""}. Check the phone number.
        </Notice>
      )}
      <VehicleDebtNotice vehicle={plate} />
    </div>
  );
}
