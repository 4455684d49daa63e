// /platform/vehicle-types: vehicle types with icon or image, in the order shown at check-in.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { VehicleType } from "#domain/platform/reference.collection.ts";
import { choice } from "#domain/schema/fields.ts";
import { humanize } from "#domain/text/labels.ts";
import { itemsQuery } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ImagePicker, ImagePreview } from "#web/product/forms/image-picker.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { vehicleIconNames, VehicleIcon } from "#web/product/vehicles/vehicle-icons.tsx";
import { Page } from "#web/ui/page.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";

/** A row of the list, or the values of a new one. */
type EditedVehicleType = Partial<WireRow<"Vehicle_Type">>;

const fields = {
  name: VehicleType.fields.name,
  icon: choice(vehicleIconNames, { label: "Icon" }),
  sort: { ...VehicleType.fields.sort, label: "Position" },
};
const iconOptions = vehicleIconNames.map((name) => ({ value: name, label: humanize(name) }));

export function VehicleTypesPage() {
  const [opened, setOpened] = useState<EditedVehicleType>();
  const { data, error, refetch } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  return (
    <Page
      title="Vehicle types"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add vehicle type
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={5} />}
      <Grid component="ul" minColumnWidth={150} gap="sm" fill>
        {data?.map((type) => (
          <li key={type.id}>
            <Button variant="default" fullWidth h="100%" py="md" onClick={() => setOpened(type)}>
              <Stack component="span" gap="xs" align="center">
                {type.vehicle_image ? (
                  <ImagePreview id={type.vehicle_image} alt="" />
                ) : (
                  <VehicleIcon icon={type.icon} size={44} />
                )}
                {type.name}
              </Stack>
            </Button>
          </li>
        ))}
      </Grid>
      {opened && <VehicleTypeSheet key={opened.id ?? "new"} type={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function VehicleTypeSheet({ type, onClose }: { type: EditedVehicleType; onClose: () => void }) {
  const [imageId, setImageId] = useState(type.vehicle_image ?? null);
  const isImageChanged = imageId !== (type.vehicle_image ?? null);
  return (
    <ItemSheet
      collection="Vehicle_Type"
      title={type.id === undefined ? "New vehicle type" : (type.name ?? "")}
      fields={fields}
      row={type}
      defaults={{}}
      extraFields={isImageChanged ? { vehicle_image: imageId } : undefined}
      onClose={onClose}
    >
      <FormField name="name" description="Example: Hatchback" />
      <FormField name="icon" options={iconOptions} />
      <FormField name="sort" description="Lower numbers come first." />
      <ImagePicker
        label="Image"
        description="Shown instead of the icon. JPEG, PNG or WebP."
        value={imageId}
        onChange={setImageId}
      />
    </ItemSheet>
  );
}
