import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useAssetUrl } from "#web/api/files.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import styles from "#web/product/vehicles/vehicle-image-gallery.module.css";

/** Photos taken at the gate, opened in full size. */
export function VehicleImageGallery({ ids }: { ids: readonly string[] }) {
  const [opened, setOpened] = useState<string>();
  return (
    <Card>
      <h2 className={styles["heading"]}>Photos</h2>
      <div className={styles["pictures"]}>
        {ids.map((id, index) => (
          <button
            key={id}
            type="button"
            className={styles["picture"]}
            aria-label={`Open photo ${index + 1}`}
            onClick={() => setOpened(id)}
          >
            <GalleryImage id={id} alt="" />
          </button>
        ))}
      </div>
      <Sheet isOpen={opened !== undefined} title="Photo" onClose={() => setOpened(undefined)}>
        {opened && <GalleryImage id={opened} alt="Vehicle at the gate" />}
      </Sheet>
    </Card>
  );
}

function GalleryImage({ id, alt }: { id: string; alt: string }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed) return <IconPhotoOff aria-label="This photo could not be opened" />;
  return src ? <img src={src} alt={alt} /> : null;
}
