// The shared picture above the vehicle number, large enough to read the plate, while it is one of the form's photos.
import { useEffect, useEffectEvent, useState } from "react";
import { sharedPictureKey, sharedPictureLifeMs } from "#domain/devices/shared-picture-key.ts";
import { isJsonObject } from "#domain/json-object.ts";
import { t } from "#web/languages/t.ts";
import type { VehicleImages } from "#web/product/vehicles/vehicle-images.tsx";

/** Takes the picture out of the tab's storage: it is of one vehicle. */
function takeSharedPicture(): string | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(sharedPictureKey) ?? "null");
  sessionStorage.removeItem(sharedPictureKey);
  if (!isJsonObject(stored)) return undefined;
  const { picture, at } = stored;
  const isFresh = typeof at === "number" && Date.now() - at < sharedPictureLifeMs;
  return isFresh && typeof picture === "string" && picture.startsWith("data:image/jpeg;base64,") ? picture : undefined;
}

export function AttachedPicture({ photos }: { photos: VehicleImages }) {
  const [picture, setPicture] = useState<string>();
  const attach = useEffectEvent(() => {
    const taken = takeSharedPicture();
    if (taken === undefined) return;
    photos.restore([taken]);
    setPicture(taken);
  });
  useEffect(() => attach(), []);
  const photo = photos.list.find(({ dataUrl }) => dataUrl === picture);
  return photo ? (
    <img
      src={photo.src}
      alt={t("Shared picture")}
      style={{ display: "block", maxWidth: "100%", maxHeight: "40vh", borderRadius: "var(--radius)" }}
    />
  ) : null;
}
