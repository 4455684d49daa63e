// One field of a submission, and what is to be said of it.
import { Button, Textarea } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import { useAsset } from "#web/items/asset.ts";
import type { Kind } from "#web/features/platform/submissions.ts";
import { labelOfField, valueInWords } from "#web/features/platform/words.ts";
import styles from "#web/features/platform/platform.module.css";

interface ReviewedFieldProps {
  kind: Kind;
  name: string;
  value: unknown;
  /** What was said of it the last time. */
  before: string | undefined;
  /** Undefined until somebody begins to say something. */
  remark: string | undefined;
  onRemark: (remark: string) => void;
}

export function ReviewedField({ kind, name, value, before, remark, onRemark }: ReviewedFieldProps) {
  const label = labelOfField(kind, name);
  const shown = valueInWords({ kind, name, value });
  return (
    <div className={styles["field"]}>
      <dt>{label}</dt>
      <dd>
        {name === "company_logo" && typeof value === "string" ? (
          <Logo id={value} />
        ) : (
          <span className={shown === undefined ? styles["missing"] : ""}>{shown ?? "Not given"}</span>
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

function Logo({ id }: { id: string }) {
  const { src, isFailed } = useAsset(id);
  if (isFailed) return <span className={styles["missing"]}>The picture could not be opened</span>;
  return src ? <img className={styles["logo"]} src={src} alt="The company's logo" /> : null;
}
