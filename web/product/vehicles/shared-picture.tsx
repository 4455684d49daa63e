// §2: attaches the picture that was shared to the installed application. Its code is loaded only then.
import { lazy, Suspense, useState } from "react";
import { sharedPictureKey } from "#domain/devices/shared-picture-key.ts";
import type { VehicleImages } from "#web/product/vehicles/vehicle-images.tsx";

const AttachedPicture = lazy(async () => ({
  default: (await import("#web/product/vehicles/attached-picture.tsx")).AttachedPicture,
}));

export function SharedPicture({ photos }: { photos: VehicleImages }) {
  const [isShared] = useState(() => sessionStorage.getItem(sharedPictureKey) !== null);
  if (!isShared) return null;
  return (
    <Suspense fallback={null}>
      <AttachedPicture photos={photos} />
    </Suspense>
  );
}
