// §5 logo: under 2 MB, cut to a square by its owner.
import { Button, Input } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { uploadFile, useAsset } from "#web/items/asset.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { showError } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { CropPicture } from "#web/features/onboarding/crop-picture.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

interface LogoFieldProps {
  /** The file's id; empty where there is none. */
  value: string;
  onChange: (id: string) => void;
  label?: string;
  error?: string | undefined;
}

export function LogoField({ value, onChange, label = "Logo", error: given }: LogoFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  const [wrong, setWrong] = useState<string>();
  const error = wrong ?? given;

  async function choose(file: File): Promise<void> {
    setWrong(undefined);
    if (file.size >= limits.imageBytes) return setWrong(errorText("IMAGE_TOO_LARGE"));
    try {
      setChosen(await createImageBitmap(file));
    } catch {
      setWrong(errorText("IMAGE_TYPE"));
    }
  }

  async function keep(picture: Blob): Promise<void> {
    try {
      onChange(await uploadFile({ file: picture, title: "Logo", name: "logo.png" }));
      setChosen(null);
    } catch (thrown) {
      showError(thrown);
    }
  }

  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      <Input.Description id={`${id}-about`}>
        JPEG, PNG or WebP under 2 MB. You choose the part that is shown.
      </Input.Description>
      <div className={styles["logoRow"]}>
        {value && <Logo id={value} />}
        <FileButton
          icon={IconPhotoPlus}
          name="company_logo"
          accept="image/jpeg,image/png,image/webp"
          isWrong={error !== undefined}
          describedBy={error ? `${id}-error` : `${id}-about`}
          onFile={(file) => void choose(file)}
        >
          {value ? "Choose another" : "Choose a picture"}
        </FileButton>
        {value && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
      <Sheet isOpen={chosen !== null} title="Your logo" onClose={() => setChosen(null)}>
        {chosen && <CropPicture picture={chosen} onCrop={keep} />}
      </Sheet>
    </div>
  );
}

function Logo({ id }: { id: string }) {
  const { src, isFailed } = useAsset(id);
  if (isFailed) return <span className={styles["soft"]}>The picture could not be opened</span>;
  return src ? <img className={styles["logo"]} src={src} alt="Your logo" /> : <span className={styles["logo"]} />;
}
