// A form over one row: sends what was changed, and says so where nothing was.
import type { ReactNode } from "react";
import type { Fields } from "#domain/collection.ts";
import type { SuccessCode } from "#domain/errors.ts";
import { ApiError } from "#web/items/api-error.ts";
import { queryClient } from "#web/items/query-client.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import styles from "#web/ui/settings-form.module.css";

type Value = string | boolean | null;

export interface Changes {
  [field: string]: Value | number;
}

interface SettingsFormProps {
  fields: Fields;
  /** The row as it stands. */
  row: { [field: string]: unknown };
  onSave: (changes: Changes) => Promise<unknown>;
  /** Something beside the fields was changed: then there is something to save anyway. */
  isChanged?: boolean;
  /** What the button says, and what is said when it is done. */
  verb?: string;
  said?: SuccessCode;
  children: ReactNode;
}

/** A row's value as a field holds it; a relation is its id. */
function typedOf(value: unknown): string | boolean {
  if (typeof value === "boolean") return value;
  return value === null || value === undefined ? "" : String(value);
}

function sentOf({ fields, name, value }: { fields: Fields; name: string; value: Value }): Value | number {
  const kind = fields[name]?.kind;
  return typeof value === "string" && (kind === "integer" || kind === "one") ? Number(value) : value;
}

export function SettingsForm({
  fields,
  row,
  onSave,
  isChanged = false,
  verb = "Save",
  said = "DATA_UPDATED",
  children,
}: SettingsFormProps) {
  const initial = Object.fromEntries(Object.keys(fields).map((name) => [name, typedOf(row[name])]));

  async function submit(values: { [name: string]: Value }): Promise<void> {
    const changed = Object.entries(values).filter(([name, value]) => (value ?? "") !== initial[name]);
    if (changed.length === 0 && !isChanged) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    await onSave(Object.fromEntries(changed.map(([name, value]) => [name, sentOf({ fields, name, value })])));
    showSuccess(said);
    // The branch's set-up is part of what every page knows.
    await queryClient.invalidateQueries();
  }

  return (
    <Form fields={fields} initial={initial} onSubmit={submit}>
      <div className={styles["form"]}>
        {children}
        <SubmitButton size="lg">{verb}</SubmitButton>
      </div>
    </Form>
  );
}
