// One field of a submission, with its remark.
import { Button, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconMessagePlus, IconPencil } from "@tabler/icons-react";
import * as limits from "#domain/limits.ts";
import { SubmissionValue } from "#web/product/submission/submission-value.tsx";
import { TaxIdStatus } from "#web/product/submission/tax-id-status.tsx";
import { formatSubmissionValue } from "#web/product/submission/labels.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { KeyValue } from "#web/ui/data/key-value-list.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The applicant's answer to the remarks, at the top of the review. */
export const applicantMessageId = "applicant-message";

interface ReviewedFieldProps {
  kind: SubmissionKind;
  name: string;
  value: unknown;
  /** Of the company, compared with the register. */
  registeredName?: unknown;
  /** What the register has instead of the value. */
  registerValue?: string | undefined;
  /** Remark of the previous decision. */
  previousRemark: string | undefined;
  /** The applicant has answered the remarks. */
  hasMessage: boolean;
  /** Old and new value, if the vendor has corrected the field. */
  change?: readonly [unknown, unknown] | undefined;
  /** Undefined until a remark is added. */
  remark: string | undefined;
  onRemark: (remark: string) => void;
  /** Looked at and right; stored with the decision. */
  isAccepted: boolean;
  onAccept: () => void;
}

export function ReviewedField(props: ReviewedFieldProps) {
  const { kind, name, value, registeredName, registerValue, previousRemark, hasMessage, change, remark } = props;
  const { onRemark, isAccepted, onAccept } = props;
  const label = getSubmissionLabel(kind, name);
  return (
    <KeyValue label={label}>
      <Stack gap="xs" data-reviewed-field>
        <Group justify="space-between">
          <Stack gap="2xs" style={{ flex: "1 1 200px" }}>
            <SubmissionValue kind={kind} name={name} value={value} />
            {(name === "gstin" || name === "pan") && typeof value === "string" && value && (
              <TaxIdStatus kind={name} number={value} typedName={registeredName} />
            )}
          </Stack>
          <Button
            variant={isAccepted ? "default" : "subtle"}
            aria-label={`Accept ${label}`}
            aria-pressed={isAccepted}
            data-accept
            leftSection={<IconCheck size={20} aria-hidden="true" />}
            onClick={onAccept}
          >
            {isAccepted ? "Accepted" : "Accept"}
          </Button>
          {remark === undefined && (
            <Button
              variant="subtle"
              aria-label={`Add a remark on ${label}`}
              data-remark
              leftSection={<IconMessagePlus size={20} aria-hidden="true" />}
              onClick={() => onRemark("")}
            >
              Add remark
            </Button>
          )}
        </Group>
        {registerValue !== undefined && <Notice icon={IconAlertTriangle}>The register has {registerValue}</Notice>}
        {change && (
          <Notice icon={IconPencil}>
            Changed. Previously: {formatSubmissionValue({ kind, name, value: change[0] }) ?? "not given"}
          </Notice>
        )}
        {previousRemark !== undefined && (
          <Notice c="red">
            Previous remark: {previousRemark} {hasMessage && <a href={`#${applicantMessageId}`}>Read the answer</a>}
          </Notice>
        )}
        {remark !== undefined && (
          <Textarea
            aria-label={`Remark on ${label}`}
            placeholder="What is wrong, and what to submit instead"
            value={remark}
            maxLength={limits.reviewNote}
            autoFocus
            autosize
            minRows={2}
            onChange={(event) => onRemark(event.currentTarget.value)}
          />
        )}
      </Stack>
    </KeyValue>
  );
}
