// One field of a submission, and what is to be said of it.
import { Button, Textarea } from "@mantine/core";
import { IconMessagePlus, IconPencil } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import { SubmissionValue } from "#web/ui/submission/submission-value.tsx";
import { TaxIdAnswer } from "#web/ui/submission/tax-id-answer.tsx";
import { valueInWords } from "#web/ui/submission/words.ts";
import { labelOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import styles from "#web/features/platform/platform.module.css";

interface ReviewedFieldProps {
  kind: SubmissionKind;
  name: string;
  value: unknown;
  /** What was said of it the last time. */
  before: string | undefined;
  /** What stood there and what stands there, where the vendor has corrected it. */
  changed?: readonly [unknown, unknown] | undefined;
  /** Undefined until somebody begins to say something. */
  remark: string | undefined;
  onRemark: (remark: string) => void;
}

export function ReviewedField({ kind, name, value, before, changed, remark, onRemark }: ReviewedFieldProps) {
  const label = labelOfSubmission(kind, name);
  return (
    <div className={styles["field"]}>
      <dt>{label}</dt>
      <dd>
        <SubmissionValue kind={kind} name={name} value={value} />
        {(name === "gstin" || name === "pan") && typeof value === "string" && value && (
          <TaxIdAnswer kind={name} number={value} />
        )}
        {changed && (
          <span className={styles["changed"]}>
            <IconPencil size={18} aria-hidden="true" /> Changed. Before:{" "}
            {valueInWords({ kind, name, value: changed[0] }) ?? "not given"}
          </span>
        )}
        {before !== undefined && <span className={styles["before"]}>Last time: {before}</span>}
        {remark !== undefined && (
          <Textarea
            className={styles["remark"]}
            aria-label={`Remark on ${label}`}
            placeholder="What is not right, and what to send instead"
            value={remark}
            maxLength={limits.reviewNote}
            autoFocus
            autosize
            minRows={2}
            onChange={(event) => onRemark(event.currentTarget.value)}
          />
        )}
      </dd>
      {remark === undefined && (
        <dd className={styles["say"]}>
          <Button
            variant="subtle"
            aria-label={`Add a remark on ${label}`}
            leftSection={<IconMessagePlus size={20} aria-hidden="true" />}
            onClick={() => onRemark("")}
          >
            Remark
          </Button>
        </dd>
      )}
    </div>
  );
}
