// §5 import of staff or employees from a file: selection, preview with errors, and import.
import { Button } from "@mantine/core";
import { IconArrowLeft, IconDownload, IconFileSpreadsheet, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { formatCsv } from "#domain/text/csv.ts";
import { limits } from "#domain/limits.ts";
import {
  type ImportPreview as ImportPreviewResult,
  type ImportedRole,
  getImportTemplate,
} from "#domain/people/people-import.ts";
import { type PeopleKind, getPeopleLabels } from "#domain/people/people.ts";
import { request } from "#web/api/client.ts";
import { sendWithProgress } from "#web/api/ndjson.ts";
import { queryClient } from "#web/api/query-client.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import styles from "#web/features/people/people.module.css";

const number = new Intl.NumberFormat("en-IN");
const formatRowCount = (count: number): string => (count === 1 ? "1 row" : `${number.format(count)} rows`);
const formatPeopleCount = (count: number): string => (count === 1 ? "1 person" : `${number.format(count)} people`);

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
    const path = `/actions/people/import/preview?role=${role}`;
    try {
      setPreview((await request<{ data: ImportPreviewResult }>(path, { method: "POST", body })).data);
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
      <Card className={styles["step"]}>
        <p className={styles["lead"]}>
          Upload a CSV or XLSX file with one person per row, up to {number.format(limits.importRows)} rows. Each person
          gets an invitation by email and chooses a password.
        </p>
        <ImportFilePicker
          role={role}
          file={file}
          isReading={isReading}
          onChoose={(selected) => void readPreview(selected)}
        />
        {problem && (
          <p className={styles["wrong"]} role="alert">
            {problem}
          </p>
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
    <div className={styles["choice"]}>
      <FilePickerButton
        icon={IconFileSpreadsheet}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={onChoose}
      >
        {isReading ? "Reading…" : file ? "Choose another file" : "Choose file"}
      </FilePickerButton>
      {file && <strong className={styles["file-name"]}>{file.name}</strong>}
      <Button
        variant="subtle"
        color="ink"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => downloadCsv({ name: `${role}-template.csv`, text: formatCsv(getImportTemplate(role)) })}
      >
        Download template
      </Button>
    </div>
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
      const { created } = await sendWithProgress<{ created: number }>({
        path: `/actions/people/import?role=${role}${wrong > 0 ? "&rows=good" : ""}`,
        body,
        onProgress: setStep,
      });
      await queryClient.invalidateQueries({ queryKey: ["items", "users"] });
      showSuccess(`${formatPeopleCount(created)} imported and invited`);
      onDone();
    } finally {
      setStep(undefined);
    }
  }

  return (
    <>
      <Card className={styles["step"]}>
        <h2 className={styles["heading"]}>
          {wrong === 0
            ? rows === 1
              ? "1 row ready to import"
              : `All ${formatRowCount(rows)} ready to import`
            : `${number.format(good)} of ${formatRowCount(rows)} ready to import`}
        </h2>
        {unknown.length > 0 && <p className={styles["soft"]}>Columns ignored: {unknown.join(", ")}</p>}
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
    <div className={styles["progress"]}>
      <progress value={done} max={of} aria-label="Import progress" />
      <span className="figures" role="status">
        {number.format(done)} of {number.format(of)}
      </span>
    </div>
  );
}

function ImportErrors({ preview: { errors, wrong } }: { preview: ImportPreviewResult }) {
  const shownRows = new Set(errors.map(({ line }) => line)).size;
  return (
    <Card>
      <h2 className={styles["heading"]}>Rows with errors</h2>
      <div className={styles["scroll"]}>
        <table className={styles["mistakes"]}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, column, message, value }) => (
              <tr key={`${line}${column}${message}`}>
                <td className="figures">{line}</td>
                <td>{column}</td>
                <td>{value || "–"}</td>
                <td>{message.replace(/^\*/, "")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shownRows < wrong && <p className={styles["soft"]}>{formatRowCount(wrong - shownRows)} more</p>}
    </Card>
  );
}
