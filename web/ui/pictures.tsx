import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useAsset } from "#web/items/asset.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import styles from "#web/ui/pictures.module.css";

/** The pictures taken at the gate; a press shows one large. */
export function Pictures({ ids }: { ids: readonly string[] }) {
  const [opened, setOpened] = useState<string>();
  return (
    <Card>
      <h2 className={styles["heading"]}>Pictures</h2>
      <div className={styles["pictures"]}>
        {ids.map((id, at) => (
          <button
            key={id}
            type="button"
            className={styles["picture"]}
            aria-label={`Open picture ${at + 1}`}
            onClick={() => setOpened(id)}
          >
            <Picture id={id} alt="" />
          </button>
        ))}
      </div>
      <Sheet isOpen={opened !== undefined} title="Picture" onClose={() => setOpened(undefined)}>
        {opened && <Picture id={opened} alt="The vehicle at the gate" />}
      </Sheet>
    </Card>
  );
}

function Picture({ id, alt }: { id: string; alt: string }) {
  const { src, isFailed } = useAsset(id);
  if (isFailed) return <IconPhotoOff aria-label="This picture could not be opened" />;
  return src ? <img src={src} alt={alt} /> : null;
}
