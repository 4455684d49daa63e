// An entry that waited comes in: with one press, or with the slot and the pictures the branch asks for.
import { Button } from "@mantine/core";
import { IconDoorEnter } from "@tabler/icons-react";
import { useState } from "react";
import { text } from "#domain/fields.ts";
import { ApiError } from "#web/items/api-error.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { PhotoPicker, usePhotos } from "#web/ui/photos.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { letIn, readAgain } from "#web/features/parking/api.ts";
import type { Arrival } from "#web/features/parking/api.ts";
import type { DetailWire } from "#web/features/parking/detail-wire.ts";
import { SlotChoice, slotFrom } from "#web/features/parking/slot-choice.tsx";
import styles from "#web/features/parking/create.module.css";

const fields = { slot: text({ label: "Slot" }), entry_images: text({ label: "Pictures" }) };

/** What an invited vehicle could not show before it came, and a slot where one is chosen. */
function useAsked(entry: DetailWire): { isImageAsked: boolean; choosesSlot: boolean } {
  const { branch } = useBranch();
  return {
    isImageAsked: branch.allow_vehicle_image_required && entry.is_invited && !entry.is_person,
    choosesSlot: branch.parking_config?.["slot_type"] === "specific_slot" && !entry.is_person,
  };
}

export function LetIn({ entry }: { entry: DetailWire }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isImageAsked, choosesSlot } = useAsked(entry);

  async function enter(arrival: Arrival): Promise<void> {
    await letIn(entry.id, arrival).finally(() => void readAgain());
    setIsAsking(false);
    showSuccess(entry.is_person ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN");
  }

  const looks = { color: "marigold", size: "xl", leftSection: <IconDoorEnter aria-hidden="true" /> } as const;
  if (!isImageAsked && !choosesSlot)
    return (
      <WaitingButton {...looks} onPress={() => enter({})}>
        Check in
      </WaitingButton>
    );
  return (
    <>
      <Button {...looks} onClick={() => setIsAsking(true)}>
        Check in
      </Button>
      <Sheet isOpen={isAsking} title="Check in" onClose={() => setIsAsking(false)}>
        <ArrivalForm isImageAsked={isImageAsked} choosesSlot={choosesSlot} onEnter={enter} />
      </Sheet>
    </>
  );
}

interface ArrivalFormProps {
  isImageAsked: boolean;
  choosesSlot: boolean;
  onEnter: (arrival: Arrival) => Promise<void>;
}

function ArrivalForm({ isImageAsked, choosesSlot, onEnter }: ArrivalFormProps) {
  const photos = usePhotos();
  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    if (isImageAsked && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = await photos.ids();
    await onEnter({
      ...slotFrom(String(values["slot"] ?? "")),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
  }
  return (
    <Form fields={fields} onSubmit={submit}>
      <div className={styles["form"]}>
        {choosesSlot && <SlotChoice />}
        <PhotoPicker photos={photos} isRequired={isImageAsked} />
        <SubmitButton>Check in</SubmitButton>
      </div>
    </Form>
  );
}
