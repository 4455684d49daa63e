// Fills the form with the customer of the vehicle's previous ticket, or says that the vehicle is here now.
import { useQuery } from "@tanstack/react-query";
import { IconHistory, IconParking } from "@tabler/icons-react";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { useBranch } from "#web/api/use-session.ts";
import { VehicleDebtNotice } from "#web/product/payments/vehicle-debts.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { useAutofill } from "#web/ui/forms/use-autofill.ts";
import { readReturningCustomer } from "#web/features/valet/api.ts";
import { t } from "#web/languages/t.ts";

const plateField = { ...ValetAndParkingInformation.fields.Vehicle_Number, required: true };

export function ReturningCustomerNotice() {
  const { values } = useFormState();
  const { path } = useBranch();
  const input = String(values["Vehicle_Number"] ?? "");
  const plate = checkField({ name: "Vehicle_Number", field: plateField, value: input }) ? undefined : input;
  const { data } = useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "returning", plate],
    queryFn: ({ signal }) => readReturningCustomer(plate ?? "", signal),
    enabled: plate !== undefined,
  });
  const found = plate === undefined ? undefined : data;
  const openTicket = found?.open_ticket;
  const customer = openTicket ? undefined : found;
  useAutofill({
    sourceKey: customer ? plate : null,
    valuesToFill: {
      Customer_Phone_Number: customer?.Customer_Phone_Number ?? "",
      Customer_Name: customer?.Customer_Name ?? "",
      email: customer?.email ?? "",
      vehicle_type: customer?.vehicle_type ? String(customer.vehicle_type) : "",
    },
  });
  return (
    <Stack gap="xs" role="status">
      {openTicket && (
        <Notice
          c="red"
          icon={IconParking}
          actions={
            <ButtonLink to={path(`valet-parking/detail?id=${openTicket}`)} variant="default">
              {t("Open ticket")}
            </ButtonLink>
          }
        >
          {t("This car is here already.")}
        </Notice>
      )}
      {customer && (
        <Notice c="blue" icon={IconHistory}>
          {customer.Customer_Name
            ? t("Returning vehicle: {name}. Check the phone number.", { name: customer.Customer_Name })
            : t("Returning vehicle. Check the phone number.")}
        </Notice>
      )}
      <VehicleDebtNotice vehicle={plate} />
    </Stack>
  );
}
