// Form over one row: submits changed values only, and reports NO_CHANGES if there are none.
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import {
  createEditStart,
  findEditedFields,
  mergeChanges,
  type SavedValues,
  type TypedValues,
} from "#web/product/forms/edit-start.ts";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Fields } from "#domain/schema/collection.ts";
import type { SuccessCode } from "#domain/success-messages.ts";
import { ApiError } from "#web/api/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { showSuccess } from "#web/ui/feedback.ts";

type SettingValue = string | boolean | null;
/** Kinds of fields whose value is what people have typed, unless it is chosen. */
const typedKinds: ReadonlySet<string> = new Set(["text", "integer", "money"]);
const toSavedValues = (values: SavedValues): SavedValues => values;

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

function toFormValues({ fields, row }: Pick<SettingsFormProps, "fields" | "row">): SavedValues {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, toFormValue(row[name])]));
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

/** Calls `onChange` when the row has other values and nothing was entered. */
function FollowRow({ row, onChange }: { row: SavedValues; onChange: () => void }) {
  const { isEdited } = useFormState();
  const follow = useEffectEvent(() => {
    if (!isEdited) onChange();
  });
  const values = JSON.stringify(row);
  useEffect(() => follow(), [values]);
  return null;
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
  const current = toFormValues({ fields, row });
  // What the form began with: the row may be read again meanwhile, with changes of somebody else.
  const [start, setStart] = useState(() => createEditStart({ row: current, saved: current }));

  async function submit(values: TypedValues): Promise<void> {
    const edited = findEditedFields({ typed: values, saved: start.row });
    if (edited.length === 0 && !hasOtherChanges) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    const codes = Object.keys(fields).filter(
      (name) => fields[name]!.allowedValues || !typedKinds.has(fields[name]!.kind),
    );
    const merged = mergeChanges({ previous: start, row: current, toSavedValues, typed: values, codes });
    if (Object.keys(merged.errors).length > 0) return setStart(merged);
    const changes = edited.map((name) => [name, values[name] ?? null] as const);
    await onSave(Object.fromEntries(changes.map(([name, value]) => [name, toSubmittedValue({ fields, name, value })])));
    setStart({
      ...start,
      row: { ...start.row, ...Object.fromEntries(changes.map(([name, value]) => [name, value ?? ""])) },
    });
    showSuccess(successCode);
    // Branch settings affect the session and most pages.
    await queryClient.invalidateQueries();
  }

  return (
    <Form key={start.attempt} fields={fields} initial={start.initial} initialErrors={start.errors} onSubmit={submit}>
      <AskBeforeLeaving />
      <FollowRow
        row={current}
        onChange={() => {
          // What was entered before a conflict is kept too.
          const isEntered = Object.keys(start.errors).length > 0;
          if (!isEntered && JSON.stringify(current) !== JSON.stringify(start.row))
            setStart(createEditStart({ row: current, saved: current, previous: start }));
        }}
      />
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
