// One field of a submission as it is shown to the verifier and to the vendor: words, a logo, documents, the agreement.
import { Button } from "@mantine/core";
import { IconDownload, IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { cleanRichText } from "#domain/rules/rich-text.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { saveAsset, useAsset } from "#web/items/asset.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { documentWords, valueInWords } from "#web/ui/submission/words.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/submission/submission.module.css";

interface DocumentWire {
  id: number;
  kind: keyof typeof documentWords;
  file: { id: string; filename_download: string; type: string | null };
}

/** What a branch's fields are asked for with, so that all of them can be shown. */
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
];

export function SubmissionValue({ kind, name, value }: { kind: SubmissionKind; name: string; value: unknown }) {
  if (name === "company_logo" && typeof value === "string") return <Picture id={value} alt="The company's logo" />;
  if (name === "documents" && Array.isArray(value) && value.length > 0)
    return <Documents documents={value as DocumentWire[]} />;
  if (name === "agreement" && typeof value === "string" && value) return <AgreementText html={value} isShort />;
  const shown = valueInWords({ kind, name, value: name === "tags" ? tagNames(value) : value });
  return <span className={shown === undefined ? styles["missing"] : ""}>{shown ?? "Not given"}</span>;
}

function tagNames(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as { tag: { Name: string } | null }[]).map(({ tag }) => tag?.Name ?? "").filter(Boolean);
}

function Documents({ documents }: { documents: readonly DocumentWire[] }) {
  const [opened, setOpened] = useState<DocumentWire>();
  return (
    <>
      <ul className={styles["documents"]}>
        {documents.map((document) => (
          <li key={document.id}>
            <DocumentButton document={document} onOpen={() => setOpened(document)} />
          </li>
        ))}
      </ul>
      <Sheet
        isOpen={opened !== undefined}
        title={opened ? documentWords[opened.kind] : ""}
        onClose={() => setOpened(undefined)}
      >
        {opened && <Picture id={opened.file.id} alt={opened.file.filename_download} isLarge />}
      </Sheet>
    </>
  );
}

function DocumentButton({ document: { kind, file }, onOpen }: { document: DocumentWire; onOpen: () => void }) {
  const label = `${documentWords[kind]}: ${file.filename_download}`;
  if (file.type?.startsWith("image/"))
    return (
      <Button variant="default" leftSection={<IconFileText size={20} aria-hidden="true" />} onClick={onOpen}>
        {label}
      </Button>
    );
  return (
    <WaitingButton
      variant="default"
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      onPress={() => saveAsset({ id: file.id, name: file.filename_download })}
    >
      {label}
    </WaitingButton>
  );
}

function Picture({ id, alt, isLarge = false }: { id: string; alt: string; isLarge?: boolean }) {
  const { src, isFailed } = useAsset(id);
  if (isFailed) return <span className={styles["missing"]}>The picture could not be opened</span>;
  return src ? <img className={styles[isLarge ? "large" : "logo"]} src={src} alt={alt} /> : null;
}

/** The text is cleaned here too, whoever kept it. */
export function AgreementText({ html, isShort = false }: { html: string; isShort?: boolean }) {
  return (
    <div
      className={isShort ? `${styles["agreement"]} ${styles["short"]}` : styles["agreement"]}
      // What scrolls must be reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Agreement"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: cleanRichText(html) }}
    />
  );
}
