// One value of a submission, as shown to the verifier and the vendor: text, logo, documents or agreement.
import { Button } from "@mantine/core";
import { IconDownload, IconFileText } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { downloadAsset, useAssetUrl } from "#web/api/files.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { documentLabels, formatSubmissionValue } from "#web/product/submission/labels.ts";
import {
  type SubmittedDocument,
  toSubmittedDocuments,
  toSubmittedTags,
} from "#web/product/submission/submitted-relations.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
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
  const [opened, setOpened] = useState<SubmittedDocument>();
  return (
    <>
      <Group component="ul">
        {documents.map((document) => (
          <li key={document.id}>
            <DocumentButton document={document} onOpen={() => setOpened(document)} />
          </li>
        ))}
      </Group>
      <Sheet
        isOpen={opened !== undefined}
        title={opened ? documentLabels[opened.kind] : ""}
        onClose={() => setOpened(undefined)}
      >
        {opened && <SubmissionImage id={opened.file.id} alt={opened.file.filename_download} isLarge />}
      </Sheet>
    </>
  );
}

function DocumentButton({ document: { kind, file }, onOpen }: { document: SubmittedDocument; onOpen: () => void }) {
  const label = `${documentLabels[kind]}: ${file.filename_download}`;
  if (file.type?.startsWith("image/"))
    return (
      <Button variant="default" leftSection={<IconFileText size={20} aria-hidden="true" />} onClick={onOpen}>
        {label}
      </Button>
    );
  return (
    <AsyncButton
      variant="default"
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      onPress={() => downloadAsset({ id: file.id, name: file.filename_download })}
    >
      {label}
    </AsyncButton>
  );
}

function SubmissionImage({ id, alt, isLarge = false }: { id: string; alt: string; isLarge?: boolean }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed) return <Text c="dimmed">The image could not be opened</Text>;
  return src ? <img className={styles[isLarge ? "large" : "logo"]} src={src} alt={alt} /> : null;
}

/** A vendor's agreement; the placeholder reserves its space. */
export function AgreementText({ html, isShort = false }: { html: string; isShort?: boolean }) {
  const placeholderClass = isShort ? `${styles["agreement"]} ${styles["short"]}` : styles["agreement"];
  return (
    <Suspense fallback={<div className={placeholderClass} aria-busy="true" />}>
      <LazySanitizedAgreement html={html} isShort={isShort} />
    </Suspense>
  );
}
