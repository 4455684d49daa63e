// §5 Import of a list from a file: selection, preview with errors, and import.
import { Button } from "@mantine/core";
import { IconArrowLeft, IconDownload, IconFileImport, IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { formatCsv } from "#domain/text/csv.ts";
import * as limits from "#domain/limits.ts";
import type { ImportPreview, ImportResult } from "#domain/schema/list-import-contract.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sendWithProgress } from "#web/api/ndjson.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { showError } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Text } from "#web/ui/text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Group } from "#web/ui/layout.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";

const number = new Intl.NumberFormat("en-IN");
const formatRowCount = (count: number): string => (count === 1 ? "1 row" : `${number.format(count)} rows`);

export interface ListImport {
  /** 'Import staff'. */
  title: string;
  /** What a row is, and what follows from the import. */
  text: string;
  template: { name: string; rows: string[][] };
  readPreview: (body: FormData) => Promise<ImportPreview>;
  /** Of the action that imports, with its query. */
  getPath: (options: { isPartial: boolean }) => string;
  /** '2 people'. */
  formatCount: (count: number) => string;
  onImported: (created: number) => Promise<void>;
}

export function ImportList({ list, onClose }: { list: ListImport; onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [problem, setProblem] = useState("");
  const [isReading, setIsReading] = useState(false);

  async function readPreview(selected: File): Promise<void> {
    setFile(selected);
    setPreview(undefined);
    setProblem("");
    setIsReading(true);
    const body = new FormData();
    body.set("file", selected);
    try {
      setPreview(await list.readPreview(body));
    } catch (thrown) {
      if (thrown instanceof ApiError) setProblem(thrown.message.replace(/^Invalid payload\. /, ""));
      else showError(thrown);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Page
      title={list.title}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden="true" />} onClick={onClose}>
          Back to list
        </Button>
      }
    >
      <Card gap="md">
        <Text c="dimmed">
          Upload a CSV or XLSX file, up to {number.format(limits.importRows)} rows. {list.text}
        </Text>
        <ImportFilePicker
          template={list.template}
          file={file}
          isReading={isReading}
          onChoose={(selected) => void readPreview(selected)}
        />
        {problem && (
          <Notice c="red" role="alert">
            {problem}
          </Notice>
        )}
      </Card>
      {file && preview && <ImportedFile list={list} file={file} preview={preview} onDone={onClose} />}
    </Page>
  );
}

interface ImportFilePickerProps {
  template: ListImport["template"];
  file: File | undefined;
  isReading: boolean;
  onChoose: (file: File) => void;
}

function ImportFilePicker({ template, file, isReading, onChoose }: ImportFilePickerProps) {
  return (
    <Group gap="sm">
      <FilePickerButton
        icon={IconFileSpreadsheet}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={onChoose}
      >
        {isReading ? "Reading…" : file ? "Choose another file" : "Choose file"}
      </FilePickerButton>
      {file && <Text component="strong">{file.name}</Text>}
      <Button
        variant="subtle"
        color="ink"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => downloadCsv({ name: template.name, text: formatCsv(template.rows) })}
      >
        Download template
      </Button>
    </Group>
  );
}

interface ImportedFileProps {
  list: ListImport;
  file: File;
  preview: ImportPreview;
  onDone: () => void;
}

function ImportedFile({ list, file, preview, onDone }: ImportedFileProps) {
  const { rows, good, wrong, unknown } = preview;
  const [step, setStep] = useState<{ done: number; of: number }>();

  async function importRows(): Promise<void> {
    const body = new FormData();
    body.set("file", file);
    setStep({ done: 0, of: good });
    try {
      const { created } = await sendWithProgress<ImportResult>({
        path: list.getPath({ isPartial: wrong > 0 }),
        body,
        onProgress: setStep,
      });
      await list.onImported(created);
      onDone();
    } finally {
      setStep(undefined);
    }
  }

  return (
    <>
      <Card
        title={
          wrong === 0
            ? rows === 1
              ? "1 row ready to import"
              : `All ${formatRowCount(rows)} ready to import`
            : `${number.format(good)} of ${formatRowCount(rows)} ready to import`
        }
      >
        {unknown.length > 0 && <Text c="dimmed">Columns ignored: {unknown.join(", ")}</Text>}
        {wrong > 0 && (
          <p>
            {wrong === 1 ? "1 row has errors" : `${number.format(wrong)} rows have errors`}. Correct them in the file
            and upload it again, or import the other rows now.
          </p>
        )}
        {step && <ImportProgress {...step} />}
        {good > 0 && (
          <AsyncButton
            size="xl"
            color="marigold"
            leftSection={<IconFileImport aria-hidden="true" />}
            onPress={importRows}
          >
            {`Import ${list.formatCount(good)}`}
          </AsyncButton>
        )}
      </Card>
      {wrong > 0 && <ImportErrors preview={preview} />}
    </>
  );
}

function ImportProgress({ done, of }: { done: number; of: number }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <progress value={done} max={of} aria-label="Import progress" style={{ flex: 1, accentColor: "var(--accent)" }} />
      <span className="figures" role="status">
        {number.format(done)} of {number.format(of)}
      </span>
    </Group>
  );
}

const errorColumns: readonly DataTableColumn<ImportPreview["errors"][number]>[] = [
  { header: "Row", cell: ({ line }) => line },
  { header: "Column", cell: ({ column }) => column },
  { header: "Value", cell: ({ value }) => value || "–" },
  { header: "Error", cell: ({ message }) => message.replace(/^\*/, "") },
];

function ImportErrors({ preview: { errors, wrong } }: { preview: ImportPreview }) {
  const shownRows = new Set(errors.map(({ line }) => line)).size;
  return (
    <Card title="Rows with errors">
      <DataTable
        label="Rows with errors"
        rows={errors}
        getKey={({ line, column, message }) => `${line}${column}${message}`}
        columns={errorColumns}
      />
      {shownRows < wrong && <Text c="dimmed">{formatRowCount(wrong - shownRows)} more</Text>}
    </Card>
  );
}
