// §2 §3 Account: name and vehicles of a customer.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { personFields } from "#domain/people/user-fields.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { type CustomerDetails, detailsQuery, saveDetails } from "#web/features/accounts/settings/api.ts";
import { findInvalidPlate, VehicleList } from "#web/features/accounts/vehicle-list.tsx";

const fields = {
  first_name: { ...personFields.first_name, label: "Your name" },
  last_name: { ...personFields.last_name, label: "Last name (optional)" },
};

export function DetailsCard() {
  const { user } = useRequiredSession();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery(detailsQuery(user.id));
  return (
    <Card title="Your details">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={1} />
      ) : (
        <>
          <Text c="dimmed">
            {[data.first_name, data.last_name].filter(Boolean).join(" ")}
            {(data.user_vehicles ?? []).length === 0 && ". No vehicles yet."}
          </Text>
          {(data.user_vehicles ?? []).length > 0 && (
            <Text>{(data.user_vehicles ?? []).map(({ vehicleNo }) => vehicleNo).join(", ")}</Text>
          )}
          <Group>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              Edit details
            </Button>
          </Group>
          <Sheet isOpen={isOpen} title="Your details" onClose={() => setIsOpen(false)}>
            <DetailsForm details={data} onSaved={() => setIsOpen(false)} />
          </Sheet>
        </>
      )}
    </Card>
  );
}

function DetailsForm({ details, onSaved }: { details: CustomerDetails; onSaved: () => void }) {
  const vehicles = details.user_vehicles ?? [];
  const [plates, setPlates] = useState(vehicles.length > 0 ? vehicles.map(({ vehicleNo }) => vehicleNo) : [""]);
  const [invalidIndex, setInvalidIndex] = useState<number>();

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const invalid = findInvalidPlate(plates);
    setInvalidIndex(invalid);
    if (invalid !== undefined) return;
    await saveDetails(details.id, {
      first_name: String(values["first_name"]),
      last_name: values["last_name"] ? String(values["last_name"]) : null,
      user_vehicles: plates
        .filter((plate) => plate.trim() !== "")
        .map((vehicleNo) => vehicles.find((known) => known.vehicleNo === vehicleNo) ?? { vehicleNo, type: null }),
    });
    showSuccess("DATA_UPDATED");
    onSaved();
  }

  return (
    <Form
      fields={fields}
      initial={{ first_name: details.first_name, last_name: details.last_name ?? "" }}
      onSubmit={submit}
    >
      <Stack>
        <FormField name="first_name" autoComplete="name" />
        <FormField name="last_name" autoComplete="family-name" />
        <VehicleList plates={plates} onChange={setPlates} invalidIndex={invalidIndex} />
        <SubmitButton>Save</SubmitButton>
      </Stack>
    </Form>
  );
}
