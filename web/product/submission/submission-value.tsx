// One value of a submission, as shown to the verifier and the vendor: text, logo, documents or agreement.
import { Button } from "@mantine/core";
import { IconDownload, IconFileText } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { downloadAsset, useAssetUrl } from "#web/api/files.ts";
import { documentLabels, formatSubmissionValue } from "#web/product/submission/labels.ts";
import {
  type SubmittedDocument,
  toSubmittedDocuments,
  toSubmittedTags,
} from "#web/product/submission/submitted-relations.ts";
import { ZoomableImage } from "#web/product/submission/zoomable-image.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import type { AgreementTextProps } from "#web/product/submission/agreement-text.tsx";
import styles from "#web/product/submission/submission.module.css";

const LazySanitizedAgreement = lazy(async () => ({
  default: (await import("#web/product/submission/agreement-text.tsx")).SanitizedAgreement,
}));

/** Query fields that SubmissionValue needs. */
export const submissionFields = [
  "*",
  "area.area_name",
  "tags.tag.id",
  "tags.tag.Name",
  "documents.id",
  "documents.kind",
  "documents.file.id",
  "documents.file.filename_download",
  "documents.file.type",
] as const;

/** `value` is the field of a row that was read with `submissionFields`. */
export function SubmissionValue({ kind, name, value }: { kind: SubmissionKind; name: string; value: unknown }) {
  if (name === "company_logo" && typeof value === "string") return <SubmissionImage id={value} alt="Company logo" />;
  if (name === "documents" && Array.isArray(value) && value.length > 0)
    return <Documents documents={toSubmittedDocuments(value)} />;
  if (name === "agreement" && typeof value === "string" && value) return <AgreementText html={value} isShort />;
  const shown = formatSubmissionValue({
    kind,
    name,
    value: name === "tags" ? toSubmittedTags(value).map((tag) => tag.Name) : value,
  });
  return shown === undefined ? (
    <Text component="span" c="dimmed" fw="regular">
      Not provided
    </Text>
  ) : (
    <span>{shown}</span>
  );
}

function Documents({ documents }: { documents: readonly SubmittedDocument[] }) {
  const [openedId, setOpenedId] = useState<number>();
  const opened = documents.find(({ id }) => id === openedId);
  return (
    <Stack gap="sm">
      <Group component="ul">
        {documents.map((document) => (
          <li key={document.id}>
            <DocumentButton
              document={document}
              label={getDocumentName({ document, documents })}
              isOpen={document === opened}
              onToggle={() => setOpenedId(document === opened ? undefined : document.id)}
            />
          </li>
        ))}
      </Group>
      {opened && (
        <ZoomableImage key={opened.id} id={opened.file.id} alt={getDocumentName({ document: opened, documents })} />
      )}
    </Stack>
  );
}

/** Documents of one kind are numbered, since their files often have the same name. */
function getDocumentName({
  document: { id, kind, file },
  documents,
}: {
  document: SubmittedDocument;
  documents: readonly SubmittedDocument[];
}): string {
  const ofKind = documents.filter((other) => other.kind === kind);
  const number = ofKind.length > 1 ? ` ${ofKind.findIndex((other) => other.id === id) + 1} of ${ofKind.length}` : "";
  return `${documentLabels[kind]}${number}: ${file.filename_download}`;
}

interface DocumentButtonProps {
  document: SubmittedDocument;
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Pictures open below; other files are downloaded, since the pages may not embed them. */
function DocumentButton({ document: { file }, label, isOpen, onToggle }: DocumentButtonProps) {
  if (file.type?.startsWith("image/"))
    return (
      <Button
        variant="default"
        leftSection={<IconFileText size={20} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {label}
      </Button>
    );
  return (
    <AsyncButton
      variant="default"
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      onPress={() => downloadAsset({ id: file.id, name: file.filename_download })}
    >
      {label} (download)
    </AsyncButton>
  );
}

function SubmissionImage({ id, alt }: { id: string; alt: string }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed) return <Text c="dimmed">The image could not be opened</Text>;
  return src ? <img className={styles["logo"]} src={src} alt={alt} /> : null;
}

/** A vendor's agreement; the placeholder reserves its space. */
export function AgreementText(props: AgreementTextProps) {
  const placeholderClass = props.isShort ? `${styles["agreement"]} ${styles["short"]}` : styles["agreement"];
  return (
    <Suspense fallback={<div className={placeholderClass} aria-busy="true" />}>
      <LazySanitizedAgreement {...props} />
    </Suspense>
  );
}
