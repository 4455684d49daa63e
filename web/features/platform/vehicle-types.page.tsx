// /platform/vehicle-types: what a gate chooses from, each with a drawing or a picture, in the order in which they stand there.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { VehicleType } from "#domain/collections/reference.ts";
import { choice } from "#domain/fields.ts";
import { inWords } from "#domain/words.ts";
import { itemsQuery } from "#web/items/items.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { PictureChoice, ShownPicture } from "#web/ui/picture-choice.tsx";
import { RowSheet } from "#web/ui/row-sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { vehicleIconNames, VehicleIcon } from "#web/ui/vehicle-icons.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import styles from "#web/features/platform/platform.module.css";

interface VehicleTypeWire {
  [field: string]: unknown;
  id?: number;
  name?: string;
  icon?: string | null;
  vehicle_image?: string | null;
}

const fields = {
  name: VehicleType.fields.name,
  icon: choice(vehicleIconNames, { label: "Drawing" }),
  sort: { ...VehicleType.fields.sort, label: "Place in the list" },
};
const icons = vehicleIconNames.map((name) => ({ value: name, label: inWords(name) }));

export function VehicleTypesPage() {
  const [opened, setOpened] = useState<VehicleTypeWire>();
  const { data, error, refetch } = useQuery(itemsQuery<VehicleTypeWire>("Vehicle_Type", { sort: ["sort", "id"] }));
  return (
    <DeskFrame
      title="Vehicle types"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add a type
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={5} />}
      <ul className={styles["types"]}>
        {data?.map((type) => (
          <li key={type.id}>
            <button type="button" className={styles["type"]} onClick={() => setOpened(type)}>
              <span className={styles["drawing"]}>
                {type.vehicle_image ? (
                  <ShownPicture id={type.vehicle_image} alt="" />
                ) : (
                  <VehicleIcon icon={type.icon} size={44} />
                )}
              </span>
              {type.name}
            </button>
          </li>
        ))}
      </ul>
      {opened && <TypeSheet key={opened.id ?? "new"} type={opened} onClose={() => setOpened(undefined)} />}
    </DeskFrame>
  );
}

function TypeSheet({ type, onClose }: { type: VehicleTypeWire; onClose: () => void }) {
  const [picture, setPicture] = useState(type.vehicle_image ?? null);
  const isOther = picture !== (type.vehicle_image ?? null);
  return (
    <RowSheet
      collection="Vehicle_Type"
      title={type.id === undefined ? "A new vehicle type" : (type.name ?? "")}
      fields={fields}
      row={type}
      belongsTo={{}}
      beside={isOther ? { vehicle_image: picture } : undefined}
      onClose={onClose}
    >
      <FormField name="name" placeholder="Hatchback" />
      <FormField name="icon" options={icons} />
      <FormField name="sort" placeholder="10" />
      <PictureChoice
        label="Picture"
        description="Shown instead of the drawing: JPEG, PNG or WebP, under 2 MB."
        value={picture}
        onChange={setPicture}
      />
    </RowSheet>
  );
}
