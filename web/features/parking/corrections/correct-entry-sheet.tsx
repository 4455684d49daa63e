// §4: corrects plate, phone number, vehicle type and name, with a reason; a changed charge is confirmed.
import { useState } from "react";
import { isEntryOpen } from "#domain/parking/corrections/entry-correction.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { computeEntryBalance } from "#web/api/entry.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ChargeDifference } from "#web/product/payments/charge-difference.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { readClock } from "#web/ui/use-now.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { correctEntry, refreshEntries } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { t } from "#web/languages/t.ts";

const { vehicle_no, phone_no, vehicle_type, name } = ParkingMainInformation.fields;
const vehicleFields = {
  vehicle_no: { ...vehicle_no, required: true },
  phone_no: { ...phone_no, required: true },
  vehicle_type,
  name,
  reason: changeReason,
};
const personFields = {
  phone_no: { ...phone_no, required: true },
  name: { ...name, required: true },
  reason: changeReason,
};

/** An entry without a phone number may stay without one. */
function getFields({ is_person: isPerson, parking_main_info: visitorRecord }: DetailedEntry) {
  if (isPerson) return personFields;
  return visitorRecord?.phone_no ? vehicleFields : { ...vehicleFields, phone_no };
}

export function CorrectEntrySheet({ entry, onClose }: { entry: DetailedEntry; onClose: () => void }) {
  const visitorRecord = entry.parking_main_info;
  const [now] = useState(readClock);
  const shown = computeEntryBalance({ entry, now }).total;
  /** The total with the corrected vehicle type, in paise, once the server has reported it. */
  const [corrected, setCorrected] = useState<number>();
  // As the sheet was opened: what somebody else corrects meanwhile is not taken back.
  const [saved] = useState(() => ({
    vehicle_no: visitorRecord?.vehicle_no ?? "",
    phone_no: visitorRecord?.phone_no ?? "",
    vehicle_type: visitorRecord?.vehicle_type ? String(visitorRecord.vehicle_type.id) : "",
    name: visitorRecord?.name ?? "",
  }));

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const isChanged = (name: keyof typeof saved) => name in values && (values[name] ?? "") !== saved[name];
    try {
      await correctEntry(entry.id, {
        ...(isChanged("vehicle_no") && { vehicle_no: String(values["vehicle_no"]) }),
        ...(isChanged("phone_no") && { phone_no: String(values["phone_no"]) }),
        ...(isChanged("vehicle_type") && values["vehicle_type"] && { vehicle_type: Number(values["vehicle_type"]) }),
        ...(isChanged("name") && { name: values["name"] === null ? null : String(values["name"]) }),
        reason: String(values["reason"]),
        // Only another type changes the charge; otherwise it runs on.
        ...(isChanged("vehicle_type") && { expected: corrected ?? shown }),
      });
    } catch (thrown) {
      const owed = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
      if (!hasErrorCode(thrown, "AMOUNT_MISMATCH") || typeof owed !== "number") throw thrown;
      return setCorrected(owed);
    }
    void refreshEntries();
    showSuccess("ENTRY_CORRECTED");
    onClose();
  }

  return (
    <Sheet isOpen title={t("Correct entry")} onClose={onClose}>
      <Form fields={getFields(entry)} initial={saved} onSubmit={submit}>
        <Stack>
          {!entry.is_person && <FormField name="vehicle_no" widget="plate" />}
          <FormField name="phone_no" autoComplete="off" />
          {!entry.is_person && isEntryOpen(entry) && <VehicleTypeField service="is_parking" />}
          <FormField name="name" />
          <FormField name="reason" />
          {corrected !== undefined && <ChargeDifference before={shown} after={corrected} />}
          <SubmitButton>{corrected === undefined ? t("Correct entry") : t("Confirm and correct")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
