// Form over one row: submits changed values only, and reports NO_CHANGES if there are none.
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import type { ReactNode } from "react";
import type { Fields } from "#domain/schema/collection.ts";
import type { SuccessCode } from "#domain/success-messages.ts";
import { ApiError } from "#web/api/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { showSuccess } from "#web/ui/feedback.ts";

type SettingValue = string | boolean | null;

export interface SettingChanges {
  [field: string]: SettingValue | number;
}

interface SettingsFormProps {
  fields: Fields;
  /** The saved row. */
  row: { [field: string]: unknown };
  onSave: (changes: SettingChanges) => Promise<unknown>;
  /** Values outside the form were changed, so an unchanged form is submitted too. */
  hasOtherChanges?: boolean;
  submitLabel?: string;
  successCode?: SuccessCode;
  children: ReactNode;
}

/** Converts a row's value to a form value; a relation becomes its id. */
function toFormValue(value: unknown): string | boolean {
  if (typeof value === "boolean") return value;
  return value === null || value === undefined ? "" : String(value);
}

function toSubmittedValue({
  fields,
  name,
  value,
}: {
  fields: Fields;
  name: string;
  value: SettingValue;
}): SettingValue | number {
  const kind = fields[name]?.kind;
  return typeof value === "string" && (kind === "integer" || kind === "one") ? Number(value) : value;
}

export function SettingsForm({
  fields,
  row,
  onSave,
  hasOtherChanges = false,
  submitLabel = "Save",
  successCode = "DATA_UPDATED",
  children,
}: SettingsFormProps) {
  const initial = Object.fromEntries(Object.keys(fields).map((name) => [name, toFormValue(row[name])]));

  async function submit(values: { [name: string]: SettingValue }): Promise<void> {
    const changed = Object.entries(values).filter(([name, value]) => (value ?? "") !== initial[name]);
    if (changed.length === 0 && !hasOtherChanges) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    await onSave(Object.fromEntries(changed.map(([name, value]) => [name, toSubmittedValue({ fields, name, value })])));
    showSuccess(successCode);
    // Branch settings affect the session and most pages.
    await queryClient.invalidateQueries();
  }

  return (
    <Form fields={fields} initial={initial} onSubmit={submit}>
      <AskBeforeLeaving />
      <Stack>
        {children}
        {/* Not the primary colour: a page has several of these forms. */}
        <SubmitButton size="lg" color="ink">
          {submitLabel}
        </SubmitButton>
      </Stack>
    </Form>
  );
}
