// §5 logo: a square of any picture, reduced in the browser to far less than 2 MB.
import { Button, Input } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { getErrorText } from "#domain/errors.ts";
import { uploadFile, useAssetUrl } from "#web/api/files.ts";
import { CropImage } from "#web/product/forms/crop-image.tsx";
import { uploadableImageTypes } from "#web/product/forms/compress-image.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { showError } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

interface LogoFieldProps {
  /** File id; empty for none. */
  value: string;
  onChange: (id: string) => void;
  label?: string;
  error?: string | undefined;
}

export function LogoField({ value, onChange, label = "Logo (optional)", error: formError }: LogoFieldProps) {
  const id = useId();
  const [selectedImage, setSelectedImage] = useState<ImageBitmap | null>(null);
  const [fileError, setFileError] = useState<string>();
  const error = fileError ?? formError;

  async function selectFile(file: File): Promise<void> {
    setFileError(undefined);
    try {
      setSelectedImage(await createImageBitmap(file));
    } catch {
      setFileError(getErrorText("IMAGE_TYPE"));
    }
  }

  async function uploadCrop(logo: Blob): Promise<void> {
    try {
      onChange(await uploadFile({ file: logo, title: "Logo", name: "logo.png" }));
      setSelectedImage(null);
    } catch (thrown) {
      showError(thrown);
    }
  }

  return (
    <Stack gap="xs">
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      <Input.Description id={`${id}-about`}>JPEG, PNG or WebP of any size and shape.</Input.Description>
      <Group gap="sm">
        {value && <LogoImage id={value} />}
        <FilePickerButton
          icon={IconPhotoPlus}
          name="company_logo"
          accept={uploadableImageTypes.join(",")}
          isInvalid={error !== undefined}
          describedBy={error ? `${id}-error` : `${id}-about`}
          onFile={(file) => void selectFile(file)}
        >
          {value ? "Choose another image" : "Choose image"}
        </FilePickerButton>
        {value && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </Group>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
      <Sheet isOpen={selectedImage !== null} title="Logo" onClose={() => setSelectedImage(null)}>
        {selectedImage && <CropImage image={selectedImage} onCrop={uploadCrop} />}
      </Sheet>
    </Stack>
  );
}

function LogoImage({ id }: { id: string }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed)
    return (
      <Text component="span" c="dimmed">
        {getErrorText("IMAGE_OPEN_FAILED")}
      </Text>
    );
  return src ? <img className={styles["logo"]} src={src} alt="Logo" /> : <span className={styles["logo"]} />;
}
