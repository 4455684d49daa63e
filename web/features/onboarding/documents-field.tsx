// §1: documents for the verifier: images or PDFs, each with a document type.
import { isJsonObject } from "#domain/json-object.ts";
import { Input } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { IconCamera, IconFileText, IconUpload, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { documentKinds } from "#domain/onboarding/documents.collection.ts";
import * as limits from "#domain/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { uploadFile, useAssetUrl } from "#web/api/files.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { prepareImage, uploadableImageTypes } from "#web/product/forms/compress-image.ts";
import { documentLabels } from "#web/product/submission/labels.ts";
import { showError } from "#web/ui/feedback.ts";
import styles from "#web/features/onboarding/onboarding.module.css";
import { Text } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";

export interface UploadedDocument {
  kind: (typeof documentKinds)[number];
  file: string;
  name: string;
}

/** The documents of a form's state, which holds values of any type. */
export function toUploadedDocuments(value: unknown): UploadedDocument[] {
  return Array.isArray(value) ? value.filter(isUploadedDocument) : [];
}

function isUploadedDocument(value: unknown): value is UploadedDocument {
  return (
    isJsonObject(value) && documentKinds.some((kind) => kind === value["kind"]) && typeof value["file"] === "string"
  );
}

interface DocumentsFieldProps {
  value: readonly UploadedDocument[];
  onChange: (documents: UploadedDocument[]) => void;
  error?: string | undefined;
}

/** So that an unreadable picture is noticed; PDFs may not be embedded. */
function PicturePreview({ file }: { file: string }) {
  const { src } = useAssetUrl(file);
  return src ? <img className={styles["logo"]} src={src} alt="" /> : null;
}

const fileTooLargeError = "*A PDF can be up to 5 MB. Choose a smaller file, or a photo of it";
const stillUploadingError = "*The file is still being uploaded. Continue once it is listed";
const unsupportedTypeError = "*Choose a JPEG, PNG, WebP or PDF file";

export function DocumentsField({ value, onChange, error: formError }: DocumentsFieldProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const [kind, setKind] = useState<UploadedDocument["kind"]>("pan_card");
  const [isUploading, setIsUploading] = useState(false);
  const [uploadError, setUploadError] = useState<string>();
  const error = uploadError ?? (formError && isUploading ? stillUploadingError : formError);

  async function add(file: File): Promise<void> {
    setUploadError(undefined);
    const isPdf = file.type === "application/pdf";
    if (isPdf && file.size > limits.documentBytes) return setUploadError(fileTooLargeError);
    setIsUploading(true);
    try {
      const fileId = await uploadFile({
        file: isPdf ? file : await prepareImage(file),
        title: documentLabels[kind],
        name: file.name,
      });
      onChange([...value, { kind, file: fileId, name: file.name }]);
    } catch (thrown) {
      const code = thrown instanceof ApiError ? thrown.code : "";
      if (["UNSUPPORTED_MEDIA_TYPE", "IMAGE_TYPE"].includes(code)) setUploadError(unsupportedTypeError);
      else if (["CONTENT_TOO_LARGE", "IMAGE_TOO_LARGE"].includes(code)) setUploadError(fileTooLargeError);
      else showError(thrown);
    } finally {
      setIsUploading(false);
    }
  }

  return (
    <Stack gap="xs">
      <Input.Label id={id} labelElement="div" required>
        Documents
      </Input.Label>
      <Input.Description>
        At least one proof of identity: photos of any size or PDFs up to 5 MB, at most {limits.onboardingDocuments}{" "}
        files.
      </Input.Description>
      {value.length > 0 && (
        <RowList labelledBy={id}>
          {value.map((document) => (
            <Row
              key={document.file}
              leading={<IconFileText size={22} aria-hidden="true" />}
              trailing={
                <IconButton
                  label={`Remove ${documentLabels[document.kind]}, ${document.name}`}
                  icon={IconX}
                  onPress={() => onChange(value.filter(({ file }) => file !== document.file))}
                />
              }
            >
              <strong>{documentLabels[document.kind]}</strong>
              <Text c="dimmed">{document.name}</Text>
              {!/\.pdf$/i.test(document.name) && <PicturePreview file={document.file} />}
            </Row>
          ))}
        </RowList>
      )}
      {value.length < limits.onboardingDocuments && (
        <Group>
          <Select
            style={{ flex: "1 1 160px" }}
            aria-label="Document type"
            value={kind}
            data={documentKinds.map((value) => ({ value, label: documentLabels[value] }))}
            onChange={(event) => setKind(documentKinds.find((known) => known === event.currentTarget.value) ?? kind)}
          />
          {isPhone && (
            <FilePickerButton
              icon={IconCamera}
              accept={uploadableImageTypes.join(",")}
              isCamera
              isBusy={isUploading}
              onFile={(file) => void add(file)}
            >
              Take photo
            </FilePickerButton>
          )}
          <FilePickerButton
            icon={IconUpload}
            name="documents"
            accept={[...uploadableImageTypes, "application/pdf"].join(",")}
            isBusy={isUploading}
            isInvalid={error !== undefined}
            describedBy={error && `${id}-error`}
            onFile={(file) => void add(file)}
          >
            {isUploading ? "Uploading…" : "Add file"}
          </FilePickerButton>
        </Group>
      )}
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
    </Stack>
  );
}
