// §2 Account: the picture of a customer's account, cropped to a square in the browser.
import { IconPhotoPlus } from "@tabler/icons-react";
import { useState } from "react";
import { getErrorText } from "#domain/errors.ts";
import { AccountPicture } from "#web/features/accounts/settings/account-picture.tsx";
import { type CustomerDetails, removePicture, uploadPicture } from "#web/features/accounts/settings/api.ts";
import { uploadableImageTypes } from "#web/product/forms/compress-image.ts";
import { CropImage } from "#web/product/forms/crop-image.tsx";
import { showError, showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function PictureCard({ details: { id, picture } }: { details: CustomerDetails }) {
  const [selected, setSelected] = useState<ImageBitmap | null>(null);

  async function select(file: File): Promise<void> {
    try {
      setSelected(await createImageBitmap(file));
    } catch {
      showErrorCode("IMAGE_TYPE", getErrorText("IMAGE_TYPE").replace(/^\*/, ""));
    }
  }

  async function upload(crop: Blob): Promise<void> {
    try {
      await uploadPicture(id, crop);
      setSelected(null);
      showSuccess("DATA_UPDATED");
    } catch (thrown) {
      showError(thrown);
    }
  }

  async function remove(): Promise<void> {
    await removePicture(id);
    showSuccess("DATA_UPDATED");
  }
  return (
    <Card title={t("Picture")}>
      <Group gap="sm">
        <AccountPicture id={picture} />
        <FilePickerButton
          icon={IconPhotoPlus}
          name="picture"
          accept={uploadableImageTypes.join(",")}
          onFile={(file) => void select(file)}
        >
          {picture === null ? t("Choose picture") : t("Change picture")}
        </FilePickerButton>
        {picture !== null && (
          <AsyncButton variant="subtle" onPress={remove}>
            {t("Remove picture")}
          </AsyncButton>
        )}
      </Group>
      <Text c="dimmed" size="sm">
        {t("Only you see it.")}
      </Text>
      <Sheet isOpen={selected !== null} title={t("Picture")} onClose={() => setSelected(null)}>
        {selected && <CropImage image={selected} onCrop={upload} />}
      </Sheet>
    </Card>
  );
}
