// §4: corrects plate, phone number, vehicle type, name and key tag, with a reason; a changed charge is confirmed.
import { useState } from "react";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { computeTicketBalance, type Ticket } from "#web/api/ticket.ts";
import { correctTicket } from "#web/features/valet/api.ts";
import { KeyTagField } from "#web/features/valet/key-tag-field.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ChargeDifference } from "#web/product/payments/charge-difference.tsx";
import { PlateHint } from "#web/product/vehicles/plate-hint.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { readClock } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const { Vehicle_Number, Customer_Phone_Number, vehicle_type, Customer_Name, key_tag } =
  ValetAndParkingInformation.fields;
const fields = {
  Vehicle_Number,
  Customer_Phone_Number,
  vehicle_type,
  Customer_Name,
  key_tag,
  reason: changeReason,
};

export function CorrectTicketSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [now] = useState(readClock);
  const shown = computeTicketBalance({ ticket, now }).total;
  /** The total of the corrected ticket, in paise, once the server has reported it. */
  const [corrected, setCorrected] = useState<number>();
  // As the sheet was opened: what somebody else corrects meanwhile is not taken back.
  const [saved] = useState(() => ({
    Vehicle_Number: ticket.Vehicle_Number,
    Customer_Phone_Number: ticket.Customer_Phone_Number,
    vehicle_type: ticket.vehicle_type ? String(ticket.vehicle_type.id) : "",
    Customer_Name: ticket.Customer_Name ?? "",
    key_tag: ticket.key_tag ?? "",
  }));

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const isChanged = (name: keyof typeof saved) => name in values && (values[name] ?? "") !== saved[name];
    const toText = (name: keyof typeof saved) => (values[name] === null ? null : String(values[name]));
    const isTypeChanged = isChanged("vehicle_type") && Boolean(values["vehicle_type"]);
    try {
      await correctTicket(ticket.id, {
        ...(isChanged("Vehicle_Number") && { Vehicle_Number: String(values["Vehicle_Number"]) }),
        ...(isChanged("Customer_Phone_Number") && { Customer_Phone_Number: String(values["Customer_Phone_Number"]) }),
        ...(isTypeChanged && { vehicle_type: Number(values["vehicle_type"]) }),
        ...(isChanged("Customer_Name") && { Customer_Name: toText("Customer_Name") }),
        ...(isChanged("key_tag") && { key_tag: toText("key_tag") }),
        reason: String(values["reason"]),
        // Only another type changes the charge; otherwise it runs on.
        ...(isTypeChanged && { expected: corrected ?? shown }),
      });
    } catch (thrown) {
      const owed = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
      if (!hasErrorCode(thrown, "AMOUNT_MISMATCH") || typeof owed !== "number") throw thrown;
      return setCorrected(owed);
    }
    showSuccess(t("Ticket corrected"));
    onClose();
  }

  return (
    <Sheet isOpen title={t("Correct ticket")} onClose={onClose}>
      <Form fields={fields} initial={saved} onSubmit={submit}>
        <Stack>
          <FormField name="Vehicle_Number" widget="plate" />
          <PlateHint name="Vehicle_Number" />
          <FormField name="Customer_Phone_Number" autoComplete="off" />
          <PhoneNotice saved={ticket.Customer_Phone_Number} />
          <FormField name="Customer_Name" label={t("Name (optional)")} />
          <KeyTagField saved={ticket.key_tag} />
          <VehicleTypeField service="is_valet_and_parking" />
          <FormField name="reason" />
          {corrected !== undefined && <ChargeDifference before={shown} after={corrected} />}
          <SubmitButton>{t(corrected === undefined ? "Correct ticket" : "Confirm and correct")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function PhoneNotice({ saved }: { saved: string }) {
  const { values } = useFormState();
  if (values["Customer_Phone_Number"] === saved) return null;
  return (
    <Notice c="blue" role="status">
      {t("The new number gets a new OTP and link by SMS. The old OTP, link and slip stop working.")}
    </Notice>
  );
}
