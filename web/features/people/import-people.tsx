// §5 Staff or employees from a file: choose it, see what it holds and what cannot be taken, and take it.
import { Button } from "@mantine/core";
import { IconArrowLeft, IconDownload, IconFileSpreadsheet, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { csvFile } from "#domain/rules/csv.ts";
import { limits } from "#domain/limits.ts";
import { type ImportedRole, importTemplate } from "#domain/rules/people-import.ts";
import { type PeopleKind, peopleWords } from "#domain/rules/people.ts";
import { request } from "#web/items/client.ts";
import { sendWithProgress } from "#web/items/lines.ts";
import { queryClient } from "#web/items/query-client.ts";
import { saveCsv } from "#web/items/save-file.ts";
import { useBranch } from "#web/items/use-session.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/features/people/people.module.css";

interface PreviewWire {
  rows: number;
  good: number;
  wrong: number;
  unknown: string[];
  errors: { line: number; column: string; message: string; value: string }[];
}

const number = new Intl.NumberFormat("en-IN");
const inWords = (count: number): string => (count === 1 ? "1 person" : `${number.format(count)} people`);

interface ImportProps {
  role: ImportedRole;
  kind: PeopleKind;
  onClose: () => void;
}

export function ImportPeople({ role, kind, onClose }: ImportProps) {
  const { company } = useBranch();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<PreviewWire>();
  const [problem, setProblem] = useState("");
  const [isReading, setIsReading] = useState(false);

  async function read(chosen: File): Promise<void> {
    setFile(chosen);
    setPreview(undefined);
    setProblem("");
    setIsReading(true);
    const body = new FormData();
    body.set("file", chosen);
    const path = `/actions/people/import/preview?role=${role}`;
    try {
      setPreview((await request<{ data: PreviewWire }>(path, { method: "POST", body })).data);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message.replace(/^Invalid payload\. /, "") : "");
      showError(thrown);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Page
      title={`Import ${peopleWords({ kind, company }).many.toLowerCase()}`}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden="true" />} onClick={onClose}>
          Back to the list
        </Button>
      }
    >
      <Card className={styles["step"]}>
        <p className={styles["lead"]}>
          A CSV or XLSX file with one person in each row, at most {number.format(limits.importRows)}. Everybody gets a
          mail with a link and chooses their password themselves.
        </p>
        <FileChoice role={role} file={file} isReading={isReading} onChoose={(chosen) => void read(chosen)} />
        {problem && (
          <p className={styles["wrong"]} role="alert">
            {problem}
          </p>
        )}
      </Card>
      {file && preview && <Found role={role} file={file} preview={preview} onDone={onClose} />}
    </Page>
  );
}

interface FileChoiceProps {
  role: ImportedRole;
  file: File | undefined;
  isReading: boolean;
  onChoose: (file: File) => void;
}

function FileChoice({ role, file, isReading, onChoose }: FileChoiceProps) {
  return (
    <div className={styles["choice"]}>
      <FileButton
        icon={IconFileSpreadsheet}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={onChoose}
      >
        {isReading ? "Reading…" : file ? "Choose another file" : "Choose a file"}
      </FileButton>
      {file && <strong className={styles["file-name"]}>{file.name}</strong>}
      <Button
        variant="subtle"
        color="ink"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => saveCsv({ name: `${role}-template.csv`, text: csvFile(importTemplate(role)) })}
      >
        Template to fill in
      </Button>
    </div>
  );
}

interface FoundProps {
  role: ImportedRole;
  file: File;
  preview: PreviewWire;
  onDone: () => void;
}

function Found({ role, file, preview, onDone }: FoundProps) {
  const { rows, good, wrong, unknown } = preview;
  const [step, setStep] = useState<{ done: number; of: number }>();

  async function take(): Promise<void> {
    const body = new FormData();
    body.set("file", file);
    setStep({ done: 0, of: good });
    try {
      const { created } = await sendWithProgress<{ created: number }>({
        path: `/actions/people/import?role=${role}${wrong > 0 ? "&rows=good" : ""}`,
        body,
        onStep: setStep,
      });
      await queryClient.invalidateQueries({ queryKey: ["items", "users"] });
      showSuccess(`${inWords(created)} imported and invited`);
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
            ? `All ${inWords(rows)} can be taken`
            : `${number.format(good)} of ${inWords(rows)} can be taken`}
        </h2>
        {unknown.length > 0 && (
          <p className={styles["soft"]}>These columns mean nothing here and are left out: {unknown.join(", ")}.</p>
        )}
        {wrong > 0 && (
          <p>
            {wrong === 1 ? "One row cannot be taken" : `${number.format(wrong)} rows cannot be taken`}, see below. Mend
            them in the file and choose it again, or import the others now.
          </p>
        )}
        {step && <Progress {...step} />}
        {good > 0 && (
          <WaitingButton size="xl" color="marigold" leftSection={<IconUserPlus aria-hidden="true" />} onPress={take}>
            {wrong === 0 ? `Import ${inWords(good)}` : `Import the ${inWords(good)} that can be taken`}
          </WaitingButton>
        )}
      </Card>
      {wrong > 0 && <Mistakes preview={preview} />}
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className={styles["progress"]}>
      <progress value={done} max={of} aria-label="People written" />
      <span className="figures" role="status">
        {number.format(done)} of {number.format(of)}
      </span>
    </div>
  );
}

function Mistakes({ preview: { errors, wrong } }: { preview: PreviewWire }) {
  const told = new Set(errors.map(({ line }) => line)).size;
  return (
    <Card>
      <h2 className={styles["heading"]}>What cannot be taken</h2>
      <div className={styles["scroll"]}>
        <table className={styles["mistakes"]}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">In the file</th>
              <th scope="col">Why</th>
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
      {told < wrong && <p className={styles["soft"]}>And {number.format(wrong - told)} rows more.</p>}
    </Card>
  );
}
