// §1: the papers a verifier looks at: pictures or PDF, each with what it is.
import { Input, NativeSelect } from "@mantine/core";
import { IconFileText, IconUpload, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { documentKinds } from "#domain/collections/onboarding-documents.ts";
import { limits } from "#domain/limits.ts";
import { ApiError } from "#web/items/api-error.ts";
import { uploadFile } from "#web/items/asset.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { documentWords } from "#web/ui/submission/words.ts";
import { showError } from "#web/ui/messages.ts";
import iconButton from "#web/ui/icon-button.module.css";
import styles from "#web/features/onboarding/onboarding.module.css";

export interface PickedDocument {
  kind: (typeof documentKinds)[number];
  file: string;
  name: string;
}

interface DocumentsFieldProps {
  value: readonly PickedDocument[];
  onChange: (documents: PickedDocument[]) => void;
  error?: string | undefined;
}

const tooLarge = "*A picture may have 2 MB, a PDF 5 MB. Make this one smaller";
const otherKind = "*Choose a JPEG, PNG or WebP picture, or a PDF";

export function DocumentsField({ value, onChange, error: given }: DocumentsFieldProps) {
  const id = useId();
  const [kind, setKind] = useState<PickedDocument["kind"]>("pan_card");
  const [isSending, setIsSending] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const error = wrong ?? given;

  async function add(file: File): Promise<void> {
    setWrong(undefined);
    const most = file.type === "application/pdf" ? limits.documentBytes : limits.imageBytes;
    if (file.size > most) return setWrong(tooLarge);
    setIsSending(true);
    try {
      const sent = await uploadFile({ file, title: documentWords[kind], name: file.name });
      onChange([...value, { kind, file: sent, name: file.name }]);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === "UNSUPPORTED_MEDIA_TYPE") setWrong(otherKind);
      else if (thrown instanceof ApiError && thrown.code === "CONTENT_TOO_LARGE") setWrong(tooLarge);
      else showError(thrown);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div>
      <Input.Label id={id} labelElement="div" required>
        Documents
      </Input.Label>
      <Input.Description>
        At least one that shows who you are. Pictures under 2 MB, PDF under 5 MB, at most {limits.onboardingDocuments}.
      </Input.Description>
      <ul className={styles["documents"]} aria-labelledby={id}>
        {value.map((document) => (
          <li key={document.file} className={styles["document"]}>
            <IconFileText size={22} aria-hidden="true" />
            <span className={styles["documentName"]}>
              <strong>{documentWords[document.kind]}</strong>
              <span className={styles["soft"]}>{document.name}</span>
            </span>
            <button
              type="button"
              className={iconButton["button"]}
              aria-label={`Remove ${documentWords[document.kind]}, ${document.name}`}
              onClick={() => onChange(value.filter(({ file }) => file !== document.file))}
            >
              <IconX aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {value.length < limits.onboardingDocuments && (
        <div className={styles["addDocument"]}>
          <NativeSelect
            aria-label="Kind of document"
            value={kind}
            data={documentKinds.map((known) => ({ value: known, label: documentWords[known] }))}
            onChange={(event) => setKind(event.currentTarget.value as PickedDocument["kind"])}
          />
          <FileButton
            icon={IconUpload}
            name="documents"
            accept="image/jpeg,image/png,image/webp,application/pdf"
            isBusy={isSending}
            isWrong={error !== undefined}
            describedBy={error && `${id}-error`}
            onFile={(file) => void add(file)}
          >
            {isSending ? "Sending…" : "Add a file"}
          </FileButton>
        </div>
      )}
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
