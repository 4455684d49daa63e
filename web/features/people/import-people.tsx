// §5 import of staff or employees from a file: selection, preview with errors, and import.
import { Button } from "@mantine/core";
import { IconArrowLeft, IconDownload, IconFileSpreadsheet, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { formatCsv } from "#domain/text/csv.ts";
import { limits } from "#domain/limits.ts";
import type { ActionReply } from "#domain/contracts.ts";
import type { ImportResult } from "#domain/people/actions.ts";
import { type ImportedRole, getImportTemplate } from "#domain/people/people-import.ts";
import { type PeopleKind, getPeopleLabels } from "#domain/people/people.ts";
import { call } from "#web/api/call.ts";
import { sendWithProgress } from "#web/api/ndjson.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Text } from "#web/ui/text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Group } from "#web/ui/layout.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";

const number = new Intl.NumberFormat("en-IN");
const formatRowCount = (count: number): string => (count === 1 ? "1 row" : `${number.format(count)} rows`);
const formatPeopleCount = (count: number): string => (count === 1 ? "1 person" : `${number.format(count)} people`);

type ImportPreviewResult = ActionReply<"POST /actions/people/import/preview">;

interface ImportPeopleProps {
  role: ImportedRole;
  kind: PeopleKind;
  onClose: () => void;
}

export function ImportPeople({ role, kind, onClose }: ImportPeopleProps) {
  const { company } = useBranch();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<ImportPreviewResult>();
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
      setPreview(await call({ route: "POST /actions/people/import/preview", query: { role }, body }));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message.replace(/^Invalid payload\. /, "") : "");
      showError(thrown);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Page
      title={`Import ${getPeopleLabels({ kind, company }).many.toLowerCase()}`}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden="true" />} onClick={onClose}>
          Back to list
        </Button>
      }
    >
      <Card gap="md">
        <Text c="dimmed">
          Upload a CSV or XLSX file with one person per row, up to {number.format(limits.importRows)} rows. Each person
          gets an invitation by email and chooses a password.
        </Text>
        <ImportFilePicker
          role={role}
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
      {file && preview && <ImportPreview role={role} file={file} preview={preview} onDone={onClose} />}
    </Page>
  );
}

interface ImportFilePickerProps {
  role: ImportedRole;
  file: File | undefined;
  isReading: boolean;
  onChoose: (file: File) => void;
}

function ImportFilePicker({ role, file, isReading, onChoose }: ImportFilePickerProps) {
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
        onClick={() => downloadCsv({ name: `${role}-template.csv`, text: formatCsv(getImportTemplate(role)) })}
      >
        Download template
      </Button>
    </Group>
  );
}

interface ImportPreviewProps {
  role: ImportedRole;
  file: File;
  preview: ImportPreviewResult;
  onDone: () => void;
}

function ImportPreview({ role, file, preview, onDone }: ImportPreviewProps) {
  const { rows, good, wrong, unknown } = preview;
  const [step, setStep] = useState<{ done: number; of: number }>();

  async function importRows(): Promise<void> {
    const body = new FormData();
    body.set("file", file);
    setStep({ done: 0, of: good });
    try {
      const { created } = await sendWithProgress<ImportResult>({
        path: `/actions/people/import?role=${role}${wrong > 0 ? "&rows=good" : ""}`,
        body,
        onProgress: setStep,
      });
      await refreshItems("users");
      showSuccess(`${formatPeopleCount(created)} imported and invited`);
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
            leftSection={<IconUserPlus aria-hidden="true" />}
            onPress={importRows}
          >
            {`Import ${formatPeopleCount(good)}`}
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

const errorColumns: readonly DataTableColumn<ImportPreviewResult["errors"][number]>[] = [
  { header: "Row", cell: ({ line }) => line },
  { header: "Column", cell: ({ column }) => column },
  { header: "Value", cell: ({ value }) => value || "–" },
  { header: "Error", cell: ({ message }) => message.replace(/^\*/, "") },
];

function ImportErrors({ preview: { errors, wrong } }: { preview: ImportPreviewResult }) {
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
